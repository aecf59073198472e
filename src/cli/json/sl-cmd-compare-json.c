/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cmd-compare-json.h"

#include "sl-cli-json.h"

/**
 * sl_compare_get_task:
 *
 * Returns: (transfer none): the reference of the task in trace @side; empty where it is not in that trace
 */
const char *
sl_compare_get_task (const SlCompare *self, const SlTaskCompare *task, guint side)
{
  return sl_cli_names_get (self->names[side], task->match.tasks[side]);
}

/**
 * sl_compare_count_jobs:
 *
 * Returns: all jobs of the task in trace @side
 */
guint
sl_compare_count_jobs (const SlTaskCompare *task, guint side)
{
  return task->n_matched + task->n_alone[side] + task->n_outside[side];
}

/**
 * sl_compare_dup_release:
 * @job: (nullable): of trace @side
 *
 * Returns: (transfer full) (nullable): when the job was released on the axis, as its absolute count; %NULL where that is
 *   unknown
 */
char *
sl_compare_dup_release (const SlCompare *self, guint side, const SlJob *job)
{
  if (job == NULL || job->release == SL_JOB_NEVER)
    return NULL;

  return sl_clock_dup_absolute (sl_trace_set_get_clock (self->set->set),
                                sl_trace_set_to_reference (self->set->set, side, job->release));
}

static const char *const side_names[] = { "a", "b" };

static void
add_sides (JsonBuilder *builder, const char *name, const guint counts[SL_N_SIDES])
{
  sl_cli_json_begin_object (builder, name);
  sl_cli_json_add_count (builder, "a", counts[SL_SIDE_A]);
  sl_cli_json_add_count (builder, "b", counts[SL_SIDE_B]);
  json_builder_end_object (builder);
}

static void
add_reference (const SlCompare *self, JsonBuilder *builder, const SlTaskCompare *task, guint side)
{
  json_builder_set_member_name (builder, side_names[side]);
  if (task->match.tasks[side] != 0)
    json_builder_add_string_value (builder, sl_compare_get_task (self, task, side));
  else
    json_builder_add_null_value (builder);
}

static void
add_task_json (const SlCompare *self, JsonBuilder *builder, const SlTaskCompare *task)
{
  const guint n_jobs[] = { sl_compare_count_jobs (task, SL_SIDE_A),
                           sl_compare_count_jobs (task, SL_SIDE_B) };

  json_builder_begin_object (builder);
  sl_cli_json_add_string (builder, "name", task->match.name);
  for (guint side = 0; side < SL_N_SIDES; side++)
    add_reference (self, builder, task, side);
  add_sides (builder, "jobs", n_jobs);
  sl_cli_json_add_count (builder, "matched", task->n_matched);
  add_sides (builder, "alone", task->n_alone);
  add_sides (builder, "outside", task->n_outside);
  add_sides (builder, "misses", task->n_misses);
  add_sides (builder, "missed_only", task->n_missed_here);
  sl_cli_json_begin_object (builder, "response");
  for (guint side = 0; side < SL_N_SIDES; side++)
    sl_cli_json_add_range (builder, side_names[side], &task->response[side]);
  json_builder_end_object (builder);
  sl_cli_json_begin_object (builder, "difference");
  for (guint i = 0; i < SL_N_DIFFERENCES; i++)
    sl_cli_json_add_range (builder, sl_difference_get_id ((SlDifference) i), &task->differences[i]);
  json_builder_end_object (builder);
  json_builder_end_object (builder);
}

static void
add_job_json (const SlCompare *self, JsonBuilder *builder, guint pair, guint side)
{
  const SlJob *job = sl_job_compare_get_job (self->found, pair, side);
  g_autofree char *release = sl_compare_dup_release (self, side, job);
  gint64 ticks = 0;
  gboolean is_known;

  json_builder_set_member_name (builder, side_names[side]);
  if (job == NULL)
    {
      json_builder_add_null_value (builder);
      return;
    }

  json_builder_begin_object (builder);
  sl_cli_json_add_count (builder, "job", job->number);
  json_builder_set_member_name (builder, "release");
  if (release != NULL)
    json_builder_add_string_value (builder, release);
  else
    json_builder_add_null_value (builder);
  is_known = sl_job_compare_get_response (self->found, pair, side, &ticks);
  sl_cli_json_add_figure (builder, "response", is_known, ticks);
  json_builder_set_member_name (builder, "missed");
  if (sl_job_has_missed (job, FALSE) || (job->flags & SL_JOB_MET))
    json_builder_add_boolean_value (builder, sl_job_has_missed (job, FALSE));
  else
    json_builder_add_null_value (builder);
  json_builder_end_object (builder);
}

static void
add_pair_json (const SlCompare *self, JsonBuilder *builder, guint pair)
{
  guint task = sl_job_compare_get_pair (self->found, pair)->task;
  gint64 ticks = 0;

  json_builder_begin_object (builder);
  sl_cli_json_add_string (builder, "name", sl_job_compare_get_task (self->found, task)->match.name);
  for (guint side = 0; side < SL_N_SIDES; side++)
    add_job_json (self, builder, pair, side);
  json_builder_set_member_name (builder, "outside");
  json_builder_add_boolean_value (builder, sl_job_compare_is_outside (self->found, pair));
  sl_cli_json_begin_object (builder, "difference");
  for (guint i = 0; i < SL_N_DIFFERENCES; i++)
    {
      gboolean is_known =
          sl_job_compare_get_difference (self->found, pair, (SlDifference) i, &ticks);

      sl_cli_json_add_figure (builder, sl_difference_get_id ((SlDifference) i), is_known, ticks);
    }
  json_builder_end_object (builder);
  json_builder_end_object (builder);
}

/**
 * sl_compare_print_json:
 *
 * Prints an object with both traces, the tasks and the pairs of jobs.
 */
gboolean
sl_compare_print_json (const SlCompare *self, SlCliWriter *writer, GError **error)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  for (guint side = 0; side < SL_N_SIDES; side++)
    sl_cli_json_add_string (builder, side_names[side], sl_cli_traces_get (self->set, side)->name);
  sl_cli_json_begin_array (builder, "tasks");
  for (guint i = 0; i < sl_job_compare_get_n_tasks (self->found); i++)
    add_task_json (self, builder, sl_job_compare_get_task (self->found, i));
  json_builder_end_array (builder);
  sl_cli_json_begin_array (builder, "jobs");
  for (guint i = 0; i < sl_job_compare_get_n_pairs (self->found); i++)
    add_pair_json (self, builder, i);
  json_builder_end_array (builder);
  json_builder_end_object (builder);

  return sl_cli_json_print (builder, writer, error);
}
