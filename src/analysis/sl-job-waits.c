/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A job whose server does not serve it is throttled, whoever runs: so its state says. One that is ready, or
 * waits for a lock, is
 *
 *   interrupted   while an interrupt is handled
 *   blocked       while a task runs that is less urgent by itself: it has the lock that the job waits
 *                 for, or it inherits (push-through blocking), or a ceiling or a section without
 *                 preemption keeps the job from running
 *   preempted     while a task runs that is as urgent or more urgent, also where the job waits for a
 *                 lock: it would have run anyway
 *
 * so that what a job is blocked for is what theory bounds by B (Sha, Rajkumar and Lehoczky, Priority
 * Inheritance Protocols, 1990; Baker, Stack-Based Scheduling, 1991). Where nobody runs, a job that
 * waits for a lock is blocked by whoever has it.
 *
 * Where nothing tells which task is more urgent, a trace still says who has the lock, who that one
 * waits for, and who inherits from whom. Then a job is
 *
 *   blocked       by a task that has the lock, or one that such a task waits for, or that has a lock and
 *                 inherits from the job
 *   preempted     by any other, where it waits for no lock, or where one that is in its way inherits: that
 *                 one is as urgent as the job, and only more urgent ones run before it
 *   blocked       else: it waits for the lock, and nothing tells that it would have to wait anyway
 *
 * Tasks that are as urgent count in the same way where they are in the job's way, and else preempt it. */
#include "sl-job-waits.h"

#include "sl-inversion.h"
#include "sl-lock-holders.h"

/* What tells whom a task keeps from running. */
typedef struct
{
  SlTrackCursor states;
  SlTrackCursor inherits;
  guint n_holds;
  SlTrackCursor holds[];
} Holder;

struct _SlJobWaits
{
  SlTrace *trace;
  guint32 idle_task;
  const SlTaskRules *rules;
  const SlBaseOrder *order;
  GHashTable *locks;   /* number → SlLockHolders */
  GHashTable *holders; /* task that has locks, or inherits → Holder */
};

static void
add_task (SlJobWaits *self, const SlLane *lane)
{
  const SlTrack *inherits = sl_lane_get_track (lane, SL_ROLE_INHERITS);
  Holder *holder = g_malloc0 (sizeof *holder + lane->n_tracks * sizeof (SlTrackCursor));

  sl_track_cursor_init (&holder->states, sl_lane_get_track (lane, SL_ROLE_STATES));
  sl_track_cursor_init (&holder->inherits, inherits);
  for (guint i = 0; i < lane->n_tracks; i++)
    if (lane->tracks[i].role == SL_ROLE_HOLDS)
      sl_track_cursor_init (&holder->holds[holder->n_holds++], lane->tracks[i].track);

  if (inherits != NULL || holder->n_holds > 0)
    g_hash_table_insert (self->holders, GUINT_TO_POINTER (lane->object), holder);
  else
    g_free (holder);
}

/**
 * sl_job_waits_new:
 * @jobs: outlives @self
 *
 * Returns: (transfer full): for the jobs of @jobs, by its rules
 */
SlJobWaits *
sl_job_waits_new (const SlJobTable *jobs)
{
  SlJobWaits *self = g_new0 (SlJobWaits, 1);

  self->trace = sl_job_table_get_trace (jobs);
  self->idle_task = sl_job_table_get_idle_task (jobs);
  self->rules = sl_job_table_get_rules (jobs);
  self->order = sl_job_table_get_order (jobs);
  self->locks = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->holders = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  for (guint i = 0; i < sl_trace_get_n_lanes (self->trace); i++)
    {
      const SlLane *lane = sl_trace_get_lane (self->trace, i);

      if (lane->type == SL_LANE_LOCK)
        g_hash_table_insert (self->locks, GUINT_TO_POINTER (lane->object),
                             sl_lock_holders_new (lane));
      else if (lane->type == SL_LANE_TASK)
        add_task (self, lane);
    }

  return self;
}

void
sl_job_waits_free (SlJobWaits *self)
{
  g_hash_table_unref (self->locks);
  g_hash_table_unref (self->holders);
  g_free (self);
}

/* Takes the first piece off @span in which the track says one thing. */
static SlItem
cut (SlTrackCursor *cursor, SlSpan *span)
{
  SlItem piece = { .begin = span->begin, .end = span->end };

  if (cursor != NULL)
    sl_track_cursor_cut (cursor, *span, &piece);
  span->end = piece.end;
  return piece;
}

static guint32
find_holder (SlJobWaits *self, guint32 lock, guint32 waiter, SlSpan *span)
{
  SlLockHolders *holders = g_hash_table_lookup (self->locks, GUINT_TO_POINTER (lock));
  SlItem piece;

  if (holders == NULL)
    return 0;

  piece = sl_lock_holders_cut (holders, waiter, *span);
  span->end = piece.end;
  return piece.detail;
}

/* Whether @runner has @lock, or one that its holder waits for, and so on.
 *
 * @has_heir: (out): whether one in that chain inherits: whoever it does so from is as urgent as @task */
static gboolean
is_in_the_way (SlJobWaits *self,
               guint32 task,
               guint32 lock,
               guint32 runner,
               gboolean *has_heir,
               SlSpan *span)
{
  guint32 waiter = task;

  *has_heir = FALSE;
  for (guint n = 0; n < SL_MAX_CHAIN && lock != 0; n++)
    {
      guint32 found = find_holder (self, lock, waiter, span);
      Holder *holder = g_hash_table_lookup (self->holders, GUINT_TO_POINTER (found));
      SlItem piece;

      if (found != 0 && found == runner)
        return TRUE;
      if (holder == NULL)
        return FALSE;

      *has_heir |= cut (&holder->inherits, span).state == SL_STATE_INHERITS;
      piece = cut (&holder->states, span);
      lock = piece.state == SL_STATE_BLOCKED ? piece.detail : 0;
      waiter = found;
    }

  return FALSE;
}

/* Of the locks of @runner the one that it runs for: that whoever it inherits from waits for, else the
 * one with the highest ceiling; 0 where it has none
 *
 * @heir_of: (out): from whom it inherits; 0 for nobody */
static guint32
find_lock (SlJobWaits *self, guint32 runner, guint32 *heir_of, SlSpan *span)
{
  Holder *holder = g_hash_table_lookup (self->holders, GUINT_TO_POINTER (runner));
  guint32 wanted = 0, best = 0;
  gint64 highest = G_MININT64;
  Holder *waiter;
  SlItem piece;

  *heir_of = 0;
  if (holder == NULL)
    return 0;

  piece = cut (&holder->inherits, span);
  if (piece.state == SL_STATE_INHERITS)
    *heir_of = piece.detail;
  waiter = g_hash_table_lookup (self->holders, GUINT_TO_POINTER (*heir_of));
  if (waiter != NULL)
    {
      piece = cut (&waiter->states, span);
      wanted = piece.state == SL_STATE_BLOCKED ? piece.detail : 0;
    }

  for (guint i = 0; i < holder->n_holds; i++)
    {
      const SlLockRule *rule;

      piece = cut (&holder->holds[i], span);
      if (piece.state != SL_STATE_HELD)
        continue;
      rule = sl_task_rules_get_lock (self->rules, piece.detail);
      if (best != 0 && piece.detail != wanted &&
          (best == wanted || !rule->has_ceiling || rule->ceiling <= highest))
        continue;
      best = piece.detail;
      highest = rule->has_ceiling ? rule->ceiling : G_MININT64;
    }

  return best;
}

/* Gives the lock that the job waits for, with its holder, else the one that @runner has; where
 * nobody has it, with @runner, which is less urgent; 0 for nobody. */
static SlJobPart
make_blocked (SlJobWaits *self, guint32 task, guint32 lock, guint32 runner, SlSpan *span)
{
  guint32 other = 0, heir_of;

  if (lock != 0)
    other = find_holder (self, lock, task, span);
  else
    lock = find_lock (self, runner, &heir_of, span);

  return (SlJobPart) { SL_CAUSE_BLOCKED, lock, other != 0 ? other : runner, 0 };
}

/* Nothing tells who of both is more urgent, or neither is. */
static gboolean
is_blocked_by_trace (SlJobWaits *self,
                     guint32 task,
                     guint32 lock,
                     guint32 runner,
                     gboolean is_equal,
                     SlSpan *span)
{
  gboolean has_heir;
  guint32 heir_of;

  if (lock != 0)
    return is_in_the_way (self, task, lock, runner, &has_heir, span) || (!is_equal && !has_heir);

  /* Without a lock its inheritance is over. */
  return find_lock (self, runner, &heir_of, span) != 0 && heir_of == task;
}

static SlJobPart
explain_runner (SlJobWaits *self, guint32 task, guint32 lock, guint32 runner, SlSpan *span)
{
  SlTime until;
  SlOrder order = sl_base_order_compare (self->order, runner, task, span->begin, &until);
  gboolean is_equal = order == SL_ORDER_EQUAL;

  span->end = MIN (span->end, until);
  if (order == SL_ORDER_LESS_URGENT)
    return make_blocked (self, task, lock, runner, span);
  if (order != SL_ORDER_MORE_URGENT &&
      is_blocked_by_trace (self, task, lock, runner, is_equal, span))
    return make_blocked (self, task, lock, lock == 0 ? runner : 0, span);

  return (SlJobPart) { SL_CAUSE_PREEMPTED, runner, 0, 0 };
}

static SlJobPart
explain (SlJobWaits *self, guint32 task, guint32 lock, SlTrackCursor *processor, SlSpan *span)
{
  SlItem piece;

  piece = cut (processor, span);
  if (piece.state == SL_STATE_INTERRUPT)
    return (SlJobPart) { SL_CAUSE_INTERRUPT, piece.detail, 0, 0 };
  if (piece.state == SL_STATE_RUNNING && piece.detail != 0 && piece.detail != task &&
      piece.detail != self->idle_task)
    return explain_runner (self, task, lock, piece.detail, span);
  if (lock != 0)
    return make_blocked (self, task, lock, 0, span);
  if (piece.state == SL_STATE_NONE || piece.state == SL_STATE_UNKNOWN)
    return (SlJobPart) { SL_CAUSE_NOT_RECORDED, 0, 0, 0 };

  return (SlJobPart) { SL_CAUSE_UNEXPLAINED, 0, 0, 0 };
}

/**
 * sl_job_waits_cut:
 * @task: whose job is ready, or waits for a lock, all the time
 * @lock: that it waits for; 0 where it is ready
 * @processor: (nullable): the states of the processor that it waits for
 * @span: half open, not empty
 *
 * Returns: what it waits for at the begin of @span, and for how many ticks of @span that stays the same
 */
SlJobPart
sl_job_waits_cut (SlJobWaits *self,
                  guint32 task,
                  guint32 lock,
                  SlTrackCursor *processor,
                  SlSpan span)
{
  SlTime begin = span.begin;
  SlJobPart part = explain (self, task, lock, processor, &span);

  part.ticks = span.end - begin;
  return part;
}
