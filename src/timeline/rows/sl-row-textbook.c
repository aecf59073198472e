/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Which rows a textbook picture has: one a task that has jobs, the most urgent above, then the
 * budgets of servers. */
#include "sl-row-collect-private.h"

#include <math.h>

#include "sl-kind-action.h"
#include "sl-trace-beginning.h"

static guint64
count_kind (const SlTrack *marks, gboolean (*is_wanted) (guint32 kind))
{
  guint n_codes = sl_track_get_n_codes (marks);
  g_autofree guint64 *counts = g_new0 (guint64, n_codes + 1);
  SlSpan span = sl_track_get_span (marks);
  guint64 count = 0;

  sl_track_sum (marks, (SlSpan) { span.begin, MAX (span.end, span.begin) + 1 }, NULL, counts);
  for (guint i = 0; i < n_codes; i++)
    {
      guint32 state, detail;

      sl_track_get_code (marks, i, &state, &detail);
      count += is_wanted (state) ? counts[i] : 0;
    }

  return count;
}

static gboolean
tells_budget (guint32 kind)
{
  SlAction action = sl_kind_get_action (kind);

  return action == SL_ACTION_EXHAUST || action == SL_ACTION_REPLENISH;
}

static gboolean
is_end (guint32 kind)
{
  return sl_kind_get_action (kind) == SL_ACTION_FINISH;
}

/* The mean time between releases; 0 where there are not two in the trace, or they are a list of times. */
static gint64
get_mean_period (const SlJobTable *table, guint32 task)
{
  const SlJobTask *found = table != NULL ? sl_job_table_find_task (table, task) : NULL;
  double ticks;
  guint first, last;

  if (found == NULL || found->n_jobs < 2 ||
      sl_task_rules_get (sl_job_table_get_rules (table), task)->is_aperiodic)
    return 0;

  first = found->first;
  last = found->first + found->n_jobs - 1;
  while (first < last && sl_job_table_get (table, first)->release == SL_JOB_NEVER)
    first++;
  while (first < last && sl_job_table_get (table, last)->release == SL_JOB_NEVER)
    last--;
  if (last <= first)
    return 0;

  ticks = (double) sl_job_table_get (table, last)->release -
          (double) sl_job_table_get (table, first)->release;
  return (gint64) MIN (ticks / (double) (last - first) + 0.5, (double) (G_MAXINT64 / 2));
}

/**
 * sl_row_get_rule:
 *
 * Returns: (transfer none): what is asked of the row's task or server; of others nothing
 */
const SlTaskRule *
sl_row_get_rule (const SlRows *rows, const SlRow *row)
{
  const SlJobTable *table = sl_rows_get_jobs (rows, row->lane.trace);

  return sl_task_rules_get (table != NULL ? sl_job_table_get_rules (table) : NULL, row->object);
}

/**
 * sl_row_has_deadlines:
 *
 * Returns: whether the row is of a server that has deadlines: servers under fixed priorities have
 *   none. Where nobody tells the policy, one is guessed that has
 */
gboolean
sl_row_has_deadlines (const SlRows *rows, const SlRow *row)
{
  return row->lane_type == SL_LANE_SERVER &&
         sl_server_policy_has_deadlines (sl_row_get_rule (rows, row)->policy);
}

/* One release alone, and no end, is how a trace looks that began before its tasks; what the task
 * model knows is one of them all the same. */
static gboolean
is_task (const SlRows *rows, const SlRow *row, const SlTrack *marks)
{
  const SlTaskRule *rule = sl_row_get_rule (rows, row);
  guint64 n_releases = count_kind (marks, sl_kind_is_release);

  return count_kind (marks, is_end) > 0 || n_releases > 1 ||
         (n_releases > 0 && (rule->period > 0 || rule->deadline > 0));
}

static gboolean
belongs (const SlRows *rows, const SlRow *row)
{
  SlTraceSet *set = sl_rows_get_set (rows);
  SlTrace *trace = sl_trace_set_get_trace (set, row->lane.trace);
  const SlTrack *marks =
      sl_lane_get_track (sl_trace_beginning_get_shape (trace, row->lane.lane), SL_ROLE_MARKS);

  if (row->part != SL_ROW_STATES || marks == NULL)
    return FALSE;
  if (row->lane_type == SL_LANE_SERVER)
    return count_kind (marks, tells_budget) > 0;

  return row->lane_type == SL_LANE_TASK && !sl_row_is_idle_task (row) && is_task (rows, row, marks);
}

/**
 * sl_row_get_model_name:
 *
 * Returns: (transfer none): what the task model calls the row's task and no other one of its trace
 *   that is shown; else its display name
 */
const char *
sl_row_get_model_name (const SlRows *rows, const SlRow *row)
{
  const char *name = sl_row_get_rule (rows, row)->name;

  for (guint i = 0; name != NULL && i < sl_rows_get_count (rows); i++)
    {
      const SlRow *other = sl_rows_get (rows, i);

      if (other->object != row->object && other->lane.trace == row->lane.trace &&
          sl_row_get_rule (rows, other)->name == name)
        name = NULL;
    }

  return name != NULL ? name : row->title;
}

/**
 * sl_row_get_lock_name:
 * @lock: number in the table of trace @trace
 *
 * Returns: (transfer none) (nullable): what the task model calls this lock and no other one
 */
const char *
sl_row_get_lock_name (const SlRows *rows, guint trace, guint32 lock)
{
  const SlJobTable *table = sl_rows_get_jobs (rows, trace);
  const SlTaskRules *rules = table != NULL ? sl_job_table_get_rules (table) : NULL;
  const char *name = rules != NULL ? sl_task_rules_get_lock (rules, lock)->name : NULL;
  SlObjectTable *objects =
      sl_trace_get_objects (sl_trace_set_get_trace (sl_rows_get_set (rows), trace));

  for (guint32 i = 1; name != NULL && i <= sl_object_table_get_size (objects); i++)
    {
      if (i != lock && sl_task_rules_get_lock (rules, i)->name == name)
        name = NULL;
    }

  return name;
}

/**
 * sl_row_get_reference_length:
 * @ticks: by the clock of the row's trace
 *
 * Returns: the same duration in reference ticks, so that rows of several traces compare
 */
gint64
sl_row_get_reference_length (const SlRows *rows, const SlRow *row, gint64 ticks)
{
  SlTraceSet *set = sl_rows_get_set (rows);
  guint trace = row->lane.trace;
  SlTime begin = sl_trace_get_span (sl_trace_set_get_trace (set, trace)).begin;
  SlTime end = sl_trace_set_to_reference (set, trace, sl_time_add (begin, ticks));

  return sl_time_subtract (end, sl_trace_set_to_reference (set, trace, begin));
}

/* Deadline monotonic, and where nobody says a deadline, rate monotonic. In reference ticks. */
static gint64
get_urgency (const SlRows *rows, const SlRow *row, const SlTaskRule *rule)
{
  gint64 ticks = rule->deadline > 0 ? rule->deadline
                 : rule->period > 0 ? rule->period
                                    : row->period;

  return ticks > 0 ? sl_row_get_reference_length (rows, row, ticks) : G_MAXINT64;
}

/* Priorities that the task model gives go first. */
static int
compare_urgency (gconstpointer a, gconstpointer b, gpointer rows)
{
  const SlRow *one = a, *other = b;
  const SlTaskRule *rule = sl_row_get_rule (rows, one);
  const SlTaskRule *other_rule = sl_row_get_rule (rows, other);
  gint64 urgency = get_urgency (rows, one, rule);
  gint64 other_urgency = get_urgency (rows, other, other_rule);

  if (one->lane_type != other->lane_type)
    return one->lane_type == SL_LANE_TASK ? -1 : 1;
  if (rule->has_priority != other_rule->has_priority)
    return rule->has_priority ? -1 : 1;
  if (rule->has_priority && rule->priority != other_rule->priority)
    return rule->priority > other_rule->priority ? -1 : 1;
  if (urgency != other_urgency)
    return urgency < other_urgency ? -1 : 1;
  if (one->lane.trace != other->lane.trace)
    return one->lane.trace < other->lane.trace ? -1 : 1;

  return one->lane.lane < other->lane.lane ? -1 : one->lane.lane > other->lane.lane;
}

/**
 * sl_rows_choose_textbook:
 * @rows: whose set and jobs these are
 * @found: (transfer full) (element-type SlRow): all rows that the state shows
 * @scale: of heights
 *
 * Returns: (transfer full) (element-type SlRow): those of a textbook picture, in its order
 */
GArray *
sl_rows_choose_textbook (const SlRows *rows, GArray *found, double scale)
{
  GArray *chosen = g_array_new (FALSE, FALSE, sizeof (SlRow));

  for (guint i = 0; i < found->len; i++)
    {
      SlRow row = g_array_index (found, SlRow, i);

      if (!belongs (rows, &row))
        continue;

      if (row.lane_type == SL_LANE_TASK)
        row.period = get_mean_period (sl_rows_get_jobs (rows, row.lane.trace), row.object);
      row.height = (int) lround (SL_TEXTBOOK_PITCH * scale);
      if (sl_row_has_deadlines (rows, &row))
        row.height += SL_TEXTBOOK_ARCS;
      g_array_append_val (chosen, row);
    }
  g_array_unref (found);

  g_array_sort_with_data (chosen, compare_urgency, (gpointer) rows);
  for (guint i = 0; i < chosen->len; i++)
    g_array_index (chosen, SlRow, i).place = i + 1;

  return chosen;
}
