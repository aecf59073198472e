/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Actions that no lane keeps as they were: cycles of a bus, branches, what programs log, where events were lost, and all of the
 * last tick, in which no state lasts. They are read from the events, a block at a time. */

#include "sl-trace.h"
#include "sl-translator.h"

G_BEGIN_DECLS

/* One thread. */
typedef struct _SlActionEvents SlActionEvents;

gboolean sl_action_events_say_last (SlTrace *trace);
SlActionEvents *sl_action_events_new (SlTrace *trace, SlTime begin);
void sl_action_events_free (SlActionEvents *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlActionEvents, sl_action_events_free)

const SlActed *sl_action_events_peek (const SlActionEvents *self);
void sl_action_events_skip (SlActionEvents *self);

G_END_DECLS
