/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* How much of the processor a task had, and how much it had to have, over the columns of a span.
 *
 * The demand of an interval is the execution of the jobs that are both released and due in it
 * (Baruah, Rosier and Howell, "Algorithms and complexity concerning the preemptive scheduling of
 * periodic, real-time tasks on one processor", Real-Time Systems 2, 1990); here it is that of the
 * recorded jobs. Where the supply falls short of it, a deadline is missed. */

#include "sl-job-table.h"

G_BEGIN_DECLS

/**
 * SlTaskLoad:
 * @running: ticks in which the task ran in the column
 * @demand: ticks that its jobs had to have by the column's end, since the begin of the span
 * @supply: ticks that the jobs released since then have had by the column's end
 * @missing: of the demand, what jobs that are due by then have not had
 */
typedef struct
{
  guint64 running;
  guint64 demand;
  guint64 supply;
  guint64 missing;
} SlTaskLoad;

guint64 sl_task_load_sum_running (const SlTrack *states, SlSpan span);
guint64 sl_task_load_sum_active (const SlLane *lane, SlSpan span);
SlTime sl_task_load_get_known (SlTrace *trace, SlSpan span);
double sl_task_load_get_share (const SlTrack *states, SlSpan span, SlTime known);
gboolean sl_task_load_says_who_runs (const SlTrack *states);
double sl_task_load_get_share_of_known (const SlTrack *states, SlSpan span, guint32 idle_task);
SlTime sl_task_load_get_edge (SlSpan span, guint column, guint n_columns);
void sl_task_load_fill (const SlJobTable *jobs,
                        guint32 task,
                        SlSpan span,
                        SlTaskLoad *columns,
                        guint n_columns);

G_END_DECLS
