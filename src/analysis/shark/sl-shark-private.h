/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The analysis of S.Ha.R.K. traces: what their events do to the state of a system, which analysis/system keeps and
 * writes. Shared by its files:
 *
 *   sl-shark-objects.c   which task, lock, server or line an event means; what is odd
 *   sl-shark-names.c     what has but a number or a name: levels, what the program logs
 *   sl-shark-running.c   who runs, and what becomes of the task that leaves the processor
 *   sl-shark-tasks.c     the lives of tasks and their jobs
 *   sl-shark-locks.c     mutexes and semaphores
 *   sl-shark-servers.c   servers
 *   sl-shark-irqs.c     interrupts that are only counted, flags of the processor
 *   sl-shark-claims.c    what the trace says of itself, against what it holds
 *   sl-shark-recorded.c  what is unknown because it was not recorded
 *   sl-shark-states.c    the way from an event to these
 */

#include "sl-system-private.h"

G_BEGIN_DECLS

/* Contexts are selectors of task state segments: multiples of 8 from here on. */
#define SL_SHARK_FIRST_CONTEXT   256
#define SL_SHARK_KERNEL_CONTEXT  248
#define SL_SHARK_VM86_CONTEXT    80
#define SL_SHARK_N_CONTEXT_SLOTS (65536 / 8)
#define SL_SHARK_N_LINES         256

/* Scheduling modules are numbered in the order in which they are registered: a handful. */
#define SL_SHARK_N_LEVELS 64

typedef struct _SlSharkTask SlSharkTask;

/**
 * SlSharkTask:
 * @base: its id is the context
 * @pid: -1 until an event tells it
 * @seen: an event told more of it than its pid
 * @activated: it was activated explicitly
 * @cycled: it finished a job
 * @acted: it started the trace or created a task, as the idle task does not
 * @emptied: all jobs that it had when the trace began are finished
 * @paired: its activations come with a release by timer, which alone counts
 * @disabled: it was sent to sleep, and it still has the processor
 * @ended: its life is over
 * @exhausted: its budget is used up, and it still has the processor
 * @violated: it executed its WCET, and it still has the processor
 * @doubtful: of the releases beyond finishes, activations that have released no job unless the task runs by them
 * @doubtful_since: time of the first of them
 * @doubtful_group: group of the first of them
 * @asleep: what the task did before them
 * @finished_group: group in which it last finished a job
 * @finished_at: when it last finished a job while it had the processor; %SL_TIME_MIN for never
 * @chosen_group: group in which the scheduler last chose it
 * @activation_group: group of the activation that waits for its release; 0 for none
 * @activation_time: when that was
 * @release_group: group of the last release by timer
 * @release_level: the level that it named
 * @inherits_from: (nullable): whose priority it has, or whom its ceiling keeps from starting
 * @inherited_by: (nullable): who has its priority, or keeps it from starting
 */
struct _SlSharkTask
{
  SlSystemTask base;
  gint64 pid;
  gboolean seen;
  gboolean activated;
  gboolean cycled;
  gboolean acted;
  gboolean emptied;
  gboolean paired;
  gboolean disabled;
  gboolean ended;
  gboolean exhausted;
  gboolean violated;
  guint64 doubtful;
  SlTime doubtful_since;
  guint64 doubtful_group;
  SlState asleep;
  guint64 finished_group;
  SlTime finished_at;
  guint64 chosen_group;
  guint64 activation_group;
  SlTime activation_time;
  guint64 release_group;
  guint64 release_level;
  SlSharkTask *inherits_from;
  SlSharkTask *inherited_by;
};

/* What the next event decides. */
typedef enum
{
  SL_SHARK_WAITING_ACTIVATION = 1 << 0, /* is there a release by timer for it? */
  SL_SHARK_WAITING_REQUEST = 1 << 1,    /* did the task get the lock? */
  SL_SHARK_WAITING_SCHEDULE = 1 << 2,   /* does a context switch follow? */
  SL_SHARK_WAITING_VM86 = 1 << 3,       /* has the call into the BIOS returned? */
} SlSharkWaiting;

/* What can be odd about a trace; texts in sl-shark-objects.c. */
typedef enum
{
  SL_SHARK_ODD_CONTEXT,
  SL_SHARK_ODD_LINE,
  SL_SHARK_ODD_SWITCH_INSIDE,
  SL_SHARK_ODD_NOT_RUNNING,
  SL_SHARK_ODD_UNLOCK,
  SL_SHARK_ODD_STOLEN,
  SL_SHARK_ODD_REUSED,
  SL_SHARK_ODD_COUNTS,
  SL_SHARK_N_ODD,
} SlSharkOdd;

typedef struct
{
  SlSystem system;     /* nothing is worked out there */
  SlCpuTracker *cpu;   /* NULL before the first event */
  SlIrqTracker *timer; /* NULL before its first event, as are the lines */
  SlIrqTracker *lines[SL_SHARK_N_LINES];

  SlSharkTask *by_context[SL_SHARK_N_CONTEXT_SLOTS]; /* the living */
  SlLockTracker *last_lock;
  guint64 last_lock_key;

  guint waiting; /* of SlSharkWaiting */
  guint64 group; /* number of the run of events between two decisions of the kernel */
  GPtrArray *activations;
  SlSharkTask *last_activated;
  SlSharkTask *scheduled;
  SlTime scheduled_at;
  SlSharkTask *requester;
  SlLockTracker *requested;
  SlTime requested_at;
  SlSharkTask *unlocker; /* gave a mutex back since the last decision */
  SlSharkTask *vm86_caller;

  gboolean woke;           /* something was woken since the last switch */
  gboolean interrupt_tail; /* an interrupt just ended, its switch may still come */
  gboolean quiet;          /* the timer interrupt has woken nothing so far */
  SlSharkTask *idle_like;  /* the best guess so far */

  guint64 levels_by_timer; /* bit l: activations of tasks of level l release nothing */
  SlSharkTask *starter;    /* who ran when the trace started; NULL before that */
  SlTime started_at;
  guint64 n_events;
  guint64 claimed_events; /* by the last record that tells their number */
  guint64 claimed_offset;
  guint64 n_before_claim; /* events up to that record, itself included */
  SlTime counting_since;  /* what counts interrupts began with the trace; SL_TIME_MIN if unknown */
  guint64 n_counts;       /* records of counted interrupts */
  guint64 n_odd_counts;   /* of these, those with a number in parameter 1 and none in the other */
  guint64 first_count_offset;
  guint32 boot_task; /* started it and took no time: no kernel is as quick; 0 where none did */

  guint32 levels[SL_SHARK_N_LEVELS]; /* objects; 0 for levels that no event names */
  SlTime level_seen[SL_SHARK_N_LEVELS];

  gboolean runner_unknown;      /* nothing that is recorded tells who runs */
  guint8 seen[G_MAXUINT16 + 1]; /* by kind */
  guint n_numbers;              /* under which the program logs events */

  SlNoteCounts *odd; /* by SlSharkOdd */
} SlSharkStates;

void sl_shark_odd (SlSharkStates *self, SlSharkOdd odd);
void sl_shark_init_odd (SlSharkStates *self);
char *sl_shark_make_name (SlObjectType type, guint64 id);

SlSharkTask *sl_shark_find_task (SlSharkStates *self, guint64 context);
SlSharkTask *sl_shark_begin_task (SlSharkStates *self, guint64 context);
void sl_shark_end_task (SlSharkStates *self, SlSharkTask *task, SlTime time);
void sl_shark_identify_task (SlSharkStates *self, SlSharkTask *task, guint64 pid);
SlLockTracker *sl_shark_get_lock (SlSharkStates *self, guint64 id, gboolean semaphore);
SlIrqTracker *sl_shark_get_line (SlSharkStates *self, guint64 line);
void sl_shark_name_servers (SlSharkStates *self);
void sl_shark_touch_levels (SlSharkStates *self);
void sl_shark_see_number (SlSharkStates *self, const SlEvent *event);
void sl_shark_see_level (SlSharkStates *self, guint64 level);
void sl_shark_name_simulated (SlSharkStates *self);
void sl_shark_touch_objects (SlSharkStates *self);

/* Runs twice an event: what lives is found without a call. */
static inline SlSharkTask *
sl_shark_get_task (SlSharkStates *self, guint64 context)
{
  SlSharkTask *task = NULL;

  if (G_LIKELY (context < 65536 && context % 8 == 0))
    task = self->by_context[context / 8];
  if (G_UNLIKELY (task == NULL))
    return sl_shark_find_task (self, context);

  task->base.last_seen = self->system.now;
  return task;
}

/* The timer interrupt, which has no line of its own in these traces. */
static inline SlIrqTracker *
sl_shark_get_timer (SlSharkStates *self)
{
  if (G_UNLIKELY (self->timer == NULL))
    self->timer = sl_system_get_line (&self->system, SL_OBJECT_TIMER, 0);

  self->timer->last_seen = self->system.now;
  return self->timer;
}

static inline SlSharkTask *
sl_shark_get_current (const SlSharkStates *self)
{
  return (SlSharkTask *) self->cpu->current;
}

void sl_shark_set_off_state (SlSharkStates *self,
                             SlSharkTask *task,
                             SlTime time,
                             SlState state,
                             guint32 detail);
void sl_shark_switch (SlSharkStates *self, SlSharkTask *next, SlTime time, gboolean interrupt);
gboolean sl_shark_runs (SlSharkStates *self, SlSharkTask *task);
void sl_shark_inherit (SlSharkStates *self, SlSharkTask *runner, SlSharkTask *chosen);
void sl_shark_end_inheritance (SlSharkStates *self, SlSharkTask *runner);
const SlSharkTask *sl_shark_find_idle_task (const SlSharkStates *self);
guint32 sl_shark_guess_idle_task (const SlSharkStates *self);

void sl_shark_feed_task (SlSharkStates *self, const SlEvent *event);
void sl_shark_settle_activations (SlSharkStates *self);
void sl_shark_settle_doubts (SlSharkStates *self);
void sl_shark_wake_by_running (SlSharkStates *self, SlSharkTask *task);
void sl_shark_mark_doubts (SlSharkStates *self);

void sl_shark_feed_lock (SlSharkStates *self, const SlEvent *event);
void sl_shark_settle_request (SlSharkStates *self,
                              SlSharkTask *runner,
                              SlSharkTask *chosen,
                              gboolean left);
void sl_shark_went_on (SlSharkStates *self, SlSharkTask *task);
void sl_shark_review_inheritance (SlSharkStates *self);
void sl_shark_refuse_waiter (SlSharkStates *self, SlSharkTask *task);
void sl_shark_dispatch_waiter (SlSharkStates *self, SlSharkTask *task, SlTime time);

void sl_shark_deactivate_server (SlSharkStates *self, SlSharkTask *task);
void sl_shark_feed_server (SlSharkStates *self, const SlEvent *event);

void sl_shark_hit_line (SlSharkStates *self, const SlEvent *event);
void sl_shark_count_interrupts (SlSharkStates *self, const SlEvent *event);
void sl_shark_feed_cpu (SlSharkStates *self, const SlEvent *event);

void sl_shark_take_number (SlSharkStates *self, const SlEvent *event);
void sl_shark_review_claims (SlSharkStates *self);

void sl_shark_set_recorded (SlSharkStates *self, guint16 filter_kind, gboolean recorded);
void sl_shark_begin_gap (SlSharkStates *self, SlTime time);
void sl_shark_end_gap (SlSharkStates *self, SlTime time);

static inline gboolean
sl_shark_hides (const SlSharkStates *self, SlSystemParts part)
{
  return (self->system.hidden & part) != 0;
}

G_END_DECLS
