/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The simulated kernel from inside: shared by its parts. */

#include "sl-shark-kernel.h"

G_BEGIN_DECLS

#define NEVER G_MAXUINT64

typedef struct _Task Task;

typedef struct
{
  guint32 address;
  Task *owner;
  SlSharkTruthTrack *held;
} Mutex;

typedef struct
{
  guint index;
  guint count;
} Semaphore;

typedef enum
{
  TASK_ABSENT,
  TASK_SUSPENDED,
  TASK_IDLE,
  TASK_READY,            /* or running */
  TASK_BLOCKED_BY_MUTEX, /* keeps its place in the ready queue: its shadow runs */
  TASK_BLOCKED_BY_SEMAPHORE,
  TASK_THROTTLED,
} TaskState;

struct _Task
{
  SlSharkTaskSpec spec;
  guint number;
  guint16 context;
  guint16 pid;
  char *lane; /* "task:296" or "task:296#2" */
  TaskState state;
  gboolean capacity_armed;
  gboolean wants_mutex;
  guint mutex;     /* wanted */
  guint semaphore; /* waited for */

  guint n_refused;
  guint job;    /* number of the running job, from 1 */
  guint step;   /* in it */
  guint64 left; /* ticks of computing that are left of the step */
  guint64 deadline;
  guint64 pending[SL_SHARK_MAX_PENDING]; /* releases, the running job's first */
  gboolean missed[SL_SHARK_MAX_PENDING];
  guint n_pending;

  guint64 budget;
  guint64 release_at;
  guint64 deadline_at;
  guint64 replenish_at;

  SlSharkTruthTrack *track;
  SlSharkTruthTrack *server_track;
  SlSharkTruthTrack *wait_track; /* of the lock that it waits for */
};

typedef struct
{
  SlSharkLineSpec spec;
  guint64 at;
  SlSharkTruthTrack *track;
} Line;

struct _SlSharkKernel
{
  SlSharkWriter *writer;
  SlSharkTruth *truth; /* NULL where nobody wants it */
  guint64 random;
  guint32 khz;
  gboolean fixed_priorities;
  gboolean no_inheritance;
  guint64 now;
  guint32 filter; /* bit f: family f is not logged */

  Task tasks[SL_SHARK_MAX_TASKS];
  guint n_tasks;
  Mutex mutexes[SL_SHARK_MAX_LOCKS];
  Semaphore semaphores[SL_SHARK_MAX_LOCKS];
  Line lines[SL_SHARK_MAX_LINES];
  guint n_lines;
  guint lives[154]; /* of each context */
  guint n_created;

  Task *running; /* NULL: the kernel's own context */
  Task *chosen;  /* by policy: its shadow runs */
  Task *shadow;  /* that the scheduler wants to run */
  Task *idle;
  guint depth;         /* of interrupts */
  gboolean reschedule; /* when the outermost interrupt ends */

  SlSharkTruthTrack *cpu;
  SlSharkTruthTrack *timer;
};

static inline guint64
ticks_of_us (const SlSharkKernel *self, guint us)
{
  return (guint64) us * self->khz / 1000;
}

/* Truth, in sl-shark-kernel-truth.c */
void truth_add_task (SlSharkKernel *self, Task *task);
void truth_task (SlSharkKernel *self, Task *task, const char *state, const char *detail);
void truth_follow_task (SlSharkKernel *self, Task *task);
void truth_cpu (SlSharkKernel *self);
void truth_line (SlSharkKernel *self, SlSharkTruthTrack **track, guint line, gboolean active);
void truth_server (SlSharkKernel *self, Task *task, const char *state);
void truth_hold (SlSharkKernel *self, Mutex *mutex);
void truth_wait (SlSharkKernel *self, Task *task, gboolean waits);
void truth_job_done (SlSharkKernel *self, Task *task, guint64 finish);

/* Scheduling, in sl-shark-kernel-schedule.c */
guint random_below (SlSharkKernel *self, guint bound);
void choose (SlSharkKernel *self);
void arm_capacity (SlSharkKernel *self);
void disarm_capacity (SlSharkKernel *self);
void switch_to (SlSharkKernel *self, Task *task);
void switch_in_task (SlSharkKernel *self, gboolean inherits);
void release_job (SlSharkKernel *self, Task *task);
void activate (SlSharkKernel *self, Task *task);
void do_step (SlSharkKernel *self, Task *task);

/* Interrupts, in sl-shark-kernel-interrupt.c */
guint64 next_interrupt (const SlSharkKernel *self);
void serve_interrupt (SlSharkKernel *self);
void exhaust_budget (SlSharkKernel *self, Task *task);

G_END_DECLS
