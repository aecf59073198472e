/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Runs a task set on one processor and writes what happens as a S.Ha.R.K. trace, in the order in
 * which that kernel logs it, at ideal instants: the kernel itself
 * takes no time, but for the overhead that is asked for. The same set,
 * options and seed give the same trace on every machine. */

#include "sl-task-set.h"

G_BEGIN_DECLS

/* The trace is written in this format. */
#define SL_SIM_FORMAT "shark-ftrace"

typedef enum
{
  SL_SIM_RM,
  SL_SIM_DM,
  SL_SIM_FP,
  SL_SIM_EDF,
  SL_SIM_FIFO,
  SL_SIM_RR,
} SlSimScheduler;

typedef enum
{
  SL_SIM_NONE,
  SL_SIM_NPP,
  SL_SIM_PIP,
  SL_SIM_PCP,
  SL_SIM_ICPP,
  SL_SIM_SRP,
} SlSimProtocol;

/**
 * SlSimOverrun:
 * @SL_SIM_CONTINUE: a late job goes on, the next one queues behind it
 * @SL_SIM_SKIP: a release is left out while the job before it is not finished
 * @SL_SIM_ABORT: a job ends at its deadline
 * @SL_SIM_THROTTLE: a periodic task executes no more than its WCET from one release to the next
 */
typedef enum
{
  SL_SIM_CONTINUE,
  SL_SIM_SKIP,
  SL_SIM_ABORT,
  SL_SIM_THROTTLE,
} SlSimOverrun;

/**
 * SlSimOptions:
 * @until: ticks; 0 for the hyperperiod after the last offset, but no more than a hundred times the
 *   longest period
 * @quantum: of round robin, ticks above 0
 * @overhead: ticks that each step of the kernel takes that it records: all but the start and the end
 *   of the trace
 */
typedef struct
{
  SlSimScheduler scheduler;
  SlSimProtocol protocol;
  SlSimOverrun overrun;
  gint64 until;
  gint64 quantum;
  gint64 overhead;
  guint64 seed;
} SlSimOptions;

/**
 * SlSimSlice:
 * @task: of the set
 * @lock: that it holds; %SL_SIM_NO_LOCK where the slice says that it runs
 */
typedef struct
{
  guint task;
  guint lock;
  gint64 begin;
  gint64 end;
} SlSimSlice;

#define SL_SIM_NO_LOCK G_MAXUINT

/**
 * SlSimJob:
 * @deadline: absolute; %SL_TIME_MAX without one
 * @finish: -1 where it did not finish
 */
typedef struct
{
  guint task;
  gint64 release;
  gint64 deadline;
  gint64 finish;
} SlSimJob;

/**
 * SlSimHandling:
 * @line: of the set
 *
 * From when to when its handler had begun and not ended, which more urgent ones may interrupt.
 */
typedef struct
{
  guint line;
  gint64 begin;
  gint64 end;
} SlSimHandling;

/**
 * SlSimWait:
 * @since: when the circle closed
 * @holder: of the set, as @task
 *
 * @task waits for @lock, which @holder holds and never gives back.
 */
typedef struct
{
  gint64 since;
  guint task;
  guint lock;
  guint holder;
} SlSimWait;

/**
 * SlSimDeadline:
 * @server: of the set: a constant bandwidth server
 * @from: when it got it
 * @deadline: absolute
 */
typedef struct
{
  guint server;
  gint64 from;
  gint64 deadline;
} SlSimDeadline;

/**
 * SlSimRun:
 * @trace: a trace file
 * @model: what its tasks and locks are asked for
 * @slices: (element-type SlSimSlice): none of length 0, each task's and each lock's in order
 * @waits: (element-type SlSimSlice): when which task did not get which lock that it asked for; none of
 *   length 0
 * @deadlocks: (element-type SlSimWait): circles of tasks that wait for each other, one after the other:
 *   the holder of one wait is the task of the next, that of the last the task of the first
 * @deadlines: (element-type SlSimDeadline): of the servers, as they change
 * @jobs: (element-type SlSimJob): by release
 * @handlings: (element-type SlSimHandling): by end; what has not ended is left out
 *
 * What a simulation gave; all but @trace and @model is its own record, beside the trace.
 */
typedef struct
{
  GBytes *trace;
  SlTaskModel *model;
  GArray *slices;
  GArray *waits;
  GArray *deadlocks;
  GArray *deadlines;
  GArray *jobs;
  GArray *handlings;
} SlSimRun;

SlSimRun *sl_simulator_run (const SlTaskSet *set, const SlSimOptions *options, GError **error);
gint64 sl_simulator_get_end (const SlTaskSet *set, const SlSimOptions *options);
void sl_sim_run_free (SlSimRun *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlSimRun, sl_sim_run_free)

guint16 sl_simulator_get_context (guint task);
guint32 sl_simulator_get_address (guint lock);
guint32 sl_simulator_get_server_address (guint server);

gboolean sl_sim_options_read (const SlTaskModel *model, SlSimOptions *options, GError **error);
void sl_sim_options_write (const SlSimOptions *self, SlTaskModel *model);
const char *sl_sim_protocol_get_id (SlSimProtocol protocol);

G_END_DECLS
