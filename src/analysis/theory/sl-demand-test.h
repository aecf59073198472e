/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The processor demand test: under EDF all deadlines are kept if no interval is shorter than what
 * jobs have to execute that are released and due in it, and what blocks them.
 *
 * S. K. Baruah, L. E. Rosier and R. R. Howell, "Algorithms and complexity concerning the preemptive
 * scheduling of periodic, real-time tasks on one processor", Real-Time Systems 2, 1990; the order
 * in which intervals are tried is that of F. Zhang and A. Burns, "Schedulability analysis for
 * real-time systems with EDF scheduling", IEEE Transactions on Computers 58(9), 2009. */

#include "sl-theory-set.h"

G_BEGIN_DECLS

/**
 * SlDemandTest:
 * @state: %SL_BOUND_KNOWN where the test came to an end
 * @passes: what it says then; FALSE with %SL_BOUND_OVERLOAD as well
 * @horizon: intervals up to this length were looked at
 * @interval: of a test that fails, the length of an interval that is too short
 * @demand: what had to be executed in it, interrupts included
 * @blocking: what blocks it
 */
typedef struct
{
  SlBoundState state;
  gboolean passes;
  gint64 horizon;
  gint64 interval;
  gint64 demand;
  gint64 blocking;
} SlDemandTest;

SlBound sl_demand_test_get_demand (const SlTheorySet *set, gint64 interval);
void sl_demand_test_run (SlDemandTest *self, const SlTheorySet *set, SlTheoryEffort *effort);

G_END_DECLS
