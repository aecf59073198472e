/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What a server asks for in the stead of the tasks that run in it, and how late it may serve them.
 *
 * Polling and sporadic servers are no worse for others than a periodic task (L. Sha, J. P. Lehoczky
 * and R. Rajkumar, "Solutions for some practical problems in prioritized preemptive scheduling",
 * RTSS 1986; B. Sprunt, L. Sha and J. P. Lehoczky, "Aperiodic task scheduling for hard real-time
 * systems", Real-Time Systems 1, 1989). A deferrable server may spend one budget at the end of its
 * period and the next one right after it: a periodic task whose release comes late by the period
 * less the budget (J. K. Strosnider, J. P. Lehoczky and L. Sha, "The deferrable server algorithm",
 * IEEE Transactions on Computers 44(1), 1995). A constant bandwidth server takes no more than its
 * share (L. Abeni and G. C. Buttazzo, "Integrating multimedia applications in hard real-time
 * systems", RTSS 1998). */

#include "sl-theory-set.h"

G_BEGIN_DECLS

typedef enum
{
  SL_SERVER_UNKNOWN,
  SL_SERVER_POLLING,
  SL_SERVER_DEFERRABLE,
  SL_SERVER_SPORADIC,
  SL_SERVER_CBS,
} SlServerPolicy;

/**
 * SlServer:
 * @budget: ticks; 0 where it is not known
 * @period: ticks; 0 where it is not known
 * @priority: as that of a task
 */
typedef struct
{
  SlServerPolicy policy;
  gint64 budget;
  gint64 period;
  gint64 priority;
} SlServer;

SlServerPolicy sl_server_policy_from_id (const char *id);
void sl_server_bound_fill_task (const SlServer *self, SlTheoryTask *task);
SlBound sl_server_bound_get_response (const SlServer *self,
                                      SlBound response,
                                      const SlTheoryTask *served,
                                      guint n_served,
                                      SlTheoryEffort *effort);

G_END_DECLS
