/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What holds once an event of a trace has happened: who runs, who is ready in which order, who waits
 * for what, what is held. */

#include "sl-replay-changes.h"

G_BEGIN_DECLS

/**
 * SlSchedTask:
 * @task: its number
 * @lane: its lane in the trace
 * @state: as its lane says; %SL_STATE_NONE while it does not live
 * @lock: that it waits for, in %SL_STATE_BLOCKED; 0 where that is not known
 * @inherits: the task whose effective priority it has, by who waits for it, or as the scheduler said where the task model
 *   tells no protocol; 0 for its own
 * @since: the event that brought it into the state
 * @job: index in the jobs' table; %G_MAXUINT for none
 * @queue: in %SL_STATE_READY, the processor in whose queue it is, an object; 0 where that is not said
 * @priority: that the trace records, before its first record that of the first; the greater, the more urgent
 * @has_priority: whether there is one
 * @has_processor: also while an interrupt runs
 */
typedef struct
{
  guint32 task;
  guint lane;
  SlState state;
  guint32 lock;
  guint32 inherits;
  guint32 queue;
  guint64 since;
  guint job;
  gint64 priority;
  gboolean has_priority;
  gboolean has_processor;
} SlSchedTask;

/**
 * SlSchedLock:
 * @lane: its lane in the trace
 * @owner: 0 where nobody has it
 * @since: the event with which @owner got it
 * @waiters: (element-type guint32): in the order in which they asked
 */
typedef struct
{
  guint32 lock;
  guint lane;
  guint32 owner;
  guint64 since;
  GArray *waiters;
} SlSchedLock;

typedef struct
{
  guint32 server;
  guint lane;
  SlState state;
} SlSchedServer;

/**
 * SlSchedProcessor:
 * @lane: its lane in the trace
 * @task: that has it, the idle task as well; 0 where there is none, or nobody knows
 * @interrupt: line or timer that is handled; 0 for none
 * @is_idle: it has nothing to execute
 */
typedef struct
{
  guint32 cpu;
  guint lane;
  guint32 task;
  guint32 interrupt;
  gboolean is_idle;
} SlSchedProcessor;

/* Whether nobody knows what it executes. */
static inline gboolean
sl_sched_processor_is_unseen (const SlSchedProcessor *self)
{
  return self->task == 0 && !self->is_idle;
}

/**
 * SlSchedState:
 * @index: the event
 * @time: of the event, in ticks of the recorded trace
 * @processors: (element-type SlSchedProcessor):
 * @tasks: (element-type SlSchedTask): in the order of their lanes
 * @ready: (element-type guint): indices in @tasks of those that wait for the processor: whom the
 *   policy puts first comes first, of equals whose job was released first; without a known policy
 *   by since when they are ready. Of one that moves they are asked for by sl_sched_state_get_ready()
 * @locks: (element-type SlSchedLock): those that are held or waited for
 * @servers: (element-type SlSchedServer):
 *
 * Must not outlive its replay.
 */
typedef struct
{
  guint64 index;
  SlTime time;
  GArray *processors;
  GArray *tasks;
  GArray *ready;
  GArray *locks;
  GArray *servers;
  /*< private >*/
  SlReplay *replay;
  GArray *heirs;
  struct _SlSchedQueue *queue;
} SlSchedState;

SlSchedState *sl_sched_state_new (SlReplay *replay, guint64 index);
SlSchedState *sl_sched_state_new_moving (SlReplay *replay, guint64 index);
void sl_sched_state_move (SlSchedState *self, SlReplayChanges *changes, guint64 index);
void sl_sched_state_free (SlSchedState *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlSchedState, sl_sched_state_free)

guint sl_sched_state_get_n_ready (const SlSchedState *self);
guint32 sl_sched_state_get_ready (const SlSchedState *self, guint number);
guint32 sl_sched_state_get_unserved (const SlSchedState *self);
const SlSchedTask *sl_sched_state_find_task (const SlSchedState *self, guint32 task);
const SlSchedLock *sl_sched_state_find_lock (const SlSchedState *self, guint32 lock);
guint32 sl_sched_state_get_running (const SlSchedState *self, guint processor);
guint32 sl_sched_state_get_held (const SlSchedState *self, guint32 task, guint number);
gboolean sl_sched_state_get_ceiling (const SlSchedState *self,
                                     SlReplay *replay,
                                     guint32 without,
                                     gint64 *ceiling,
                                     guint32 *lock);

gboolean sl_sched_state_get_budget (SlReplay *replay,
                                    const SlSchedState *self,
                                    const SlSchedServer *server,
                                    gint64 *left);

G_END_DECLS
