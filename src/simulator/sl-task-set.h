/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What the simulator is asked to run: a task model in which each task tells when it is released,
 * what its jobs execute and which locks they take, with servers and interrupt lines. One tick is a nanosecond. */

#include "sl-sim-distribution.h"
#include "sl-sim-sections.h"

G_BEGIN_DECLS

/* The kernel's task table has 154 places, two of which are its own. */
#define SL_TASK_SET_MAX_TASKS 152

/* Lines 1 to 15; the timer has 0. */
#define SL_TASK_SET_MAX_LINES 15

#define SL_SIM_NO_SERVER G_MAXUINT
#define SL_SIM_NO_TASK   G_MAXUINT

/* How many records tell its replenishments. */
#define SL_SIM_MAX_SS_BUDGET (G_GINT64_CONSTANT (10) * 1000000000)

/**
 * SlSimTask:
 * @pattern: when it is released; without period and arrivals by an interrupt
 * @deadline: relative; 0 for none
 * @distribution: what its jobs execute, and the WCET, by which sections are told
 * @server: which of the set; %SL_SIM_NO_SERVER for none
 * @steps: (element-type SlSimStep): properly nested, in order
 */
typedef struct
{
  char *name;
  SlSimPattern pattern;
  SlSimDistribution distribution;
  gint64 deadline;
  gint64 priority;
  gboolean has_priority;
  guint server;
  GArray *steps;
} SlSimTask;

/**
 * SlSimServerPolicy:
 * @SL_SIM_CBS: constant bandwidth: without budget it gets a new one and a later deadline
 * @SL_SIM_HCBS: the same, but it waits for its deadline before
 * @SL_SIM_PS: polling: what it does not use when it has nothing to do is lost
 * @SL_SIM_DS: deferrable: it keeps its budget until the end of the period
 * @SL_SIM_SS: sporadic: what it uses comes back one period after it began
 *
 * In the order of the words in the task model.
 */
typedef enum
{
  SL_SIM_CBS,
  SL_SIM_HCBS,
  SL_SIM_PS,
  SL_SIM_DS,
  SL_SIM_SS,
  SL_SIM_N_SERVER_POLICIES,
} SlSimServerPolicy;

typedef struct
{
  char *name;
  SlSimServerPolicy policy;
  gint64 budget;
  gint64 period;
  gint64 priority;
  gboolean has_priority;
} SlSimServer;

/**
 * SlSimLine:
 * @number: 1 to 15; the lower, the more urgent
 * @distribution: what its handler executes
 * @is_nested: whether the timer and more urgent lines interrupt its handler
 * @task: whom it releases when it ends; %SL_SIM_NO_TASK for nobody
 */
typedef struct
{
  char *name;
  guint number;
  SlSimPattern pattern;
  SlSimDistribution distribution;
  gboolean is_nested;
  guint task;
} SlSimLine;

/* Immutable. */
typedef struct _SlTaskSet SlTaskSet;

SlTaskSet *sl_task_set_new (const SlTaskModel *model, GError **error);
void sl_task_set_free (SlTaskSet *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlTaskSet, sl_task_set_free)

guint sl_task_set_get_n_tasks (const SlTaskSet *self);
const SlSimTask *sl_task_set_get_task (const SlTaskSet *self, guint task);
guint sl_task_set_get_n_locks (const SlTaskSet *self);
const char *sl_task_set_get_lock (const SlTaskSet *self, guint lock);
guint sl_task_set_get_n_servers (const SlTaskSet *self);
const SlSimServer *sl_task_set_get_server (const SlTaskSet *self, guint server);
guint sl_task_set_get_n_lines (const SlTaskSet *self);
const SlSimLine *sl_task_set_get_line (const SlTaskSet *self, guint line);
const SlTaskModel *sl_task_set_get_model (const SlTaskSet *self);

G_END_DECLS
