/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Jobs of a made-up kernel whose kinds nobody but their actions explains, and which records with each release when
 * it should have been and when the job has to be finished. Worked out by hand. */

#include "sl-array-source.h"
#include "sl-job-table.h"
#include "sl-release-lateness.h"
#include "sl-trace-builder.h"

#define UNKNOWN SL_RELEASE_LATENESS_UNKNOWN

enum
{
  WOKEN,
  DONE,
  LATE,
  N_KINDS,
};

/* By number. */
enum
{
  CPU = 1,
  TASK,
};

typedef struct
{
  SlTime time;
  guint kind;
  SlTime deadline; /* 0 for none */
  SlTime nominal;  /* 0 for none */
} Mark;

/* Released at 110, 200, 300 and twice at 400; the miss of the second is noticed at 255. */
static const Mark marks[] = {
  { 110, WOKEN, 150, 100 }, { 140, DONE, 0, 0 },      { 200, WOKEN, 250, 200 },
  { 255, LATE, 0, 0 },      { 290, DONE, 0, 0 },      { 300, WOKEN, 0, 0 },
  { 360, DONE, 0, 0 },      { 400, WOKEN, 490, 390 }, { 400, WOKEN, 430, 395 },
  { 440, DONE, 0, 0 },      { 495, DONE, 0, 0 },
};

static guint16
get_kind (guint kind)
{
  static const SlKind kinds[N_KINDS] = {
    [WOKEN] = { .id = "made-up-woken",
                .title = "Woken",
                .family = "made-up",
                .action = SL_ACTION_RELEASE },
    [DONE] = { .id = "made-up-done",
               .title = "Done",
               .family = "made-up",
               .action = SL_ACTION_FINISH },
    [LATE] = { .id = "made-up-late",
               .title = "Late",
               .family = "made-up",
               .action = SL_ACTION_MISS },
  };
  static guint16 first = 0;

  if (first == 0)
    first = sl_kind_register (kinds, N_KINDS);
  g_assert_cmpuint (first, >, 0);
  return (guint16) (first + kind);
}

static void
add_marks (SlLaneBuilder *lane, gboolean with_values)
{
  SlTrackWriter *track = sl_lane_builder_add_track (lane, SL_ROLE_MARKS, SL_TRACK_INSTANTS);
  SlTrackWriter *deadlines, *nominal;

  for (guint i = 0; i < G_N_ELEMENTS (marks); i++)
    sl_track_writer_add_instant (track, marks[i].time, get_kind (marks[i].kind), 0);
  if (!with_values)
    return;

  deadlines = sl_lane_builder_add_track (lane, SL_ROLE_DEADLINES, SL_TRACK_VALUES);
  nominal = sl_lane_builder_add_track (lane, SL_ROLE_NOMINAL, SL_TRACK_VALUES);
  for (guint i = 0; i < G_N_ELEMENTS (marks); i++)
    {
      if (marks[i].deadline > 0)
        sl_track_writer_add_value (deadlines, marks[i].time, marks[i].deadline);
      if (marks[i].nominal > 0)
        sl_track_writer_add_value (nominal, marks[i].time, marks[i].nominal);
    }
}

/* The task runs whenever it has a job. */
static void
add_lanes (SlTraceBuilder *builder, gboolean with_values)
{
  static const SlSpan runs[] = { { 110, 140 }, { 200, 290 }, { 300, 360 }, { 400, 495 } };
  SlObjectTableBuilder *objects = sl_trace_builder_get_objects (builder);
  SlLaneBuilder *cpu = sl_trace_builder_add_lane (builder, SL_LANE_CPU, "cpu:0", CPU);
  SlLaneBuilder *task = sl_trace_builder_add_lane (builder, SL_LANE_TASK, "task:7", TASK);
  SlTrackWriter *running = sl_lane_builder_add_track (cpu, SL_ROLE_STATES, SL_TRACK_SLICES);
  SlTrackWriter *states = sl_lane_builder_add_track (task, SL_ROLE_STATES, SL_TRACK_SLICES);
  SlTime before = 0;

  sl_object_table_builder_begin_life (objects, SL_OBJECT_CPU, 0, 0);
  sl_object_table_builder_begin_life (objects, SL_OBJECT_TASK, 7, 0);
  for (guint i = 0; i < G_N_ELEMENTS (runs); i++)
    {
      sl_track_writer_add_slice (running, before, runs[i].begin, SL_STATE_IDLE, 0);
      sl_track_writer_add_slice (running, runs[i].begin, runs[i].end, SL_STATE_RUNNING, TASK);
      sl_track_writer_add_slice (states, before, runs[i].begin, SL_STATE_IDLE, 0);
      sl_track_writer_add_slice (states, runs[i].begin, runs[i].end, SL_STATE_RUNNING, 0);
      before = runs[i].end;
    }
  sl_track_writer_add_slice (running, before, 1000, SL_STATE_IDLE, 0);
  sl_track_writer_add_slice (states, before, 1000, SL_STATE_IDLE, 0);
  add_marks (task, with_values);
}

static SlTrace *
make_trace (gboolean with_values)
{
  g_autoptr (GArray) events = g_array_new (FALSE, FALSE, sizeof (SlEvent));
  g_autoptr (SlSource) source = NULL;
  g_autoptr (SlTraceBuilder) builder = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (marks); i++)
    {
      SlEvent event = { .time = marks[i].time, .kind = get_kind (marks[i].kind), .a = 7 };

      g_array_append_val (events, event);
    }
  g_array_append_val (events, ((SlEvent) { .time = 999, .kind = get_kind (LATE), .a = 8 }));
  source = sl_array_source_new ("made-up", events);
  builder = sl_trace_builder_new (source);
  add_lanes (builder, with_values);
  sl_trace_builder_add_events (builder, 0, (const SlEvent *) events->data, events->len);
  return sl_trace_builder_snapshot (builder, TRUE);
}

/* "number:deadline from verdict" of each job. */
static char *
print_deadlines (SlJobTable *table)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < sl_job_table_get_n_jobs (table); i++)
    {
      const SlJob *job = sl_job_table_get (table, i);

      g_string_append_printf (text, "%s%u:%" G_GINT64_FORMAT " %s %s", i > 0 ? ", " : "",
                              job->number, job->deadline != SL_JOB_NEVER ? job->deadline : -1,
                              sl_deadline_from_get_id ((SlDeadlineFrom) job->deadline_from),
                              job->flags & SL_JOB_MISSED ? "missed"
                              : job->flags & SL_JOB_MET  ? "met"
                                                         : "?");
    }
  return g_string_free (text, FALSE);
}

static void
check_deadlines (SlTrace *trace, const SlTaskRule *rule, const char *expected)
{
  g_autoptr (SlTaskRules) rules = sl_task_rules_new ();
  g_autoptr (SlJobTable) table = NULL;
  g_autoptr (SlJobTable) again = NULL;
  g_autofree char *found = NULL;
  g_autofree char *found_again = NULL;

  table = sl_job_table_new (trace, 0, rules, NULL, NULL);
  sl_task_rules_set (rules, TASK, rule);
  again = sl_job_table_with_rules (table, rules);
  g_clear_pointer (&table, sl_job_table_unref);
  table = sl_job_table_new (trace, 0, rules, NULL, NULL);
  found = print_deadlines (table);
  found_again = print_deadlines (again);
  g_assert_cmpstr (found, ==, expected);
  g_assert_cmpstr (found_again, ==, expected);
}

static void
test_precedence (void)
{
  const SlTaskRule nothing = { 0 };
  const SlTaskRule model = { .deadline = 80, .deadline_from = SL_DEADLINE_MODEL };
  const SlTaskRule option = { .deadline = 80, .deadline_from = SL_DEADLINE_OPTION };
  g_autoptr (SlTrace) trace = make_trace (TRUE);

  g_test_summary (
      "A recorded deadline is in force over the task model's and over the next release, and the user's over it; "
      "what is given relative to the release counts from the nominal one where that is recorded; jobs released at one tick "
      "have theirs in order.");
  check_deadlines (trace, &nothing,
                   "1:150 trace met, 2:250 trace missed, 3:400 inferred met, 4:490 trace met, "
                   "5:430 trace missed");
  check_deadlines (trace, &model,
                   "1:150 trace met, 2:250 trace missed, 3:380 model met, 4:490 trace met, "
                   "5:430 trace missed");
  check_deadlines (trace, &option,
                   "1:180 option met, 2:280 option missed, 3:380 option met, 4:470 option met, "
                   "5:475 option missed");
}

static void
test_miss (void)
{
  g_autoptr (SlTrace) trace = make_trace (TRUE);
  g_autoptr (SlJobTable) table = sl_job_table_new (trace, 0, NULL, NULL, NULL);
  const SlJob *late = sl_job_table_get (table, 1);
  const guint *misses;
  gint64 lateness;
  guint n_misses;

  g_test_summary (
      "A job is late by its recorded deadline; the miss that the trace records is a second word on it.");
  g_assert_true (sl_job_table_has_deadlines (table, TASK));
  g_assert_true (sl_job_get_lateness (late, &lateness));
  g_assert_cmpint (lateness, ==, 40);
  g_assert_cmpint (sl_job_get_miss_time (late), ==, 250);
  g_assert_true (sl_job_has_other_miss (late));
  g_assert_cmpint (late->miss, ==, 255);

  misses = sl_job_table_get_misses (table, FALSE, &n_misses);
  g_assert_cmpuint (n_misses, ==, 2);
  g_assert_cmpuint (misses[0], ==, 1);
  g_assert_cmpuint (misses[1], ==, 4);
  misses = sl_job_table_get_given_misses (table, TASK, &n_misses);
  g_assert_cmpuint (n_misses, ==, 2);
  g_assert_cmpuint (misses[0], ==, 1);
  g_assert_cmpuint (misses[1], ==, 4);
}

static void
test_nominal (void)
{
  static const gint64 recorded[] = { 10, 0, UNKNOWN, 10, 5 };
  static const gint64 by_model[] = { 110, 100, 100, 100, 0 };
  const SlTaskRule rule = { .period = 100, .jitter = 200 };
  g_autoptr (SlTaskRules) rules = sl_task_rules_new ();
  g_autoptr (SlTrace) trace = make_trace (TRUE);
  g_autoptr (SlTrace) without = make_trace (FALSE);
  g_autoptr (SlJobTable) table = NULL;
  g_autoptr (SlJobTable) other = NULL;

  g_test_summary (
      "Releases are late by the nominal ones that are recorded, else by the period; responses count from "
      "recorded nominal ones.");
  sl_task_rules_set (rules, TASK, &rule);
  table = sl_job_table_new (trace, 0, rules, NULL, NULL);
  other = sl_job_table_new (without, 0, rules, NULL, NULL);
  g_assert_cmpuint (sl_job_table_get_n_jobs (table), ==, G_N_ELEMENTS (recorded));
  for (guint i = 0; i < G_N_ELEMENTS (recorded); i++)
    {
      const SlJob *job = sl_job_table_get (table, i);
      gint64 late = MAX (recorded[i], 0), response;

      g_assert_cmpint (sl_job_table_get_release_lateness (table, i), ==, recorded[i]);
      if (sl_job_get_response (job, &response))
        g_assert_cmpint (response, ==, job->end - job->release + late);
    }
  for (guint i = 0; i < G_N_ELEMENTS (by_model); i++)
    g_assert_cmpint (sl_job_table_get_release_lateness (other, i), ==, by_model[i]);
}

static void
test_without (void)
{
  g_autoptr (SlTrace) trace = make_trace (FALSE);
  g_autoptr (SlJobTable) table = sl_job_table_new (trace, 0, NULL, NULL, NULL);
  g_autofree char *found = print_deadlines (table);

  g_test_summary (
      "Kinds of any format release, finish and miss by their actions; where no deadline is recorded a miss is one.");
  g_assert_cmpstr (found, ==,
                   "1:200 inferred met, 2:255 trace missed, 3:400 inferred met, "
                   "4:400 inferred missed, 5:-1  ?");
  g_assert_false (sl_job_table_has_deadlines (table, TASK));
  g_assert_cmpuint (sl_trace_get_n_events_of_action (trace, SL_ACTION_RELEASE), ==, 5);
  g_assert_cmpuint (sl_trace_get_n_events_of_action (trace, SL_ACTION_MISS), ==, 2);
  g_assert_cmpuint (sl_trace_get_n_events_of_action (trace, SL_ACTION_RUN), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/recorded-deadlines/precedence", test_precedence);
  g_test_add_func ("/recorded-deadlines/miss", test_miss);
  g_test_add_func ("/recorded-deadlines/nominal", test_nominal);
  g_test_add_func ("/recorded-deadlines/without", test_without);
  return g_test_run ();
}
