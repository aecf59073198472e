/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Tells sources whether what they have just decoded was really in the file, and takes the note
 * once where it was not. */

#include "sl-input.h"

G_BEGIN_DECLS

typedef struct _SlDamageCheck SlDamageCheck;

SlDamageCheck *sl_damage_check_new (SlInput *input, SlNotes *notes);
void sl_damage_check_free (SlDamageCheck *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlDamageCheck, sl_damage_check_free)

void sl_damage_note (SlNotes *notes, guint64 offset, SlMapping *file);
gboolean sl_damage_check_range (SlDamageCheck *self, guint file, guint64 end);
gboolean sl_damage_check_events (SlDamageCheck *self, const SlEvent *events, gsize n_events);

G_END_DECLS
