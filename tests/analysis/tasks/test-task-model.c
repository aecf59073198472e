/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include <glib/gstdio.h>

#include "sl-error.h"
#include "sl-event-script.h"
#include "sl-job-splitter.h"
#include "sl-task-estimate.h"
#include "sl-task-model.h"
#include "sl-time-text.h"

#define TEXT                                                                                 \
  "# The pilot's board\n\n[task pilot]\n# measured\nwcet=2ms\nperiod=10ms\ncolour=#0072b2\n" \
  "x-owner=Ada\n\n[lock state]\nprotocol=pi\nceiling=7\n\n[server camera]\nbudget=1ms\n\n"   \
  "[notes]\nany=thing\n"

static gint64
sum_parts (SlJobTable *jobs, guint number, SlCause cause)
{
  g_autoptr (GArray) parts = sl_job_table_dup_parts (jobs, number);

  return sl_job_parts_sum ((const SlJobPart *) (gconstpointer) parts->data, parts->len, cause);
}

static SlTaskModel *
parse (const char *text)
{
  g_autoptr (GError) error = NULL;
  SlTaskModel *model = sl_task_model_parse (text, "a.slackline-tasks", &error);

  g_assert_no_error (error);
  return model;
}

static void
test_round_trip (void)
{
  g_autoptr (SlTaskModel) model = parse (TEXT);
  g_autofree char *same = sl_task_model_to_text (model);
  g_autofree char *changed = NULL;
  g_autoptr (GError) error = NULL;

  g_test_summary ("What is not known here, comments too, is there again after saving.");

  g_assert_cmpstr (same, ==, TEXT);
  g_assert_true (sl_task_model_set (model, SL_MODEL_TASK, "pilot", "deadline", "0x1000", &error));
  g_assert_true (sl_task_model_set (model, SL_MODEL_TASK, "pilot", "wcet", NULL, &error));
  changed = sl_task_model_to_text (model);
  g_assert_nonnull (strstr (changed, "deadline=0x1000\n"));
  g_assert_null (strstr (changed, "wcet"));
  g_assert_nonnull (strstr (changed, "# The pilot's board\n"));
  g_assert_nonnull (strstr (changed, "x-owner=Ada\n"));
  g_assert_nonnull (strstr (changed, "[notes]\nany=thing\n"));
  g_clear_pointer (&model, sl_task_model_unref);
  g_clear_pointer (&same, g_free);
  model = parse ("\xef\xbb\xbf" TEXT); /* with the mark that some editors write */
  same = sl_task_model_to_text (model);
  g_assert_cmpstr (same, ==, TEXT);

  g_assert_false (sl_task_model_set (model, SL_MODEL_TASK, "pilot", "wcet", "often", &error));
  g_assert_error (error, SL_ERROR, SL_ERROR_USAGE);
}

static void
test_file (void)
{
  g_autofree char *folder = g_dir_make_tmp ("slackline-model-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "a trace.shark", NULL);
  g_autoptr (GFile) trace = g_file_new_for_path (path);
  g_autoptr (GFile) file = sl_task_model_get_file (trace);
  g_autofree char *name = g_file_get_basename (file);
  g_autoptr (SlTaskModel) model = parse (TEXT);
  g_autoptr (SlTaskModel) loaded = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;

  g_test_summary ("A model stands beside its trace and is read as it was saved.");

  g_assert_cmpstr (name, ==, "a trace.shark.slackline-tasks");
  g_assert_null (sl_task_model_load (file, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_clear_error (&error);

  g_assert_true (sl_task_model_save (model, file, NULL, &error));
  loaded = sl_task_model_load (file, &error);
  g_assert_no_error (error);
  text = sl_task_model_to_text (loaded);
  g_assert_cmpstr (text, ==, TEXT);
  g_file_delete (file, NULL, NULL);
  g_rmdir (folder);
}

static void
test_errors (void)
{
  static const struct
  {
    const char *text;
    const char *message;
  } cases[] = {
    { "[task a]\nperiod=4ms\n\ndeadline=4 apples\n",
      "a.slackline-tasks: Line 4, [task a], deadline: “4 apples”" },
    { "[task a]\npriority=high\n", "Line 2, [task a], priority: “high” is not a whole number" },
    { "[task a]\n[task b]\ncolour=blue\n", "Line 3, [task b], colour: “blue” is not a colour" },
    { "[lock m]\nceiling=1.5\n", "Line 2, [lock m], ceiling: “1.5”" },
    { "[server s]\nbudget=-1\n", "Line 2, [server s], budget: “-1”" },
    { "[scheduler]\nquantum=0\n", "Line 2, [scheduler], quantum: “0”" },
    { "[interrupt i]\nwcet=-1\n", "Line 2, [interrupt i], wcet: “-1”" },
    { "# fine\n[task a]\nperiod\n", "Line 3: Neither a comment nor a [group]" },
    { "period=4ms\n", "Line 1: Neither" },
    { "[task a\n", "Line 1: Neither" },
    { "[task a]\nwcet [x=3\n", "Line 2: Neither" },
    { "# fine\n\n[task a\001]\nwcet=3\n", "Line 3: Neither" },
    { "[task a]\n\twcet=3\n[]\n", "Line 3: Neither" },
    { "[task a]\nmatch=\xff\n", "not UTF-8" },
  };

  g_test_summary ("What a model cannot mean is told with its line, group, key and value.");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (sl_task_model_parse (cases[i].text, "a.slackline-tasks", &error));
      g_assert_error (error, SL_ERROR, SL_ERROR_USAGE);
      g_test_message ("%s", error->message);
      g_assert_nonnull (strstr (error->message, cases[i].message));
    }
}

static void
test_unknown (void)
{
  static const struct
  {
    const char *text;
    const char *line; /* how it begins; NULL where all is known */
  } cases[] = {
    { TEXT, "a.slackline-tasks: Line 17, [notes]: Unknown group" },
    { "[task a]\nx-owner=Ada\n[x-notes]\nany=thing\n", NULL },
    { "", NULL },
    { "[task a]\nperiod=4ms\nperod=4ms\n",
      "a.slackline-tasks: Line 3, [task a], perod: Unknown key; the keys are match, period" },
    { "[task a]\n\n[tusk b]\nperiod=4ms\n",
      "a.slackline-tasks: Line 3, [tusk b]: Unknown group; the groups are [task NAME]" },
    { "[scheduler]\nperiod=4ms\n", "a.slackline-tasks: Line 2, [scheduler], period: Unknown key" },
  };

  g_test_summary ("A key and a group that nothing reads are kept and told of, with their line.");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SlTaskModel) model = parse (cases[i].text);
      g_auto (GStrv) lines = sl_task_model_list_unknown (model);

      g_assert_cmpuint (g_strv_length (lines), ==, cases[i].line != NULL ? 1 : 0);
      if (lines[0] != NULL)
        g_assert_true (g_str_has_prefix (lines[0], cases[i].line));
    }
}

static void
test_large (void)
{
  g_autofree char *folder = g_dir_make_tmp ("slackline-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "zeros", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autofree char *zeros = g_malloc0 (100);
  g_autofree char *long_text = g_strnfill ((1 << 20) + 1, '#');
  g_autoptr (GError) error = NULL;

  g_test_summary ("Bytes that are not text and texts that are too long have errors of their own.");

  memcpy (zeros, "[task a]\n", 9);
  g_file_set_contents (path, zeros, 100, NULL);
  g_assert_null (sl_task_model_load (file, &error));
  g_assert_nonnull (strstr (error->message, "the byte at offset 9 is 0"));
  g_clear_error (&error);

  g_file_set_contents (path, long_text, -1, NULL);
  g_assert_null (sl_task_model_load (file, &error));
  g_assert_nonnull (strstr (error->message, "longer than 1048576 bytes"));

  g_remove (path);
  g_rmdir (folder);
}

static void
test_scheduler (void)
{
  g_autoptr (SlTaskModel) model =
      parse ("[scheduler]\npolicy=edf\n[scheduler b]\npolicy=rm\n[interrupt disk]\nwcet=2\n");
  g_auto (GStrv) schedulers = sl_task_model_list (model, SL_MODEL_SCHEDULER);
  g_auto (GStrv) interrupts = sl_task_model_list (model, SL_MODEL_INTERRUPT);
  g_autofree char *policy = sl_task_model_get (model, SL_MODEL_SCHEDULER, "", "policy");

  g_test_summary ("There is one scheduler, which has no name; interrupts have one");

  g_assert_cmpuint (g_strv_length (schedulers), ==, 1);
  g_assert_cmpstr (schedulers[0], ==, "");
  g_assert_cmpstr (policy, ==, "edf");
  g_assert_cmpuint (g_strv_length (interrupts), ==, 1);
  g_assert_cmpstr (interrupts[0], ==, "disk");
}

static void
test_rules (void)
{
  g_autoptr (SlTrace) trace = sl_event_script_load (
      "trace-start(264,1000) id(264,1) create(296,5) create(304,6) @200 trace-stop");
  SlObjectTable *objects = sl_trace_get_objects (trace);
  guint32 pilot = sl_object_table_find (objects, SL_OBJECT_TASK, 296, 1);
  guint32 other = sl_object_table_find (objects, SL_OBJECT_TASK, 304, 1);
  g_autoptr (SlAnnotations) plain = sl_annotations_new ();
  g_autoptr (SlAnnotations) named = sl_annotations_with_name (plain, "task:296", "pilot");
  g_autoptr (SlTaskModel) model = parse (
      "[task pilot]\nperiod=500\nwcet=20\npriority=-3\n[task rest]\nmatch=task:*\ndeadline=70\n");
  g_autoptr (SlTaskRules) rules = sl_task_model_get_rules (model, trace, named, NULL);
  g_autoptr (SlTaskModel) timed = parse ("[task 296]\nperiod=5ms\n");
  g_autoptr (SlTaskRules) none = NULL;
  g_autoptr (GError) error = NULL;
  const SlTaskRule *rule = sl_task_rules_get (rules, pilot);

  g_test_summary ("The first group that matches counts; a period is a deadline too; a time needs "
                  "a clock whose rate is known.");

  g_assert_cmpint (rule->deadline, ==, 500);
  g_assert_cmpint (rule->deadline_from, ==, SL_DEADLINE_MODEL);
  g_assert_cmpint (rule->wcet, ==, 20);
  g_assert_true (rule->has_priority);
  g_assert_cmpint (rule->priority, ==, -3);
  rule = sl_task_rules_get (rules, other);
  g_assert_cmpint (rule->deadline, ==, 70);
  g_assert_false (rule->has_priority);

  none = sl_task_model_get_rules (timed, trace, plain, &error);
  if (!sl_clock_has_rate (sl_trace_get_clock (trace)))
    {
      g_assert_null (none);
      g_assert_error (error, SL_ERROR, SL_ERROR_USAGE);
      g_assert_nonnull (strstr (error->message, "[task 296], period"));
    }
}

static void
test_locks (void)
{
  g_autoptr (SlTrace) trace = sl_event_script_load (
      "trace-start(264,1000) id(264,1) create(304,6) create(296,5) @20 A(304) R(304,1) S(304,304) "
      "C(304) @60 lock(304,0x2000) @100 W A(296) R(296,1) S(304,304) /W(304) @200 "
      "unlock(304,0x2000) S(296,296) C(296) @250 E(296,1) S(304,304) C(304) @300 E(304,1) "
      "S(264,264) C(264) @400 trace-stop");
  g_autoptr (SlAnnotations) annotations = sl_annotations_new ();
  g_autoptr (SlTaskModel) model = parse ("[task 296]\npriority=9\n[task 304]\npriority=1\nlevel=2\n"
                                         "[lock mutex:*]\nprotocol=srp\nceiling=9\n");
  g_autoptr (SlTaskRules) rules = sl_task_model_get_rules (model, trace, annotations, NULL);
  g_autoptr (SlJobTable) plain =
      sl_job_table_new (trace, sl_trace_get_idle_task (trace), NULL, NULL, NULL);
  g_autoptr (SlJobTable) ruled = sl_job_table_with_rules (plain, rules);
  guint32 task = sl_object_table_find (sl_trace_get_objects (trace), SL_OBJECT_TASK, 296, 1);
  guint number = sl_job_table_find_task (plain, task)->first;
  const SlJob *before = sl_job_table_get (plain, number);
  const SlJob *after = sl_job_table_get (ruled, number);

  g_test_summary (
      "Where the model tells that the one that runs is less urgent, a task was blocked by it, "
      "and not preempted; nothing else changes.");

  g_assert_cmpint (sum_parts (plain, number, SL_CAUSE_BLOCKED), ==, 0);
  g_assert_cmpint (sum_parts (plain, number, SL_CAUSE_PREEMPTED), ==, 80);
  /* 60 to the unlock, 20 to the switch */
  g_assert_cmpint (sum_parts (ruled, number, SL_CAUSE_BLOCKED), ==, 80);
  g_assert_cmpint (sum_parts (ruled, number, SL_CAUSE_PREEMPTED), ==, 0);
  g_assert_cmpint (after->start, ==, before->start);
  g_assert_cmpint (after->preemptions, ==, before->preemptions);
  g_assert_cmpint (after->execution, ==, before->execution);
}

typedef struct
{
  SlModelForm form;
  const char *value;
  gboolean is_right;
} Value;

static const Value values[] = {
  { SL_MODEL_DURATION, "10ms", TRUE },   { SL_MODEL_DURATION, "0.5us", TRUE },
  { SL_MODEL_DURATION, "0", FALSE },     { SL_MODEL_DURATION, "0.0ms", FALSE },
  { SL_MODEL_DURATION, "-1ms", FALSE },  { SL_MODEL_DURATION, "soon", FALSE },
  { SL_MODEL_DURATION, "0x10", TRUE },   { SL_MODEL_NUMBER, "-7", TRUE },
  { SL_MODEL_NUMBER, "7.5", FALSE },     { SL_MODEL_NUMBER, "9223372036854775808", FALSE },
  { SL_MODEL_COLOUR, "#0072b2", TRUE },  { SL_MODEL_COLOUR, "0072b2", FALSE },
  { SL_MODEL_COLOUR, "#0072bg", FALSE }, { SL_MODEL_TEXT, "anything", TRUE },
  { SL_MODEL_CHOICE, "of ours", TRUE },
};

static void
test_values (void)
{
  g_test_summary ("A value has the form of its key; zero is not a duration.");

  for (gsize i = 0; i < G_N_ELEMENTS (values); i++)
    {
      g_autoptr (GError) error = NULL;
      gboolean is_right = sl_model_form_check (values[i].form, values[i].value, &error);

      g_test_message ("%s", values[i].value);
      g_assert_cmpint (is_right, ==, values[i].is_right);
      g_assert_true (is_right || g_error_matches (error, SL_ERROR, SL_ERROR_USAGE));
    }
}

static void
test_estimate_text (void)
{
  const SlRate rate = { 0, 367483000, 1 };
  g_autoptr (SlClock) timed = sl_clock_new (SL_UNIT_CYCLES, 0, &rate, 1);
  g_autoptr (SlClock) bare = sl_clock_new (SL_UNIT_CYCLES, 0, NULL, 0);
  g_autofree char *period = sl_task_estimate_print (3674826, timed, FALSE);
  g_autofree char *wcet = sl_task_estimate_print (42990, timed, TRUE);
  g_autofree char *ticks = sl_task_estimate_print (42990, bare, TRUE);
  gint64 bound;

  g_test_summary ("A period is guessed to four digits, a bound is never below what was seen.");

  g_assert_cmpstr (period, ==, "10ms");
  g_assert_cmpstr (wcet, ==, "117us");
  g_assert_cmpstr (ticks, ==, "42990");
  for (gint64 seen = 1; seen < 1000000000; seen = seen * 7 / 3 + 1)
    {
      g_autofree char *text = sl_task_estimate_print (seen, timed, TRUE);

      g_assert_true (sl_model_form_check (SL_MODEL_DURATION, text, NULL));
      g_assert_true (sl_duration_parse (text, timed, &bound, NULL));
      g_assert_cmpint (bound, >=, seen - 1);
      g_assert_cmpint (bound, <=, seen + seen / 100 + 2);
    }
}

static void
test_names (void)
{
  g_autoptr (SlTaskModel) model = parse ("[task pilot]\nmatch=272\n"
                                         "[task camera]\nmatch=task:280\n"
                                         "[task mine]\nmatch=288\n"
                                         "[task many]\nmatch=task:3*\n"
                                         "[task 296]\nperiod=1\n"
                                         "[lock state]\nmatch=mutex:24250944\n"
                                         "[lock any]\nmatch=5\n"
                                         "[interrupt disk]\nmatch=14\n");
  g_autoptr (SlAnnotations) plain = sl_annotations_new ();
  g_autoptr (SlAnnotations) annotations = sl_annotations_with_name (plain, "task:288", "his");
  g_autoptr (SlAnnotations) named = sl_task_model_name_objects (model, annotations);
  g_autoptr (SlAnnotations) left = sl_task_model_unname_objects (model, named);
  g_autofree char *text = sl_annotations_to_text (annotations);
  g_autofree char *left_text = sl_annotations_to_text (left);

  g_test_summary ("What a group alone speaks of is called as the group, unless the user named it; "
                  "without the model's names those of the user are left");

  g_assert_cmpstr (sl_annotations_get_name (named, "task:272"), ==, "pilot");
  g_assert_cmpstr (sl_annotations_get_name (named, "task:280"), ==, "camera");
  g_assert_cmpstr (sl_annotations_get_name (named, "task:288"), ==, "his");
  g_assert_null (sl_annotations_get_name (named, "task:296"));
  g_assert_cmpstr (sl_annotations_get_name (named, "mutex:0x1720a40"), ==, "state");
  g_assert_null (sl_annotations_get_name (named, "mutex:0x5"));
  g_assert_null (sl_annotations_get_name (named, "semaphore:5"));
  g_assert_cmpstr (sl_annotations_get_name (named, "irq:14"), ==, "disk");
  g_assert_null (sl_annotations_get_name (annotations, "task:272"));
  g_assert_cmpstr (left_text, ==, text);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/task-model/round-trip", test_round_trip);
  g_test_add_func ("/task-model/names", test_names);
  g_test_add_func ("/task-model/file", test_file);
  g_test_add_func ("/task-model/errors", test_errors);
  g_test_add_func ("/task-model/unknown", test_unknown);
  g_test_add_func ("/task-model/large", test_large);
  g_test_add_func ("/task-model/scheduler", test_scheduler);
  g_test_add_func ("/task-model/rules", test_rules);
  g_test_add_func ("/task-model/locks", test_locks);
  g_test_add_func ("/task-model/values", test_values);
  g_test_add_func ("/task-model/estimate-text", test_estimate_text);

  return g_test_run ();
}
