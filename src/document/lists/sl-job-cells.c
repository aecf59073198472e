/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-job-cells.h"

#include <glib/gi18n.h>

#include "sl-event-text.h"
#include "sl-job-contrast.h"
#include "sl-text-jobs.h"
#include "sl-time-text.h"

static char *
dup_time (SlDocument *document, guint trace, SlTime time)
{
  return time != SL_JOB_NEVER ? sl_event_text_elapsed_of (document, trace, time) : g_strdup ("");
}

static char *
dup_duration (SlDocument *document, guint trace, const SlJob *job, gint64 ticks)
{
  return sl_event_text_signed_duration (document, trace, job->eligible, ticks);
}

/* What is only inferred says so. */
static char *
mark_inferred (const SlJob *job, char *text)
{
  g_autofree char *plain = text;

  if (job->deadline_from != SL_DEADLINE_INFERRED || plain[0] == '\0')
    return g_steal_pointer (&plain);

  return g_strconcat ("≈ ", plain, NULL);
}

static char *
dup_cause (SlDocument *document, SlLine *line)
{
  SlTraceSet *set = sl_document_get_trace_set (document);
  guint trace = sl_line_get_trace (line);
  SlJobReason reason;

  if (!sl_job_contrast_find_reason (sl_line_get_table (line), sl_line_get_number (line), &reason))
    return g_strdup ("");

  return sl_text_job_part (sl_trace_set_get_trace (set, trace),
                           sl_trace_set_get_annotations (set, trace), &reason.part);
}

/**
 * sl_job_cell_dup_text:
 * @model: in which @line is
 *
 * Returns: (transfer full): what a column of a list says of a job; empty where there is nothing to say
 */
char *
sl_job_cell_dup_text (SlDocument *document, SlJobListModel *model, SlJobColumn column, SlLine *line)
{
  const SlJob *job = sl_job_table_get (sl_line_get_table (line), sl_line_get_number (line));
  guint trace = sl_document_limit_trace (document, sl_line_get_trace (line));
  gint64 ticks;

  switch (column)
    {
    case SL_JOB_COLUMN_TASK:
      return sl_event_text_object_of_several (document, trace, job->task);
    case SL_JOB_COLUMN_JOB:
      return sl_time_text_ticks (job->number);
    case SL_JOB_COLUMN_RELEASE:
      return dup_time (document, trace, sl_job_get_arrival (job));
    case SL_JOB_COLUMN_START:
      return dup_time (document, trace, job->start);
    case SL_JOB_COLUMN_FINISH:
      return dup_time (document, trace, sl_job_get_finish (job));
    case SL_JOB_COLUMN_DEADLINE:
      return mark_inferred (job, dup_time (document, trace, job->deadline));
    case SL_JOB_COLUMN_RESPONSE:
      return sl_job_get_response (job, &ticks) ? dup_duration (document, trace, job, ticks)
                                               : g_strdup ("");
    case SL_JOB_COLUMN_LATENESS:
      return sl_job_get_lateness (job, &ticks)
                 ? mark_inferred (job, dup_duration (document, trace, job, ticks))
                 : g_strdup ("");
    case SL_JOB_COLUMN_LATENCY:
      return sl_job_list_model_get_latency (job, &ticks)
                 ? dup_duration (document, trace, job, ticks)
                 : g_strdup ("");
    case SL_JOB_COLUMN_EXECUTION:
      return sl_job_get_execution (job, &ticks) ? dup_duration (document, trace, job, ticks)
                                                : g_strdup ("");
    case SL_JOB_COLUMN_PREEMPTIONS:
      return (job->flags & SL_JOB_UNMETERED) == 0 ? sl_time_text_ticks (job->preemptions)
                                                  : g_strdup ("");
    case SL_JOB_COLUMN_BLOCKED:
      ticks = sl_job_list_model_get_blocked (model, sl_line_get_table (line),
                                             sl_line_get_trace (line), sl_line_get_number (line));
      return ticks > 0 ? dup_duration (document, trace, job, ticks) : g_strdup ("");
    case SL_JOB_COLUMN_MISSED:
      return g_strdup (sl_job_has_missed (job, FALSE) ? _ ("missed")
                       : job->flags & SL_JOB_MET      ? _ ("met")
                                                      : "");
    case SL_JOB_COLUMN_CAUSE:
      return dup_cause (document, line);
    case SL_N_JOB_COLUMNS:
    default:
      return g_strdup ("");
    }
}
