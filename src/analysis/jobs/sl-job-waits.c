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
 *   throttled     while a task of the lowest priority runs that the scheduler chose although the job was ready
 *   dispatched    while its processor has nothing else to do, where each wake-up is recorded
 *
 * so that what a job is blocked for is what theory bounds by B (Sha, Rajkumar and Lehoczky, Priority
 * Inheritance Protocols, 1990; Baker, Stack-Based Scheduling, 1991). Where nobody runs, a job that
 * waits for a lock is blocked by whoever has it.
 *
 * Where nothing tells which task is more urgent, a trace still says who has the lock, who that one
 * waits for, and who inherits from whom. Then a job is
 *
 *   blocked       by a task that has the lock, or one that such a task waits for, or that has a lock and
 *                 inherits from the job, or keeps it from starting
 *   preempted     by any other, where it waits for no lock, or where one that is in its way inherits: that
 *                 one is as urgent as the job, and only more urgent ones run before it
 *   blocked       else: it waits for the lock, and nothing tells that it would have to wait anyway
 *
 * Tasks that are as urgent count in the same way where they are in the job's way, and else preempt it. */
#include "sl-job-waits.h"

#include "sl-inversion.h"
#include "sl-lock-blockers.h"
#include "sl-source-extras.h"

/* Slices of a processor that are looked back over at a time. */
#define MAX_WALK 256

/* What tells whom a task keeps from running. */
typedef struct
{
  SlTrackCursor states;
  SlTrackCursor inherits;
  SlTrackCursor ceilings;
  guint n_holds;
  SlTrackCursor holds[];
} Holder;

/* For whom a task runs, and by which of its locks. */
typedef struct
{
  guint32 lock;
  guint32 task;
  gboolean is_ceiling; /* it keeps @task from starting, and does not inherit */
} Kept;

typedef enum
{
  CHOSEN_UNKNOWN,
  CHOSEN_NO,
  CHOSEN_YES,
} Chosen;

/* The slices of the processor in a wait, as far as they were gone over: whoever runs now need not be looked back for from each. */
typedef struct
{
  gboolean is_any;    /* one was seen */
  SlTime begin;       /* of the last one */
  SlTime end;         /* likewise */
  gboolean is_known;  /* so is what was before it: nothing is missing since the begin of the wait */
  gboolean has_other; /* not all were interrupts */
  guint32 detail;     /* of the last one that was none */
  Chosen is_chosen;   /* that one began after the wait did, with all its interruptions */
} Seen;

struct _SlJobWaits
{
  SlTrace *trace;
  guint32 idle_task;
  const SlTaskRules *rules;
  const SlBaseOrder *order;
  SlLockBlockers *locks;
  GHashTable *holders; /* task that was asked for → Holder; NULL for one that never has a lock */
  gboolean is_told;    /* the trace records each wake-up */
  guint32 task;        /* of the wait at hand */
  guint32 lock;
  SlTime since;
  Seen seen; /* of its processor */
};

/* NULL for a task that never has a lock: of very many tasks most are such. */
static Holder *
make_holder (const SlLane *lane)
{
  const SlTrack *inherits = sl_lane_get_track (lane, SL_ROLE_INHERITS);
  const SlTrack *ceilings = sl_lane_get_track (lane, SL_ROLE_CEILING);
  Holder *holder;

  if (inherits == NULL && ceilings == NULL && sl_lane_get_track (lane, SL_ROLE_HOLDS) == NULL)
    return NULL;

  holder = g_malloc0 (sizeof *holder + lane->n_tracks * sizeof (SlTrackCursor));
  sl_track_cursor_init (&holder->states, sl_lane_get_track (lane, SL_ROLE_STATES));
  sl_track_cursor_init (&holder->inherits, inherits);
  sl_track_cursor_init (&holder->ceilings, ceilings);
  for (guint i = 0; i < lane->n_tracks; i++)
    if (lane->tracks[i].role == SL_ROLE_HOLDS)
      sl_track_cursor_init (&holder->holds[holder->n_holds++], lane->tracks[i].track);

  return holder;
}

/* Made when it is first asked for: who takes one job apart meets few tasks. */
static Holder *
get_holder (SlJobWaits *self, guint32 task)
{
  gpointer key = GUINT_TO_POINTER (task);
  const SlLane *lane;
  gpointer holder;

  if (g_hash_table_lookup_extended (self->holders, key, NULL, &holder))
    return holder;

  lane = sl_trace_get_lane_of_object (self->trace, task);
  holder = lane != NULL && lane->type == SL_LANE_TASK ? make_holder (lane) : NULL;
  g_hash_table_insert (self->holders, key, holder);
  return holder;
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
  self->is_told = sl_source_records_wakeups (sl_trace_get_source (self->trace));
  self->rules = sl_job_table_get_rules (jobs);
  self->order = sl_job_table_get_order (jobs);
  self->locks = sl_lock_blockers_new (self->trace, self->rules);
  self->holders = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  return self;
}

void
sl_job_waits_free (SlJobWaits *self)
{
  sl_lock_blockers_free (self->locks);
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

/* Whether @runner keeps @task from @lock, or keeps who does so from another one, and so on.
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
      guint32 found = sl_lock_blockers_cut (self->locks, waiter, lock, span).task;
      Holder *holder = get_holder (self, found);
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

/* Whom @holder runs for: who it inherits from, or whom its ceiling keeps from starting; 0 for nobody. */
static guint32
find_kept (Holder *holder, gboolean *is_ceiling, SlSpan *span)
{
  SlItem piece = cut (&holder->inherits, span);

  *is_ceiling = FALSE;
  if (piece.state == SL_STATE_INHERITS)
    return piece.detail;

  piece = cut (&holder->ceilings, span);
  *is_ceiling = piece.state == SL_STATE_ACTIVE;
  return *is_ceiling ? piece.detail : 0;
}

/* Of the locks of @runner the one that it runs for: that whoever it inherits from waits for, else the
 * one with the highest ceiling; 0 where it has none */
static Kept
find_lock (SlJobWaits *self, guint32 runner, SlSpan *span)
{
  Holder *holder = get_holder (self, runner);
  guint32 wanted = 0;
  gint64 highest = G_MININT64;
  Kept kept = { 0 };
  Holder *waiter;
  SlItem piece;

  if (holder == NULL)
    return kept;

  kept.task = find_kept (holder, &kept.is_ceiling, span);
  waiter = get_holder (self, kept.task);
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
      if (kept.lock != 0 && piece.detail != wanted &&
          (kept.lock == wanted || !rule->has_ceiling || rule->ceiling <= highest))
        continue;
      kept.lock = piece.detail;
      highest = rule->has_ceiling ? rule->ceiling : G_MININT64;
    }

  return kept;
}

/* Whether who has @lock keeps others from starting by its ceiling. */
static gboolean
has_own_ceiling (const SlJobWaits *self, guint32 lock)
{
  const SlLockRule *rule = sl_task_rules_get_lock (self->rules, lock);

  return rule->has_ceiling &&
         (g_strcmp0 (rule->protocol, "icpp") == 0 || g_strcmp0 (rule->protocol, "srp") == 0);
}

/* Gives the lock that is in the job's way, with its holder: that it waits for, or where that is free
 * that with the ceiling; of a job that waits for none the one that @runner has. Where nobody is known
 * to have it, with @runner, which is less urgent; 0 for nobody. */
static SlJobPart
make_blocked (SlJobWaits *self, guint32 task, guint32 lock, guint32 runner, SlSpan *span)
{
  SlJobPart part = { .cause = SL_CAUSE_BLOCKED, .object = lock, .other = runner };

  if (lock != 0)
    {
      SlLockBlocker blocker = sl_lock_blockers_cut (self->locks, task, lock, span);

      part.object = blocker.lock;
      part.is_ceiling = blocker.is_ceiling;
      if (blocker.task != 0)
        part.other = blocker.task;
    }
  else
    {
      Kept kept = find_lock (self, runner, span);

      part.object = kept.lock;
      part.is_ceiling = kept.lock != 0 &&
                        (kept.is_ceiling || (kept.task == 0 && has_own_ceiling (self, kept.lock)));
    }

  return part;
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
  Kept kept;

  if (lock != 0)
    return is_in_the_way (self, task, lock, runner, &has_heir, span) || (!is_equal && !has_heir);

  /* Without a lock its inheritance is over. */
  kept = find_lock (self, runner, span);
  return kept.lock != 0 && kept.task == task;
}

/* Whether the slice at hand, which follows those that were seen, was chosen. */
static Chosen
follow_chosen (const Seen *seen, SlTime since, const SlItem *item)
{
  if (item->begin <= since)
    return CHOSEN_NO;
  if (!seen->is_known)
    return CHOSEN_UNKNOWN;
  if (!seen->has_other)
    return CHOSEN_NO;

  return item->detail != seen->detail ? CHOSEN_YES : seen->is_chosen;
}

/* Takes note of the slice at hand of the processor. */
static void
see_slice (SlJobWaits *self, const SlItem *item)
{
  Seen *seen = &self->seen;

  if (seen->is_any && seen->begin == item->begin)
    return;
  if (!seen->is_any || seen->end != item->begin)
    *seen = (Seen) { .is_any = TRUE };

  if (!sl_state_is_interrupt (item->state))
    {
      seen->is_chosen = follow_chosen (seen, self->since, item);
      seen->detail = item->detail;
      seen->has_other = TRUE;
      seen->is_known = TRUE;
    }
  seen->is_known |= item->begin <= self->since;
  seen->begin = item->begin;
  seen->end = item->end;
}

/* The same by looking back. */
static gboolean
look_back (const SlJobWaits *self, const SlTrackCursor *processor, guint32 runner)
{
  SlItem item = processor->item;

  for (guint n = 0; n < MAX_WALK && item.begin > self->since; n++)
    {
      SlItem before;

      if (!sl_track_find_before (processor->track, item.begin, &before) ||
          before.end != item.begin ||
          (before.detail != runner && !sl_state_is_interrupt (before.state)))
        return item.begin > self->since;
      item = before;
    }

  return FALSE;
}

/* Whether @runner was given @processor only after the job was ready. A handler of an interrupt is not a switch. */
static gboolean
was_chosen (SlJobWaits *self, const SlTrackCursor *processor, guint32 runner)
{
  if (self->seen.is_chosen == CHOSEN_UNKNOWN)
    self->seen.is_chosen = look_back (self, processor, runner) ? CHOSEN_YES : CHOSEN_NO;

  return self->seen.is_chosen == CHOSEN_YES;
}

/* A scheduler that has a server for its lowest class (Linux: the fair server, and before it the throttling of real-time
 * tasks) gives that the processor although a more urgent task is ready. */
static gboolean
is_reserved (SlJobWaits *self, const SlTrackCursor *processor, guint32 runner, SlSpan *span)
{
  Holder *holder = get_holder (self, runner);
  gboolean is_ceiling;

  return self->is_told && self->lock == 0 &&
         sl_base_order_is_background (self->order, runner, span->begin) &&
         (holder == NULL || find_kept (holder, &is_ceiling, span) == 0) &&
         was_chosen (self, processor, runner);
}

/* Whether @runner, which is less urgent, only has not left @processor yet: it had it when the job became ready, and nothing
 * keeps it there, neither a lock that somebody waits for nor a protocol. That is not blocking but the latency of the
 * scheduler, and of the sections in which the kernel does not let itself be preempted. */
static gboolean
is_leaving (SlJobWaits *self, const SlTrackCursor *processor, guint32 runner, SlSpan *span)
{
  Kept kept;

  if (!self->is_told || self->lock != 0 || was_chosen (self, processor, runner))
    return FALSE;

  kept = find_lock (self, runner, span);
  return kept.task == 0 &&
         (kept.lock == 0 || (!has_own_ceiling (self, kept.lock) &&
                             !sl_task_rules_holds_back (self->rules, kept.lock, self->task)));
}

static SlJobPart
explain_runner (SlJobWaits *self, const SlTrackCursor *processor, guint32 runner, SlSpan *span)
{
  guint32 task = self->task, lock = self->lock;
  SlTime until;
  SlOrder order = sl_base_order_compare (self->order, runner, task, span->begin, &until);
  gboolean is_equal = order == SL_ORDER_EQUAL;

  span->end = MIN (span->end, until);
  if (order == SL_ORDER_LESS_URGENT && is_reserved (self, processor, runner, span))
    return (SlJobPart) { .cause = SL_CAUSE_THROTTLED, .object = runner };
  if (order == SL_ORDER_LESS_URGENT && is_leaving (self, processor, runner, span))
    return (SlJobPart) { .cause = SL_CAUSE_DISPATCH, .object = runner };
  if (order == SL_ORDER_LESS_URGENT)
    return make_blocked (self, task, lock, runner, span);
  if (order != SL_ORDER_MORE_URGENT &&
      is_blocked_by_trace (self, task, lock, runner, is_equal, span))
    return make_blocked (self, task, lock, lock == 0 ? runner : 0, span);

  return (SlJobPart) { .cause = SL_CAUSE_PREEMPTED, .object = runner };
}

static SlJobPart
explain (SlJobWaits *self, SlTrackCursor *processor, SlSpan *span)
{
  SlItem piece;

  piece = cut (processor, span);
  if (piece.state == SL_STATE_NONE)
    self->seen.is_any = FALSE;
  else
    see_slice (self, &processor->item);
  if (sl_state_is_interrupt (piece.state))
    return (SlJobPart) { .cause = SL_CAUSE_INTERRUPT, .object = piece.detail };
  if (piece.state == SL_STATE_RUNNING && piece.detail != 0 && piece.detail != self->task &&
      piece.detail != self->idle_task)
    return explain_runner (self, processor, piece.detail, span);
  if (self->lock != 0)
    return make_blocked (self, self->task, self->lock, 0, span);
  if (piece.state == SL_STATE_NONE || piece.state == SL_STATE_UNKNOWN)
    return (SlJobPart) { .cause = SL_CAUSE_NOT_RECORDED };

  return (SlJobPart) { .cause = self->is_told ? SL_CAUSE_DISPATCH : SL_CAUSE_UNEXPLAINED };
}

/**
 * sl_job_waits_begin:
 * @task: whose job is ready, or waits for a lock
 * @lock: that it waits for; 0 where it is ready
 * @since: when it began to wait for its processor; %SL_TIME_MAX where nobody knows
 *
 * Says which wait the next calls of sl_job_waits_cut() are about.
 */
void
sl_job_waits_begin (SlJobWaits *self, guint32 task, guint32 lock, SlTime since)
{
  self->task = task;
  self->lock = lock;
  self->since = since;
  self->seen.is_any = FALSE;
}

/**
 * sl_job_waits_cut:
 * @processor: (nullable): the states of the processor that the job waits for
 * @span: of the wait, half open, not empty
 *
 * Returns: what it waits for at the begin of @span, and for how many ticks of @span that stays the same
 */
SlJobPart
sl_job_waits_cut (SlJobWaits *self, SlTrackCursor *processor, SlSpan span)
{
  SlTime begin = span.begin;
  SlJobPart part = explain (self, processor, &span);

  part.ticks = span.end - begin;
  return part;
}
