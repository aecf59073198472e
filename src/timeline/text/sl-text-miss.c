/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-text-miss.h"

#include <glib/gi18n-lib.h>

#include "sl-kind-action.h"
#include "sl-text-jobs.h"
#include "sl-text-verdict.h"
#include "sl-text.h"
#include "sl-time-text.h"

/* A job whose miss one sign stands for. */
typedef struct
{
  SlJobTable *table;
  guint number;
  guint trace;
  const SlJob *job;
} Missed;

static gboolean
find_job (SlRows *rows, const SlElement *element, Missed *missed)
{
  const SlRow *row;
  SlTime time;

  if (element->count > 1 || element->row == G_MAXUINT || rows == NULL)
    return FALSE;

  row = sl_rows_get (rows, element->row);
  missed->trace = row->lane.trace;
  missed->table = sl_rows_get_jobs (rows, missed->trace);
  if (missed->table == NULL)
    return FALSE;

  time = sl_trace_set_from_reference (sl_rows_get_set (rows), missed->trace, element->span.begin);
  missed->number = sl_job_table_find_miss (missed->table, row->object, time);
  if (missed->number == G_MAXUINT)
    return FALSE;

  missed->job = sl_job_table_get (missed->table, missed->number);
  return TRUE;
}

static char *
make_time (SlRows *rows, const Missed *missed, SlTime time)
{
  return sl_text_time (rows, SL_AXIS_TIME, 0,
                       sl_trace_set_to_reference (sl_rows_get_set (rows), missed->trace, time));
}

static char *
make_title (SlRows *rows, const Missed *missed)
{
  const SlJob *job = missed->job;
  g_autofree char *late = NULL;

  if (!(job->flags & SL_JOB_FINISHED) || !sl_job_is_past_deadline (job))
    return g_strdup_printf (_ ("job %u missed its deadline"), job->number);

  late =
      sl_text_duration (rows, (SlSpan) { sl_trace_set_to_reference (sl_rows_get_set (rows),
                                                                    missed->trace, job->deadline),
                                         sl_trace_set_to_reference (sl_rows_get_set (rows),
                                                                    missed->trace, job->end) });
  /* Translators: number of a job, a duration */
  return g_strdup_printf (_ ("job %u missed its deadline by %s"), job->number, late);
}

/**
 * sl_text_miss_title:
 * @rows: (nullable):
 * @element: of type %SL_ELEMENT_MISS or %SL_ELEMENT_RECORDED_MISS
 *
 * Returns: whose miss it is and by how much; of several, how many
 */
char *
sl_text_miss_title (SlRows *rows, const SlElement *element)
{
  g_autofree char *digits = g_strdup_printf ("%" G_GUINT64_FORMAT, element->count);
  g_autofree char *count = sl_time_text_group (digits);
  gboolean is_recorded = element->type == SL_ELEMENT_RECORDED_MISS;
  Missed missed;

  if (find_job (rows, element, &missed))
    return is_recorded ? g_strdup_printf (_ ("the trace records that job %u missed its deadline"),
                                          missed.job->number)
                       : make_title (rows, &missed);
  if (is_recorded)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s recorded miss", "%s recorded misses",
                                         (gulong) element->count),
                            count);

  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s deadline missed", "%s deadlines missed",
                                       (gulong) element->count),
                          count);
}

/**
 * sl_text_miss_detail:
 * @rows: (nullable):
 * @element: of type %SL_ELEMENT_MISS or %SL_ELEMENT_RECORDED_MISS
 *
 * Returns: (nullable): when, who says so, and what took the time; %NULL where no job is known
 */
char *
sl_text_miss_detail (SlRows *rows, const SlElement *element)
{
  g_autofree char *time = NULL;
  g_autofree char *other = NULL;
  g_autofree char *cause = NULL;
  const char *from;
  SlTraceSet *set;
  gboolean has_longer;
  Missed missed;

  if (!find_job (rows, element, &missed))
    return NULL;

  set = sl_rows_get_set (rows);
  from = sl_text_deadline_from (missed.job);
  time = make_time (rows, &missed, missed.job->deadline);
  if (element->type == SL_ELEMENT_RECORDED_MISS)
    {
      other = make_time (rows, &missed, missed.job->miss);
      /* Translators: a time, a time, who says the deadline: "from the task model" */
      return g_strdup_printf (_ ("at %s; the deadline in force is %s, %s"), other, time, from);
    }

  cause = sl_text_job_reason (missed.table, sl_trace_set_get_annotations (set, missed.trace),
                              sl_trace_set_get_clock (set), missed.number, &has_longer);
  if (cause[0] == '\0')
    return g_strdup_printf (_ ("at %s, %s"), time, from);

  if (has_longer)
    /* Translators: a time, who says the deadline, “own execution” and how long that was */
    return g_strdup_printf (_ ("at %s, %s; late even without waiting: %s"), time, from, cause);

  /* Translators: a time, who says the deadline, what took the most time and how long */
  return g_strdup_printf (_ ("at %s, %s; largest cause: %s"), time, from, cause);
}

/**
 * sl_text_deadline_title:
 * @rows: (nullable):
 * @element: of type %SL_ELEMENT_DEADLINE
 *
 * Returns: what kind of deadline it is
 */
char *
sl_text_deadline_title (SlRows *rows, const SlElement *element)
{
  gboolean is_server = rows != NULL && element->row != G_MAXUINT &&
                       sl_rows_get (rows, element->row)->lane_type == SL_LANE_SERVER;

  gboolean is_postponed = sl_kind_get_action (element->state) == SL_ACTION_REPLENISH;

  if (is_server && element->detail == SL_SERVER_COMPUTED)
    return g_strdup (is_postponed
                         ? _ ("deadline, inferred from the kernel’s rules for budgets, and "
                              "postponed when the budget was filled up")
                         : _ ("deadline, inferred from the kernel’s rules for budgets"));
  if (is_postponed)
    return g_strdup (_ ("deadline, postponed when the budget was filled up"));
  if (element->detail == 0)
    return g_strdup (_ ("deadline"));

  return g_strdup (is_server ? _ ("guessed deadline: the server’s period is not known")
                             : _ ("deadline, inferred from the releases"));
}
