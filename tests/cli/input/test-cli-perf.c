/* SPDX-License-Identifier: GPL-3.0-or-later */

/* One recording of Linux as trace-cmd writes it and as perf does: the same events, slices and jobs. */

#include <string.h>

#include "sl-cli-run.h"
#include "sl-dat-machine.h"
#include "sl-perf-maker.h"
#include "sl-test.h"

#define N_CPUS 3

static char *folder;

/* Returns: the name of the recording as perf.data; that as trace.dat goes to @dat. */
static char *
write_both (const SlPerfLayout *layout, char **dat)
{
  SlDatLayout same = { .version = 7,
                       .codec = "zstd",
                       .long_size = 8,
                       .page_size = 4096,
                       .n_cpus = N_CPUS,
                       .n_buffers = 1,
                       .pages_a_chunk = 10,
                       .clock = "mono",
                       .seed = layout->seed,
                       .is_plain = TRUE };
  SlDatMachine machine = { .n_cpus = N_CPUS,
                           .n_tasks = 30,
                           .n_lives = 20,
                           .n_records = 6000,
                           .seed = layout->seed };
  g_autoptr (SlDatWriter) writer = sl_dat_writer_new (&same);
  g_autoptr (SlPerfMaker) maker = sl_perf_maker_new (layout);
  g_autoptr (GBytes) dat_bytes = NULL;
  g_autoptr (GBytes) bytes = NULL;

  sl_perf_maker_listen (maker, writer);
  sl_dat_machine_run (&machine, writer);
  dat_bytes = sl_dat_writer_finish (writer);
  bytes = sl_perf_maker_finish (maker);
  *dat = sl_cli_write_file (folder, "same.dat", dat_bytes);
  return sl_cli_write_file (folder, "perf.data", bytes);
}

static void
check_same (const char *command, const char *perf, const char *dat)
{
  g_auto (SlCliResult) one = sl_cli_run (command, "--csv", perf, NULL);
  g_auto (SlCliResult) other = sl_cli_run (command, "--csv", dat, NULL);

  g_test_message ("%s", command);
  sl_cli_assert_fine (&one);
  sl_cli_assert_fine (&other);
  g_assert_cmpuint (one.length, >, 1000);
  g_assert_cmpstr (one.output, ==, other.output);
}

/* Records of names are in perf.data alone, and each file has its own offsets. */
static void
check_same_events (const char *perf, const char *dat)
{
  static const char *const columns[] = { "tick", "cpu", "kind", "object", "b", "flags", "name" };
  g_auto (SlCliResult) one = sl_cli_run ("events", "--csv", perf, NULL);
  g_auto (SlCliResult) other = sl_cli_run ("events", "--csv", dat, NULL);
  g_autoptr (GPtrArray) rows = sl_cli_parse_csv (one.output);
  g_autoptr (GPtrArray) others = sl_cli_parse_csv (other.output);
  guint n = 1;

  for (guint i = 1; i < rows->len; i++)
    {
      if (g_str_equal (sl_cli_cell (rows, i, "kind"), "comm"))
        continue;
      g_assert_cmpuint (n, <, others->len);
      for (guint j = 0; j < G_N_ELEMENTS (columns); j++)
        g_assert_cmpstr (sl_cli_cell (rows, i, columns[j]), ==,
                         sl_cli_cell (others, n, columns[j]));
      /* Marks go by the numbers that their names have in a file. */
      if (!g_str_equal (sl_cli_cell (rows, i, "kind"), "print"))
        g_assert_cmpstr (sl_cli_cell (rows, i, "a"), ==, sl_cli_cell (others, n, "a"));
      n++;
    }
  g_assert_cmpuint (n, ==, others->len);
  g_assert_cmpuint (n, >, 3000);
}

static guint
count_events (const char *path, const char *filter)
{
  g_auto (SlCliResult) result = sl_cli_run ("events", "--csv", "--filter", filter, path, NULL);
  g_autoptr (GPtrArray) rows = NULL;

  sl_cli_assert_fine (&result);
  rows = sl_cli_parse_csv (result.output);
  return rows->len - 1;
}

static void
check_unknown (const char *path, const char *filter, const char *part)
{
  g_auto (SlCliResult) result = sl_cli_run ("events", "--csv", "--filter", filter, path, NULL);

  sl_cli_assert_fails (&result, 2, part);
}

static void
check_tracepoint (const char *path)
{
  guint n_switches = count_events (path, "kind = sched-switch");

  g_assert_cmpuint (n_switches, >, 100);
  g_assert_cmpuint (count_events (path, "event = sched_switch"), ==, n_switches);
  g_assert_cmpuint (count_events (path, "event = sched:sched_switch"), ==, n_switches);
  check_unknown (path, "event = irq:sched_switch", "nearest in spelling: sched_switch");
  check_unknown (path, "event = sched_swich", "nearest in spelling: sched_switch");
  g_assert_cmpuint (count_events (path, "event != sched_switch and event ~ sched_switch"), ==, 0);
  g_assert_cmpuint (count_events (path, "event != sched_switch and kind = sched-switch"), ==, 0);
}

static void
test_tracepoint (void)
{
  const SlPerfLayout layout = { .fields = 1 << 16, .round = 50000, .n_cpus = N_CPUS, .seed = 25 };
  g_autofree char *dat = NULL;
  g_autofree char *perf = write_both (&layout, &dat);

  g_test_summary ("A filter finds a tracepoint by its name, with its system and without");

  check_tracepoint (perf);
  check_tracepoint (dat);
}

static void
test_cut_off (void)
{
  const SlPerfLayout layout = { .fields = 1 << 16, .round = 50000, .n_cpus = N_CPUS, .seed = 25 };
  g_autofree char *dat = NULL;
  g_autofree char *perf = write_both (&layout, &dat);
  g_autofree char *cut = g_build_filename (folder, "cut.data", NULL);
  g_autofree char *data = NULL;
  g_auto (SlCliResult) whole = { 0 };
  g_auto (SlCliResult) result = { 0 };
  gsize size;

  g_test_summary (
      "Of a file that has lost its end it is said that the formats of tracepoints went with it");

  g_assert_true (g_file_get_contents (perf, &data, &size, NULL));
  g_assert_true (g_file_set_contents (cut, data, (gssize) (size / 2), NULL));
  whole = sl_cli_run ("info", perf, NULL);
  sl_cli_assert_fine (&whole);
  g_assert_null (strstr (whole.output, "The formats of tracepoints"));
  result = sl_cli_run ("info", cut, NULL);
  sl_cli_assert_fine (&result);
  g_assert_nonnull (strstr (result.output, "The formats of tracepoints are stored at the end"));
}

static void
test_same (gconstpointer data)
{
  const SlPerfLayout *layout = data;
  g_autofree char *dat = NULL;
  g_autofree char *perf = write_both (layout, &dat);

  g_test_summary (
      "A recording says the same in all its containers: events, what each lane does, jobs");

  check_same ("slices", perf, dat);
  check_same ("jobs", perf, dat);
  check_same_events (perf, dat);
}

static char *
dup_clock_name (const char *path)
{
  g_auto (SlCliResult) result = sl_cli_run ("info", "--json", path, NULL);
  g_autoptr (JsonNode) root = NULL;
  JsonObject *clock;

  sl_cli_assert_fine (&result);
  root = sl_cli_parse_json (&result);
  clock = json_object_get_object_member (json_node_get_object (root), "clock");
  return g_strdup (json_object_get_string_member (clock, "name"));
}

static void
test_clock (void)
{
  const SlPerfLayout layout = { .fields = 1 << 16, .round = 50000, .n_cpus = N_CPUS, .seed = 24 };
  g_test_summary (
      "The clock of a recording goes by its name, by which only its times compare with others");

  for (guint i = 0; i < 2; i++)
    {
      SlPerfLayout clocked = layout;
      g_autofree char *dat = NULL;
      g_autofree char *perf = NULL;
      g_autofree char *dat_name = NULL;
      g_autofree char *perf_name = NULL;
      g_auto (SlCliResult) text = { 0 };

      clocked.has_clock = i == 1;
      perf = write_both (&clocked, &dat);
      dat_name = dup_clock_name (dat);
      perf_name = dup_clock_name (perf);
      text = sl_cli_run ("info", dat, NULL);
      g_assert_cmpstr (dat_name, ==, "mono");
      g_assert_cmpstr (perf_name, ==, clocked.has_clock ? "mono" : "perf");
      g_assert_nonnull (strstr (text.output, "  clock    ns (mono) from "));
    }
}

/* A recording from 1000 to 21,000 ns whose second processor begins at @late. Returns: what is said of it. */
static char *
dup_info (guint64 late)
{
  SlDatLayout layout = { .version = 7,
                         .codec = "none",
                         .long_size = 8,
                         .page_size = 4096,
                         .n_cpus = 2,
                         .n_buffers = 1,
                         .pages_a_chunk = 1,
                         .clock = "mono",
                         .is_plain = TRUE };
  g_autoptr (SlDatWriter) writer = sl_dat_writer_new (&layout);
  g_autoptr (GBytes) bytes = NULL;
  g_autofree char *path = NULL;
  g_auto (SlCliResult) result = { 0 };

  for (guint64 time = 1000; time <= 21000; time += 100)
    {
      SlDatEvent event = { .tracepoint = SL_DAT_SWITCH,
                           .time = time,
                           .common_pid = 5,
                           .values = { 5, 120, 0, 5, 120 } };

      sl_dat_writer_add (writer, 0, 0, &event);
      if (time >= late)
        sl_dat_writer_add (writer, 0, 1, &event);
    }
  bytes = sl_dat_writer_finish (writer);
  path = sl_cli_write_file (folder, "late.dat", bytes);
  result = sl_cli_run ("info", path, NULL);
  sl_cli_assert_fine (&result);
  return g_strdup (result.output);
}

static void
test_begin (void)
{
  g_autofree char *late = dup_info (9000);
  g_autofree char *soon = dup_info (1200);

  g_test_summary (
      "Where a processor begins notably later than the recording, it is said from when on all is known");

  g_assert_nonnull (strstr (late, "The processors begin at different times, the last one at 9000"));
  g_assert_null (strstr (soon, "begin at different times"));
}

int
main (int argc, char **argv)
{
  /* Fields of samples: IDENTIFIER, and IP, CALLCHAIN, PERIOD. */
  static const SlPerfLayout layouts[] = {
    { .fields = 1 << 16 | 1 << 0 | 1 << 8, .round = 50000, .n_cpus = N_CPUS, .seed = 21 },
    { .fields = 1 << 16, .packing = 81, .round = 20000, .n_cpus = N_CPUS, .seed = 22 },
    { .fields = 1 << 16 | 1 << 5, .is_pipe = TRUE, .round = 9000, .n_cpus = N_CPUS, .seed = 23 },
  };
  static const char *const names[] = { "/cli-perf/file", "/cli-perf/packed", "/cli-perf/pipe" };
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = sl_cli_make_folder ();
  for (guint i = 0; i < G_N_ELEMENTS (layouts); i++)
    g_test_add_data_func (names[i], &layouts[i], test_same);
  g_test_add_func ("/cli-perf/tracepoint", test_tracepoint);
  g_test_add_func ("/cli-perf/clock", test_clock);
  g_test_add_func ("/cli-perf/cut-off", test_cut_off);
  g_test_add_func ("/cli-perf/begin", test_begin);
  status = g_test_run ();
  sl_test_remove_folder (folder);
  g_free (folder);
  return status;
}
