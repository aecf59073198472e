/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What was skipped, repaired, unusual or missing when a trace was read. */

#include "sl-event.h"

G_BEGIN_DECLS

/**
 * SlNote:
 * @text: one English sentence, capital, no full stop; windows show its translation, if there is one
 * @offset: where it was first seen; %SL_OFFSET_NONE if it has no position
 * @count: how often; for left-over bytes, their number
 */
typedef struct
{
  const char *text;
  guint64 offset;
  guint64 count;
} SlNote;

/* A list that grows while the trace is read; safe from any thread. Notes with the same text
 * are one note whose count adds up and whose offset is that of the first. */
typedef struct _SlNotes SlNotes;

SlNotes *sl_notes_new (void);
SlNotes *sl_notes_ref (SlNotes *self);
void sl_notes_unref (SlNotes *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlNotes, sl_notes_unref)

void sl_notes_add (SlNotes *self, guint64 offset, guint64 count, const char *format, ...)
    G_GNUC_PRINTF (4, 5);
void sl_notes_add_all (SlNotes *self, SlNotes *other);
GArray *sl_notes_snapshot (SlNotes *self);

G_END_DECLS
