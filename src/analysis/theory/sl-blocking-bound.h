/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* How long less urgent tasks may keep others from running because of the locks that they hold.
 *
 * L. Sha, R. Rajkumar and J. P. Lehoczky, "Priority inheritance protocols: an approach to real-time
 * synchronization", IEEE Transactions on Computers 39(9), 1990; T. P. Baker, "Stack-based
 * scheduling of real-time processes", Real-Time Systems 3(1), 1991; S. K. Baruah, "Resource sharing
 * in EDF-scheduled systems: a closer look", RTSS 2006.
 *
 * What is blocked is a stretch of time in which tasks of some urgency and above have work to do. A
 * less urgent task executes in it only in a section that it was in when the stretch began:
 *
 *   none    without a bound, where a lock is used on both sides and a third task may preempt who
 *           holds it; else as pip
 *   npp     the longest section of a less urgent task
 *   pip     of each less urgent task the longest section that somebody may wait for, or of each
 *           lock, whichever sum is less; a section inside one that may be waited for counts
 *   pcp, icpp, srp
 *           the longest section of a less urgent task with a lock that one on the other side uses
 */

#include "sl-theory-set.h"

G_BEGIN_DECLS

/**
 * SlBlockingStep:
 * @from: ticks; a task's deadline
 *
 * The bound of intervals from that length on, up to that of the next step.
 */
typedef struct
{
  gint64 from;
  SlBound bound;
} SlBlockingStep;

SlBound sl_blocking_bound_fixed (const SlTheorySet *set, guint task, SlTheoryEffort *effort);
SlBound sl_blocking_bound_edf (const SlTheorySet *set, gint64 interval, SlTheoryEffort *effort);
GArray *sl_blocking_bound_edf_steps (const SlTheorySet *set, SlTheoryEffort *effort);
SlBound sl_blocking_steps_find (const GArray *steps, gint64 interval);

G_END_DECLS
