/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* How late branch trace messages are. A message leaves the processor some clocks after its branch,
 * when the bus is free. When the branch was taken shows where it made the processor do something
 * on the bus by itself: an interrupt was acknowledged, or code was read where the branch leads. */

#include "sl-event.h"

G_BEGIN_DECLS

/* Reads of code that are remembered, by processor, since the branch before. */
#define SL_BTM_FETCHES 16

typedef struct
{
  SlTime times[SL_BTM_FETCHES];
  guint32 lines[SL_BTM_FETCHES];
  SlTime firsts[3]; /* messages whose branch is not told yet */
  SlTime acknowledged;
  SlTime since; /* the first message of the branch before */
  guint8 n_fetches;
  guint8 n_firsts;
  guint8 has_acknowledged;
} SlBtmTimesCpu;

/**
 * SlBtmTimes:
 *
 * What is known between events, by processor. Plain bytes, all zeros at the start.
 */
typedef struct
{
  SlBtmTimesCpu cpus[2];
} SlBtmTimes;

/**
 * SlBtmLag:
 * @delay: ticks from what the bus shows of the branch to its first message; negative where it shows
 *   nothing
 * @pair: ticks from the first message of a pair to the second; negative where there is no pair
 */
typedef struct
{
  SlTime delay;
  SlTime pair;
} SlBtmLag;

gboolean sl_btm_times_add (SlBtmTimes *self, const SlEvent *event, SlBtmLag *lag);

G_END_DECLS
