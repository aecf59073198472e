/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A span that is cut out of a trace.dat knows what was said of its tasks before it. */
#include <glib/gstdio.h>
#include <string.h>

#include "sl-cli-run.h"
#include "sl-dat-writer.h"
#include "sl-test.h"

#define MS     G_GUINT64_CONSTANT (1000000)
#define TID    2000
#define N_JOBS 40

/* SL_DAT_OPTION_EARLIER_MARKS. */
#define EARLIER_MARKS 0x534c

static char *folder;

static void
add (SlDatWriter *writer, guint64 time, guint32 tid, SlDatEvent event)
{
  event.time = time;
  event.common_pid = tid;
  sl_dat_writer_add (writer, 0, 0, &event);
}

static void
mark (SlDatWriter *writer, guint64 time, const char *text)
{
  add (writer, time, TID, (SlDatEvent) { SL_DAT_PRINT, .text = text });
}

/* A periodic task that says once what its deadlines are, and of each job that it begins and ends. */
static void
add_job (SlDatWriter *writer, guint number)
{
  guint64 time = (10 + 10 * number) * MS;
  g_autofree char *begin = g_strdup_printf ("begin job ctrl %u", number);
  g_autofree char *end = g_strdup_printf ("end job ctrl %u", number);

  add (writer, time, 0, (SlDatEvent) { SL_DAT_WAKING, .values = { TID, 90, 0 } });
  add (writer, time + 10000, 0, (SlDatEvent) { SL_DAT_SWITCH, .values = { 0, 120, 0, TID, 90 } });
  if (number == 0)
    mark (writer, time + 15000, "task ctrl tid 2000 period 10000000 deadline 2000000");
  mark (writer, time + 20000, begin);
  mark (writer, time + (number % 7 + 1) * MS / 3, end);
  add (writer, time + 4 * MS, TID,
       (SlDatEvent) { SL_DAT_SWITCH, .values = { TID, 90, 1, 0, 120 } });
}

/* @extra: (nullable): an option of the file; must outlive the writer */
static SlDatWriter *
make_writer (const SlDatExtra *extra)
{
  const SlDatLayout layout = { .version = 7,
                               .codec = "none",
                               .long_size = 8,
                               .page_size = 4096,
                               .n_cpus = 1,
                               .n_buffers = 1,
                               .pages_a_chunk = 1,
                               .clock = "mono",
                               .seed = 5,
                               .extras = extra,
                               .n_extras = extra != NULL };

  return sl_dat_writer_new (&layout);
}

static char *
make_recording (const char *name, const SlDatExtra *extra)
{
  g_autoptr (SlDatWriter) writer = make_writer (extra);
  g_autoptr (GBytes) bytes = NULL;

  for (guint i = 0; i < N_JOBS; i++)
    add_job (writer, i);
  bytes = sl_dat_writer_finish (writer);
  return sl_cli_write_file (folder, name, bytes);
}

static GPtrArray *
run_jobs (const char *trace)
{
  g_auto (SlCliResult) result = sl_cli_run ("jobs", "--csv", trace, NULL);

  g_assert_cmpint (result.status, ==, 0);
  return sl_cli_parse_csv (result.output);
}

static guint64
get_time (GPtrArray *jobs, guint row, const char *column)
{
  const char *cell = sl_cli_cell (jobs, row, column);

  return cell[0] != '\0' ? g_ascii_strtoull (cell, NULL, 10) : G_MAXUINT64;
}

static guint
find_job (GPtrArray *jobs, const char *task, const char *release)
{
  for (guint row = 1; row < jobs->len; row++)
    if (g_str_equal (sl_cli_cell (jobs, row, "task"), task) &&
        g_str_equal (sl_cli_cell (jobs, row, "release"), release))
      return row;

  g_test_message ("no job of %s at %s", task, release);
  return 0;
}

/* The first and the last job of a task in the span may depend on what is outside of it. */
static gboolean
is_within (GPtrArray *jobs, guint row, guint64 begin, guint64 end)
{
  const char *task = sl_cli_cell (jobs, row, "task");

  if (row < 2 || row + 1 >= jobs->len || !g_str_equal (sl_cli_cell (jobs, row - 1, "task"), task) ||
      !g_str_equal (sl_cli_cell (jobs, row + 1, "task"), task) ||
      get_time (jobs, row - 1, "release") == G_MAXUINT64 ||
      get_time (jobs, row + 1, "release") == G_MAXUINT64)
    return FALSE;

  return get_time (jobs, row - 1, "release") >= begin &&
         get_time (jobs, row + 1, "release") < end && get_time (jobs, row, "finish") < end &&
         (sl_cli_cell (jobs, row, "deadline")[0] == '\0' || get_time (jobs, row, "deadline") < end);
}

static void
assert_same_job (GPtrArray *whole, guint row, GPtrArray *cut)
{
  static const char *const columns[] = {
    "start",          "finish",        "deadline",   "response",
    "lateness",       "execution",     "missed",     "preemptions",
    "blocked",        "cause",         "blocked_by", "cpu",
    "aborted",        "deadline_from", "name",       "release_lateness",
    "recorded_number"
  };
  guint found =
      find_job (cut, sl_cli_cell (whole, row, "task"), sl_cli_cell (whole, row, "release"));

  g_assert_cmpuint (found, >, 0);
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    g_assert_cmpstr (sl_cli_cell (cut, found, columns[i]), ==,
                     sl_cli_cell (whole, row, columns[i]));
}

/* Returns: how many jobs were compared; the span is @folder/cut.dat then */
static guint
check_span (const char *trace, GPtrArray *whole, guint64 begin, guint64 end)
{
  g_autofree char *path = g_build_filename (folder, "cut.dat", NULL);
  g_autofree char *from = g_strdup_printf ("%" G_GUINT64_FORMAT, begin);
  g_autofree char *to = g_strdup_printf ("%" G_GUINT64_FORMAT, end);
  g_auto (SlCliResult) result =
      sl_cli_run ("cut", "--from", from, "--to", to, "-o", path, trace, NULL);
  g_autoptr (GPtrArray) cut = NULL;
  guint n_compared = 0;

  g_assert_cmpint (result.status, ==, 0);
  cut = run_jobs (path);
  for (guint row = 1; row < whole->len; row++)
    if (is_within (whole, row, begin, end))
      {
        assert_same_job (whole, row, cut);
        n_compared++;
      }
  return n_compared;
}

static void
test_marks (void)
{
  g_autofree char *trace = make_recording ("marks.dat", NULL);
  g_autofree char *path = g_build_filename (folder, "cut.dat", NULL);
  g_autofree char *first = g_build_filename (folder, "first.dat", NULL);
  g_autofree char *data = NULL;
  g_autoptr (GPtrArray) whole = run_jobs (trace);
  g_auto (SlCliResult) info = { 0 };
  gsize size;

  g_test_summary (
      "Jobs in a span have the deadlines of a mark before it, also in a span of a span");

  g_assert_cmpuint (whole->len, ==, N_JOBS + 1);
  g_assert_cmpstr (sl_cli_cell (whole, 20, "deadline_from"), ==, "trace");
  g_assert_cmpuint (check_span (trace, whole, 135 * MS, 355 * MS), ==, 20);

  g_assert_cmpint (g_rename (path, first), ==, 0);
  g_assert_cmpuint (check_span (first, whole, 215 * MS, 295 * MS), ==, 6);
  info = sl_cli_run ("info", path, NULL);
  g_assert_nonnull (strstr (info.output, "jobs and locks that began before it are not known"));

  /* The last mark of each kind, and none that it replaces. */
  g_assert_true (g_file_get_contents (path, &data, &size, NULL));
  g_assert_nonnull (memmem (data, size, "2000 task ctrl", 14));
  g_assert_nonnull (memmem (data, size, "2000 end job ctrl 20\n", 21));
  g_assert_null (memmem (data, size, "2000 end job ctrl 12\n", 21));
}

/* The tid of a task that ended is given to another one, of which nothing was said. */
static void
test_ended (void)
{
  static const char *const texts[] = { "2000 task ctrl tid 2000 period 10000000 deadline 2000000\n",
                                       "2001 task other tid 2001 period 10000000 deadline 3\n" };
  g_autofree char *option = g_strconcat (texts[0], texts[1], NULL);
  const SlDatExtra extra = { EARLIER_MARKS, option, strlen (option) };
  g_autoptr (SlDatWriter) writer = make_writer (&extra);
  g_autoptr (GBytes) bytes = NULL;
  g_autofree char *trace = NULL;
  g_autofree char *path = g_build_filename (folder, "ended.dat", NULL);
  g_autofree char *data = NULL;
  g_auto (SlCliResult) result = { 0 };
  gsize size;

  g_test_summary ("What was said of a task that ended is not said of the next one with its tid");

  add (writer, 10 * MS, 0, (SlDatEvent) { SL_DAT_SWITCH, .values = { 0, 120, 0, TID, 90 } });
  add (writer, 11 * MS, TID, (SlDatEvent) { SL_DAT_EXIT, .values = { TID, 90 } });
  add (writer, 12 * MS, TID, (SlDatEvent) { SL_DAT_SWITCH, .values = { TID, 90, 64, 0, 120 } });
  for (guint i = 1; i < 10; i++)
    add (writer, (20 + i) * MS, 0, (SlDatEvent) { SL_DAT_WAKING, .values = { TID, 90, 0 } });
  bytes = sl_dat_writer_finish (writer);
  trace = sl_cli_write_file (folder, "task.dat", bytes);
  result = sl_cli_run ("cut", "--from", "22000000", "--to", "28000000", "-o", path, trace, NULL);
  g_assert_cmpint (result.status, ==, 0);
  g_assert_true (g_file_get_contents (path, &data, &size, NULL));
  g_assert_nonnull (memmem (data, size, texts[1], strlen (texts[1])));
  g_assert_null (memmem (data, size, texts[0], strlen (texts[0])));
}

static void
test_hostile (void)
{
  static const char *const texts[] = {
    "",
    "\n\n",
    "2000",
    "2000 ",
    "99999999999 begin job a 1\n-1 end job b 2\n",
    "2000 task ctrl tid 2000 period 999999999999999999999 deadline 1\n",
    "0 timer 0xffffffffffffffff 1\n0 timer 12 3\n0 timer 0x12\n0 begin job a 1\n0 timer 0x0 7\n",
    "2000 begin job ctrl 99999999999999\n2000 rtapp_stats: slack=-9223372036854775808\n",
    "4294967295 begin job x 1\nabc def\n2000 \xff\xfe\n",
  };

  g_test_summary ("What an option says that cannot be is passed over");

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      const SlDatExtra extra = { EARLIER_MARKS, texts[i], strlen (texts[i]) };
      g_autofree char *trace = make_recording ("hostile.dat", &extra);
      g_autoptr (GPtrArray) jobs = NULL;

      g_test_message ("option %u", i);
      jobs = run_jobs (trace);
      g_assert_cmpuint (jobs->len, >=, N_JOBS);
      check_span (trace, jobs, 135 * MS, 355 * MS);
    }
}

static void
test_real (void)
{
  static const char *const names[] = { "tracedat/dl-timers.dat", "tracedat/fifo-jobs.dat",
                                       "tracedat/migrate.dat" };
  static const guint cuts[][2] = { { 30, 80 }, { 50, 95 }, { 10, 40 } };
  guint n_found = 0;

  g_test_summary ("Jobs in a span of a real recording are those of the whole one");

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *name = g_strconcat ("linux/", names[i], NULL);
      g_autofree char *trace = sl_test_make_real_path (name);
      g_autoptr (GPtrArray) whole = NULL;
      guint64 begin, end;
      guint n_compared = 0;

      if (trace == NULL || !g_file_test (trace, G_FILE_TEST_EXISTS))
        continue;
      n_found++;
      whole = run_jobs (trace);
      begin = end = get_time (whole, 1, "release");
      for (guint row = 1; row < whole->len; row++)
        {
          guint64 release = get_time (whole, row, "release");

          begin = MIN (begin, release);
          end = release != G_MAXUINT64 ? MAX (end, release) : end;
        }
      for (guint j = 0; j < G_N_ELEMENTS (cuts); j++)
        n_compared += check_span (trace, whole, begin + (end - begin) / 100 * cuts[j][0],
                                  begin + (end - begin) / 100 * cuts[j][1]);
      g_test_message ("%s: %u jobs", names[i], n_compared);
      g_assert_cmpuint (n_compared, >, 50);
    }
  if (n_found == 0)
    g_test_skip ("The real traces are not here (SLACKLINE_TRACES)");
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = sl_cli_make_folder ();
  g_test_add_func ("/cut-earlier/marks", test_marks);
  g_test_add_func ("/cut-earlier/ended", test_ended);
  g_test_add_func ("/cut-earlier/hostile", test_hostile);
  g_test_add_func ("/cut-earlier/real", test_real);
  status = g_test_run ();
  sl_test_remove_folder (folder);
  g_free (folder);
  return status;
}
