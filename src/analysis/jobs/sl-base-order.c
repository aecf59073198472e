/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-base-order.h"

#include "sl-job-table-private.h"
#include "sl-policy.h"

/* What the trace records of a task's priority. Most tasks have one that never changes. */
typedef struct
{
  const SlTrack *track; /* NULL for nothing */
  gboolean is_only;     /* there is one record */
  gint64 only;          /* what it says */
} Recorded;

struct _SlBaseOrder
{
  const SlJobTable *jobs;
  const SlTaskRules *rules;
  SlPolicy policy;
  GHashTable *servers;   /* interned name → number */
  GHashTable *deadlines; /* number of a server → SlServerDeadlines */
  GArray *recorded;      /* of Recorded, by number of the task */
};

/* What a policy orders by: the smaller, the more urgent. */
typedef struct
{
  gboolean is_known;
  gint64 measure;
} Rank;

/* A server, to be asked for its jobs. */
typedef struct
{
  const SlBaseOrder *order;
  const char *name;
} Busy;

static gboolean
is_busy (gpointer data, SlTime time)
{
  const Busy *self = data;
  const SlJobTable *jobs = self->order->jobs;

  for (guint i = 0; i < sl_job_table_get_n_tasks (jobs); i++)
    {
      guint32 task = sl_job_table_get_task (jobs, i)->task;

      if (sl_task_rules_get (self->order->rules, task)->server == self->name &&
          sl_job_table_find_at (jobs, task, time - 1) != G_MAXUINT)
        return TRUE;
    }

  return FALSE;
}

static void
add_server (SlBaseOrder *self, const SlLane *lane)
{
  const SlTaskRule *rule = sl_task_rules_get (self->rules, lane->object);
  Busy busy = { self, rule->name };

  if (rule->name == NULL)
    return;

  g_hash_table_insert (self->servers, (gpointer) rule->name, GUINT_TO_POINTER (lane->object));
  if (self->policy == SL_POLICY_EDF && rule->period > 0 &&
      sl_server_policy_has_deadlines (rule->policy))
    g_hash_table_insert (self->deadlines, GUINT_TO_POINTER (lane->object),
                         sl_server_deadlines_new (lane, rule->period, is_busy, &busy));
}

static void
add_recorded (SlBaseOrder *self, const SlLane *lane)
{
  const SlTrack *track = sl_lane_get_track (lane, SL_ROLE_PRIORITY);
  Recorded *recorded;
  SlTrackIter iter;
  SlItem item;

  if (track == NULL)
    return;

  if (self->recorded->len <= lane->object)
    g_array_set_size (self->recorded, lane->object + 1);
  recorded = &g_array_index (self->recorded, Recorded, lane->object);
  recorded->track = track;
  recorded->is_only = sl_track_get_count (track) == 1;
  if (!recorded->is_only)
    return;

  sl_track_iter_init (&iter, track, SL_TIME_MIN);
  sl_track_iter_next (&iter, &item);
  recorded->only = item.value;
}

/**
 * sl_base_order_new:
 * @jobs: with their deadlines; outlives @self
 *
 * Returns: (transfer full): the order that the rules of @jobs tell
 */
SlBaseOrder *
sl_base_order_new (const SlJobTable *jobs)
{
  SlBaseOrder *self = g_new0 (SlBaseOrder, 1);
  SlTrace *trace = sl_job_table_get_trace (jobs);

  self->jobs = jobs;
  self->rules = sl_job_table_get_rules (jobs);
  self->policy = sl_policy_from_id (sl_task_rules_get_scheduler (self->rules)->policy);
  self->servers = g_hash_table_new (NULL, NULL);
  self->deadlines =
      g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) sl_server_deadlines_free);
  self->recorded = g_array_new (FALSE, TRUE, sizeof (Recorded));
  for (guint i = 0; i < sl_trace_get_n_lanes (trace); i++)
    {
      const SlLane *lane = sl_trace_get_lane (trace, i);

      if (lane->type == SL_LANE_SERVER)
        add_server (self, lane);
      if (lane->type == SL_LANE_TASK)
        add_recorded (self, lane);
    }

  return self;
}

void
sl_base_order_free (SlBaseOrder *self)
{
  g_hash_table_unref (self->servers);
  g_hash_table_unref (self->deadlines);
  g_array_unref (self->recorded);
  g_free (self);
}

/**
 * sl_base_order_get_server:
 *
 * Returns: the number of the server that @task runs in by its rule; 0 where it runs in none, or the
 *   trace does not have it
 */
guint32
sl_base_order_get_server (const SlBaseOrder *self, guint32 task)
{
  const char *name = sl_task_rules_get (self->rules, task)->server;

  return name != NULL ? GPOINTER_TO_UINT (g_hash_table_lookup (self->servers, name)) : 0;
}

/* The job that @task has at @time; @until: (inout): where that changes, if earlier */
static const SlJob *
find_job (const SlBaseOrder *self, guint32 task, SlTime time, SlTime *until)
{
  guint next, found = sl_job_table_find_at_or_next (self->jobs, task, time, &next);

  if (found != G_MAXUINT)
    {
      const SlJob *job = sl_job_table_get (self->jobs, found);

      *until = MIN (*until, job->end);
      return job;
    }
  if (next != G_MAXUINT)
    *until = MIN (*until, sl_job_table_get (self->jobs, next)->eligible);

  return NULL;
}

static Rank
get_release (const SlBaseOrder *self, guint32 task, SlTime time, SlTime *until)
{
  const SlJob *job = find_job (self, task, time, until);
  Rank rank = { job != NULL, 0 };

  /* One that is not in the trace came before it. */
  if (job != NULL)
    rank.measure = job->release != SL_JOB_NEVER ? job->release : SL_TIME_MIN;
  return rank;
}

/**
 * sl_base_order_get_deadlines:
 * @server: number of a server
 *
 * Returns: (transfer none) (nullable): its deadlines under EDF; %NULL where it has none, or its
 *   period is not known
 */
const SlServerDeadlines *
sl_base_order_get_deadlines (const SlBaseOrder *self, guint32 server)
{
  return g_hash_table_lookup (self->deadlines, GUINT_TO_POINTER (server));
}

/* @until: (out): up to when that is so */
static const SlServerDeadline *
find_in_force (const SlBaseOrder *self, guint32 server, SlTime time, SlTime *until)
{
  const SlServerDeadlines *all = sl_base_order_get_deadlines (self, server);

  *until = SL_TIME_MAX;
  return all != NULL ? sl_server_deadlines_find (all, time, until) : NULL;
}

/**
 * sl_base_order_get_server_deadline:
 * @server: number of a server
 * @deadline: (out):
 *
 * Returns: whether @server has a deadline at @time that is known: only under EDF
 */
gboolean
sl_base_order_get_server_deadline (const SlBaseOrder *self,
                                   guint32 server,
                                   SlTime time,
                                   SlTime *deadline)
{
  SlTime until;
  const SlServerDeadline *found = find_in_force (self, server, time, &until);

  if (found != NULL)
    *deadline = found->deadline;
  return found != NULL;
}

/* That of the task's server, or of its job. */
static Rank
get_deadline (const SlBaseOrder *self, guint32 task, SlTime time, SlTime *until)
{
  const SlTaskRule *rule = sl_task_rules_get (self->rules, task);
  Rank rank = { FALSE, G_MAXINT64 };
  const SlJob *job;

  if (rule->server != NULL)
    {
      SlTime change;
      const SlServerDeadline *found =
          find_in_force (self, sl_base_order_get_server (self, task), time, &change);

      *until = MIN (*until, change);
      return found != NULL ? (Rank) { TRUE, found->deadline } : rank;
    }

  job = find_job (self, task, time, until);
  if (job == NULL || (rule->name == NULL && !(job->flags & SL_JOB_DEADLINE_RECORDED)))
    return rank;
  /* A task of the model without a deadline comes last. */
  if (job->deadline_from == SL_DEADLINE_INFERRED || job->deadline_from == SL_DEADLINE_UNKNOWN)
    return (Rank) { rule->deadline == 0, G_MAXINT64 };

  return (Rank) { TRUE, job->deadline };
}

/* The priority that the trace records of a task, before its first record that of the first; @until: (inout): where that
 * changes, if earlier */
static Rank
get_recorded (const SlBaseOrder *self, guint32 task, SlTime time, SlTime *until)
{
  const Recorded *recorded =
      task < self->recorded->len ? &g_array_index (self->recorded, Recorded, task) : NULL;
  Rank rank = { FALSE, 0 };
  const SlTrack *track = recorded != NULL ? recorded->track : NULL;
  SlTrackIter iter;
  SlItem item;

  if (track == NULL)
    return rank;
  if (recorded->is_only)
    return (Rank) { TRUE, -recorded->only };

  if (sl_track_find_at (track, time, &item))
    rank = (Rank) { TRUE, -item.value };
  sl_track_iter_init (&iter, track, time + 1);
  if (sl_track_iter_next (&iter, &item))
    {
      if (rank.is_known)
        *until = MIN (*until, item.begin);
      else
        rank = (Rank) { TRUE, -item.value };
    }
  return rank;
}

/**
 * sl_base_order_is_background:
 *
 * Returns: whether the trace records that @task has the lowest priority at @time, 0: that of the class without priorities
 */
gboolean
sl_base_order_is_background (const SlBaseOrder *self, guint32 task, SlTime time)
{
  SlTime until = SL_TIME_MAX;
  Rank rank = get_recorded (self, task, time, &until);

  return rank.is_known && rank.measure == 0;
}

/**
 * sl_base_order_get_recorded:
 * @priority: (out): the greater, the more urgent; unchanged where it is not known
 *
 * Returns: whether the trace records one priority of @task for all of @span
 */
gboolean
sl_base_order_get_recorded (const SlBaseOrder *self, guint32 task, SlSpan span, gint64 *priority)
{
  SlTime until = SL_TIME_MAX;
  Rank rank = get_recorded (self, task, span.begin, &until);

  if (!rank.is_known || until < span.end)
    return FALSE;

  *priority = -rank.measure;
  return TRUE;
}

/* By what the model says of the server, else of the task. */
static Rank
get_priority (const SlBaseOrder *self, guint32 task)
{
  const SlTaskRule *rule = sl_task_rules_get (self->rules, task);
  const SlTaskRule *server = sl_task_rules_get (self->rules, sl_base_order_get_server (self, task));

  if (server->has_priority)
    rule = server;
  return (Rank) { rule->has_priority, -rule->priority };
}

static SlTime
get_first_begin (const SlBaseOrder *self, guint32 task)
{
  const SlJobTask *jobs = sl_job_table_find_task (self->jobs, task);

  for (guint i = 0; jobs != NULL && i < jobs->n_jobs; i++)
    {
      const SlJob *job = sl_job_table_get (self->jobs, jobs->first + i);

      if (job->start != SL_JOB_NEVER)
        return job->start;
    }

  return SL_TIME_MIN;
}

/**
 * sl_base_order_get_urgency:
 * @urgency: (out): the smaller, the more urgent; unchanged where it is not known
 *
 * Returns: whether @task has a fixed priority of its own, or of its server: by the task model, else the one that the trace
 *   records as its first job begins; threads often get theirs only after they were created
 */
gboolean
sl_base_order_get_urgency (const SlBaseOrder *self, guint32 task, gint64 *urgency)
{
  SlTime until = SL_TIME_MAX;
  Rank rank = get_priority (self, task);

  if (!rank.is_known)
    rank = get_recorded (self, task, get_first_begin (self, task), &until);
  if (rank.is_known)
    *urgency = rank.measure;
  return rank.is_known;
}

/* What rate and deadline monotonic priorities follow from. */
static Rank
get_length (const SlBaseOrder *self, guint32 task)
{
  const SlTaskRule *rule = sl_task_rules_get (self->rules, task);
  gint64 length;

  if (rule->server != NULL)
    length = sl_task_rules_get (self->rules, sl_base_order_get_server (self, task))->period;
  else
    length = self->policy == SL_POLICY_RM ? rule->period : rule->deadline;

  return (Rank) { length > 0, length };
}

static SlOrder
compare_ranks (Rank one, Rank other)
{
  if (!one.is_known || !other.is_known)
    return SL_ORDER_UNKNOWN;
  if (one.measure == other.measure)
    return SL_ORDER_EQUAL;

  return one.measure < other.measure ? SL_ORDER_MORE_URGENT : SL_ORDER_LESS_URGENT;
}

static Rank
get_level (const SlBaseOrder *self, guint32 task)
{
  const SlTaskRule *rule = sl_task_rules_get (self->rules, task);

  return (Rank) { rule->has_level, -rule->level };
}

static SlOrder
compare_fixed (const SlBaseOrder *self, guint32 one, guint32 other, SlTime time, SlTime *until)
{
  SlOrder order = compare_ranks (get_priority (self, one), get_priority (self, other));

  if (order != SL_ORDER_UNKNOWN || self->policy == SL_POLICY_FP)
    return order;
  if (self->policy == SL_POLICY_UNKNOWN)
    {
      order = compare_ranks (get_level (self, one), get_level (self, other));
      return order != SL_ORDER_UNKNOWN ? order
                                       : compare_ranks (get_recorded (self, one, time, until),
                                                        get_recorded (self, other, time, until));
    }

  return compare_ranks (get_length (self, one), get_length (self, other));
}

/**
 * sl_base_order_compare:
 * @one: number of a task, which has a job at @time
 * @other: number of another one, which has one too
 * @until: (out): until when that is so; after @time
 *
 * By priorities, else preemption levels, where the model has no policy but these; where it has none of them, by the
 * priorities that the trace records. Of tasks in one server, and under first
 * in, first out, the one is more urgent whose job was released first. Under round robin all are equal.
 *
 * Returns: how urgent @one is beside @other
 */
SlOrder
sl_base_order_compare (const SlBaseOrder *self,
                       guint32 one,
                       guint32 other,
                       SlTime time,
                       SlTime *until)
{
  const SlTaskRule *rule = sl_task_rules_get (self->rules, one);
  const SlTaskRule *other_rule = sl_task_rules_get (self->rules, other);

  *until = SL_TIME_MAX;
  if (self->policy == SL_POLICY_FIFO ||
      (rule->server != NULL && rule->server == other_rule->server))
    return compare_ranks (get_release (self, one, time, until),
                          get_release (self, other, time, until));

  switch (self->policy)
    {
    case SL_POLICY_EDF:
      return compare_ranks (get_deadline (self, one, time, until),
                            get_deadline (self, other, time, until));
    case SL_POLICY_RR:
      return rule->name != NULL && other_rule->name != NULL ? SL_ORDER_EQUAL : SL_ORDER_UNKNOWN;
    case SL_POLICY_RM:
    case SL_POLICY_DM:
    case SL_POLICY_FP:
    case SL_POLICY_UNKNOWN:
    case SL_POLICY_FIFO:
    default:
      return compare_fixed (self, one, other, time, until);
    }
}
