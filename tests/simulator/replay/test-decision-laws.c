/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the scheduler decided and why, against what the simulator that made the trace knows itself. */

#include <string.h>

#include "sl-decision.h"
#include "sl-step-set.h"
#include "sl-text-decision.h"

/* What the set says, and the record: never what is read from the trace. */
static gint64
get_true_measure (const SlStepRun *run, SlReason reason, guint32 task, SlTime time)
{
  guint number = sl_step_run_find_task (run, task);
  const SlSimTask *of = sl_task_set_get_task (run->set, number);

  switch ((int) reason)
    {
    case SL_REASON_PERIOD:
      return of->pattern.period;
    case SL_REASON_RELATIVE_DEADLINE:
      return of->deadline;
    case SL_REASON_PRIORITY:
      return of->priority;
    case SL_REASON_DEADLINE:
      for (guint i = 0; i < run->run->jobs->len; i++)
        {
          const SlSimJob *job = &g_array_index (run->run->jobs, SlSimJob, i);

          if (job->task == number && job->release <= time &&
              (job->finish < 0 || job->finish >= time))
            return job->deadline;
        }
      break;
    default:
      break;
    }

  g_assert_not_reached ();
}

/* A lock that is held at @time, or for no time at all just then. */
static void
assert_held (const SlStepRun *run, guint32 lock, guint32 holder, SlTime time)
{
  guint number = sl_step_run_find_lock (run, lock);
  gboolean ends_later = FALSE;

  for (guint i = 0; i < run->run->slices->len; i++)
    {
      const SlSimSlice *slice = &g_array_index (run->run->slices, SlSimSlice, i);

      if (slice->lock == number && slice->task == sl_step_run_find_task (run, holder) &&
          slice->begin <= time && time <= slice->end)
        return;
      ends_later |= slice->lock == number && slice->end > time;
    }

  /* A section that the end of the trace cuts off is not in the record. */
  g_assert_false (ends_later);
}

/* The greatest level of those that use the lock, as ranks among the tasks. */
static gint64
get_true_ceiling (const SlStepRun *run, guint32 lock)
{
  guint number = sl_step_run_find_lock (run, lock);
  gint64 ceiling = G_MININT64;

  for (guint i = 0; i < sl_task_set_get_n_tasks (run->set); i++)
    {
      const SlSimTask *task = sl_task_set_get_task (run->set, i);
      gint64 rank = 1;

      for (guint k = 0; k < sl_task_set_get_n_tasks (run->set); k++)
        rank += sl_task_set_get_task (run->set, k)->pattern.period > task->pattern.period;
      for (guint k = 0; k < task->steps->len; k++)
        if (g_array_index (task->steps, SlSimStep, k).lock == number)
          ceiling = MAX (ceiling, rank);
    }

  return ceiling;
}

static gboolean
has_unfinished (const SlStepRun *run, guint32 task, SlTime time)
{
  for (guint i = 0; i < run->run->jobs->len; i++)
    {
      const SlSimJob *job = &g_array_index (run->run->jobs, SlSimJob, i);

      if (job->task == sl_step_run_find_task (run, task) && job->release <= time &&
          (job->finish < 0 || job->finish >= time))
        return TRUE;
    }

  return FALSE;
}

static gboolean
finishes_at (const SlStepRun *run, guint32 task, SlTime time)
{
  for (guint i = 0; i < run->run->jobs->len; i++)
    {
      const SlSimJob *job = &g_array_index (run->run->jobs, SlSimJob, i);

      if (job->task == sl_step_run_find_task (run, task) && job->finish == time)
        return TRUE;
    }

  return FALSE;
}

static void
assert_left (const SlStepRun *run, const SlDecision *decision)
{
  switch ((int) decision->previous_fate)
    {
    case SL_FATE_ABORTED:
      g_assert_cmpint (run->options.overrun, ==, SL_SIM_ABORT);
      break;
    case SL_FATE_PREEMPTED:
      g_assert_true (has_unfinished (run, decision->other, decision->time));
      break;
    case SL_FATE_FINISHED:
      g_assert_true (finishes_at (run, decision->other, decision->time));
      break;
    case SL_FATE_WAITS:
      g_assert_true (has_unfinished (run, decision->other, decision->time));
      g_assert_cmpuint (decision->holder, !=, 0);
      assert_held (run, decision->ceiling_lock != 0 ? decision->ceiling_lock : decision->lock,
                   decision->holder, decision->time);
      break;
    case SL_FATE_NOBODY:
    case SL_FATE_ENDED: /* main */
      break;
    default:
      g_assert_not_reached ();
    }
}

static void
assert_measures (const SlStepRun *run, const SlDecision *decision)
{
  guint32 runner = decision->kind == SL_DECISION_RUN ? decision->task : decision->other;
  guint32 waits = decision->kind == SL_DECISION_RUN ? decision->rival : decision->task;
  gboolean is_priority = decision->reason == SL_REASON_PRIORITY;

  /* Who inherits is compared by another one's measure. */
  for (guint i = 0; i < 2; i++)
    {
      gint64 measure = i == 0 ? decision->measure : decision->rival_measure;
      guint32 task = i == 0 ? runner : waits;
      gboolean is_of_one = FALSE;

      for (guint k = 0; k < sl_task_set_get_n_tasks (run->set); k++)
        {
          guint32 number = sl_step_run_get_task (run, k);

          if (has_unfinished (run, number, decision->time) &&
              (number == task || run->options.protocol >= SL_SIM_PIP))
            is_of_one |=
                get_true_measure (run, decision->reason, number, decision->time) == measure;
        }
      g_assert_true (is_of_one);
    }
  if (is_priority)
    g_assert_cmpint (decision->measure, >, decision->rival_measure);
  else
    g_assert_cmpint (decision->measure, <, decision->rival_measure);
}

/* Why it runs though others are more urgent. */
static void
assert_lock_reason (const SlStepRun *run, const SlDecision *decision, guint32 runner)
{
  SlSimProtocol protocol = run->options.protocol;

  switch ((int) decision->reason)
    {
    case SL_REASON_HOLDS:
      g_assert_true (protocol >= SL_SIM_PIP && protocol != SL_SIM_ICPP);
      g_assert_true (has_unfinished (run, decision->inherits_from, decision->time));
      g_assert_cmpuint (decision->inherits_from, !=, runner);
      assert_held (run, decision->deciding_lock, runner, decision->time);
      break;
    case SL_REASON_CEILING:
      g_assert_cmpint (protocol, ==, SL_SIM_ICPP);
      assert_held (run, decision->deciding_lock, runner, decision->time);
      g_assert_cmpint (decision->measure, ==, get_true_ceiling (run, decision->deciding_lock));
      g_assert_cmpint (decision->measure, >=, decision->rival_measure);
      break;
    case SL_REASON_SYSTEM_CEILING:
      g_assert_cmpint (protocol, ==, SL_SIM_SRP);
      assert_held (run, decision->deciding_lock, decision->holder, decision->time);
      g_assert_cmpint (decision->measure, ==, get_true_ceiling (run, decision->deciding_lock));
      g_assert_cmpint (decision->measure, >=, decision->rival_measure);
      break;
    case SL_REASON_NO_PREEMPTION:
      g_assert_cmpint (protocol, ==, SL_SIM_NPP);
      assert_held (run, decision->deciding_lock, runner, decision->time);
      break;
    default:
      /* Neither unknown nor unexplained: the model has all facts. */
      g_assert_not_reached ();
    }
}

static void
assert_reason (const SlStepRun *run, const SlDecision *decision)
{
  SlSimScheduler scheduler = run->options.scheduler;
  guint32 runner = decision->kind == SL_DECISION_QUEUE ? decision->other : decision->task;

  switch ((int) decision->reason)
    {
    case SL_REASON_ONLY:
      break;
    case SL_REASON_PRIORITY:
      if (scheduler == SL_SIM_FP)
        assert_measures (run, decision);
      else
        g_assert_true (scheduler == SL_SIM_RM || scheduler == SL_SIM_DM);
      break;
    case SL_REASON_PERIOD:
      g_assert_cmpint (scheduler, ==, SL_SIM_RM);
      assert_measures (run, decision);
      break;
    case SL_REASON_RELATIVE_DEADLINE:
      g_assert_cmpint (scheduler, ==, SL_SIM_DM);
      assert_measures (run, decision);
      break;
    case SL_REASON_DEADLINE:
      g_assert_cmpint (scheduler, ==, SL_SIM_EDF);
      assert_measures (run, decision);
      break;
    case SL_REASON_EQUAL:
      g_assert_cmpint (scheduler, ==, SL_SIM_EDF);
      break;
    case SL_REASON_RELEASE:
      g_assert_cmpint (scheduler, ==, SL_SIM_FIFO);
      break;
    case SL_REASON_TURN:
      g_assert_cmpint (scheduler, ==, SL_SIM_RR);
      break;
    default:
      assert_lock_reason (run, decision, runner);
      break;
    }
}

/* The sentence names whom it is about and the numbers that decide. */
static void
assert_sentence (const SlStepRun *run, const SlDecision *decision)
{
  SlTrace *trace = sl_replay_get_recorded (run->replay);
  g_autoptr (SlAnnotations) annotations = sl_annotations_new ();
  g_autofree char *sentence =
      sl_text_decision (run->replay, annotations, sl_trace_get_clock (trace), decision);
  g_autofree char *task = sl_text_step_name (run->replay, annotations, decision->task);
  g_autofree char *held = sl_text_step_name (run->replay, annotations, decision->deciding_lock);

  if (decision->task != 0)
    g_assert_nonnull (strstr (sentence, task));
  if (decision->deciding_lock != 0 && decision->reason != SL_REASON_SYSTEM_CEILING)
    g_assert_nonnull (strstr (sentence, held));
  g_assert_null (strstr (sentence, "unknown"));
  if (decision->reason == SL_REASON_DEADLINE)
    {
      g_autofree char *one = sl_text_step_time (sl_trace_get_clock (trace), decision->measure);
      g_autofree char *other =
          sl_text_step_time (sl_trace_get_clock (trace), decision->rival_measure);

      g_assert_nonnull (strstr (sentence, one));
      g_assert_nonnull (strstr (sentence, other));
    }
}

static guint32
get_true_runner (const SlStepRun *run, SlTime time)
{
  for (guint i = 0; i < run->run->slices->len; i++)
    {
      const SlSimSlice *slice = &g_array_index (run->run->slices, SlSimSlice, i);

      if (slice->lock == SL_SIM_NO_LOCK && slice->begin <= time && time < slice->end)
        return sl_step_run_get_task (run, slice->task);
    }

  return 0;
}

/* All decisions in order, of which no place has two dispatches. */
static GArray *
list_decisions (const SlStepRun *run)
{
  GArray *all = g_array_new (FALSE, FALSE, sizeof (SlDecision));
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (SlDecision));
  guint64 index = 0;

  while (sl_decisions_find (run->replay, index, 1, found))
    {
      g_assert_cmpuint (g_array_index (found, SlDecision, 0).index, >, index);
      index = g_array_index (found, SlDecision, 0).index;
      g_array_append_vals (all, found->data, found->len);
    }

  return all;
}

/* Between two decisions nobody else runs, so that together they tell the whole schedule. */
static void
assert_complete (const SlStepRun *run, GArray *decisions)
{
  guint64 n_events = sl_replay_get_n_events (run->replay);
  guint32 running = 0;
  guint next = 0;

  for (guint64 index = 0; index + 1 < n_events; index++)
    {
      for (; next < decisions->len && g_array_index (decisions, SlDecision, next).index <= index;
           next++)
        {
          const SlDecision *decision = &g_array_index (decisions, SlDecision, next);

          if (decision->kind == SL_DECISION_RUN || decision->kind == SL_DECISION_IDLE)
            running = decision->task;
        }
      if (sl_replay_get_time (run->replay, index) < sl_replay_get_time (run->replay, index + 1))
        g_assert_cmpuint (running, ==,
                          get_true_runner (run, sl_replay_get_time (run->replay, index)));
    }
}

/* Every end of a job is told, and once. */
static void
assert_ends (const SlStepRun *run, GArray *decisions)
{
  SlTime last = sl_replay_get_time (run->replay, sl_replay_get_n_events (run->replay));
  guint n_told = 0, n_true = 0;

  for (guint i = 0; i < decisions->len; i++)
    {
      const SlDecision *decision = &g_array_index (decisions, SlDecision, i);
      guint32 task = decision->kind == SL_DECISION_END ? decision->task : decision->other;

      if (decision->kind != SL_DECISION_QUEUE && decision->previous_fate == SL_FATE_FINISHED)
        {
          g_assert_true (finishes_at (run, task, decision->time));
          n_told += decision->time < last;
        }
      if (decision->kind != SL_DECISION_QUEUE && decision->previous_fate == SL_FATE_ABORTED)
        n_told += decision->time < last;
    }
  for (guint i = 0; i < run->run->jobs->len; i++)
    {
      const SlSimJob *job = &g_array_index (run->run->jobs, SlSimJob, i);
      gboolean aborted = job->finish < 0 && run->options.overrun == SL_SIM_ABORT;

      n_true += aborted ? job->deadline < last : job->finish >= 0 && job->finish < last;
    }
  g_assert_cmpuint (n_told, ==, n_true);
}

static void
assert_same_backward (const SlStepRun *run, GArray *decisions)
{
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (SlDecision));
  guint64 index = sl_replay_get_n_events (run->replay);
  guint left = decisions->len;

  while (sl_decisions_find (run->replay, index, -1, found))
    {
      g_assert_cmpuint (found->len, <=, left);
      left -= found->len;
      for (guint i = 0; i < found->len; i++)
        {
          const SlDecision *one = &g_array_index (found, SlDecision, i);
          const SlDecision *other = &g_array_index (decisions, SlDecision, left + i);

          g_assert_cmpuint (one->index, ==, other->index);
          g_assert_cmpint (one->kind, ==, other->kind);
          g_assert_cmpuint (one->task, ==, other->task);
          g_assert_cmpint (one->reason, ==, other->reason);
        }
      index = g_array_index (found, SlDecision, 0).index;
    }
  /* Before the first event nobody has decided anything. */
  g_assert_cmpuint (left, ==, 0);
}

static void
test_laws (gconstpointer data)
{
  guint which = GPOINTER_TO_UINT (data);
  g_autoptr (GRand) random = g_rand_new_with_seed (900 + which);
  guint n_checked = 0;

  g_test_summary (
      "Every decision that is found is one that the simulator took, by the facts that are "
      "told; together they tell the whole schedule, forward and back");

  for (guint i = 0; i < 4; i++)
    {
      g_autoptr (SlStepRun) run = sl_step_run_new_random (&sl_step_schedules[which], random, i);
      g_autoptr (GArray) decisions = list_decisions (run);

      assert_complete (run, decisions);
      assert_ends (run, decisions);
      assert_same_backward (run, decisions);
      for (guint k = 0; k < decisions->len; k++)
        {
          const SlDecision *decision = &g_array_index (decisions, SlDecision, k);

          if (decision->previous_fate == SL_FATE_ENDED)
            continue;
          if (decision->other != 0 && decision->kind != SL_DECISION_QUEUE &&
              decision->kind != SL_DECISION_END)
            assert_left (run, decision);
          if (decision->kind != SL_DECISION_IDLE && decision->kind != SL_DECISION_END)
            assert_reason (run, decision);
          assert_sentence (run, decision);
          n_checked++;
        }
    }
  g_assert_cmpuint (n_checked, >, 100);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < SL_N_STEP_SCHEDULES; i++)
    {
      g_autofree char *path = g_strconcat ("/decisions/laws/", sl_step_schedules[i].name, NULL);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_laws);
    }

  return g_test_run ();
}
