/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cli-waits.h"

#include "sl-task-waits.h"

static const SlCliColumn columns[] = {
  { "task", 16, FALSE },   { "cause", 16, FALSE },      { "object", 16, FALSE },
  { "other", 16, FALSE },  { "jobs", 6, TRUE },         { "waited", 14, TRUE },
  { "longest", 12, TRUE }, { "longest_job", 11, TRUE },
};

/**
 * sl_cli_waits_begin:
 * @table: (out caller-allocates): whose head is printed
 */
void
sl_cli_waits_begin (SlCliTable *table, SlCliWriter *writer)
{
  sl_cli_table_init (table, writer, columns, G_N_ELEMENTS (columns), FALSE);
}

/**
 * sl_cli_waits_print:
 * @trace: that the jobs are of
 * @task: number of a task; nothing is printed for one without jobs
 */
void
sl_cli_waits_print (SlCliTable *table,
                    const SlCliTrace *trace,
                    const SlCliNames *names,
                    SlJobTable *jobs,
                    guint32 task)
{
  g_autoptr (GArray) waits = sl_task_waits_new (jobs, task, NULL, NULL);

  for (guint i = 0; i < waits->len; i++)
    {
      const SlTaskWait *wait = &g_array_index (waits, SlTaskWait, i);

      sl_cli_table_text (table, sl_cli_names_get_text (names, task, FALSE));
      sl_cli_table_text (table, sl_cause_get_id (wait->part.cause));
      sl_cli_table_text (table, sl_cli_names_get_text (names, wait->part.object, FALSE));
      sl_cli_table_text (table, sl_cli_names_get_text (names, wait->part.other, FALSE));
      sl_cli_table_decimal (table, wait->n_jobs);
      sl_cli_traces_print_length (table, trace, wait->part.ticks);
      sl_cli_traces_print_length (table, trace, wait->longest);
      sl_cli_table_decimal (table, sl_job_table_get (jobs, wait->longest_job)->number);
    }
}

static void
add_object (JsonBuilder *builder, const char *member, const SlCliNames *names, guint32 object)
{
  sl_cli_json_add_string (builder, member, object != 0 ? sl_cli_names_get (names, object) : NULL);
}

static void
add_wait (JsonBuilder *builder, const SlCliNames *names, SlJobTable *jobs, const SlTaskWait *wait)
{
  json_builder_begin_object (builder);
  sl_cli_json_add_string (builder, "cause", sl_cause_get_id (wait->part.cause));
  add_object (builder, "object", names, wait->part.object);
  add_object (builder, "other", names, wait->part.other);
  sl_cli_json_add_count (builder, "jobs", wait->n_jobs);
  sl_cli_json_add_count (builder, "waited", (guint64) wait->part.ticks);
  sl_cli_json_add_count (builder, "longest", (guint64) wait->longest);
  sl_cli_json_add_count (builder, "longest_job",
                         sl_job_table_get (jobs, wait->longest_job)->number);
  json_builder_end_object (builder);
}

/**
 * sl_cli_waits_add_json:
 * @task: number of a task
 *
 * Adds "waits", an array; an empty one for a task without jobs.
 */
void
sl_cli_waits_add_json (JsonBuilder *builder,
                       const SlCliNames *names,
                       SlJobTable *jobs,
                       guint32 task)
{
  g_autoptr (GArray) waits = sl_task_waits_new (jobs, task, NULL, NULL);

  sl_cli_json_begin_array (builder, "waits");
  for (guint i = 0; i < waits->len; i++)
    add_wait (builder, names, jobs, &g_array_index (waits, SlTaskWait, i));
  json_builder_end_array (builder);
}
