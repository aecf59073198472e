/* SPDX-License-Identifier: GPL-3.0-or-later */

/* By how much releases come late, worked out by hand. */

#include "sl-release-lateness.h"

#define MAX_JOBS 6
#define UNKNOWN  SL_RELEASE_LATENESS_UNKNOWN
#define NEVER    SL_JOB_NEVER
#define LOST     ((SlTime) 1 << 40) /* beside a release: what became of the job is not recorded */

typedef struct
{
  const char *what;
  SlTaskRule rule;
  SlTime start;
  guint n_jobs;
  SlTime releases[MAX_JOBS];
  gint64 lateness[MAX_JOBS];
} Case;

static const Case cases[] = {
  { "From an offset that is known, on a grid that jitter does not move.",
    { .period = 10, .offset = 3, .jitter = 4 },
    0,
    4,
    { 5, 17, 25, 33 },
    { 2, 4, 2, 0 } },
  { "No job comes in time, and none is taken to.",
    { .period = 10, .jitter = 4 },
    100,
    3,
    { 101, 114, 122 },
    { 1, 4, 2 } },
  { "Where the start is not known, the earliest release is in time.",
    { .period = 10, .offset = 3, .jitter = 4 },
    NEVER,
    4,
    { 1005, 1017, 1024, 1034 },
    { 1, 3, 0, 0 } },
  { "A release before the offset shows that the offset does not count from there.",
    { .period = 10, .offset = 8 },
    0,
    3,
    { 5, 17, 25 },
    { 0, 2, 0 } },
  { "One late release takes no other with it.",
    { .period = 10 },
    0,
    5,
    { 0, 25, 25, 30, 40 },
    { 0, 15, 5, 0, 0 } },
  { "An activation that was skipped makes no job late.",
    { .period = 10, .jitter = 3 },
    0,
    5,
    { 1, 13, 32, 40, 73 },
    { 1, 3, 2, 0, 3 } },
  { "Jitter beyond a period is late, not skipped.",
    { .period = 10, .jitter = 25 },
    0,
    4,
    { 20, 30, 45, 48 },
    { 20, 20, 25, 18 } },
  { "Releases before the trace count, and have no lateness.",
    { .period = 10 },
    NEVER,
    4,
    { NEVER, NEVER, 51, 60 },
    { UNKNOWN, UNKNOWN, 1, 0 } },
  { "Behind a loss, jobs that it counts twice make none late.",
    { .period = 10 },
    NEVER,
    6,
    { 0, 10, NEVER, 23, 30, 40 },
    { 0, 0, UNKNOWN, 3, 0, 0 } },
  { "Nor do jobs that it counts too few, nor a timer that comes a little early.",
    { .period = 100 },
    NEVER,
    5,
    { 0, LOST + 101, 499, 600, 750 },
    { 1, 2, 0, 1, 51 } },
  { "A sporadic task is never late.",
    { .period = 10, .is_sporadic = TRUE },
    0,
    2,
    { 0, 14 },
    { UNKNOWN, UNKNOWN } },
  { "What has no period is never late.",
    { .is_aperiodic = TRUE },
    0,
    2,
    { 4, 14 },
    { UNKNOWN, UNKNOWN } },
  { "A period that no trace can hold asks for nothing.",
    { .period = G_MAXINT64 },
    0,
    2,
    { 4, 14 },
    { UNKNOWN, UNKNOWN } },
};

static void
test_case (gconstpointer data)
{
  const Case *given = data;
  SlJob jobs[MAX_JOBS] = { 0 };
  gint64 lateness[MAX_JOBS];

  g_test_summary (given->what);

  for (guint i = 0; i < given->n_jobs; i++)
    {
      gboolean is_lost = given->releases[i] != NEVER && given->releases[i] >= LOST;

      jobs[i].release = given->releases[i] - (is_lost ? LOST : 0);
      jobs[i].nominal = NEVER;
      jobs[i].flags = is_lost ? SL_JOB_LOST : 0;
      jobs[i].number = i + 1;
    }
  sl_release_lateness_find (&given->rule, given->start, jobs, given->n_jobs, lateness);

  for (guint i = 0; i < given->n_jobs; i++)
    g_assert_cmpint (lateness[i], ==, given->lateness[i]);
}

static void
test_numbered (void)
{
  static const SlTaskRule rule = { .period = 10 };
  static const guint recorded[] = { 7, 0, 12, 13, 20 };
  static const SlTime releases[] = { 100, 110, 175, 178, 230 };
  static const gint64 expected[] = { 0, 0, 25, 18, 0 };
  SlJob jobs[G_N_ELEMENTS (recorded)] = { 0 };
  gint64 lateness[G_N_ELEMENTS (recorded)];

  g_test_summary (
      "Where the trace numbers the jobs, a backlog behind a loss is late by all of it.");

  for (guint i = 0; i < G_N_ELEMENTS (recorded); i++)
    {
      jobs[i].release = releases[i];
      jobs[i].nominal = NEVER;
      jobs[i].number = i + 1;
      jobs[i].recorded = recorded[i];
    }
  jobs[1].flags = jobs[3].flags = SL_JOB_LOST;
  sl_release_lateness_find (&rule, NEVER, jobs, G_N_ELEMENTS (recorded), lateness);

  for (guint i = 0; i < G_N_ELEMENTS (recorded); i++)
    g_assert_cmpint (lateness[i], ==, expected[i]);
}

/* @is_numbered: with the numbers of the jobs in the trace, too. */
static void
check_backlog (const SlTime *releases,
               const SlTime *nominals,
               guint n_jobs,
               gboolean is_numbered,
               const gint64 *expected)
{
  static const SlTaskRule rule = { .period = 10 };
  g_autofree SlJob *jobs = g_new0 (SlJob, n_jobs);
  g_autofree gint64 *lateness = g_new (gint64, n_jobs);

  for (guint i = 0; i < n_jobs; i++)
    {
      jobs[i].release = releases[i];
      jobs[i].nominal = nominals[i];
      jobs[i].number = i + 1;
      jobs[i].recorded = is_numbered ? i + 5 : 0;
    }
  sl_release_lateness_find (&rule, NEVER, jobs, n_jobs, lateness);

  for (guint i = 0; i < n_jobs; i++)
    g_assert_cmpint (lateness[i], ==, expected[i]);
}

static void
test_backlog (void)
{
  static const SlTime releases[] = { 0, 10, 20, 55, 60, 64, 69 };
  static const SlTime nominals[] = { NEVER, NEVER, NEVER, 30, 40, 50, 60 };
  static const gint64 expected[] = { 0, 0, 0, 25, 20, 14, 9 };
  static const SlTime late[] = { 0, 10, 47, 75, 80, 84, 88 };
  static const SlTime late_nominals[] = { NEVER, NEVER, NEVER, 57, 67, 77, 87 };
  static const gint64 counted[] = { 0, 0, 7, 25, 20, 14, 8 };
  static const gint64 numbered[] = { 0, 0, 27, 45, 40, 34, 28 };
  static const SlTime skipped[] = { 0, 10, 30, 40, 55 };
  static const SlTime nowhere[] = { NEVER, NEVER, NEVER, NEVER, NEVER };
  static const gint64 in_time[] = { 0, 0, 0, 0, 5 };

  g_test_summary (
      "Jobs that waited for an earlier one do not show that activations were skipped, nor does a "
      "release off the grid where the trace numbers the jobs.");

  check_backlog (releases, nominals, G_N_ELEMENTS (releases), FALSE, expected);
  check_backlog (late, late_nominals, G_N_ELEMENTS (late), FALSE, counted);
  check_backlog (late, late_nominals, G_N_ELEMENTS (late), TRUE, numbered);
  check_backlog (skipped, nowhere, G_N_ELEMENTS (skipped), TRUE, in_time);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/release-lateness/numbered", test_numbered);
  g_test_add_func ("/release-lateness/backlog", test_backlog);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/release-lateness/%u", i + 1);

      g_test_add_data_func (path, &cases[i], test_case);
    }

  return g_test_run ();
}
