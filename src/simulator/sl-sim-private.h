/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* A simulation while it runs: shared by its parts. */

#include "sl-shark-record.h"
#include "sl-simulator.h"

G_BEGIN_DECLS

#define SL_SIM_NEVER G_MAXINT64

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
  gint64 release;
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

/* A task of the set, with its job that is under way: the head of @jobs. */
struct _SlSimThread
{
  const SlSimTask *task;
  guint number;
  gint64 priority; /* the greater, the more urgent; with EDF it is the job's deadline that counts */
  gint64 level;    /* of preemption */
  guint64 random;

  GQueue *jobs; /* of SlSimPending, the oldest first */
  guint64 n_jobs;
  gint64 execution; /* of the job */
  gint64 done;
  guint step;
  guint64 turn;
  gboolean started;
  SlSimLock *wanted;
  guint n_held;

  gint64 nominal; /* of the next release, without jitter */
  guint64 n_releases;
  gint64 release_at;
  gint64 deadline_at; /* of the job released last */
};

struct _SlSimulator
{
  const SlTaskSet *set;
  SlSimOptions options;
  SlSimThread *threads;
  guint n_threads;
  SlSimLock *locks;
  gint64 now;
  guint64 turns;
  SlSimThread *running; /* NULL: the idle task */
  SlSimThread *chosen;  /* by the policy; @running executes in its stead */
  gint64 since;         /* that @running runs */
  gint64 quantum_at;
  GByteArray *records;
  SlSimRun *run;
};

/* Records, in sl-sim-trace.c */
void sl_sim_log (SlSimulator *self, guint16 code, guint16 parameter_1, guint32 parameter_2);
guint16 sl_sim_context (const SlSimulator *self, const SlSimThread *thread);
void sl_sim_boot (SlSimulator *self);
SlTaskModel *sl_sim_make_model (const SlSimulator *self);

/* Who runs, in sl-sim-schedule.c */
void sl_sim_rank (SlSimulator *self);
SlSimThread *sl_sim_choose (const SlSimulator *self, SlSimThread **chosen);
void sl_sim_give (SlSimulator *self, SlSimThread *thread);
void sl_sim_reschedule (SlSimulator *self, gboolean inherits);
void sl_sim_reschedule_in_timer (SlSimulator *self);

/* Locks, in sl-sim-locks.c */
SlSimThread *sl_sim_find_blocker (const SlSimulator *self, const SlSimThread *thread);
void sl_sim_acquire (SlSimulator *self, SlSimThread *thread, SlSimLock *lock);
void sl_sim_lock (SlSimulator *self, SlSimThread *thread, SlSimLock *lock);
void sl_sim_unlock (SlSimulator *self, SlSimThread *thread, SlSimLock *lock);

G_END_DECLS
