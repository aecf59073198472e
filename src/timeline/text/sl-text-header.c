/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-text-header.h"

#include <glib/gi18n-lib.h>

#include "sl-job-table.h"
#include "sl-processors.h"
#include "sl-text-time.h"

/* Of a task whose number was used more than once: since when, and until when, it was this task's. */
static char *
dup_life (SlRows *rows, const SlRow *row)
{
  SlTraceSet *set = sl_rows_get_set (rows);
  guint trace = row->lane.trace;
  SlObjectTable *objects = sl_trace_get_objects (sl_trace_set_get_trace (set, trace));
  const SlObject *object =
      row->lane_type == SL_LANE_TASK ? sl_object_table_get (objects, row->object) : NULL;
  SlTime end;

  if (object == NULL || object->first == SL_TIME_MAX ||
      !sl_object_table_is_reused (objects, object))
    return NULL;

  end = object->gone < SL_TIME_MAX ? object->gone : object->last + 1;
  return sl_text_when (rows, (SlSpan) { sl_trace_set_to_reference (set, trace, object->first),
                                        sl_trace_set_to_reference (set, trace, end) });
}

/* (nullable): what its jobs came to */
static char *
dup_jobs (SlRows *rows, const SlRow *row)
{
  SlJobTable *jobs = sl_rows_get_jobs (rows, row->lane.trace);
  const SlJobTask *task = jobs != NULL && row->lane_type == SL_LANE_TASK
                              ? sl_job_table_find_task (jobs, row->object)
                              : NULL;
  g_autofree char *count = NULL;
  guint n_missed = 0;

  if (task == NULL || task->n_jobs == 0)
    return NULL;

  for (guint i = 0; i < task->n_jobs; i++)
    n_missed += sl_job_has_missed (sl_job_table_get (jobs, task->first + i), FALSE);
  count = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u job", "%u jobs", task->n_jobs),
                           task->n_jobs);
  if (n_missed == 0)
    return g_steal_pointer (&count);

  return g_strdup_printf (_ ("%s, %u missed"), count, n_missed);
}

/**
 * sl_text_header:
 * @number: of a row
 *
 * Returns: (transfer full): what a row stands for, as filters and the command line name it, and what its jobs came to; of a
 *   task that shares its number with others also when it lives. Empty for a row of nothing of the trace
 */
char *
sl_text_header (SlRows *rows, guint number)
{
  const SlRow *row = sl_rows_get (rows, number);
  const SlLane *lane = sl_rows_get_lane (rows, number);
  g_autofree char *jobs = NULL;
  g_autofree char *life = NULL;
  GString *text;

  if (lane == NULL || lane->name == NULL)
    return g_strdup ("");

  text = g_string_new (lane->name);
  jobs = dup_jobs (rows, row);
  if (jobs != NULL)
    g_string_append_printf (text, " · %s", jobs);
  life = dup_life (rows, row);
  if (life != NULL)
    {
      g_string_append_c (text, '\n');
      /* Translators: a task; the rest is like "from 1.2 ms, for 3.4 ms" */
      g_string_append_printf (text, _ ("lives %s"), life);
    }
  return g_string_free (text, FALSE);
}

/**
 * sl_text_header_process:
 * @element: a heading
 *
 * Returns: (transfer full): what the threads of a folded process had of the processors in sight; empty for other headings
 */
char *
sl_text_header_process (SlRows *rows, const SlElement *element)
{
  SlTrace *trace =
      sl_trace_set_get_trace (sl_rows_get_set (rows), sl_rows_get (rows, element->row)->host);
  g_autofree char *duration = NULL;
  g_autofree char *share = NULL;
  guint n_cpus = sl_processors_count_lanes (trace);

  if (element->span.end <= element->span.begin)
    return g_strdup ("");

  duration = sl_text_duration (rows, (SlSpan) { 0, (SlTime) element->busy });
  share =
      sl_text_share (element->busy, (guint64) sl_span_duration (element->span) * MAX (n_cpus, 1));
  /* Translators: of a process in the part of the trace that is in sight: a duration, and a share in percent */
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                       "its threads run for %s in sight, %s of %u processor",
                                       "its threads run for %s in sight, %s of %u processors",
                                       n_cpus),
                          duration, share, n_cpus);
}
