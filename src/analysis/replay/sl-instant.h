/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What holds once an event of a trace has happened: who runs, who is ready in which order, who waits
 * for what, what is held. */

#include "sl-step-changes.h"

G_BEGIN_DECLS

/**
 * SlInstantTask:
 * @task: its number
 * @lane: its lane in the trace
 * @state: as its lane says; %SL_STATE_NONE while it does not live
 * @lock: that it waits for, in %SL_STATE_BLOCKED; 0 where that is not known
 * @inherits: whose urgency it has, by who waits for it, or as the scheduler said where the task model
 *   tells no protocol; 0 for its own
 * @since: the event that brought it into the state
 * @job: place in the jobs' table; %G_MAXUINT for none
 * @has_processor: also while an interrupt runs
 */
typedef struct
{
  guint32 task;
  guint lane;
  SlState state;
  guint32 lock;
  guint32 inherits;
  guint64 since;
  guint job;
  gboolean has_processor;
} SlInstantTask;

/**
 * SlInstantLock:
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
} SlInstantLock;

typedef struct
{
  guint32 server;
  guint lane;
  SlState state;
} SlInstantServer;

/**
 * SlInstantProcessor:
 * @lane: its lane in the trace
 * @task: that has it, the idle task as well; 0 where nobody knows
 * @interrupt: line or timer that is handled; 0 for none
 */
typedef struct
{
  guint32 cpu;
  guint lane;
  guint32 task;
  guint32 interrupt;
} SlInstantProcessor;

/**
 * SlInstant:
 * @place: the event
 * @time: of the event, in ticks of the recorded trace
 * @processors: (element-type SlInstantProcessor):
 * @tasks: (element-type SlInstantTask): in the order of their lanes
 * @ready: (element-type guint): places in @tasks of those that wait for the processor: whom the
 *   policy puts first comes first, of equals whose job was released first; without a known policy
 *   by since when they are ready. Of one that moves they are asked for by sl_instant_get_ready()
 * @locks: (element-type SlInstantLock): those that are held or waited for
 * @servers: (element-type SlInstantServer):
 *
 * Does not outlive the steps that it is of.
 */
typedef struct
{
  guint64 place;
  SlTime time;
  GArray *processors;
  GArray *tasks;
  GArray *ready;
  GArray *locks;
  GArray *servers;
  /*< private >*/
  SlSteps *steps;
  GArray *heirs;
  struct _SlInstantQueue *queue;
} SlInstant;

SlInstant *sl_instant_new (SlSteps *steps, guint64 place);
SlInstant *sl_instant_new_moving (SlSteps *steps, guint64 place);
void sl_instant_move (SlInstant *self, SlStepChanges *changes, guint64 place);
void sl_instant_free (SlInstant *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlInstant, sl_instant_free)

guint sl_instant_get_n_ready (const SlInstant *self);
guint32 sl_instant_get_ready (const SlInstant *self, guint number);
guint32 sl_instant_get_unserved (const SlInstant *self);
const SlInstantTask *sl_instant_find_task (const SlInstant *self, guint32 task);
const SlInstantLock *sl_instant_find_lock (const SlInstant *self, guint32 lock);
guint32 sl_instant_get_running (const SlInstant *self, guint processor);
guint32 sl_instant_get_held (const SlInstant *self, guint32 task, guint number);
gboolean sl_instant_get_ceiling (const SlInstant *self,
                                 SlSteps *steps,
                                 guint32 without,
                                 gint64 *ceiling,
                                 guint32 *lock);

gboolean sl_instant_get_budget (SlSteps *steps,
                                const SlInstant *self,
                                const SlInstantServer *server,
                                gint64 *left);

G_END_DECLS
