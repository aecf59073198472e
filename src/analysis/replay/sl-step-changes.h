/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* At which events of a trace something changes, and in which lanes. Some ten thousand events are
 * looked at together, so that whoever goes on from place to place pays for what changes there and
 * not for all lanes each time. Not for several threads at once. */

#include "sl-steps.h"

G_BEGIN_DECLS

typedef struct _SlStepChanges SlStepChanges;

SlStepChanges *sl_step_changes_new (SlSteps *steps);
void sl_step_changes_free (SlStepChanges *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlStepChanges, sl_step_changes_free)

gboolean sl_step_changes_find (SlStepChanges *self, guint64 place, int direction, guint64 *change);
void sl_step_changes_list (SlStepChanges *self, guint64 from, guint64 to, GArray *lanes);

G_END_DECLS
