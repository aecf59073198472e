/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* How much of the processor a task set asks for, and what that alone tells.
 *
 * C. L. Liu and J. W. Layland, "Scheduling algorithms for multiprogramming in a hard-real-time
 * environment", Journal of the ACM 20(1), 1973; E. Bini, G. C. Buttazzo and G. M. Buttazzo,
 * "Rate monotonic analysis: the hyperbolic bound", IEEE Transactions on Computers 52(7), 2003. */

#include "sl-theory-set.h"

G_BEGIN_DECLS

/**
 * SlUtilisation:
 * @n_tasks: those that are counted in: with a WCET and a period, and not in a server
 * @n_left_out: those whose share is not known
 * @total: the sum of their C/T
 * @versus_one: -1 where @total is below 1, 0 where it is just that, 1 above, without rounding
 *   where that can be told
 * @due: the sum of C/T of what has a deadline, in a server or not, and of interrupts
 * @serves: whether a task with a deadline runs in a server: tests of all deadlines leave it out
 * @is_overload: whether what has a deadline and interrupts ask for more than the processor has:
 *   some deadline is missed then, whatever the policy. A server's budget need not be used
 * @liu_layland: n(2^(1/n)-1): under RM, tasks that ask for no more all keep their deadlines
 * @product: of C/T + 1: under RM, up to 2 they do likewise
 * @applies: whether these two tests say anything: under RM, deadlines are the periods, and there is
 *   neither jitter nor blocking
 */
typedef struct
{
  guint n_tasks;
  guint n_left_out;
  double total;
  int versus_one;
  double due;
  gboolean serves;
  gboolean is_overload;
  double liu_layland;
  double product;
  gboolean applies;
} SlUtilisation;

double sl_utilisation_get (const SlTheoryTask *task);
int sl_utilisation_compare_to_one (const SlTheoryTask *tasks, guint n_tasks);
void sl_utilisation_init (SlUtilisation *self, const SlTheorySet *set, gboolean has_blocking);

G_END_DECLS
