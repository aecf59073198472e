/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* How often each of some known faults was seen, until it is said in a note. */

#include "sl-note.h"

G_BEGIN_DECLS

/* One thread. */
typedef struct _SlNoteCounts SlNoteCounts;

SlNoteCounts *sl_note_counts_new (const char *const *texts, guint n_texts);
void sl_note_counts_free (SlNoteCounts *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlNoteCounts, sl_note_counts_free)

void sl_note_counts_add (SlNoteCounts *self, guint number, guint64 offset);
void sl_note_counts_flush (SlNoteCounts *self, SlNotes *notes);

G_END_DECLS
