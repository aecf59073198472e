/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <gio/gio.h>

#include "sl-compare-columns.h"
#include "sl-compare-model.h"
#include "sl-random-events.h"
#include "sl-trace-align.h"

#define N_SEEDS 40

static SlJobTable *
make_table (guint seed)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  g_autoptr (SlTrace) trace = sl_random_trace (rand);

  return sl_job_table_new (trace, sl_trace_get_idle_task (trace), NULL, NULL, NULL);
}

static SlJobCompare *
make_compare (guint seed)
{
  g_autoptr (SlJobTable) a = make_table (seed);
  g_autoptr (SlJobTable) b = make_table (seed + 1);
  const SlTracePlace places[] = { { .trace = sl_job_table_get_trace (a) },
                                  { .trace = sl_job_table_get_trace (b) } };
  g_autoptr (SlTraceSet) set = sl_trace_set_new_aligned (places, 2, SL_ALIGN_START);
  const SlJobSide sides[] = { { 0, a }, { 1, b } };

  return sl_job_compare_new (set, sides);
}

static guint
count (SlCompareModel *model)
{
  return g_list_model_get_n_items (G_LIST_MODEL (model));
}

static guint
get_number (SlCompareModel *model, guint line)
{
  g_autoptr (SlLine) item = g_list_model_get_item (G_LIST_MODEL (model), line);

  return sl_line_get_number (item);
}

static void
test_filter (void)
{
  guint n_pairs = 0;

  g_test_summary ("The tasks that have jobs are listed, each pair of jobs is in the list of its "
                  "task alone, and without a comparison nothing is listed.");

  for (guint seed = 0; seed < N_SEEDS; seed++)
    {
      g_autoptr (SlJobCompare) compare = make_compare (seed);
      g_autoptr (SlCompareModel) tasks =
          sl_compare_model_new (TRUE, sl_compare_columns_get_task_key);
      g_autoptr (SlCompareModel) jobs =
          sl_compare_model_new (FALSE, sl_compare_columns_get_job_key);
      guint n_tasks = 0, sum = 0;

      g_test_message ("seed %u", seed);
      sl_compare_model_set_compare (tasks, compare);
      sl_compare_model_set_compare (jobs, compare);
      g_assert_cmpuint (count (jobs), ==, sl_job_compare_get_n_pairs (compare));
      for (guint i = 0; i < sl_job_compare_get_n_tasks (compare); i++)
        {
          guint n_jobs = sl_job_compare_get_task (compare, i)->n_pairs;

          sl_compare_model_set_task (jobs, i);
          g_assert_cmpuint (count (jobs), ==, n_jobs);
          for (guint line = 0; line < n_jobs; line++)
            g_assert_cmpuint (sl_job_compare_get_pair (compare, get_number (jobs, line))->task, ==,
                              i);
          g_assert_cmpint (sl_line_model_find (SL_LINE_MODEL (tasks), 0, i) != G_MAXUINT, ==,
                           n_jobs > 0);
          n_tasks += n_jobs > 0;
          sum += n_jobs;
        }
      g_assert_cmpuint (count (tasks), ==, n_tasks);
      g_assert_cmpuint (sum, ==, sl_job_compare_get_n_pairs (compare));
      n_pairs += sum;

      sl_compare_model_set_compare (jobs, NULL);
      g_assert_cmpuint (count (jobs), ==, 0);
    }

  g_assert_cmpuint (n_pairs, >, N_SEEDS);
}

static void
check_sorted (SlCompareModel *model,
              const SlJobCompare *compare,
              SlCompareKeyFunc get_key,
              guint column,
              gboolean descending)
{
  gint64 last = 0;
  guint last_number = 0;

  for (guint line = 0; line < count (model); line++)
    {
      guint number = get_number (model, line);
      gint64 key = get_key (compare, number, column);

      g_assert_cmpuint (sl_line_model_find (SL_LINE_MODEL (model), 0, number), ==, line);
      if (line > 0 && key == last)
        g_assert_cmpuint (number, >, last_number);
      else if (line > 0 && key != SL_LINE_NO_KEY && descending)
        g_assert_cmpint (key, <, last);
      else if (line > 0 && key != SL_LINE_NO_KEY)
        g_assert_cmpint (key, >, last);
      if (line > 0 && last == SL_LINE_NO_KEY)
        g_assert_true (key == SL_LINE_NO_KEY);
      last = key;
      last_number = number;
    }
}

/* By the figures that the lines show. */
static gboolean
differs (const SlJobCompare *compare, gboolean is_task, guint number)
{
  guint first = is_task ? sl_job_compare_get_task (compare, number)->first : number;
  guint n_pairs = is_task ? sl_job_compare_get_task (compare, number)->n_pairs : 1;

  for (guint pair = first; pair < first + n_pairs; pair++)
    {
      const SlJob *a = sl_job_compare_get_job (compare, pair, SL_SIDE_A);
      const SlJob *b = sl_job_compare_get_job (compare, pair, SL_SIDE_B);
      gint64 figure;

      if (a == NULL || b == NULL || sl_job_has_missed (a, FALSE) != sl_job_has_missed (b, FALSE) ||
          (sl_job_get_finish (a) == SL_JOB_NEVER) != (sl_job_get_finish (b) == SL_JOB_NEVER))
        return TRUE;
      for (guint i = 0; i < SL_N_DIFFERENCES; i++)
        if (sl_job_compare_get_difference (compare, pair, (SlDifference) i, &figure) && figure != 0)
          return TRUE;
    }

  return FALSE;
}

static void
check_columns (const SlJobCompare *compare,
               gboolean lists_tasks,
               SlCompareKeyFunc get_key,
               guint n_columns)
{
  g_autoptr (SlCompareModel) model = sl_compare_model_new (lists_tasks, get_key);
  guint n_lines;

  sl_compare_model_set_compare (model, (SlJobCompare *) compare);
  n_lines = count (model);
  for (guint column = 0; column < n_columns; column++)
    for (guint descending = 0; descending < 2; descending++)
      {
        sl_line_model_set_order (SL_LINE_MODEL (model), (int) column, descending == 1);
        g_assert_cmpuint (count (model), ==, n_lines);
        check_sorted (model, compare, get_key, column, descending == 1);
      }

  sl_line_model_set_order (SL_LINE_MODEL (model), SL_LINE_NO_COLUMN, TRUE);
  for (guint line = 1; line < n_lines; line++)
    {
      gboolean is_new = !differs (compare, lists_tasks, get_number (model, line)) &&
                        differs (compare, lists_tasks, get_number (model, line - 1));

      if (!is_new)
        g_assert_cmpuint (get_number (model, line), >, get_number (model, line - 1));
      if (!differs (compare, lists_tasks, get_number (model, line - 1)))
        g_assert_false (differs (compare, lists_tasks, get_number (model, line)));
    }
}

static void
test_missing (void)
{
  guint n_missing = 0;

  g_test_summary ("A trace without the task has a dash where the other one has a count.");

  for (guint seed = 0; seed < N_SEEDS; seed++)
    {
      g_autoptr (SlJobCompare) compare = make_compare (seed);

      for (guint i = 0; i < sl_job_compare_get_n_tasks (compare); i++)
        {
          const guint32 *tasks = sl_job_compare_get_task (compare, i)->match.tasks;
          g_autofree char *jobs =
              sl_compare_columns_dup_task_text (NULL, compare, i, SL_COMPARE_TASK_JOBS);
          g_autofree char *misses =
              sl_compare_columns_dup_task_text (NULL, compare, i, SL_COMPARE_TASK_MISSES);

          g_assert_true (g_str_has_prefix (jobs, "– | ") == (tasks[SL_SIDE_A] == 0));
          g_assert_true (g_str_has_suffix (jobs, " | –") == (tasks[SL_SIDE_B] == 0));
          g_assert_true (g_str_has_prefix (misses, "– | ") == (tasks[SL_SIDE_A] == 0));
          g_assert_true (g_str_has_suffix (misses, " | –") == (tasks[SL_SIDE_B] == 0));
          n_missing += tasks[SL_SIDE_A] == 0 || tasks[SL_SIDE_B] == 0;
        }
    }
  g_assert_cmpuint (n_missing, >, 0);
}

static void
test_order (void)
{
  g_test_summary (
      "By each column the list rises or falls and keeps every line; lines without the "
      "figure come last either way, equal ones in the comparison's order. Without a column what differs comes first.");

  for (guint seed = 0; seed < N_SEEDS; seed++)
    {
      g_autoptr (SlJobCompare) compare = make_compare (seed);

      g_test_message ("seed %u", seed);
      check_columns (compare, TRUE, sl_compare_columns_get_task_key, SL_N_COMPARE_TASK_COLUMNS);
      check_columns (compare, FALSE, sl_compare_columns_get_job_key, SL_N_COMPARE_JOB_COLUMNS);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/app/compare-model/filter", test_filter);
  g_test_add_func ("/app/compare-model/missing", test_missing);
  g_test_add_func ("/app/compare-model/order", test_order);

  return g_test_run ();
}
