/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Who woke a task, and whom it woke, as the trace records it. */

#include "sl-trace.h"

G_BEGIN_DECLS

/**
 * SlWake:
 * @time: when
 * @nominal: when a timer should have done it; %SL_TIME_MAX where no such time is recorded
 * @task: number of the task that is woken
 * @waker: number of the task or the interrupt that does it; %SL_WAKER_INTERRUPT for one that was not recorded itself
 * @cpu: number of the processor on which @waker was then; 0 where nobody knows
 */
typedef struct
{
  SlTime time;
  SlTime nominal;
  guint32 task;
  guint32 waker;
  guint32 cpu;
} SlWake;

gboolean sl_wake_are_recorded (SlTrace *trace);
gboolean sl_wake_is_by_task (SlTrace *trace, const SlWake *self);
gboolean sl_wake_find (SlTrace *trace, guint32 task, SlTime time, SlWake *wake);
gboolean sl_wake_find_next (SlTrace *trace, guint32 task, SlTime time, SlWake *wake);
gboolean sl_wake_find_by (SlTrace *trace, guint32 waker, SlTime time, SlWake *wake);

G_END_DECLS
