/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* At which events of a trace something changes, and in which lanes. Some ten thousand events are
 * looked at together, so that whoever goes on from event to event pays for what changes there and
 * not for all lanes each time. Not for several threads at once. */

#include "sl-replay.h"

G_BEGIN_DECLS

typedef struct _SlReplayChanges SlReplayChanges;

SlReplayChanges *sl_replay_changes_new (SlReplay *replay);
void sl_replay_changes_free (SlReplayChanges *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlReplayChanges, sl_replay_changes_free)

gboolean
sl_replay_changes_find (SlReplayChanges *self, guint64 index, int direction, guint64 *change);
void sl_replay_changes_list (SlReplayChanges *self, guint64 from, guint64 to, GArray *lanes);

G_END_DECLS
