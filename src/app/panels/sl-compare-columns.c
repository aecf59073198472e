/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-compare-columns.h"

#include <glib/gi18n.h>

#include "sl-compare-model.h"
#include "sl-event-text.h"
#include "sl-line-model.h"
#include "sl-time-text.h"

const SlTableColumn sl_compare_task_columns[SL_N_COMPARE_TASK_COLUMNS] = {
  [SL_COMPARE_TASK_NAME] = { N_ ("Task"), 18, FALSE, TRUE, 0, TRUE },
  [SL_COMPARE_TASK_MISSES] = { N_ ("Misses A | B"), 8, TRUE, FALSE },
  /* Translators: worst response times in trace A and in trace B */
  [SL_COMPARE_TASK_WORST_A] = { N_ ("Worst A"), 9, TRUE, FALSE, 5 },
  [SL_COMPARE_TASK_WORST_B] = { N_ ("Worst B"), 9, TRUE, FALSE, 6 },
  /* Translators: of the differences of response times */
  [SL_COMPARE_TASK_MAX] = { N_ ("Max. Δ"), 10, TRUE, FALSE },
  [SL_COMPARE_TASK_MIN] = { N_ ("Min. Δ"), 10, TRUE, FALSE, 3 },
  [SL_COMPARE_TASK_MEAN] = { N_ ("Mean Δ"), 10, TRUE, FALSE, 4 },
  /* Translators: counts of trace A and of trace B, such as 20 | 19 */
  [SL_COMPARE_TASK_JOBS] = { N_ ("Jobs A | B"), 9, TRUE, FALSE, 2 },
  [SL_COMPARE_TASK_MATCHED] = { N_ ("Matched"), 8, TRUE, FALSE, 1 },
};

const SlTableColumn sl_compare_job_columns[SL_N_COMPARE_JOB_COLUMNS] = {
  [SL_COMPARE_JOB_NAME] = { N_ ("Task"), 18, FALSE, TRUE, 0, TRUE },
  /* Translators: numbers of a job in trace A and in trace B, such as 7 | 6 */
  [SL_COMPARE_JOB_NUMBERS] = { N_ ("Job"), 6, TRUE, FALSE },
  [SL_COMPARE_JOB_RESPONSE_A] = { N_ ("Response A"), 9, TRUE, FALSE, 5 },
  [SL_COMPARE_JOB_RESPONSE_B] = { N_ ("Response B"), 9, TRUE, FALSE, 6 },
  [SL_COMPARE_JOB_RESPONSE] = { N_ ("Δ Response"), 9, TRUE, FALSE },
  /* Translators: in which of two traces a job missed its deadline */
  [SL_COMPARE_JOB_MISSED] = { N_ ("Missed in"), 8, FALSE, FALSE },
  [SL_COMPARE_JOB_START] = { N_ ("Δ Start"), 9, TRUE, FALSE, 1 },
  [SL_COMPARE_JOB_FINISH] = { N_ ("Δ Finish"), 9, TRUE, FALSE, 2 },
  [SL_COMPARE_JOB_LATENESS] = { N_ ("Δ Lateness"), 9, TRUE, FALSE, 4 },
  [SL_COMPARE_JOB_RELEASE] = { N_ ("Release"), 15, TRUE, FALSE, 3 },
};

static const SlDifference differences[SL_N_COMPARE_JOB_COLUMNS] = {
  [SL_COMPARE_JOB_RESPONSE] = SL_DIFFERENCE_RESPONSE,
  [SL_COMPARE_JOB_START] = SL_DIFFERENCE_START,
  [SL_COMPARE_JOB_FINISH] = SL_DIFFERENCE_FINISH,
  [SL_COMPARE_JOB_LATENESS] = SL_DIFFERENCE_LATENESS,
};

static guint
count_jobs (const SlTaskCompare *task, guint side)
{
  return task->n_matched + task->n_alone[side] + task->n_outside[side];
}

/**
 * sl_compare_columns_get_task_key:
 * @number: place of a task in @compare
 * @column: of #SlCompareTaskColumn
 *
 * Returns: what the task's line is sorted by, or %SL_LINE_NO_KEY
 */
gint64
sl_compare_columns_get_task_key (const SlJobCompare *compare, guint number, guint column)
{
  const SlTaskCompare *task = sl_job_compare_get_task (compare, number);
  const SlRange *difference = &task->differences[SL_DIFFERENCE_RESPONSE];
  const SlRange *response =
      &task->response[column == SL_COMPARE_TASK_WORST_A ? SL_SIDE_A : SL_SIDE_B];

  switch (column)
    {
    case SL_COMPARE_TASK_JOBS:
      return count_jobs (task, SL_SIDE_A);
    case SL_COMPARE_TASK_MATCHED:
      return task->n_matched;
    case SL_COMPARE_TASK_MISSES:
      return (gint64) task->n_misses[SL_SIDE_B] - (gint64) task->n_misses[SL_SIDE_A];
    case SL_COMPARE_TASK_WORST_A:
    case SL_COMPARE_TASK_WORST_B:
      return response->count > 0 ? response->max : SL_LINE_NO_KEY;
    case SL_COMPARE_TASK_MIN:
      return difference->count > 0 ? difference->min : SL_LINE_NO_KEY;
    case SL_COMPARE_TASK_MEAN:
      return difference->count > 0 ? sl_range_get_rounded_mean (difference) : SL_LINE_NO_KEY;
    case SL_COMPARE_TASK_MAX:
      return difference->count > 0 ? difference->max : SL_LINE_NO_KEY;
    case SL_COMPARE_TASK_NAME:
    default:
      return number;
    }
}

/**
 * sl_compare_columns_get_first_side:
 * @pair: place of a pair of jobs in @compare
 *
 * Returns: the side whose job stands for the pair: A, or B where B alone has one
 */
guint
sl_compare_columns_get_first_side (const SlJobCompare *compare, guint pair)
{
  return sl_job_compare_get_job (compare, pair, SL_SIDE_A) != NULL ? SL_SIDE_A : SL_SIDE_B;
}

/* When it was released, in ticks of the axis. */
static gboolean
get_release (const SlJobCompare *compare, guint pair, SlTime *release)
{
  guint side = sl_compare_columns_get_first_side (compare, pair);
  const SlJob *job = sl_job_compare_get_job (compare, pair, side);

  if (job->release == SL_JOB_NEVER)
    return FALSE;

  *release =
      sl_trace_set_to_reference (sl_job_compare_get_set (compare),
                                 sl_job_compare_get_side (compare, side)->trace, job->release);
  return TRUE;
}

static gboolean
is_missed (const SlJob *job)
{
  return job != NULL && sl_job_has_missed (job, FALSE);
}

/**
 * sl_compare_columns_get_job_key:
 * @number: place of a pair of jobs in @compare
 * @column: of #SlCompareJobColumn
 *
 * Returns: what the pair's line is sorted by, or %SL_LINE_NO_KEY
 */
gint64
sl_compare_columns_get_job_key (const SlJobCompare *compare, guint number, guint column)
{
  gint64 ticks;

  switch (column)
    {
    case SL_COMPARE_JOB_NUMBERS:
      return sl_job_compare_get_job (compare, number,
                                     sl_compare_columns_get_first_side (compare, number))
          ->number;
    case SL_COMPARE_JOB_RELEASE:
      return get_release (compare, number, &ticks) ? ticks : SL_LINE_NO_KEY;
    case SL_COMPARE_JOB_RESPONSE_A:
    case SL_COMPARE_JOB_RESPONSE_B:
      return sl_job_compare_get_response (compare, number,
                                          column == SL_COMPARE_JOB_RESPONSE_A ? SL_SIDE_A
                                                                              : SL_SIDE_B,
                                          &ticks)
                 ? ticks
                 : SL_LINE_NO_KEY;
    case SL_COMPARE_JOB_RESPONSE:
    case SL_COMPARE_JOB_START:
    case SL_COMPARE_JOB_FINISH:
    case SL_COMPARE_JOB_LATENESS:
      return sl_job_compare_get_difference (compare, number, differences[column], &ticks)
                 ? ticks
                 : SL_LINE_NO_KEY;
    case SL_COMPARE_JOB_MISSED:
      return 2 * is_missed (sl_job_compare_get_job (compare, number, SL_SIDE_A)) +
             is_missed (sl_job_compare_get_job (compare, number, SL_SIDE_B));
    case SL_COMPARE_JOB_NAME:
    default:
      return sl_job_compare_get_pair (compare, number)->task;
    }
}

/* A key that is a duration. */
static char *
dup_key (SlDocument *document, gint64 key, gboolean is_signed)
{
  g_autofree char *text = NULL;

  if (key == SL_LINE_NO_KEY)
    return g_strdup ("");

  text = sl_event_text_difference (document, key);
  return g_strdup (!is_signed && text[0] == '+' ? text + 1 : text);
}

/* Such as "20 | 19", with a dash for the trace that does not have the task. */
static char *
dup_counts (const SlTaskCompare *task, guint a, guint b)
{
  g_autofree char *one =
      task->match.tasks[SL_SIDE_A] != 0 ? g_strdup_printf ("%u", a) : g_strdup ("–");
  g_autofree char *other =
      task->match.tasks[SL_SIDE_B] != 0 ? g_strdup_printf ("%u", b) : g_strdup ("–");

  return g_strdup_printf ("%s | %s", one, other);
}

/**
 * sl_compare_columns_dup_task_text:
 * @document: whose axis tells times
 * @number: place of a task in @compare
 * @column: of #SlCompareTaskColumn
 *
 * Returns: (transfer full): what stands in the cell; "" for no figure
 */
char *
sl_compare_columns_dup_task_text (SlDocument *document,
                                  const SlJobCompare *compare,
                                  guint number,
                                  guint column)
{
  const SlTaskCompare *task = sl_job_compare_get_task (compare, number);

  switch (column)
    {
    case SL_COMPARE_TASK_NAME:
      return g_strdup (task->match.name);
    case SL_COMPARE_TASK_JOBS:
      return dup_counts (task, count_jobs (task, SL_SIDE_A), count_jobs (task, SL_SIDE_B));
    case SL_COMPARE_TASK_MATCHED:
      return sl_time_text_ticks (task->n_matched);
    case SL_COMPARE_TASK_MISSES:
      return dup_counts (task, task->n_misses[SL_SIDE_A], task->n_misses[SL_SIDE_B]);
    default:
      return dup_key (document, sl_compare_columns_get_task_key (compare, number, column),
                      column >= SL_COMPARE_TASK_MAX);
    }
}

static char *
dup_job_number (const SlJob *job)
{
  return job != NULL ? sl_time_text_ticks (job->number) : g_strdup ("–");
}

/**
 * sl_compare_columns_dup_job_text:
 * @document: whose axis tells times
 * @number: place of a pair of jobs in @compare
 * @column: of #SlCompareJobColumn
 *
 * Returns: (transfer full): what stands in the cell; "" for no figure
 */
char *
sl_compare_columns_dup_job_text (SlDocument *document,
                                 const SlJobCompare *compare,
                                 guint number,
                                 guint column)
{
  const SlJob *a = sl_job_compare_get_job (compare, number, SL_SIDE_A);
  const SlJob *b = sl_job_compare_get_job (compare, number, SL_SIDE_B);
  SlTime release;

  switch (column)
    {
    case SL_COMPARE_JOB_NAME:
      return g_strdup (
          sl_job_compare_get_task (compare, sl_job_compare_get_pair (compare, number)->task)
              ->match.name);
    case SL_COMPARE_JOB_NUMBERS:
      {
        g_autofree char *one = dup_job_number (a);
        g_autofree char *other = dup_job_number (b);

        return g_strdup_printf ("%s | %s", one, other);
      }
    case SL_COMPARE_JOB_RELEASE:
      return get_release (compare, number, &release) ? sl_event_text_elapsed (document, release)
                                                     : g_strdup ("");
    case SL_COMPARE_JOB_MISSED:
      return g_strdup (is_missed (a) && is_missed (b) ? _ ("A and B")
                       : is_missed (a)                ? "A"
                       : is_missed (b)                ? "B"
                                                      : "");
    default:
      return dup_key (document, sl_compare_columns_get_job_key (compare, number, column),
                      column >= SL_COMPARE_JOB_RESPONSE);
    }
}

/* Whether @column says of any task something else than the greatest difference. */
static gboolean
has_own_figures (const SlJobCompare *compare, guint column)
{
  for (guint i = 0; i < sl_job_compare_get_n_tasks (compare); i++)
    {
      gint64 key = sl_compare_columns_get_task_key (compare, i, column);

      if (key != sl_compare_columns_get_task_key (compare, i, SL_COMPARE_TASK_MAX) &&
          key != SL_LINE_NO_KEY)
        return TRUE;
    }

  return FALSE;
}

/**
 * sl_compare_columns_says_task:
 * @column: of #SlCompareTaskColumn
 *
 * Returns: whether the column tells more than those before it: not what is 0 of all tasks, and no
 *   minimum and mean of differences that are one and the same
 */
gboolean
sl_compare_columns_says_task (const SlJobCompare *compare, guint column)
{
  guint n_tasks = sl_job_compare_get_n_tasks (compare);

  switch (column)
    {
    case SL_COMPARE_TASK_MISSES:
      return sl_job_compare_count_misses (compare) > 0;
    case SL_COMPARE_TASK_MIN:
    case SL_COMPARE_TASK_MEAN:
      return has_own_figures (compare, column);
    case SL_COMPARE_TASK_JOBS:
    case SL_COMPARE_TASK_MATCHED:
      for (guint i = 0; i < n_tasks; i++)
        {
          const SlTaskCompare *task = sl_job_compare_get_task (compare, i);

          if (count_jobs (task, SL_SIDE_A) != task->n_matched ||
              count_jobs (task, SL_SIDE_B) != task->n_matched)
            return TRUE;
        }
      return FALSE;
    default:
      return TRUE;
    }
}

/**
 * sl_compare_columns_says_job:
 * @column: of #SlCompareJobColumn
 *
 * Returns: whether the column tells more than those before it: not what is 0 of all jobs, and no
 *   differences that are those of the response times again
 */
gboolean
sl_compare_columns_says_job (const SlJobCompare *compare, guint column)
{
  switch (column)
    {
    case SL_COMPARE_JOB_START:
    case SL_COMPARE_JOB_FINISH:
    case SL_COMPARE_JOB_LATENESS:
      return sl_job_compare_has_own_figures (compare, differences[column]);
    case SL_COMPARE_JOB_MISSED:
      return sl_job_compare_count_misses (compare) > 0;
    default:
      return TRUE;
    }
}
