/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The real trace: what is known of it by other means. It is not part of the project; where it is
 * absent these tests are skipped. */

#include <string.h>

#include "sl-analyses.h"
#include "sl-load.h"
#include "sl-open.h"
#include "sl-step-laws.h"
#include "sl-test.h"

static SlTrace *
load (void)
{
  g_autofree char *path = sl_test_make_real_path ("shark/test");
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GPtrArray) sources = NULL;
  g_autoptr (GError) error = NULL;
  SlOpenRequest request = { .files = files };
  SlTrace *trace;

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    {
      g_test_skip ("The real trace is not there");
      return NULL;
    }

  g_ptr_array_add (files, g_file_new_for_path (path));
  sources = sl_open (&request, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  trace = sl_load_run (g_ptr_array_index (sources, 0), sl_analyses_get_all (), NULL, NULL, NULL,
                       &error);
  g_assert_no_error (error);
  return trace;
}

static void
test_steps (void)
{
  g_autoptr (SlTrace) trace = load ();
  g_autoptr (SlTaskRules) rules = sl_task_rules_new ();
  g_autoptr (SlJobTable) jobs = NULL;
  g_autoptr (SlReplay) replay = NULL;
  g_autoptr (GError) error = NULL;

  g_test_summary ("Gone through event by event the trace says what it says by time");
  if (trace == NULL)
    return;

  jobs = sl_job_table_new (trace, sl_trace_get_idle_task (trace), rules, NULL, &error);
  g_assert_no_error (error);
  replay = sl_replay_new (jobs, SL_POLICY_UNKNOWN, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (sl_replay_is_for (trace));
  g_assert_cmpuint (sl_replay_get_n_events (replay), ==, 27926);
  g_assert_cmpuint (sl_step_laws_assert_told (replay), >, 100000);
}

static SlTime
sum_states (SlTrace *trace, const char *name, SlState state, guint64 *count)
{
  const SlTrack *track;
  SlTrackIter iter;
  SlItem item;
  SlTime sum = 0;
  guint lane;

  g_assert_true (sl_trace_find_lane (trace, name, &lane));
  track = sl_lane_get_track (sl_trace_get_lane (trace, lane), SL_ROLE_STATES);
  *count = 0;
  sl_track_iter_init (&iter, track, SL_TIME_MIN);
  while (sl_track_iter_next (&iter, &item))
    {
      if (item.state != state)
        continue;

      sum += item.end - item.begin;
      *count += 1;
    }

  return sum;
}

static void
test_run_times (void)
{
  static const struct
  {
    const char *lane;
    SlState state;
    SlTime sum;
  } rows[] = {
    { "task:264", SL_STATE_RUNNING, 7156300085 }, { "task:296", SL_STATE_RUNNING, 46082088 },
    { "cpu:0", SL_STATE_INTERRUPT, 7153725 },     { "task:280", SL_STATE_RUNNING, 1596368 },
    { "task:256", SL_STATE_RUNNING, 170615 },     { "task:248", SL_STATE_RUNNING, 26912 },
    { "task:288", SL_STATE_RUNNING, 23486 },      { "task:272", SL_STATE_RUNNING, 2478 },
  };
  g_autoptr (SlTrace) trace = load ();
  const SlObject *idle;
  SlTime total = 0;
  guint64 count;

  g_test_summary ("Each context runs as many cycles as by a count of its own, the sum is the span, "
                  "and the idle task is found.");

  if (trace == NULL)
    return;

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      SlTime sum = sum_states (trace, rows[i].lane, rows[i].state, &count);

      g_test_message ("%s", rows[i].lane);
      g_assert_cmpint (sum, ==, rows[i].sum);
      total += sum;
    }

  g_assert_cmpint (total, ==, 7211355757);
  sum_states (trace, "task:296", SL_STATE_RUNNING, &count);
  g_assert_cmpuint (count, ==, 1963);
  sum_states (trace, "cpu:0", SL_STATE_INTERRUPT, &count);
  g_assert_cmpuint (count, ==, 2749);

  idle = sl_object_table_get (sl_trace_get_objects (trace), sl_trace_get_idle_task (trace));
  g_assert_cmpstr (idle->name, ==, "ctx 264 · pid 1");
  g_assert_cmpuint (sl_trace_get_n_notes (trace), ==, 0);
}

static void
test_jobs (void)
{
  g_autoptr (SlTrace) trace = load ();
  const SlTrack *marks;
  SlTrackIter iter;
  SlItem item;
  guint lane, n_releases = 0, n_finishes = 0;

  g_test_summary (
      "The periodic task has as many releases as finishes, and finishes each job before "
      "the next is released.");

  if (trace == NULL)
    return;

  g_assert_true (sl_trace_find_lane (trace, "task:296", &lane));
  marks = sl_lane_get_track (sl_trace_get_lane (trace, lane), SL_ROLE_MARKS);
  sl_track_iter_init (&iter, marks, SL_TIME_MIN);
  while (sl_track_iter_next (&iter, &item))
    {
      n_releases += item.state == SL_KIND_TASK_TIMER;
      n_finishes += item.state == SL_KIND_TASK_END_CYCLE;
      g_assert_cmpuint (n_releases - n_finishes, <=, 1);
    }

  g_assert_cmpuint (n_releases, ==, 1963);
  g_assert_cmpuint (n_finishes, ==, 1963);
}

/* One event as a line of upstream's converter, which drops most of them. */
static void
append_line (GString *text, SlClock *clock, const SlEvent *event)
{
  guint64 tsc = sl_clock_to_absolute (clock, event->time);
  guint a = event->a;
  guint b = event->b;

#define LINE(type) g_string_append_printf (text, type " %" G_GUINT64_FORMAT " ", tsc)
  switch (event->kind)
    {
    case SL_KIND_TRACE_START:
      LINE ("0");
      g_string_append_printf (text, "%u %u \n", a, b);
      break;
    case SL_KIND_TRACE_STOP:
      LINE ("1");
      g_string_append (text, "\n");
      break;
    case SL_KIND_TIMER_WAKEUP_START:
      LINE ("2");
      g_string_append (text, "0 \n");
      break;
    case SL_KIND_INTERRUPT_START:
      LINE ("2");
      g_string_append_printf (text, "%u \n", a);
      break;
    case SL_KIND_TIMER_WAKEUP_END:
    case SL_KIND_INTERRUPT_END:
      LINE ("3");
      g_string_append_printf (text, "%u \n", a);
      break;
    case SL_KIND_CONTEXT_SWITCH:
      LINE ("4");
      g_string_append_printf (text, "%u \n", a);
      break;
    case SL_KIND_TASK_CREATE:
      LINE ("5");
      g_string_append_printf (text, "%u %u\n", a, b);
      break;
    case SL_KIND_TASK_ACTIVATE:
      LINE ("6");
      g_string_append_printf (text, "%u \n", a);
      break;
    case SL_KIND_TASK_END:
      LINE ("7");
      g_string_append_printf (text, "%u \n", a);
      break;
    case SL_KIND_TASK_END_CYCLE:
      LINE ("8");
      g_string_append_printf (text, "%u \n", a);
      break;
    case SL_KIND_ID:
      LINE ("9");
      g_string_append_printf (text, "%u %u\n", a, b);
      break;
    default:
      break;
    }
#undef LINE
}

static char *
convert (SlTrace *trace)
{
  g_autofree SlEvent *events = g_new (SlEvent, SL_BLOCK_EVENTS);
  GString *text = g_string_new (NULL);

  for (guint zone = 0; zone < sl_trace_get_n_blocks (trace); zone++)
    {
      gssize n = sl_trace_read_block (trace, zone, events);

      for (gssize i = 0; i < n; i++)
        append_line (text, sl_trace_get_clock (trace), &events[i]);
    }

  return g_string_free (text, FALSE);
}

static void
test_upstream_conversion (void)
{
  g_autoptr (SlTrace) trace = load ();
  g_autofree char *path = sl_test_make_real_path ("shark/test.pwc");
  g_autofree char *expected = NULL;
  g_autofree char *found = NULL;
  g_auto (GStrv) expected_lines = NULL;
  g_auto (GStrv) found_lines = NULL;

  g_test_summary ("The upstream converter's text, made of our events, is the upstream one.");

  if (trace == NULL)
    return;

  if (!g_file_get_contents (path, &expected, NULL, NULL))
    {
      g_test_skip ("The upstream conversion is not there");
      return;
    }

  found = convert (trace);
  expected_lines = g_strsplit (expected, "\n", -1);
  found_lines = g_strsplit (found, "\n", -1);
  g_assert_cmpuint (g_strv_length (expected_lines), ==, 10630);
  g_assert_cmpuint (g_strv_length (found_lines), ==, 10630);
  for (guint i = 0; i < 10630; i++)
    g_assert_cmpstr (g_strchomp (found_lines[i]), ==, g_strchomp (expected_lines[i]));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/shark-trace/run-times", test_run_times);
  g_test_add_func ("/shark-trace/jobs", test_jobs);
  g_test_add_func ("/shark-trace/steps", test_steps);
  g_test_add_func ("/shark-trace/upstream-conversion", test_upstream_conversion);

  return g_test_run ();
}
