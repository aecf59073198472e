/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* A simulation while it runs: shared by its parts. */

#include "sl-shark-record.h"
#include "sl-simulator.h"

G_BEGIN_DECLS

typedef struct _SlSimulator SlSimulator;
typedef struct _SlSimThread SlSimThread;

/**
 * SlSimPending:
 * @number: in the record
 * @turn: place in the order of releases
 */
typedef struct
{
  guint number;
  gint64 deadline;
  guint64 turn;
} SlSimPending;

typedef struct
{
  SlSimThread *owner;
  gint64 since;    /* that @owner holds it */
  gint64 ceiling;  /* of the levels of those that use it */
  GQueue *waiters; /* of SlSimThread, first come first: only without a protocol */
} SlSimLock;

typedef struct
{
  gint64 at;
  gint64 amount;
} SlSimRefill;

/* A server of the set, with its budget. */
typedef struct
{
  const SlSimServer *server;
  guint number;
  gint64 priority;
  gint64 budget;     /* what is left */
  gboolean is_spent; /* the trace tells that nothing is left */
  gint64 deadline;   /* with CBS */
  gint64 next;       /* when a period begins, or a budget comes back; with SS that of @refills */
  gint64 announced;  /* which thread the trace tells it to serve; -1 for none */

  /* SS only */
  GQueue *refills;  /* of SlSimRefill */
  gboolean active;  /* what runs has its priority or a higher one, and it has a budget */
  gint64 active_at; /* since when */
  gint64 before;    /* budget at that time, with what came back since */
  gint64 rest;      /* below a microsecond, of what the records told to have come back */
} SlSimServerState;

/* A line's handler. */
typedef struct
{
  const SlSimLine *line;
  guint number;
  guint64 random;
  SlSimArrivals arrivals;
  gint64 left;
  gint64 since; /* that it executes */
} SlSimHandler;

/* A task of the set, with its job that is under way: the head of @jobs. */
struct _SlSimThread
{
  const SlSimTask *task;
  guint number;
  gint64 priority; /* the greater, the more urgent; with EDF it is the job's deadline that counts */
  gint64 level;    /* of preemption */
  guint64 random;
  SlSimServerState *server_state; /* that it runs in; NULL for none */

  GQueue *jobs; /* of SlSimPending, the oldest first */
  guint64 n_jobs;
  gint64 execution; /* of the job */
  gint64 done;
  guint step;
  guint64 turn;
  gboolean started;
  SlSimLock *wanted;
  SlSimLock *refused; /* @wanted, while it would not get it */
  gint64 refused_at;
  gboolean is_stuck; /* it waits in a circle, or for one that does */
  guint n_held;
  gint64 allowance;    /* what it may execute until its next release; SL_SIM_NEVER for anything */
  gboolean is_stopped; /* it has executed that */

  SlSimArrivals arrivals;
  gint64 deadline_at; /* of the job released last */
};

struct _SlSimulator
{
  const SlTaskSet *set;
  SlSimOptions options;
  SlSimThread *threads;
  guint n_threads;
  SlSimLock *locks;
  SlSimServerState *server_states;
  guint n_server_states;
  SlSimHandler *handlers;
  guint n_handlers;
  GPtrArray *handling; /* of SlSimHandler: the last interrupted the one before */
  guint depth;         /* of interrupts, with the timer's */
  gint64 interrupted;  /* when the outermost began */
  gboolean asked;      /* an interrupt inside another one asked for a decision */
  gboolean ended;      /* the job of @running ended at this instant, and nobody was chosen yet */

  gint64 now;
  guint64 turns;
  SlSimThread *running; /* NULL: the idle task */
  SlSimThread *chosen;  /* by the policy; @running executes in its stead */
  gint64 since;         /* that @running runs */
  gint64 quantum_at;
  GByteArray *records;
  SlSimRun *run;
};

/* Options against the set, in sl-sim-check.c */
gboolean sl_sim_check (const SlTaskSet *set, const SlSimOptions *options, GError **error);

/* Events in their order, in sl-sim-run.c */
void sl_sim_simulate (SlSimulator *self);
void sl_sim_pass (SlSimulator *self, gint64 ticks);
gboolean sl_sim_leaves_to_timer (const SlSimulator *self);

/* Jobs, in sl-sim-jobs.c */
void sl_sim_release (SlSimulator *self, SlSimThread *thread, gint64 nominal);
void sl_sim_end_job (SlSimulator *self, SlSimThread *thread, gint64 finish);
gint64 sl_sim_get_step_end (const SlSimThread *thread);
gboolean sl_sim_takes_next (const SlSimThread *thread);
void sl_sim_complete (SlSimulator *self, SlSimThread *thread);
void sl_sim_take_next (SlSimulator *self, SlSimThread *thread);

/* Servers, in sl-sim-servers.c */
void sl_sim_server_state_begin (SlSimServerState *self, const SlSimServer *server, guint number);
gboolean sl_sim_server_state_serves (const SlSimulator *self, const SlSimThread *thread);
void sl_sim_server_state_arrival (SlSimulator *self, SlSimThread *thread);
void sl_sim_server_state_finish (SlSimulator *self, SlSimThread *thread);
void sl_sim_server_state_exhaust (SlSimulator *self);
void sl_sim_server_state_refill (SlSimulator *self, gint64 instant);
void sl_sim_server_state_watch (SlSimulator *self);
gint64 sl_sim_server_state_get_next (const SlSimulator *self);

/* Interrupt lines, in sl-sim-interrupts.c */
gboolean sl_sim_takes_timer (const SlSimulator *self);
SlSimHandler *sl_sim_find_interrupt (const SlSimulator *self);
gint64 sl_sim_get_next_interrupt (const SlSimulator *self);
void sl_sim_begin_handler (SlSimulator *self, SlSimHandler *handler);
void sl_sim_end_handler (SlSimulator *self);
SlSimHandler *sl_sim_get_handler (const SlSimulator *self);

/* Records, in sl-sim-trace.c */
void sl_sim_write (SlSimulator *self, guint16 code, guint16 parameter_1, guint32 parameter_2);
gint64 sl_sim_log (SlSimulator *self, guint16 code, guint16 parameter_1, guint32 parameter_2);
guint16 sl_sim_context (const SlSimThread *thread);
void sl_sim_boot (SlSimulator *self);
SlTaskModel *sl_sim_make_model (const SlSimulator *self);

/* Who runs, in sl-sim-schedule.c */
void sl_sim_rank (SlSimulator *self);
void sl_sim_give (SlSimulator *self, SlSimThread *thread, gint64 time);
void sl_sim_reschedule (SlSimulator *self, gboolean inherits);
void sl_sim_begin_timer (SlSimulator *self);
void sl_sim_end_timer (SlSimulator *self);
void sl_sim_leave_interrupt (SlSimulator *self, SlSimThread *next, gint64 time);
void sl_sim_reschedule_in_tail (SlSimulator *self);

/* Locks, in sl-sim-locks.c */
SlSimThread *sl_sim_find_blocker (const SlSimulator *self, const SlSimThread *thread);
void sl_sim_acquire (SlSimulator *self, SlSimThread *thread, SlSimLock *lock, gint64 time);
void sl_sim_end_wait (SlSimulator *self, SlSimThread *thread, gint64 time);
void sl_sim_lock (SlSimulator *self, SlSimThread *thread, SlSimLock *lock);
void sl_sim_unlock (SlSimulator *self, SlSimThread *thread, SlSimLock *lock);

G_END_DECLS
