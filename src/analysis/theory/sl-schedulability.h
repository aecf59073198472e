/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Theory beside measurement: what schedulability analysis says of the tasks of a trace, and what
 * the trace shows of them. Parameters are the task model's, and estimated from the trace where it
 * says nothing. */

#include <gio/gio.h>

#include "sl-demand-test.h"
#include "sl-job-table.h"
#include "sl-server-bound.h"
#include "sl-utilisation.h"

G_BEGIN_DECLS

/**
 * SlEstimated:
 *
 * What of a task is not the model's, but what the trace showed.
 */
typedef enum
{
  SL_ESTIMATED_WCET = 1 << 0,
  SL_ESTIMATED_PERIOD = 1 << 1,
  SL_ESTIMATED_DEADLINE = 1 << 2,
  SL_ESTIMATED_SECTIONS = 1 << 3,

  /* What a task may demand is a guess. */
  SL_ESTIMATED_LOAD = SL_ESTIMATED_WCET | SL_ESTIMATED_PERIOD | SL_ESTIMATED_DEADLINE,
} SlEstimated;

/**
 * SlVerdict:
 * @SL_VERDICT_SCHEDULABLE: no job can miss its deadline
 * @SL_VERDICT_NOT_SCHEDULABLE: some job misses its deadline if all execute their WCETs: more is
 *   asked for than the processor has, or an exact test says so
 * @SL_VERDICT_NOT_GUARANTEED: the bound is above the deadline, or there is none, which proves no
 *   miss; or parameters are estimated, which proves nothing
 */
typedef enum
{
  SL_VERDICT_UNKNOWN,
  SL_VERDICT_SCHEDULABLE,
  SL_VERDICT_NOT_SCHEDULABLE,
  SL_VERDICT_NOT_GUARANTEED,
} SlVerdict;

/**
 * SlExcessKind:
 *
 * A fact that tells why a response is above its bound.
 */
typedef enum
{
  SL_EXCESS_WCET,    /* a job of @object executed @measured, its WCET is @allowed */
  SL_EXCESS_RELEASE, /* releases of @object lay @measured apart, the least is @allowed */
  SL_EXCESS_RELEASE_LATENCY, /* the job was released @measured after it was due; the bound counts from its release */
  SL_EXCESS_BLOCKING,   /* less urgent tasks were in its way for @measured, @allowed is the bound */
  SL_EXCESS_INTERRUPTS, /* interrupts, of which the model tells nothing, took @measured of it */
  SL_EXCESS_SUSPENDED,  /* it slept for @measured before it finished */
  SL_EXCESS_THROTTLED,  /* it had no budget for @measured */
  SL_EXCESS_DISPATCH,   /* its processor took @measured to switch to it */
  SL_EXCESS_NOT_RECORDED, /* of @measured nothing was recorded */
  SL_EXCESS_UNEXPLAINED,  /* none of these */
  SL_N_EXCESS_KINDS,
} SlExcessKind;

/**
 * SlExcess:
 * @object: number of a task; 0 where @kind speaks of none
 * @measured: ticks
 * @allowed: ticks
 */
typedef struct
{
  SlExcessKind kind;
  guint32 object;
  gint64 measured;
  gint64 allowed;
} SlExcess;

/**
 * SlTaskTheory:
 * @object: number of a task, a server or an interrupt line of the trace
 * @task: its parameters
 * @estimated: #SlEstimated
 * @server: number of the server that it runs in; 0 for none
 * @cpu: number of the only processor that it ran on; 0 where there are more, or where only one has tasks
 * @blocking: how long less urgent tasks may be in its way; of none in a server
 * @response: the bound of its responses
 * @measured: the longest response; -1 where none is known
 * @job: that one's place in the table of jobs; %G_MAXUINT where none is known
 * @exceeds: whether @measured is above @response
 * @verdict: whether it keeps its deadlines
 * @excesses: (element-type SlExcess): where it exceeds, what tells why
 */
typedef struct
{
  guint32 object;
  SlTheoryTask task;
  guint estimated;
  guint32 server;
  guint32 cpu;
  SlBound blocking;
  SlBound response;
  gint64 measured;
  guint job;
  gboolean exceeds;
  SlVerdict verdict;
  GArray *excesses;
} SlTaskTheory;

/**
 * SlPartition:
 * @cpu: number of the processor in the trace's table
 * @n_tasks: whose first job executed on it
 * @mover: number of a task that ran on it and on others too, so that nothing is said of its tasks; 0 for none
 * @shares_lock: some task of it shares a lock with one of another processor, likewise
 * @utilisation: where something is said, of all its tasks, as are the next two
 * @demand: under EDF
 * @verdict: of all its tasks together
 *
 * A processor whose tasks are analysed by themselves.
 */
typedef struct
{
  guint32 cpu;
  guint n_tasks;
  guint32 mover;
  gboolean shares_lock;
  SlUtilisation utilisation;
  SlDemandTest demand;
  SlVerdict verdict;
} SlPartition;

/**
 * SlSchedulability:
 * @policy: where the model names none %SL_POLICY_FP if it gives priorities to all tasks, else that of the class which a trace of
 *   Linux records of all of them
 * @protocol: of all locks
 * @utilisation: of all tasks
 * @demand: under EDF
 * @tasks: (element-type SlTaskTheory): tasks with jobs in the order of the lanes, then servers, then
 *   interrupt lines
 * @verdict: of all together
 * @estimated: #SlEstimated of any task
 * @n_exceeding: tasks that exceed their bound
 * @partitions: (element-type SlPartition): where tasks ran on more than one processor; then @utilisation is only their sum,
 *   and @demand says nothing
 *
 * Immutable, shared by count, readable from any thread.
 */
typedef struct
{
  SlPolicy policy;
  SlProtocol protocol;
  SlUtilisation utilisation;
  SlDemandTest demand;
  GArray *tasks;
  SlVerdict verdict;
  guint estimated;
  guint n_exceeding;
  GArray *partitions;
} SlSchedulability;

SlSchedulability *
sl_schedulability_new (SlJobTable *jobs, GCancellable *cancellable, GError **error);
SlSchedulability *sl_schedulability_ref (SlSchedulability *self);
void sl_schedulability_unref (SlSchedulability *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlSchedulability, sl_schedulability_unref)

const SlTaskTheory *sl_schedulability_find (const SlSchedulability *self, guint32 object);
gboolean sl_task_theory_keeps (const SlTaskTheory *self, const SlSchedulability *theory);
gboolean sl_task_theory_get_margin (const SlTaskTheory *self, gint64 *margin);
const char *sl_verdict_get_id (SlVerdict verdict);
const char *sl_excess_kind_get_id (SlExcessKind kind);

G_END_DECLS
