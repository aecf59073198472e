/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What is known of a Linux system while its events become actions, shared by the files of the translator:
 *
 * sl-linux-translator.c             which function takes an event, processors and tasks
 * sl-linux-translator-sched.c       switches, wake-ups, lives
 * sl-linux-translator-queues.c      who waits for which processor
 * sl-linux-translator-losses.c      what is unknown since events were lost, and what is said of the recording once
 * sl-linux-translator-early.c       whether switches are recorded at all
 * sl-linux-translator-jobs.c        releases and finishes
 * sl-linux-translator-marks.c       what programs say of their jobs, and else
 * sl-linux-translator-servers.c     the budgets of SCHED_DEADLINE
 * sl-linux-translator-locks.c       futexes and inherited priorities
 * sl-linux-translator-reasons.c     what uninterruptible sleeps were for
 * sl-linux-translator-noise.c       what the tracers osnoise and timerlat record
 * sl-linux-translator-interrupts.c  handlers, timers, power */

#include "sl-arena.h"
#include "sl-clock.h"
#include "sl-linux-kinds.h"
#include "sl-linux-names.h"
#include "sl-note.h"
#include "sl-number-table.h"
#include "sl-translator.h"

G_BEGIN_DECLS

/* What a damaged file could claim beyond these is not followed. */
#define SL_LINUX_MOST_CPUS    4096
#define SL_LINUX_MOST_NESTING 16

/* System calls whose numbers are followed. */
#define SL_LINUX_MOST_CALLS 1024

/* Actions that are handed over together. */
#define SL_LINUX_SAID 64

/* Wake-ups that are kept back at a time. */
#define SL_LINUX_HELD 64

#define SL_LINUX_NO_TASK G_MAXUINT32

/* Kernel priorities from here on are of fair tasks. */
#define SL_LINUX_FAIR 100

/* Tasks are found at once where few share the last digits. */
#define SL_LINUX_N_RECENT 512

/* Where a task is, as far as switches and wake-ups say. */
typedef enum
{
  SL_LINUX_PLACE_UNKNOWN,
  SL_LINUX_PLACE_RUNNING,
  SL_LINUX_PLACE_READY,
  SL_LINUX_PLACE_THROTTLED,
  SL_LINUX_PLACE_ASLEEP,
  SL_LINUX_PLACE_WAKING,
} SlLinuxPlace;

/**
 * SlLinuxTask:
 * @cpu: where it was seen last
 * @prio: the kernel's, without what it inherits; %SL_LINUX_PRIO_UNKNOWN
 * @syscall: what the system call that it is in may do
 * @call: the number of that call, from 1; 0 for none
 * @slept_at: when it left its processor to sleep; %SL_TIME_MAX where nobody knows
 * @slept_last: when it did so last for what a signal may end and is not known to be a lock; %SL_TIME_MAX
 * @deep_at: when it left its processor to sleep uninterruptibly; %SL_TIME_MAX where it did not, and once the reason is known
 * @changed: the last time that something was said of what it does
 * @waits_for: native id of the lock that it asked for; 0 for none
 * @holds: native id of the lock that it got from others; 0 for none
 * @locked_at: the last time that something was said of its locks
 * @has_cpu: it was seen to run, or to get into the queue of a processor
 * @has_moved: it was seen to run on several processors
 * @exiting: its exit was recorded
 * @inherits: it has another's priority
 * @boosts: another has its priority since it last ran: it waits for a lock of that one
 * @is_timed: it fell asleep at @slept_last for a time, as a call says
 * @is_deadline: it is of SCHED_DEADLINE
 * @is_marked: marks say when its jobs begin and end
 * @ends_by_sleep: its marks say that a job has ended when its next begins
 * @has_job: a job was released and is not finished
 * @is_underway: it was throttled in a job that began before anything is known of the task
 * @is_unsure: events that could say so were lost: whether it has a job, and whether that is the same as before, nobody knows
 * @number: of the job that a mark began last, and 1 more; 0 for none
 * @woken_at: the last wake-up while it is unsure, while a mark may say later that its job had ended before, or while it had not
 *   yet fallen asleep after its job: that released the job which begins next, if any; %SL_TIME_MAX
 * @woken_nominal: when that wake-up was due; %SL_TIME_MAX where nobody knows
 * @has_yielded: it gave up the rest of its budget
 * @dl_armed: its replenishment timer runs: no execution before that expires
 * @relative_deadline: of its jobs, in ticks, by a mark; 0 for none
 * @period: likewise
 * @budget: of its executing in a period, likewise
 * @has_server: its budget is followed, as far as that is known
 * @knows_budget: @left and @server_deadline are known
 * @is_spent: it has no budget up to the next replenishment
 * @left: of its budget; below 0 for what it executed beyond that
 * @runs_since: since when it executes, while it does
 * @doubt: how much less than @left may be left, where that is not known but lies within bounds; %SL_TIME_MAX for none
 * @knows_deadline: @server_deadline is exact; else it is the latest that is possible
 * @server_deadline: by which the scheduler orders it
 * @latest_deadline: that is not later than this; %SL_TIME_MAX where nobody knows
 * @marked_at: when a mark said its budget
 * @served_at: the last time that something was said of its budget
 * @distance: the least between the nominal releases of two jobs that timers released, one after the other; 0 for none
 * @call_at: when it entered a call that sleeps; %SL_TIME_MAX where it slept since, or is in none
 * @released: when its youngest job was
 * @nominal: when its youngest job should have been released; %SL_TIME_MAX where nobody knows
 * @is_by_timer: a timer says so; else it was concluded from the one before
 * @lost_release: events were lost, and nobody woke the task for a job since
 * @is_woken_early: it was woken while it ran on its way to sleep, and is not yet in a queue
 * @woken_by_type: of who did that, as the object of a wake-up
 * @woken_by: its native id
 * @queue: in whose queue it was when it was ready last, where it @is_queued; processors look at that as they become idle
 * @before: in that list; %NULL for the first
 * @behind: likewise; %NULL for the last
 */
typedef struct _SlLinuxTask
{
  /* What most events need comes first. */
  guint32 tid;
  guint16 cpu;
  gint16 prio;
  SlLinuxPlace place;
  SlLinuxSyscall syscall;
  guint32 call;
  guint32 has_cpu : 1;
  guint32 has_moved : 1;
  guint32 exiting : 1;
  guint32 inherits : 1;
  guint32 boosts : 1;
  guint32 is_timed : 1;
  guint32 is_deadline : 1;
  guint32 is_marked : 1;
  guint32 ends_by_sleep : 1;
  guint32 has_job : 1;
  guint32 is_underway : 1;
  guint32 is_unsure : 1;
  guint32 has_yielded : 1;
  guint32 dl_armed : 1;
  guint32 is_by_timer : 1;
  guint32 lost_release : 1;
  guint32 is_woken_early : 1;
  guint32 has_server : 1;
  guint32 knows_budget : 1;
  guint32 knows_deadline : 1;
  guint32 is_spent : 1;
  guint32 is_queued : 1;
  SlTime changed;
  SlTime slept_at;
  SlTime slept_last;
  SlTime call_at;
  SlTime deep_at;
  guint64 waits_for;

  guint64 holds;
  guint64 woken_by;
  SlObjectType woken_by_type;
  SlTime locked_at;
  gint64 relative_deadline;
  gint64 period;
  gint64 budget;
  gint64 left;
  gint64 doubt;
  SlTime runs_since;
  SlTime server_deadline;
  SlTime latest_deadline;
  SlTime marked_at;
  SlTime served_at;
  gint64 distance;
  SlTime released;
  SlTime nominal;
  SlTime woken_at;
  SlTime woken_nominal;
  guint32 number;
  guint16 queue;
  struct _SlLinuxTask *before;
  struct _SlLinuxTask *behind;
} SlLinuxTask;

typedef struct
{
  SlObjectType type;
  guint64 id;
} SlLinuxHandler;

/**
 * SlLinuxNoise:
 * @begin: in ticks
 * @end: likewise
 * @handler: what was busy; a task, too
 * @next: of a task, the tid of whom it delayed
 */
typedef struct
{
  SlTime begin;
  SlTime end;
  SlLinuxHandler handler;
  guint32 next;
} SlLinuxNoise;

/**
 * SlLinuxCpu:
 * @current: who runs: 0 for its idle task, %SL_LINUX_NO_TASK where nobody knows
 * @previous: who ran before the last switch
 * @switched: time of that switch
 * @seen: time of its last event
 * @named: of the last one that names who ran there
 * @handlers: of interrupts that run, the innermost last
 * @has_begun: an event of it was recorded
 * @unswitched: whom its events name where no switch is recorded; %SL_LINUX_NO_TASK for nobody
 * @is_losing: events are lost since @seen, as the last one said
 * @is_cut: events were lost, and none since says whether it handles an interrupt
 * @in_timer: the function of a timer runs
 * @timer: its class
 * @timer_nominal: when it should have begun, in ticks; %SL_TIME_MAX where nobody knows
 * @timerlat_tid: of timerlat's thread there; 0 for none
 * @timerlat_due: when its timer should have expired last; %SL_TIME_MAX once the thread has run since
 * @woken: who was woken last by its events to run there; 0 for nobody
 * @replenisher: the replenishment timer that was started there last, by a task of which nobody knew whether it is of
 *   SCHED_DEADLINE; 0 for none since the last switch
 * @started_by: its tid
 * @queued: the first of those that were ready in its queue; some may have left it since
 */
typedef struct
{
  guint32 current;
  guint32 previous;
  SlTime switched;
  SlTime seen;
  SlTime named;
  guint n_handlers;
  SlLinuxHandler handlers[SL_LINUX_MOST_NESTING];
  gboolean has_begun;
  guint32 unswitched;
  gboolean is_losing;
  gboolean is_cut;
  gboolean in_timer;
  SlLinuxTimer timer;
  SlTime timer_nominal;
  guint32 timerlat_tid;
  SlTime timerlat_due;
  guint32 woken;
  guint32 started_by;
  guint64 replenisher;
  SlLinuxTask *queued;
} SlLinuxCpu;

/**
 * SlLinuxLock:
 * @holder: tid; 0 where nobody knows
 * @n_waiters: tasks that sleep on it
 * @since: the first of those went to sleep
 * @changed: the last time that something was said of it
 * @is_condition: it is no lock, since nobody who waits for or wakes at a mutex does so like this
 */
typedef struct
{
  guint32 holder;
  guint n_waiters;
  SlTime since;
  SlTime changed;
  gboolean is_condition;
} SlLinuxLock;

/**
 * SlLinuxState:
 * @tasks: (element-type SlLinuxTask): all that were named
 * @arena: that has these
 * @by_tid: tid → its #SlLinuxTask
 * @recent: those that were looked for last, by the last digits of their tids
 * @cpus: (element-type SlLinuxCpu): by number
 * @locks: native id → #SlLinuxLock
 * @all_locks: (element-type SlLinuxLock): those, to free them
 * @timers: address → when it expires, on its own clock
 * @dl_owners: address of a replenishment timer → tid
 * @has_ns: ticks are ns, and @origin is the absolute time of tick 0
 * @knows_clock: a timer has expired, so that @is_same_clock is known
 * @is_same_clock: timers expire on the clock of the trace
 * @clock: (nullable): of the trace
 * @has_timers: timers are recorded
 * @has_moves: so is which task goes to which processor
 * @has_flags: records say whether an interrupt was handled
 * @lost_at: the last time that events were known to be lost; %SL_TIME_MIN for never
 * @cut_off_at: the earliest time from which on all events of a processor are missing; %SL_TIME_MAX where that is of none
 * @has_targets: so is where a task that is woken ran last
 * @has_wakings: so is who is woken
 * @has_wakeups: so is when a task is in a queue, and not only who wakes it
 * @has_switches: so are switches
 * @early: (nullable) (element-type SlEvent): the first events, while nobody knows whether switches are recorded
 * @sees_switches: they are, or will be, or noise says who ran else: whom an event names runs from then on to the next switch
 * @unseen_at: offset of the first event that names who ran where switches are not recorded; @has_unseen: there was one
 * @has_servers: there was a task whose budget is followed
 * @n_missing: switches that must have been, but were not recorded
 * @missing_at: offset of the first event that shows so
 * @n_rules_ns: marks that say periods or deadlines in ns where ticks are none
 * @rules_ns_at: offset of the first of them
 * @n_refused: marks of periods or deadlines that are longer than can be kept
 * @refused_at: offset of the first of them
 * @has_lines: so are handlers of interrupt lines
 * @has_vectors: so are those of vectors
 * @has_softirqs: so are softirqs
 * @noises: (element-type GArray): of #SlLinuxNoise, by processor: those that are kept back
 * @n_noises: how many there are
 * @has_runs_told: somebody else says who runs where
 * @is_overwritten: the begin of the recording was, of each processor up to another time
 * @has_begun: an event was recorded
 * @names: (nullable): which learn what calls are called
 * @named_calls: whether that was said, by number
 * @earlier_marks: (nullable) (element-type SlLinuxEarlierMark): from before the first event, until that is at hand
 * @event: at hand
 * @actions: where they go
 * @said: what was said and is not there yet, as many as @n_said
 * @held: wake-ups from uninterruptible sleeps, as many as @n_held
 * @callers: (nullable): places in the kernel where tasks slept
 */
typedef struct
{
  GPtrArray *tasks;
  SlArena *arena;
  SlNumberTable *by_tid;
  SlLinuxTask *recent[SL_LINUX_N_RECENT];
  GArray *cpus;
  SlNumberTable *locks;
  GPtrArray *all_locks;
  SlNumberTable *timers;
  SlNumberTable *dl_owners;
  gboolean has_ns;
  guint64 origin;
  gboolean knows_clock;
  gboolean is_same_clock;
  SlClock *clock;
  gboolean has_timers;
  gboolean has_moves;
  gboolean has_flags;
  SlTime lost_at;
  SlTime cut_off_at;
  gboolean has_targets;
  gboolean has_wakings;
  gboolean has_wakeups;
  gboolean has_switches;
  GArray *early;
  gboolean sees_switches;
  gboolean has_unseen;
  guint64 unseen_at;
  gboolean has_servers;
  guint64 n_missing;
  guint64 missing_at;
  guint64 n_rules_ns;
  guint64 rules_ns_at;
  guint64 n_refused;
  guint64 refused_at;
  gboolean has_lines;
  gboolean has_vectors;
  gboolean has_softirqs;
  GPtrArray *noises;
  guint n_noises;
  gboolean has_runs_told;
  gboolean is_overwritten;
  gboolean has_begun;
  SlLinuxNames *names;
  guint8 named_calls[SL_LINUX_MOST_CALLS];
  const GArray *earlier_marks;
  const SlEvent *event;
  GArray *actions;
  guint n_said;
  SlActed said[SL_LINUX_SAID];
  guint n_held;
  SlActed held[SL_LINUX_HELD];
  GHashTable *callers;
} SlLinuxState;

void sl_linux_hand_over (SlLinuxState *self);
void sl_linux_append (SlLinuxState *self, const SlActed *acted);
SlActed *sl_linux_say (SlLinuxState *self, SlAction action, guint32 tid);
void sl_linux_task_init (SlLinuxTask *task, guint32 tid);
SlLinuxTask *sl_linux_get_any_task (SlLinuxState *self, guint32 tid);
SlLinuxCpu *sl_linux_add_cpu (SlLinuxState *self, guint cpu);
SlLinuxLock *sl_linux_get_lock (SlLinuxState *self, guint64 futex);

/**
 * sl_linux_find_task:
 *
 * Returns: (nullable) (transfer none): what is known of a task that was named before
 */
static inline SlLinuxTask *
sl_linux_find_task (SlLinuxState *self, guint32 tid)
{
  SlLinuxTask **recent = &self->recent[tid % SL_LINUX_N_RECENT];
  SlLinuxTask *task = *recent;

  if (G_LIKELY (task != NULL && task->tid == tid))
    return task;

  task = sl_number_table_find_pointer (self->by_tid, tid);
  if (task != NULL)
    *recent = task;
  return task;
}

/**
 * sl_linux_get_task:
 * @tid: not 0
 *
 * Returns: (transfer none): what is known of it
 */
static inline SlLinuxTask *
sl_linux_get_task (SlLinuxState *self, guint32 tid)
{
  SlLinuxTask *task = self->recent[tid % SL_LINUX_N_RECENT];

  return G_LIKELY (task != NULL && task->tid == tid) ? task : sl_linux_get_any_task (self, tid);
}

/**
 * sl_linux_get_cpu:
 *
 * Returns: (nullable) (transfer none): what is known of a processor, valid up to the next one; %NULL beyond
 *   %SL_LINUX_MOST_CPUS
 */
static inline SlLinuxCpu *
sl_linux_get_cpu (SlLinuxState *self, guint cpu)
{
  return G_LIKELY (cpu < self->cpus->len) ? &g_array_index (self->cpus, SlLinuxCpu, cpu)
                                          : sl_linux_add_cpu (self, cpu);
}

void sl_linux_start_early (SlLinuxState *self, SlSource *source);
GArray *sl_linux_keep_early (SlLinuxState *self, const SlEvent *events, gsize n_events);
void sl_linux_see_unswitched (SlLinuxState *self, guint32 tid);
void sl_linux_leave_unswitched (SlLinuxState *self, guint number);
void sl_linux_leave_all_unswitched (SlLinuxState *self);
void sl_linux_lose_unswitched (SlLinuxState *self);

/* Whether somebody says when a task that runs, or waits for a processor, does so no longer. */
static inline gboolean
sl_linux_knows_runs (const SlLinuxState *self)
{
  return self->sees_switches || self->has_runs_told;
}

void sl_linux_add_notes (const SlLinuxState *self, SlNotes *notes);

void sl_linux_take_switch (SlLinuxState *self);
void sl_linux_take_waking (SlLinuxState *self);
void sl_linux_take_wakeup (SlLinuxState *self);
void sl_linux_take_life (SlLinuxState *self);
void sl_linux_begin_loss (SlLinuxState *self);
void sl_linux_lose_rest (SlLinuxState *self);
void sl_linux_doubt_wait (SlLinuxState *self, SlLinuxTask *task);
void sl_linux_take_loss (SlLinuxState *self);
void sl_linux_begin_cpu (SlLinuxState *self, SlLinuxCpu *cpu);
void sl_linux_run (SlLinuxState *self, guint32 tid);
void sl_linux_run_unseen (SlLinuxState *self, guint32 tid);
void sl_linux_lose_task (SlLinuxState *self, SlLinuxTask *task, SlTime time);
void sl_linux_queue_woken (SlLinuxState *self, const SlLinuxTask *task, guint cpu);
void sl_linux_forget_cpu (SlLinuxState *self, guint number, SlTime time);
SlActed *sl_linux_make_ready (SlLinuxState *self, SlLinuxTask *task, guint cpu);

void sl_linux_leave_queue (SlLinuxState *self, SlLinuxTask *task);
void sl_linux_join_queue (SlLinuxState *self, SlLinuxTask *task, guint number);
void sl_linux_empty_queue (SlLinuxState *self, guint32 prev);
void sl_linux_doubt_queue (SlLinuxState *self, guint number, SlTime begin, SlTime end);

void sl_linux_release_job (SlLinuxState *self, SlLinuxTask *task, SlTime time, SlTime nominal);
void sl_linux_release_next_job (SlLinuxState *self, SlLinuxTask *task);
SlActed *sl_linux_finish_job (SlLinuxState *self, SlLinuxTask *task, SlTime time);
gboolean sl_linux_has_slept (const SlLinuxTask *task);
void sl_linux_doubt_job (SlLinuxTask *task);
void sl_linux_wake_early (SlLinuxState *self, SlLinuxTask *task);
gint64 sl_linux_wake_job (SlLinuxState *self, SlLinuxTask *task);
void sl_linux_go_on (SlLinuxState *self, SlLinuxTask *task);
gboolean sl_linux_sleep_job (SlLinuxState *self, SlLinuxTask *task);
void sl_linux_end_job (SlLinuxState *self, SlLinuxTask *task);
void sl_linux_resume_job (SlLinuxState *self, SlLinuxTask *task);
void sl_linux_yield_job (SlLinuxState *self, SlLinuxTask *task);
void sl_linux_replenish (SlLinuxState *self, SlLinuxTask *task);

void sl_linux_begin_server (SlLinuxState *self, SlLinuxTask *task, gboolean is_new);
void sl_linux_end_server (SlLinuxState *self, SlLinuxTask *task);
void sl_linux_doubt_server (SlLinuxState *self, SlLinuxTask *task, SlTime time);
void sl_linux_doubt_run (SlLinuxState *self, SlLinuxTask *task, SlTime begin, SlTime end);
void sl_linux_run_server (SlLinuxState *self, SlLinuxTask *task);
void sl_linux_leave_server (SlLinuxState *self, SlLinuxTask *task);
void sl_linux_exhaust_server (SlLinuxState *self, SlLinuxTask *task);
void sl_linux_rest_server (SlLinuxState *self, SlLinuxTask *task);
void sl_linux_wake_server (SlLinuxState *self, SlLinuxTask *task);
void sl_linux_fill_server (SlLinuxState *self, SlLinuxTask *task, SlTime nominal);

void sl_linux_note_prio (SlLinuxState *self, SlLinuxTask *task, gint prio);
void sl_linux_take_mark (SlLinuxState *self);
void sl_linux_take_earlier_marks (SlLinuxState *self);
void sl_linux_log_mark (SlLinuxState *self, SlAction action, guint32 tid);

void sl_linux_take_syscall (SlLinuxState *self);
void sl_linux_set_call (const SlLinuxTask *task, SlActed *acted);
void sl_linux_take_inheritance (SlLinuxState *self);
gboolean sl_linux_block (SlLinuxState *self, SlLinuxTask *task);
void sl_linux_unblock (SlLinuxState *self, SlLinuxTask *task);
void sl_linux_drop_locks (SlLinuxState *self, SlLinuxTask *task);
void sl_linux_mark_lock (SlLinuxState *self, SlLinuxTask *task);

void sl_linux_take_noise (SlLinuxState *self);
void sl_linux_see_no_noise (SlLinuxState *self);
void sl_linux_say_noises (SlLinuxState *self, guint cpu);
void sl_linux_say_all_noises (SlLinuxState *self);
void sl_linux_take_timerlat (SlLinuxState *self);
void sl_linux_miss_timer (SlLinuxState *self, guint64 number);

void sl_linux_hold_wake (SlLinuxState *self);
void sl_linux_let_go (SlLinuxState *self, guint32 tid);
void sl_linux_let_all_go (SlLinuxState *self);
void sl_linux_note_early_wake (SlLinuxState *self, SlLinuxTask *task);
void sl_linux_say_early_wake (SlLinuxState *self, SlLinuxTask *task);
void sl_linux_take_reason (SlLinuxState *self, SlSource *source);

void sl_linux_take_interrupt (SlLinuxState *self);
void sl_linux_take_timer (SlLinuxState *self);
void sl_linux_claim_replenisher (SlLinuxState *self, SlLinuxTask *task);
void sl_linux_take_power (SlLinuxState *self);
void sl_linux_set_cause (SlLinuxState *self, SlActed *acted);
gboolean sl_linux_may_be_by_timer (SlLinuxState *self);
gboolean sl_linux_is_by_timer (SlLinuxState *self, SlTime *nominal);

G_END_DECLS
