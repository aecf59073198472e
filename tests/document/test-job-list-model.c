/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <gio/gio.h>

#include "sl-findings.h"
#include "sl-job-contrast.h"
#include "sl-job-list-model.h"
#include "sl-job-splitter.h"
#include "sl-random-events.h"
#include "sl-trace-align.h"

static SlJobTable *
make_table (guint seed)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  g_autoptr (SlTrace) trace = sl_random_trace (rand);
  g_autoptr (GError) error = NULL;
  SlJobTable *table = sl_job_table_new (trace, sl_trace_get_idle_task (trace), NULL, NULL, &error);

  g_assert_no_error (error);
  return table;
}

static void
list_table (SlJobListModel *model, SlJobTable *table)
{
  g_autoptr (GPtrArray) tables =
      g_ptr_array_new_with_free_func ((GDestroyNotify) sl_job_table_unref);

  g_ptr_array_add (tables, sl_job_table_ref (table));
  sl_job_list_model_set_tables (model, tables, NULL);
}

static guint
get_number (SlJobListModel *model, guint line)
{
  g_autoptr (SlLine) item = g_list_model_get_item (G_LIST_MODEL (model), line);

  return sl_line_get_number (item);
}

static guint
count (SlJobListModel *model)
{
  return g_list_model_get_n_items (G_LIST_MODEL (model));
}

static void
test_filter (void)
{
  g_test_summary ("Every job is in the list of its task and in no other; the list of misses is the "
                  "table's, without those of inferred deadlines.");

  for (guint seed = 0; seed < 50; seed++)
    {
      g_autoptr (SlJobTable) table = make_table (seed);
      g_autoptr (SlJobListModel) model = sl_job_list_model_new ();
      guint sum = 0;
      guint n_misses;

      g_assert_cmpuint (count (model), ==, 0);
      list_table (model, table);
      g_assert_cmpuint (count (model), ==, sl_job_table_get_n_jobs (table));

      for (guint i = 0; i < sl_job_table_get_n_tasks (table); i++)
        {
          const SlJobTask *task = sl_job_table_get_task (table, i);

          sl_job_list_model_set_filter (model, 0, task->task, FALSE);
          g_assert_cmpuint (count (model), ==, task->n_jobs);
          sum += count (model);
          if (task->n_jobs > 0)
            g_assert_cmpuint (get_number (model, 0), ==, task->first);
        }
      g_assert_cmpuint (sum, ==, sl_job_table_get_n_jobs (table));

      sl_job_list_model_set_filter (model, 0, 0, TRUE);
      sl_job_table_get_misses (table, FALSE, &n_misses);
      g_assert_cmpuint (count (model), ==, n_misses);
    }
}

static void
check_sorted (SlJobListModel *model, SlJobTable *table, gboolean descending)
{
  gboolean is_over = FALSE;
  gint64 last = 0;

  for (guint i = 0; i < count (model); i++)
    {
      guint number = get_number (model, i);
      gint64 response;

      g_assert_cmpuint (sl_line_model_find (SL_LINE_MODEL (model), 0, number), ==, i);
      if (!sl_job_get_response (sl_job_table_get (table, number), &response))
        {
          is_over = TRUE;
          continue;
        }

      g_assert_false (is_over);
      if (i > 0 && descending)
        g_assert_cmpint (response, <=, last);
      else if (i > 0)
        g_assert_cmpint (response, >=, last);
      last = response;
    }
}

static void
test_order (void)
{
  g_test_summary ("Sorted by response the list rises or falls, keeps every job, and has those "
                  "without a response last either way; each job is found where it is.");

  for (guint seed = 0; seed < 50; seed++)
    {
      g_autoptr (SlJobTable) table = make_table (seed);
      g_autoptr (SlJobListModel) model = sl_job_list_model_new ();

      list_table (model, table);
      sl_line_model_set_order (SL_LINE_MODEL (model), SL_JOB_COLUMN_RESPONSE, FALSE);
      check_sorted (model, table, FALSE);
      sl_line_model_set_order (SL_LINE_MODEL (model), SL_JOB_COLUMN_RESPONSE, TRUE);
      check_sorted (model, table, TRUE);
      g_assert_cmpuint (count (model), ==, sl_job_table_get_n_jobs (table));
      g_assert_cmpuint (sl_line_model_find (SL_LINE_MODEL (model), 0,
                                            sl_job_table_get_n_jobs (table)),
                        ==, G_MAXUINT);
    }
}

static void
test_latency (void)
{
  g_test_summary (
      "By start latency, the jobs that began longest after their release come first, and those "
      "that never began last.");

  for (guint seed = 0; seed < 20; seed++)
    {
      g_autoptr (SlJobTable) table = make_table (seed);
      g_autoptr (SlJobListModel) model = sl_job_list_model_new ();
      gint64 last = G_MAXINT64;

      list_table (model, table);
      sl_line_model_set_order (SL_LINE_MODEL (model), SL_JOB_COLUMN_LATENCY, TRUE);
      for (guint i = 0; i < count (model); i++)
        {
          const SlJob *job = sl_job_table_get (table, get_number (model, i));
          SlTime release = job->nominal != SL_JOB_NEVER ? job->nominal : job->release;
          gint64 latency = job->release != SL_JOB_NEVER && job->start != SL_JOB_NEVER
                               ? job->start - release
                               : G_MININT64;

          g_assert_cmpint (latency, <=, last);
          last = latency;
        }
    }
}

static SlCause
get_largest_cause (SlJobTable *table, guint number)
{
  SlJobReason reason;

  return sl_job_contrast_find_reason (table, number, &reason) ? reason.part.cause : SL_N_CAUSES;
}

static void
test_every_column (void)
{
  g_test_summary ("Every column sorts without losing a job or naming one twice; by cause, jobs "
                  "with the same kind of largest cause stand together.");

  for (guint seed = 0; seed < 20; seed++)
    {
      g_autoptr (SlJobTable) table = make_table (seed);
      g_autoptr (SlJobListModel) model = sl_job_list_model_new ();
      guint n_jobs = sl_job_table_get_n_jobs (table);

      list_table (model, table);
      for (guint column = 0; column <= SL_N_JOB_COLUMNS; column++)
        {
          g_autofree gboolean *is_seen = g_new0 (gboolean, n_jobs + 1);
          g_autoptr (GArray) numbers = NULL;

          sl_line_model_set_order (SL_LINE_MODEL (model),
                                   column < SL_N_JOB_COLUMNS ? (int) column : SL_LINE_NO_COLUMN,
                                   seed % 2 == 0);
          numbers = sl_line_model_dup_numbers (SL_LINE_MODEL (model), 0);
          g_assert_cmpuint (numbers->len, ==, n_jobs);
          for (guint i = 0; i < n_jobs; i++)
            {
              guint number = g_array_index (numbers, guint, i);

              g_assert_cmpuint (number, <, n_jobs);
              g_assert_false (is_seen[number]);
              is_seen[number] = TRUE;
            }
        }

      sl_line_model_set_order (SL_LINE_MODEL (model), SL_JOB_COLUMN_CAUSE, FALSE);
      for (guint i = 1; i < count (model); i++)
        g_assert_cmpint (get_largest_cause (table, get_number (model, i - 1)), <=,
                         get_largest_cause (table, get_number (model, i)));
    }
}

/* The second of two traces, moved by @offset, by the order of their releases. */
static void
check_joined (SlJobTable *one, SlJobTable *other, gint64 offset)
{
  g_autoptr (SlJobListModel) model = sl_job_list_model_new ();
  const SlTracePlace places[] = { { .trace = sl_job_table_get_trace (one) },
                                  { .trace = sl_job_table_get_trace (other), .offset = offset } };
  g_autoptr (SlTraceSet) set = sl_trace_set_new_aligned (places, 2, SL_ALIGN_START);
  g_autoptr (GPtrArray) tables =
      g_ptr_array_new_with_free_func ((GDestroyNotify) sl_job_table_unref);
  g_autoptr (GArray) first = NULL;
  g_autoptr (GArray) second = NULL;
  SlTime last = SL_TIME_MIN;

  g_ptr_array_add (tables, sl_job_table_ref (one));
  g_ptr_array_add (tables, sl_job_table_ref (other));
  sl_job_list_model_set_tables (model, tables, set);
  sl_line_model_set_order (SL_LINE_MODEL (model), SL_JOB_COLUMN_RELEASE, FALSE);

  first = sl_line_model_dup_numbers (SL_LINE_MODEL (model), 0);
  second = sl_line_model_dup_numbers (SL_LINE_MODEL (model), 1);
  g_assert_cmpuint (first->len, ==, sl_job_table_get_n_jobs (one));
  g_assert_cmpuint (second->len, ==, sl_job_table_get_n_jobs (other));
  g_assert_cmpuint (count (model), ==, first->len + second->len);
  for (guint i = 0; i < count (model); i++)
    {
      g_autoptr (SlLine) item = g_list_model_get_item (G_LIST_MODEL (model), i);
      guint trace = sl_line_get_trace (item);
      SlTime release = sl_job_get_arrival (
          sl_job_table_get (sl_line_get_table (item), sl_line_get_number (item)));

      g_assert_true (sl_line_get_table (item) == g_ptr_array_index (tables, trace));
      g_assert_cmpuint (sl_line_model_find (SL_LINE_MODEL (model), trace,
                                            sl_line_get_number (item)),
                        ==, i);
      if (release == SL_JOB_NEVER)
        continue;

      release = sl_trace_set_to_reference (set, trace, release);
      g_assert_cmpint (release, >=, last);
      last = release;
    }
}

static void
test_blocked (void)
{
  guint n_blocked = 0;

  g_test_summary (
      "By blocking, the jobs that were kept from running longest come first, whichever were asked about before; "
      "the figure is what the job taken apart by itself says, and no longer than the job.");

  for (guint seed = 0; seed < 50; seed++)
    {
      g_autoptr (SlJobTable) table = make_table (seed);
      g_autoptr (SlJobListModel) model = sl_job_list_model_new ();
      gint64 last = G_MAXINT64;

      list_table (model, table);
      sl_line_model_set_order (SL_LINE_MODEL (model), SL_JOB_COLUMN_BLOCKED, TRUE);
      for (guint i = 0; i < count (model); i++)
        {
          guint number = get_number (model, i);
          const SlJob *job = sl_job_table_get (table, number);
          gint64 blocked = sl_job_list_model_get_blocked (model, table, 0, number);
          g_autoptr (GArray) parts = sl_job_table_dup_parts (table, number);
          gint64 sum = 0;

          for (guint part = 0; part < parts->len; part++)
            if (g_array_index (parts, SlJobPart, part).cause == SL_CAUSE_BLOCKED)
              sum += g_array_index (parts, SlJobPart, part).ticks;
          g_assert_cmpint (blocked, ==, sum);
          g_assert_cmpint (blocked, <=, job->end - job->eligible);
          g_assert_cmpint (blocked, <=, last);
          last = blocked;
          n_blocked += blocked > 0;
        }
    }
  g_assert_cmpuint (n_blocked, >, 0);
}

static void
test_joined (void)
{
  g_test_summary ("The jobs of two traces are in one list, sorted by where they stand on the axis, "
                  "and each is found again by its trace.");

  for (guint seed = 0; seed < 20; seed++)
    {
      g_autoptr (SlJobTable) one = make_table (seed);
      g_autoptr (SlJobTable) other = make_table (seed + 100);

      check_joined (one, other, 0);
      check_joined (one, other, 1000 * (gint64) seed - 5000);
    }
}

/* The lateness or the deadline of the job of a line; %G_MAXINT64 where the lateness is not known. */
static gint64
get_figure (SlFindings *findings, SlJobTable *table, guint number, gboolean is_length)
{
  const SlJob *job = sl_job_table_get (table, sl_findings_get_job (findings, number));

  if (!is_length)
    return job->deadline;

  return (job->flags & SL_JOB_FINISHED) != 0 ? job->end - job->deadline : G_MAXINT64;
}

static void
check_findings (SlLineModel *model, SlFindings *findings, SlJobTable *table, gboolean is_length)
{
  for (guint descending = 0; descending < 2; descending++)
    {
      guint n_lines = g_list_model_get_n_items (G_LIST_MODEL (model));

      sl_line_model_set_order (model, is_length ? SL_FINDING_KEY_LENGTH : SL_FINDING_KEY_TIME,
                               descending);
      g_assert_cmpuint (n_lines, ==, sl_findings_get_size (findings));
      for (guint i = 1; i < n_lines; i++)
        {
          g_autoptr (SlLine) one = g_list_model_get_item (G_LIST_MODEL (model), i - 1);
          g_autoptr (SlLine) next = g_list_model_get_item (G_LIST_MODEL (model), i);
          gint64 first = get_figure (findings, table, sl_line_get_number (one), is_length);
          gint64 second = get_figure (findings, table, sl_line_get_number (next), is_length);

          /* What is not known comes last either way. */
          if (second == G_MAXINT64)
            continue;
          g_assert_cmpint (first, !=, G_MAXINT64);
          if (descending)
            g_assert_cmpint (first, >=, second);
          else
            g_assert_cmpint (first, <=, second);
        }
    }
}

static void
test_findings (void)
{
  guint n_sorted = 0;

  g_test_summary (
      "Missed deadlines are sorted by deadline and by lateness, both ways; each of them is "
      "in the list once.");

  for (guint seed = 0; seed < 200; seed++)
    {
      g_autoptr (SlJobTable) table = make_table (seed);
      g_autoptr (SlFindings) findings = sl_findings_new (table, NULL, NULL);
      g_autoptr (SlFindingModel) model = sl_finding_model_new ();
      g_autoptr (GPtrArray) tables =
          g_ptr_array_new_with_free_func ((GDestroyNotify) sl_findings_unref);

      if (sl_findings_get_size (findings) > 1)
        n_sorted++;
      g_ptr_array_add (tables, g_steal_pointer (&findings));
      sl_line_model_set_tables (SL_LINE_MODEL (model), tables);
      check_findings (SL_LINE_MODEL (model), g_ptr_array_index (tables, 0), table, TRUE);
      check_findings (SL_LINE_MODEL (model), g_ptr_array_index (tables, 0), table, FALSE);
    }
  g_assert_cmpuint (n_sorted, >, 10);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/app/job-list-model/filter", test_filter);
  g_test_add_func ("/app/job-list-model/findings", test_findings);
  g_test_add_func ("/app/job-list-model/order", test_order);
  g_test_add_func ("/app/job-list-model/latency", test_latency);
  g_test_add_func ("/app/job-list-model/every-column", test_every_column);
  g_test_add_func ("/app/job-list-model/blocked", test_blocked);
  g_test_add_func ("/app/job-list-model/joined", test_joined);
  return g_test_run ();
}
