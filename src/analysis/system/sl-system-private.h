/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The state of a system as the actions of its events say it, shared by the files of this folder; its README lists
 * them. */

#include "sl-analysis.h"
#include "sl-cpu-tracker.h"
#include "sl-flow-ends.h"
#include "sl-lock-tracker.h"
#include "sl-note-counts.h"
#include "sl-number-table.h"
#include "sl-recording.h"
#include "sl-server-tracker.h"
#include "sl-translator.h"

G_BEGIN_DECLS

/* More than any system has; a damaged file could claim more. */
#define SL_SYSTEM_MAX_CPUS    4096
#define SL_SYSTEM_MAX_LIVES   131072
#define SL_SYSTEM_MAX_OBJECTS 16384

/* Locks and lines are found at once where few share the last digits. */
#define SL_SYSTEM_N_RECENT 64

/* Tasks likewise. */
#define SL_SYSTEM_N_RECENT_TASKS 512

/* Locks whose ceilings are followed. */
#define SL_SYSTEM_MAX_CEILINGS 64

/* What can contradict the state; texts in sl-system-objects.c. */
typedef enum
{
  SL_SYSTEM_ODD_TIME,
  SL_SYSTEM_ODD_NO_TASK,
  SL_SYSTEM_ODD_NO_OBJECT,
  SL_SYSTEM_ODD_TWO_CPUS,
  SL_SYSTEM_ODD_REUSED,
  SL_SYSTEM_ODD_FINISHED,
  SL_SYSTEM_ODD_NOT_RUNNING,
  SL_SYSTEM_ODD_UNLOCK,
  SL_SYSTEM_ODD_STOLEN,
  SL_SYSTEM_ODD_NO_INTERRUPT,
  SL_SYSTEM_ODD_MISSING_END,
  SL_SYSTEM_ODD_NESTING,
  SL_SYSTEM_ODD_FAMILY,
  SL_SYSTEM_ODD_UNDECLARED,
  SL_SYSTEM_ODD_TOO_MANY,
  SL_SYSTEM_ODD_NO_WAKES,
  SL_SYSTEM_N_ODD,
} SlSystemOdd;

/* What is recorded or not by itself. */
typedef enum
{
  SL_SYSTEM_TASKS = 1 << 0,   /* what tasks do that have no processor */
  SL_SYSTEM_RUNNING = 1 << 1, /* who runs */
  SL_SYSTEM_LOCKS = 1 << 2,
  SL_SYSTEM_SERVERS = 1 << 3,
  SL_SYSTEM_LINES = 1 << 4,
  SL_SYSTEM_TIMERS = 1 << 5,
  SL_SYSTEM_FLAGS = 1 << 6, /* of processors */
  SL_SYSTEM_ALL = (1 << 7) - 1,
} SlSystemParts;

/**
 * SlSystemLoss:
 * @n_events: of one processor that were lost
 * @n_uncounted: gaps of which nobody knows how many the recorder lost
 * @n_missing: gaps of which the recorder says nothing
 * @gaps: (nullable): where these are
 * @last: of those
 * @is_open: @last is not written yet, since nothing may have been recorded after it
 */
typedef struct
{
  guint64 n_events;
  guint n_uncounted;
  guint n_missing;
  SlTrackWriter *gaps;
  SlSpan last;
  gboolean is_open;
} SlSystemLoss;

/**
 * SlSystemLock:
 * @is_explicit: the trace says who gets it; else who asked and goes on has got it
 */
typedef struct
{
  SlLockTracker *tracker;
  gboolean is_explicit;
} SlSystemLock;

/**
 * SlSystemTask:
 * @tracker: first, so that a tracker of this analysis is one of these
 * @place_of: its place among all tasks
 * @id: the native id
 * @cpu: (nullable): that executes it
 * @place: (nullable): in whose queue it was last, as far as anybody said
 * @queue: (nullable): in whose queue it counts now: it runs there or is ready
 * @created: its creation lies in the trace
 * @has_jobs: the trace tells its releases
 * @finished: its job is done, and it still has the processor
 * @ending: it ended, and it still has the processor
 * @has_off_state: something was said of what it does when it leaves the processor
 * @off_state: what that is
 * @off_detail: of @off_state
 * @pending: releases beyond finishes
 * @requested: (nullable): the lock that it asked for while it had the processor, and may have got
 * @requested_at: when that was
 * @server: (nullable): what it runs in
 * @rank: by its priority, the greater, the more urgent; 0 where nobody says
 * @deadlines: (nullable): track of the recorded deadlines
 * @nominals: (nullable): track of the nominal releases
 * @priorities: (nullable): track of the recorded priorities
 * @periods: (nullable): track of the recorded periods
 * @wcets: (nullable): track of the recorded WCETs
 * @phases: (nullable): track of the recorded phases
 * @periods_ns: (nullable): track of those in ns
 * @deadlines_ns: (nullable): track of the relative deadlines in ns
 * @budgets: (nullable): track of the budgets that it used up
 * @wakers: (nullable): track of who woke it
 * @timed: (nullable): track of how late timers woke it
 * @logged: (nullable): track of what it logged
 * @certain: up to where all that is known of it is certain; %SL_TIME_MAX without a doubt
 */
typedef struct
{
  SlTaskTracker tracker;

  /* What most actions need comes first. */
  SlCpuTracker *cpu;
  SlCpuTracker *place;
  SlCpuTracker *queue;
  guint64 id;
  SlTime last_seen;
  SlSystemLock *requested;
  guint64 pending;
  SlState off_state;
  guint32 off_detail;
  guint8 has_off_state;
  guint8 finished;
  guint8 ending;
  guint8 created;
  guint8 has_jobs;
  SlTrackWriter *wakers;

  guint place_of;
  SlTime requested_at;
  SlServerTracker *server;
  guint64 rank;
  SlTrackWriter *deadlines;
  SlTrackWriter *nominals;
  SlTrackWriter *priorities;
  SlTrackWriter *periods;
  SlTrackWriter *wcets;
  SlTrackWriter *phases;
  SlTrackWriter *periods_ns;
  SlTrackWriter *deadlines_ns;
  SlTrackWriter *budgets;
  SlTrackWriter *timed;
  SlTrackWriter *logged;
  SlFlowTracks flows;
  SlTime certain;
} SlSystemTask;

/* What was found last of those that share digits: an SlSystemLock or an SlIrqTracker. */
typedef struct
{
  SlObjectType type;
  guint64 id;
  gpointer found;
} SlSystemRecent;

/* Returns: (transfer full) (nullable): what people call an object */
typedef char *(*SlSystemNamer) (SlObjectType type, guint64 id);

typedef struct
{
  SlTraceBuilder *builder;
  SlSource *source;
  SlObjectTableBuilder *objects;
  const SlTranslator *translator;
  gpointer translation; /* its state */
  GArray *actions;      /* of SlActed: what the events at hand say */
  SlTime begin;         /* of the first event, be it no action; SL_TIME_MAX before it came */
  SlTime now;           /* of the action at hand, as is the offset */
  SlTime latest;        /* of all so far */
  guint64 offset;
  gboolean started;     /* an action came */
  SlSystemParts hidden; /* what is not recorded now */
  gboolean said[SL_N_ACTIONS];
  gboolean declared[SL_N_ACTIONS]; /* by the format, as far as it was asked */
  SlSystemNamer namer;             /* (nullable): of objects that the source has no name for */
  gsize task_size;         /* of a task of whoever adds to it; it begins with an SlSystemTask */
  gboolean is_told;        /* each change of a task's state is an action: nothing is worked out */
  gboolean has_places;     /* who is ready is in the queue of the action's processor */
  gboolean has_late_names; /* names of tasks may come later: they are asked for together */
  guint32 n_named;         /* objects whose names were asked for so */
  guint32 last_object;     /* the greatest number of one that was named */

  SlRecording *recording; /* NULL before the first action */
  GPtrArray *cpus;        /* of SlCpuTracker, by number; NULL for those not seen */
  GArray *switched;       /* of SlTime: each processor's last action */
  GPtrArray *tasks;       /* of SlSystemTask: those that live; with @keeps_ended all lives */
  guint n_lives;
  gboolean keeps_ended;
  SlNumberTable *by_id; /* native id → SlSystemTask that lives */
  SlSystemTask *recent_tasks
      [SL_SYSTEM_N_RECENT_TASKS]; /* those of them that were named last, by the id's last digits */
  GHashTable *mutexes;            /* native id → SlSystemLock */
  GHashTable *semaphores;         /* the same */
  GHashTable *futexes;            /* the same */
  GPtrArray *ceilings;            /* of SlLockTracker: those whose ceilings are known */
  GHashTable *servers;            /* native id → SlServerTracker */
  GHashTable *lines;              /* native id → SlIrqTracker */
  GHashTable *timers;             /* the same */
  GHashTable *softirqs;           /* the same */
  GHashTable *vectors;            /* the same */
  GHashTable *calls;              /* number of a system call → number of its object */
  SlSystemRecent recent[SL_SYSTEM_N_RECENT]; /* of locks and lines, by the id's last digits */

  guint n_logged; /* objects that tasks logged */
  SlFlowEnds flows;

  SlNoteCounts *odd;     /* by SlSystemOdd */
  GArray *losses;        /* of SlSystemLoss, by processor */
  guint64 n_lost;        /* gaps that the recorder says */
  guint64 first_lost;    /* the record that says the first of them */
  guint64 n_missing;     /* other gaps of processors */
  guint64 first_missing; /* the record behind which the first of them is */
} SlSystem;

void sl_system_count_loss (SlSystem *self, const SlActed *acted, SlTime since);
void sl_system_write_losses (SlSystem *self);
void sl_system_close_losses (SlSystem *self);
void sl_system_note_losses (SlSystem *self);
void sl_system_odd (SlSystem *self, SlSystemOdd odd);
void sl_system_init_odd (SlSystem *self);
void sl_system_init_objects (SlSystem *self);
void sl_system_free_objects (SlSystem *self);
void sl_system_write_objects (SlSystem *self, SlTime time);
void sl_system_close_objects (SlSystem *self);
void sl_system_tell_builder (SlSystem *self);

SlCpuTracker *sl_system_find_cpu (SlSystem *self, guint16 number);

/**
 * sl_system_get_cpu:
 *
 * Returns: (nullable) (transfer none): the processor with that number; %NULL beyond %SL_SYSTEM_MAX_CPUS
 */
static inline SlCpuTracker *
sl_system_get_cpu (SlSystem *self, guint16 number)
{
  return G_LIKELY (number < self->cpus->len && self->cpus->pdata[number] != NULL)
             ? self->cpus->pdata[number]
             : sl_system_find_cpu (self, number);
}

SlSystemTask *sl_system_find_task (SlSystem *self, guint64 id);

/**
 * sl_system_get_task:
 *
 * Returns: (nullable) (transfer none): the task that lives under that number; one that nobody named yet lives since
 *   before the trace. %NULL where there are too many
 */
static inline SlSystemTask *
sl_system_get_task (SlSystem *self, guint64 id)
{
  SlSystemTask *task = self->recent_tasks[id % SL_SYSTEM_N_RECENT_TASKS];

  if (G_UNLIKELY (task == NULL || task->id != id))
    task = sl_system_find_task (self, id);
  if (G_LIKELY (task != NULL))
    task->last_seen = MAX (task->last_seen, self->now);

  return task;
}

SlSystemTask *sl_system_begin_task (SlSystem *self, guint64 id);
void sl_system_end_task (SlSystem *self, SlSystemTask *task, SlTime time);
SlSystemLock *sl_system_get_lock (SlSystem *self, SlObjectType type, guint64 id);
SlServerTracker *sl_system_get_server (SlSystem *self, guint64 id);
SlIrqTracker *sl_system_get_line (SlSystem *self, SlObjectType type, guint64 id);
guint32 sl_system_get_call (SlSystem *self, guint64 number);
guint32 sl_system_get_logged (SlSystem *self, SlObjectType type, guint64 id);

void sl_system_set_off_state (SlSystem *self, SlSystemTask *task, SlState state, guint32 detail);
void sl_system_set_queue (SlSystem *self, SlSystemTask *task, SlCpuTracker *cpu);
void sl_system_went_on (SlSystem *self, SlSystemTask *task);
void sl_system_dispatch_waiter (SlSystem *self, SlSystemTask *task);
void sl_system_leave_waiting (SlSystem *self, SlSystemTask *task);
void sl_system_drop_locks (SlSystem *self, SlSystemTask *task, SlTime time);
gboolean sl_system_is_refused (const SlSystem *self, const SlSystemTask *task);
void sl_system_wake_waiter (SlSystemTask *task, SlTime time);
void sl_system_refuse_waiter (SlSystemTask *task, SlTime time);
void sl_system_review_waiters (SlSystem *self, SlLockTracker *lock, SlTime time);
void sl_system_set_ceiling (SlSystem *self, const SlSystemTask *task, SlLockTracker *lock);
SlState sl_system_get_ready_state (const SlSystemTask *task);
gboolean sl_system_set_server_state (SlSystem *self, SlServerTracker *server, SlState state);
void sl_system_join_server (SlServerTracker *server, SlSystemTask *task);
void sl_system_leave_server (SlSystemTask *task);
gboolean sl_system_has_work (const SlServerTracker *server);
gboolean sl_system_is_throttled (const SlSystemTask *task);
void sl_system_rest_server (SlSystem *self, SlSystemTask *task);

void sl_system_forget_cpu (SlSystem *self, SlCpuTracker *cpu, SlTime since);
void sl_system_set_inheritance (SlSystem *self, SlSystemTask *task, const SlSystemTask *from);
void sl_system_enter_line (SlSystem *self, SlCpuTracker *cpu, SlIrqTracker *line);
void sl_system_leave_line (SlSystem *self, SlCpuTracker *cpu, SlIrqTracker *line);
void sl_system_hide (SlSystem *self, SlTime time, SlSystemParts parts);
void sl_system_unhide (SlSystem *self, SlTime time, SlSystemParts parts);
SlSystemParts sl_system_get_parts (guint family);

/* One for each action or few, as the README says. */
void sl_system_run (SlSystem *self, const SlActed *acted);
void sl_system_lose (SlSystem *self, const SlActed *acted);
void sl_system_forget (SlSystem *self, const SlActed *acted);
void sl_system_change_state (SlSystem *self, const SlActed *acted);
void sl_system_act_on_task (SlSystem *self, const SlActed *acted);
void sl_system_act_on_lock (SlSystem *self, const SlActed *acted);
void sl_system_act_on_server (SlSystem *self, const SlActed *acted);
void sl_system_log (SlSystem *self, const SlActed *acted);
void sl_system_take_flow (SlSystem *self, const SlActed *acted);
void sl_system_interrupt (SlSystem *self, const SlActed *acted);
void sl_system_switch_recording (SlSystem *self, const SlActed *acted);
void sl_system_take_value (SlSystem *self, const SlActed *acted);

G_END_DECLS
