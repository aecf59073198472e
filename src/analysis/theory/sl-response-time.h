/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The longest that a job may take from its release to its finish.
 *
 * Fixed priorities: M. Joseph and P. Pandya, "Finding response times in a real-time system", The
 * Computer Journal 29(5), 1986, with several jobs in a busy period after J. P. Lehoczky, "Fixed
 * priority scheduling of periodic task sets with arbitrary deadlines", RTSS 1990, and jitter after
 * K. Tindell, A. Burns and A. J. Wellings, "An extendible approach for analyzing fixed priority hard
 * real-time tasks", Real-Time Systems 6(2), 1994. EDF: M. Spuri, "Analysis of deadline scheduled
 * real-time systems", INRIA RR-2772, 1996. A response counts from the release itself, not from where
 * it would have been without jitter, and so does a deadline: that is what a trace shows.
 *
 * FIFO is EDF with one deadline for all. Under round robin a job is finished when the processor has
 * nothing left to do.
 *
 * Tasks of equal priority count as if each were the more urgent one. */

#include "sl-theory-set.h"

G_BEGIN_DECLS

SlBound sl_response_time_get (const SlTheorySet *set,
                              guint task,
                              SlBound *blocking,
                              SlTheoryEffort *effort);
SlBound sl_response_time_get_fixed (const SlTheorySet *set,
                                    guint task,
                                    gint64 blocking,
                                    SlTheoryEffort *effort);
SlBound sl_response_time_get_edf (const SlTheorySet *set,
                                  guint task,
                                  SlBound *blocking,
                                  SlTheoryEffort *effort);
SlBound sl_response_time_get_busy_period (const SlTheorySet *set, SlTheoryEffort *effort);

G_END_DECLS
