/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-decision.h"

#include "sl-decision-private.h"

/* Changes that are looked at for the next decision: interrupts that decide nothing can be many. */
#define MAX_CHANGES 200000

/* A state that is farther away is made anew, by the number of lanes: to move it costs that for each window of changes. */
#define MAX_MOVE 65536

/* @before and @after go from decision to decision; NULL until they are asked for. */
struct _SlDecisionSearch
{
  SlReplay *replay;
  SlReplayChanges *changes;
  SlSchedState *before;
  SlSchedState *after;
};

/**
 * sl_decision_kind_get_id:
 *
 * Returns: (transfer none): kebab case
 */
const char *
sl_decision_kind_get_id (SlDecisionKind kind)
{
  static const char *const ids[SL_N_DECISION_KINDS] = {
    [SL_DECISION_RUN] = "run",         [SL_DECISION_IDLE] = "idle",
    [SL_DECISION_UNSEEN] = "unseen",   [SL_DECISION_QUEUE] = "queue",
    [SL_DECISION_INHERIT] = "inherit", [SL_DECISION_END] = "end",
    [SL_DECISION_REFUSE] = "refuse",
  };

  return kind < SL_N_DECISION_KINDS ? ids[kind] : "";
}

/**
 * sl_previous_fate_get_id:
 *
 * Returns: (transfer none): kebab case; empty where nobody had the processor
 */
const char *
sl_previous_fate_get_id (SlPreviousFate left)
{
  static const char *const ids[SL_N_FATES] = {
    [SL_FATE_NOBODY] = "",     [SL_FATE_PREEMPTED] = "preempted", [SL_FATE_FINISHED] = "finished",
    [SL_FATE_WAITS] = "waits", [SL_FATE_THROTTLED] = "throttled", [SL_FATE_SUSPENDED] = "suspended",
    [SL_FATE_ENDED] = "ended", [SL_FATE_ABORTED] = "aborted",     [SL_FATE_UNKNOWN] = "unknown",
  };

  return left < SL_N_FATES ? ids[left] : "";
}

/**
 * sl_decision_get_cpu:
 *
 * Returns: the object of the processor whose decision it is; 0 where that is not said, and in a trace of one
 *   processor
 */
guint32
sl_decision_get_cpu (const SlReplay *replay, const SlDecision *decision)
{
  SlTrace *trace = sl_replay_get_by_event (replay);
  guint n_lanes;
  const guint *lanes = sl_trace_get_lanes_of_type (trace, SL_LANE_CPU, &n_lanes);

  if (decision->processor == SL_DECISION_NO_PROCESSOR || sl_replay_get_cpus (replay)->len < 2 ||
      decision->processor >= n_lanes)
    return 0;

  return sl_trace_get_lane (trace, lanes[decision->processor])->object;
}

static const SlSchedState *
go_to (SlDecisionSearch *self, SlSchedState **sched, guint64 index)
{
  if (*sched != NULL && MAX (index, (*sched)->index) - MIN (index, (*sched)->index) > MAX_MOVE)
    g_clear_pointer (sched, sl_sched_state_free);
  if (*sched == NULL)
    *sched = sl_sched_state_new_moving (self->replay, index);
  else
    sl_sched_state_move (*sched, self->changes, index);

  return *sched;
}

/* @first: at which something changes; @index: its sl_replay_settle() */
static gboolean
collect (SlDecisionSearch *self, guint64 first, guint64 index, GArray *decisions)
{
  SlDecisionPair pair = { .replay = self->replay,
                          .changes = self->changes,
                          .idle_task =
                              sl_job_table_get_idle_task (sl_replay_get_jobs (self->replay)),
                          .blank = { .first = first,
                                     .index = index,
                                     .time = sl_replay_get_time (self->replay, index),
                                     .processor = SL_DECISION_NO_PROCESSOR,
                                     .job = G_MAXUINT,
                                     .other_job = G_MAXUINT,
                                     .measure = G_MAXINT64,
                                     .rival_measure = G_MAXINT64 },
                          .found = decisions };

  /* What holds when the trace begins was decided before. */
  g_array_set_size (decisions, 0);
  if (first == 0)
    return FALSE;

  pair.before = go_to (self, &self->before, first - 1);
  pair.after = go_to (self, &self->after, index);
  sl_decision_pair_compare (&pair);
  return decisions->len > 0;
}

/* Changes of one decision settle at the same event. */
static guint64
find_first (const SlDecisionSearch *self, guint64 change, guint64 settled)
{
  guint64 before;

  while (sl_replay_changes_find (self->changes, change, -1, &before) &&
         sl_replay_settle (self->replay, before) == settled)
    change = before;

  return change;
}

static gboolean
find_forward (SlDecisionSearch *self, guint64 index, GArray *decisions)
{
  for (guint i = 0; i < MAX_CHANGES; i++)
    {
      guint64 change, settled;

      if (!sl_replay_changes_find (self->changes, index, 1, &change))
        return FALSE;

      settled = sl_replay_settle (self->replay, change);
      if (settled > index && collect (self, find_first (self, change, settled), settled, decisions))
        return TRUE;
      index = MAX (settled, change);
    }

  return FALSE;
}

static gboolean
find_backward (SlDecisionSearch *self, guint64 index, GArray *decisions)
{
  guint64 change;

  for (guint i = 0; i < MAX_CHANGES && sl_replay_changes_find (self->changes, index, -1, &change);
       i++)
    {
      guint64 settled = sl_replay_settle (self->replay, change);
      guint64 first = find_first (self, change, settled);

      if (settled < index && collect (self, first, settled, decisions))
        return TRUE;
      index = first;
    }

  return FALSE;
}

/* @replay: outlives it */
SlDecisionSearch *
sl_decision_search_new (SlReplay *replay)
{
  SlDecisionSearch *self = g_new0 (SlDecisionSearch, 1);

  self->replay = replay;
  self->changes = sl_replay_changes_new (replay);
  return self;
}

void
sl_decision_search_free (SlDecisionSearch *self)
{
  g_clear_pointer (&self->before, sl_sched_state_free);
  g_clear_pointer (&self->after, sl_sched_state_free);
  sl_replay_changes_free (self->changes);
  g_free (self);
}

/**
 * sl_decision_search_find:
 * @index: number of an event
 * @direction: 1 for the next after @index, -1 for the last before it
 * @decisions: (element-type SlDecision) (out caller-allocates): what is decided there: who runs
 *   first, then whose jobs end beside that, then who does not run
 *
 * Costs by what changes since the last decision that was asked for, at first by the number of lanes,
 * and looks no further than some time.
 *
 * Returns: whether there is one
 */
gboolean
sl_decision_search_find (SlDecisionSearch *self, guint64 index, int direction, GArray *decisions)
{
  g_array_set_size (decisions, 0);
  return direction > 0 ? find_forward (self, index, decisions)
                       : find_backward (self, index, decisions);
}

/**
 * sl_decision_search_find_at:
 *
 * Returns: whether anything was decided by @index; @decisions are the last ones up to then
 */
gboolean
sl_decision_search_find_at (SlDecisionSearch *self, guint64 index, GArray *decisions)
{
  return sl_decision_search_find (self, index + 1, -1, decisions);
}

/**
 * sl_decision_search_get_state:
 * @index: number of an event
 *
 * Costs as sl_decision_search_find() does.
 *
 * Returns: (transfer none): what holds once that event has happened; until the next call of the search
 */
const SlSchedState *
sl_decision_search_get_state (SlDecisionSearch *self, guint64 index)
{
  return go_to (self, &self->after, index);
}

/* As sl_decision_search_find() does, of a search that is made for it */
gboolean
sl_decisions_find (SlReplay *replay, guint64 index, int direction, GArray *decisions)
{
  g_autoptr (SlDecisionSearch) search = sl_decision_search_new (replay);

  return sl_decision_search_find (search, index, direction, decisions);
}
