/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-entry-steps.h"
#include "sl-rows.h"
#include "sl-task-set-run.h"
#include "sl-task-set-templates.h"

#include <locale.h>
#include <string.h>

static void
test_steps (void)
{
  static const struct
  {
    const char *text;
    int by;
    gboolean above_zero;
    const char *expected;
  } cases[] = {
    { "10ms", 1, TRUE, "11ms" },
    { "10ms", -1, TRUE, "9ms" },
    { "1ms", -1, TRUE, "0.9ms" },
    { "0.9ms", 1, TRUE, "1.0ms" },
    { "2.50 ms", 1, TRUE, "2.51 ms" },
    { "5ms", -10, TRUE, "4.0ms" },
    { "9us", 10, TRUE, "19us" },
    { "1ns", -1, TRUE, NULL },
    { "1", -1, TRUE, NULL },
    { "0", -1, TRUE, NULL },
    { "", 1, TRUE, NULL },
    { "ms", 1, TRUE, NULL },
    { "0", -1, FALSE, "-1" },
    { "-1", 1, FALSE, "0" },
    { "-10", -1, FALSE, "-11" },
    { "123456789012345678", 1, FALSE, NULL },
  };

  g_test_summary ("A step changes the last digit, and stays above zero by going a digit deeper.");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text =
          sl_entry_steps_change_text (cases[i].text, cases[i].by, cases[i].above_zero);

      g_assert_cmpstr (text, ==, cases[i].expected);
    }
}

static SlTaskSetRun *
run_text (const char *text, GError **error)
{
  g_autoptr (SlTaskModel) model = sl_task_model_parse (text, "set", NULL);

  g_assert_nonnull (model);
  return sl_task_set_run_new (model, NULL, error);
}

/* Rate monotonic. With 5 and 10 ms fast runs from 0 and 10 on, slow from 5 to 10 and 15 to 20: all
 * are in time. One millisecond more of slow, and its job is not done at 20. */
static void
test_run (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SlTaskSetRun) in_time =
      run_text ("[task fast]\nperiod=10ms\nwcet=5ms\n[task slow]\nperiod=20ms\nwcet=10ms\n",
                &error);
  g_autoptr (SlTaskSetRun) late =
      run_text ("[task fast]\nperiod=10ms\nwcet=5ms\n[task slow]\nperiod=20ms\nwcet=11ms\n",
                &error);
  g_autofree char *text = NULL;

  g_test_summary ("A run has the jobs and misses that the set gives.");

  g_assert_no_error (error);
  g_assert_cmpuint (sl_job_table_get_n_jobs (in_time->jobs), ==, 3);
  g_assert_cmpuint (sl_task_set_run_count_misses (in_time), ==, 0);
  g_assert_cmpfloat_with_epsilon (in_time->utilisation, 1, 1e-9);
  g_assert_cmpint (in_time->end, ==, 20000000);
  g_assert_false (in_time->is_cut);
  g_assert_cmpuint (sl_task_set_run_count_misses (late), ==, 1);
  text = sl_task_set_run_describe (late);
  g_assert_cmpstr (text, ==, "U = ΣC/T = 1.050 · 3 jobs · 1 missed deadline · in 20.000 ms");
}

static void
test_point (void)
{
  g_autoptr (SlTaskSetRun) run = run_text ("[task fast]\nperiod=10ms\nwcet=5.5ms\n", NULL);
  g_autofree char *before = g_strdup (setlocale (LC_NUMERIC, NULL));
  g_autofree char *text = NULL;

  g_test_summary (
      "Where numbers have a comma, the utilisation has a point, as the times beside it.");

  if (setlocale (LC_NUMERIC, "it_IT.UTF-8") == NULL)
    {
      g_test_skip ("There is no such locale");
      return;
    }
  text = sl_task_set_run_describe (run);
  setlocale (LC_NUMERIC, before);
  g_assert_true (g_str_has_prefix (text, "U = ΣC/T = 0.550 · "));
}

/* Of slow there is one release in the run and no end: it is a task of the set all the same. */
static void
test_rows (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SlTaskSetRun) run = run_text ("[scheduler]\npolicy=edf\n"
                                           "[task fast]\nperiod=10ms\nwcet=5ms\n"
                                           "[task slow]\nperiod=20ms\nwcet=16ms\n",
                                           &error);
  g_autoptr (GPtrArray) tables = g_ptr_array_new ();
  g_autoptr (SlViewState) plain = NULL;
  g_autoptr (SlViewState) state = NULL;
  g_autoptr (SlRows) rows = NULL;

  g_test_summary ("Each task has a row in the picture, also where its only job does not end.");

  g_assert_no_error (error);
  g_ptr_array_add (tables, run->jobs);
  plain = sl_view_state_new (sl_task_set_run_get_span (run));
  state = sl_view_state_with_style (plain, SL_STYLE_TEXTBOOK);
  rows = sl_rows_new_with_jobs (run->set, state, 1, tables);
  g_assert_cmpuint (sl_rows_get_count (rows), ==, 2);
}

static void
test_cut (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SlTaskSetRun) run =
      run_text ("[scheduler]\nuntil=1000s\n[task fast]\nperiod=1ms\nwcet=100us\n", &error);

  g_test_summary ("What would take long is cut short, and says so.");

  g_assert_no_error (error);
  g_assert_true (run->is_cut);
  g_assert_cmpint (run->end, ==, G_GINT64_CONSTANT (4000000000));
  g_assert_cmpuint (sl_job_table_get_n_jobs (run->jobs), <=, 4001);
}

static void
test_faults (void)
{
  static const struct
  {
    const char *set;
    int group;
    const char *name;
    const char *key;
  } cases[] = {
    { "", -1, NULL, NULL },
    { "[task a]\nperiod=10ms\n", SL_MODEL_TASK, "a", NULL },
    { "[task a]\nperiod=10ms\nwcet=1ms\n[task b]\nperiod=9ms\nwcet=2ms\nsections=x@1ms+3ms\n",
      SL_MODEL_TASK, "b", "sections" },
    { "[task a: b]\nperiod=10ms\nwcet=1ms\nexecution=2ms..1ms\n", SL_MODEL_TASK, "a: b",
      "execution" },
    { "[scheduler]\npolicy=best\n[task a]\nperiod=10ms\nwcet=1ms\n", SL_MODEL_SCHEDULER, "",
      "policy" },
    { "[lock x]\nprotocol=pip\n[lock y]\nprotocol=npp\n[task a]\nperiod=10ms\nwcet=1ms\n",
      SL_MODEL_LOCK, "y", "protocol" },
    { "[scheduler]\npolicy=edf\nprotocol=pcp\n[task a]\nperiod=10ms\nwcet=1ms\n", -1, NULL, NULL },
  };

  g_test_summary ("Each error is shown at the entry that it is about.");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (SlTaskSetRun) run = run_text (cases[i].set, &error);
      g_autoptr (SlTaskSetFault) fault = NULL;

      g_assert_null (run);
      g_assert_nonnull (error);
      fault = sl_task_set_fault_new (error);
      g_assert_cmpstr (fault->name, ==, cases[i].name);
      g_assert_cmpstr (fault->key, ==, cases[i].key);
      if (cases[i].group >= 0)
        g_assert_cmpint ((int) fault->group, ==, cases[i].group);
      g_assert_false (g_str_has_prefix (fault->text, "set"));
      g_assert_false (g_str_has_prefix (fault->text, "Line"));
      g_assert_cmpuint (strlen (fault->text), >, 10);
    }
}

static void
test_templates (void)
{
  guint n_templates;
  const SlTaskSetTemplate *templates = sl_task_set_templates_get (&n_templates);

  g_test_summary ("All templates run; the overload alone is one, and misses deadlines.");

  for (guint i = 0; i < n_templates; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (SlTaskSetRun) run = run_text (templates[i].text, &error);
      gboolean is_overload = g_str_equal (templates[i].id, "overload");

      g_assert_no_error (error);
      g_assert_cmpint (run->utilisation > 1, ==, is_overload);
      g_assert_cmpint (sl_task_set_run_count_misses (run) > 0, ==, is_overload);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app/set-run/steps", test_steps);
  g_test_add_func ("/app/set-run/run", test_run);
  g_test_add_func ("/app/set-run/point", test_point);
  g_test_add_func ("/app/set-run/rows", test_rows);
  g_test_add_func ("/app/set-run/cut", test_cut);
  g_test_add_func ("/app/set-run/faults", test_faults);
  g_test_add_func ("/app/set-run/templates", test_templates);
  return g_test_run ();
}
