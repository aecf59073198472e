/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The events of a loaded trace told again: only the first so many of them, so that nothing that is
 * made of them can know what comes later; or each one a tick after the one before, so that what
 * happens at one instant has an order that the analyses see. */

#include "sl-trace.h"

G_BEGIN_DECLS

/**
 * SlStepTimes:
 * @SL_STEP_TIMES_RECORDED: events stand where they were recorded
 * @SL_STEP_TIMES_INDEX: event number n stands at tick n; one more that means nothing follows, so
 *   that what the last one brought about lasts for a tick
 */
typedef enum
{
  SL_STEP_TIMES_RECORDED,
  SL_STEP_TIMES_INDEX,
} SlStepTimes;

#define SL_TYPE_REPLAY_SOURCE (sl_replay_source_get_type ())
G_DECLARE_FINAL_TYPE (SlReplaySource, sl_replay_source, SL, REPLAY_SOURCE, SlSource)

SlSource *sl_replay_source_new (SlTrace *trace, guint64 n_events, SlStepTimes times);
SlTrace *sl_replay_source_get_trace (SlReplaySource *self);

G_END_DECLS
