/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A span that is cut out has the events that the whole trace has there, and other programs read it as well. */

#include <glib/gstdio.h>
#include <string.h>

#include "sl-byu-case.h"
#include "sl-cli-run.h"
#include "sl-cli-sample.h"
#include "sl-dat-machine.h"
#include "sl-shark-scenario.h"
#include "sl-test.h"

static char *folder;

/* How the events of a cut are found among those that the command prints of it. */
typedef enum
{
  CUT_ALONE = 1 << 0, /* there are no others */
  CUT_LAST = 1 << 1,  /* others come before them */
  CUT_AMONG = 1 << 2, /* others are before and after the span */
  CUT_ANEW = 1 << 3,  /* the first one is at tick 0 */
} CutForm;

static GPtrArray *
read_events (const char *trace, const char *from, const char *to)
{
  g_auto (SlCliResult) result =
      from != NULL ? sl_cli_run ("events", "--csv", "--from", from, "--to", to, trace, NULL)
                   : sl_cli_run ("events", "--csv", trace, NULL);

  sl_cli_assert_fine (&result);
  return sl_cli_parse_csv (result.output);
}

static gint64
get_tick (GPtrArray *events, guint row)
{
  return g_ascii_strtoll (sl_cli_cell (events, row, "tick"), NULL, 10);
}

/* What says only something of what was before the first event; and one plain chunk has no seams. */
static gboolean
is_same_flags (const char *one, const char *other, gboolean is_first)
{
  return g_str_equal (one, other) || (g_str_equal (one, "seam") && other[0] == '\0') ||
         (is_first && (strstr (one, "gap") != NULL || strstr (one, "lost") != NULL));
}

/* Whether a and b and the object are numbers that names have in this file alone. */
static gboolean
is_by_name (const char *kind)
{
  return g_str_equal (kind, "print") || g_str_has_prefix (kind, "span-") ||
         g_str_has_prefix (kind, "flow-") || g_str_equal (kind, "mark") ||
         g_str_equal (kind, "value");
}

/* An address without the process that it is of, where what names the process lies before the span. */
static gboolean
is_less_known (const char *one, const char *two)
{
  const char *slash = strchr (one, '/');

  return slash != NULL && g_str_has_prefix (one, "futex:") && g_str_has_prefix (two, "futex:0x") &&
         g_str_equal (slash + 1, two + strlen ("futex:"));
}

/* Lives of a task are counted from the beginning of a trace, names change with records behind the span, and only what is
 * known in the part has to be the same. */
static void
check_object (GPtrArray *whole, guint row, GPtrArray *part, guint other)
{
  const char *one = sl_cli_cell (whole, row, "object");
  const char *two = sl_cli_cell (part, other, "object");
  gsize length = strcspn (one, "#");

  if (two[0] == '\0' || is_by_name (sl_cli_cell (whole, row, "kind")) || is_less_known (one, two))
    return;
  g_assert_cmpuint (length, ==, strcspn (two, "#"));
  g_assert_cmpint (strncmp (one, two, length), ==, 0);
}

static void
check_row (GPtrArray *whole,
           guint row,
           GPtrArray *part,
           guint other,
           gint64 shift,
           gboolean is_first)
{
  static const char *const columns[] = { "cpu", "kind", "a", "b", "delta", "tick_max" };
  guint n_columns = G_N_ELEMENTS (columns);

  /* An interval of time is up to an event that may be behind the span. */
  if (row + 8 > whole->len)
    n_columns--;
  g_assert_cmpint (get_tick (whole, row), ==, get_tick (part, other) + shift);
  for (guint i = 0; i < n_columns; i++)
    {
      gboolean is_free = (i == 4 && is_first) ||
                         ((i == 2 || i == 3) && is_by_name (sl_cli_cell (whole, row, "kind")));

      if (!is_free)
        g_assert_cmpstr (sl_cli_cell (whole, row, columns[i]), ==,
                         sl_cli_cell (part, other, columns[i]));
    }
  check_object (whole, row, part, other);
  if (!is_same_flags (sl_cli_cell (whole, row, "flags"), sl_cli_cell (part, other, "flags"),
                      is_first))
    g_assert_cmpstr (sl_cli_cell (whole, row, "flags"), ==, sl_cli_cell (part, other, "flags"));
}

/* The events from row @first up to row @end of @whole are those of the cut. */
static void
check_events (GPtrArray *whole, guint first, guint end, const char *cut, CutForm form)
{
  g_autofree char *from = g_strdup (sl_cli_cell (whole, first, "tick"));
  g_autofree char *to = g_strdup_printf ("%" G_GINT64_FORMAT, get_tick (whole, end - 1) + 1);
  g_autoptr (GPtrArray) part =
      (form & CUT_AMONG) != 0 ? read_events (cut, from, to) : read_events (cut, NULL, NULL);
  guint n = end - first;
  guint begin = (form & CUT_LAST) != 0 ? part->len - n : 1;
  gint64 shift = (form & CUT_ANEW) != 0 ? get_tick (whole, first) - get_tick (part, begin) : 0;

  if ((form & CUT_LAST) != 0)
    g_assert_cmpuint (part->len, >=, n + 1);
  else
    g_assert_cmpuint (part->len, ==, n + 1);
  for (guint i = 0; i < n; i++)
    check_row (whole, first + i, part, begin + i, shift, i == 0);
}

static char *
cut (const char *trace, const char *from, const char *to)
{
  char *out = g_build_filename (folder, "cut", NULL);
  g_auto (SlCliResult) result =
      sl_cli_run ("cut", "--from", from, "--to", to, "-o", out, trace, NULL);

  g_test_message ("cut --from %s --to %s: %s%s", from, to, result.output, result.errors);
  g_assert_cmpint (result.status, ==, 0);
  return out;
}

/* Some spans of a trace, from its first event on, up to its last one, in the middle, and of one instant. */
static void
check_trace (const char *trace, CutForm form, guint n_spans)
{
  g_autoptr (GPtrArray) whole = read_events (trace, NULL, NULL);

  g_assert_cmpuint (whole->len, >, 2);
  for (guint i = 0; i < n_spans; i++)
    {
      guint first = i == 0 ? 1 : (guint) g_test_rand_int_range (1, (gint32) whole->len);
      guint end = i == 1 ? whole->len - 1
                         : (guint) g_test_rand_int_range ((gint32) first, (gint32) whole->len);
      g_autofree char *from = g_strdup (sl_cli_cell (whole, first, "tick"));
      g_autofree char *to = g_strdup_printf ("%" G_GINT64_FORMAT, get_tick (whole, end) + 1);
      g_autofree char *out = NULL;

      while (first > 1 && get_tick (whole, first - 1) == get_tick (whole, first))
        first--;
      while (end < whole->len &&
             get_tick (whole, end) == get_tick (whole, MIN (end + 1, whole->len - 1)) &&
             end + 1 < whole->len)
        end++;
      out = cut (trace, from, to);
      check_events (whole, first, end + 1, out, form);
      g_remove (out);
    }
}

/* Chunks are files of one set, in a folder of their own. */
static char *
write_chunks (GPtrArray *files, guint number)
{
  g_autofree char *name = g_strdup_printf ("chunks-%u", number);
  char *chunks = g_build_filename (folder, name, NULL);

  g_assert_cmpint (g_mkdir (chunks, 0700), ==, 0);
  for (guint i = 0; i < files->len; i++)
    {
      g_autofree char *file = g_strdup_printf ("%utrace.dat", i);
      G_GNUC_UNUSED g_autofree char *written =
          sl_cli_write_file (chunks, file, g_ptr_array_index (files, i));
    }
  return chunks;
}

static void
test_shark (void)
{
  guint n_scenarios;
  const SlSharkScenario *scenarios = sl_shark_scenarios_get_all (&n_scenarios);

  g_test_summary ("Chunks of the kernel in any order of their records are cut by time.");

  for (guint i = 0; i < n_scenarios; i++)
    {
      g_autoptr (SlSharkTruth) truth = sl_shark_truth_new ();
      g_autoptr (GPtrArray) files = sl_shark_scenario_make (&scenarios[i], truth);
      g_autofree char *trace = write_chunks (files, i);

      g_test_message ("%s", scenarios[i].id);
      check_trace (trace, CUT_LAST, 2);
    }
}

static void
run_machine (const SlDatLayout *layout, guint n_records, const char *name, char **path)
{
  SlDatMachine machine = { .n_cpus = layout->n_cpus,
                           .n_tasks = 20,
                           .n_lives = 10,
                           .n_records = n_records,
                           .seed = layout->seed };
  g_autoptr (SlDatWriter) writer = sl_dat_writer_new (layout);
  g_autoptr (GBytes) bytes = NULL;

  sl_dat_machine_run (&machine, writer);
  bytes = sl_dat_writer_finish (writer);
  *path = sl_cli_write_file (folder, name, bytes);
}

/* Who opens the cut need not have been there when it was made. */
static void
check_note (const char *trace)
{
  g_autoptr (GPtrArray) whole = read_events (trace, NULL, NULL);

  for (guint i = 0; i < 2; i++)
    {
      const char *from = sl_cli_cell (whole, i == 0 ? 1 : whole->len / 2, "tick");
      g_autofree char *out = cut (trace, from, sl_cli_cell (whole, whole->len - 1, "tick"));
      g_auto (SlCliResult) info = sl_cli_run ("info", out, NULL);

      sl_cli_assert_fine (&info);
      g_assert_cmpint (strstr (info.output, "cut out of a longer recording") != NULL, ==, i > 0);
      g_remove (out);
    }
}

static goffset
get_size (const char *path)
{
  GStatBuf status;

  g_assert_cmpint (g_stat (path, &status), ==, 0);
  return status.st_size;
}

static void
check_size (const char *trace)
{
  g_autoptr (GPtrArray) whole = read_events (trace, NULL, NULL);
  g_autofree char *out = cut (trace, sl_cli_cell (whole, whole->len / 2, "tick"),
                              sl_cli_cell (whole, whole->len - 1, "tick"));

  g_assert_cmpint (get_size (out), <, get_size (trace));
  g_remove (out);
}

static void
test_dat (gconstpointer data)
{
  SlDatLayout layout = *(const SlDatLayout *) data;
  g_autofree char *trace = NULL;

  g_test_summary (
      "trace.dat of all versions, packed in any way, in both byte orders; the cut says that it is one, and half of a trace is "
      "smaller than the trace.");

  layout.n_cpus = (guint) g_test_rand_int_range (1, 5);
  layout.n_buffers = 1;
  layout.pages_a_chunk = 7;
  layout.seed = (guint32) g_test_rand_int ();
  run_machine (&layout, 4000, "whole.dat", &trace);
  check_trace (trace, CUT_ALONE, 5);
  check_note (trace);
  check_size (trace);
}

/* All symbols of a kernel, with two that the machine's timers call. */
static char *
make_symbols (void)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < 12000; i++)
    g_string_append_printf (text, "%016x t function_%u\n", 0x81000000 + i * 0x100, i);
  g_string_append_printf (text, "%016x t hrtimer_wakeup\n%016x t dl_task_timer\n",
                          (guint) SL_DAT_HRTIMER_WAKEUP, (guint) SL_DAT_DL_TASK_TIMER);
  return g_string_free (text, FALSE);
}

static GPtrArray *
read_functions (const char *trace, const char *from)
{
  g_auto (SlCliResult) result =
      sl_cli_run ("events", "--csv", "--fields", "function,function_name", "--filter",
                  "kind = hrtimer-start", "--from", from, trace, NULL);

  sl_cli_assert_fine (&result);
  return sl_cli_parse_csv (result.output);
}

static void
test_symbols (gconstpointer data)
{
  SlDatLayout layout = *(const SlDatLayout *) data;
  SlDatMachine machine = { .n_cpus = 2, .n_tasks = 20, .n_records = 4000, .seed = 3 };
  g_autoptr (SlDatWriter) writer = NULL;
  g_autofree char *symbols = make_symbols ();
  g_autofree char *path = NULL, *out = NULL, *again = NULL, *last = NULL;
  g_autoptr (GPtrArray) events = NULL, whole = NULL, part = NULL;
  g_autoptr (GBytes) bytes = NULL;
  const char *from;
  guint n_named = 0;

  g_test_summary ("Of all symbols of a kernel, a cut has those that its records need.");

  layout.n_cpus = machine.n_cpus;
  layout.n_buffers = 1;
  layout.pages_a_chunk = 7;
  writer = sl_dat_writer_new (&layout);
  sl_dat_writer_set_symbols (writer, symbols);
  sl_dat_machine_run (&machine, writer);
  bytes = sl_dat_writer_finish (writer);
  path = sl_cli_write_file (folder, "symbols.dat", bytes);

  events = read_events (path, NULL, NULL);
  from = sl_cli_cell (events, events->len * 3 / 4, "tick");
  last = g_strdup (sl_cli_cell (events, events->len - 1, "tick"));
  out = cut (path, from, last);
  g_assert_cmpint (get_size (out), <, 40000);
  again = g_build_filename (folder, "again.dat", NULL);
  g_assert_cmpint (g_rename (out, again), ==, 0);
  g_free (out);
  out = cut (again, from, last);

  whole = read_functions (path, from);
  part = read_functions (out, from);
  g_assert_cmpuint (part->len, >, 20);
  for (guint row = 1; row < part->len; row++)
    {
      g_assert_cmpstr (sl_cli_cell (part, row, "function"), ==,
                       sl_cli_cell (whole, row, "function"));
      g_assert_cmpstr (sl_cli_cell (part, row, "function_name"), ==,
                       sl_cli_cell (whole, row, "function_name"));
      n_named += !g_str_equal (sl_cli_cell (part, row, "function_name"), "");
    }
  g_assert_cmpuint (n_named, >, 10);
  g_remove (out);
  g_remove (again);
}

/* What follows the name and number of the task, which trace-cmd may learn from records before the span. */
static GPtrArray *
report (const char *trace)
{
  const char *arguments[] = { "trace-cmd", "report", "-t", "-i", trace, NULL };
  g_autofree char *output = NULL;
  g_autoptr (GError) error = NULL;
  GPtrArray *lines = g_ptr_array_new_with_free_func (g_free);
  g_auto (GStrv) all = NULL;
  int status;

  g_spawn_sync (NULL, (char **) arguments, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_STDERR_TO_DEV_NULL,
                NULL, NULL, &output, NULL, &status, &error);
  g_assert_no_error (error);
  g_assert_cmpint (status, ==, 0);
  all = g_strsplit (output, "\n", -1);
  for (guint i = 0; all[i] != NULL; i++)
    {
      const char *cpu = strstr (all[i], " [0");

      if (cpu != NULL && strstr (cpu, ": ") != NULL)
        g_ptr_array_add (lines, g_strdup (cpu));
    }
  return lines;
}

/* Of “ [001]  1667.644707123: sched_switch: …”, in ns. */
static gint64
get_reported_time (const char *line)
{
  const char *at = strchr (line, ']') + 1;
  g_auto (GStrv) parts = NULL;

  while (*at != '\0' && !g_ascii_isdigit (*at))
    at++;
  /* Clocks that trace-cmd does not know as seconds are printed as they are. */
  if (at[strspn (at, "0123456789")] == ':')
    return g_ascii_strtoll (at, NULL, 10);
  parts = g_strsplit_set (at, ".:", 3);
  return g_ascii_strtoll (parts[0], NULL, 10) * 1000000000 + g_ascii_strtoll (parts[1], NULL, 10);
}

static void
check_report (const char *trace, gint64 from, gint64 to)
{
  g_autofree char *first = g_strdup_printf ("%" G_GINT64_FORMAT, from);
  g_autofree char *end = g_strdup_printf ("%" G_GINT64_FORMAT, to);
  g_autofree char *out = cut (trace, first, end);
  g_autoptr (GPtrArray) whole = report (trace);
  g_autoptr (GPtrArray) part = report (out);
  guint n = 0;

  for (guint i = 0; i < whole->len; i++)
    {
      gint64 time = get_reported_time (g_ptr_array_index (whole, i));

      if (time < from || time >= to)
        continue;
      g_assert_cmpuint (n, <, part->len);
      g_assert_cmpstr (g_ptr_array_index (whole, i), ==, g_ptr_array_index (part, n));
      n++;
    }
  g_assert_cmpuint (n, ==, part->len);
  g_assert_cmpuint (n, >, 50);
}

static void
test_trace_cmd (void)
{
  static const char *const names[] = { "pi-block.dat", "migrate.dat", "instances.dat",
                                       "dl-miss.dat" };
  g_autofree char *program = g_find_program_in_path ("trace-cmd");
  guint n_found = 0;

  g_test_summary ("trace-cmd prints of a cut what it prints of the whole recording there.");

  for (guint i = 0; i < G_N_ELEMENTS (names) && program != NULL; i++)
    {
      g_autofree char *name = g_strconcat ("linux/tracedat/", names[i], NULL);
      g_autofree char *trace = sl_test_make_real_path (name);
      g_autoptr (GPtrArray) events = NULL;
      gint64 begin, end;

      if (trace == NULL || !g_file_test (trace, G_FILE_TEST_EXISTS))
        continue;
      g_test_message ("%s", names[i]);
      n_found++;
      events = read_events (trace, NULL, NULL);
      begin = get_tick (events, events->len / 3);
      end = get_tick (events, events->len / 2);
      check_report (trace, begin, end);
    }
  if (n_found == 0)
    g_test_skip ("no trace-cmd, or none of the recordings");
}

static void
test_real (void)
{
  static const struct
  {
    const char *name;
    CutForm form;
  } traces[] = {
    { "linux/tracedat/pi-block.dat", CUT_ALONE },
    { "linux/tracedat/pi-block-v6.dat.xz", CUT_ALONE },
    { "linux/tracedat/instances.dat", CUT_ALONE },
    { "linux/tracedat/instances-v6.dat.xz", CUT_ALONE },
    { "linux/tracedat/tsc-clock.dat", CUT_ALONE },
    { "linux/tracedat/lost.dat.xz", CUT_ALONE },
    { "linux/text/pi-block.trace.txt.xz", CUT_ALONE },
    { "linux/text/fifo-jobs.trace-cmd-report-l.txt.xz", CUT_ALONE },
    { "linux/text/migrate.trace-cmd-report.txt.xz", CUT_ALONE },
    { "linux/text/perfetto-sched_blocked.systrace.txt", CUT_ALONE },
    { "linux/chrome-json/flow_events_json_v1.json", CUT_AMONG },
    { "linux/chrome-json/flow_events_json_v2.json", CUT_AMONG },
    { "shark/test", CUT_LAST },
  };
  guint n_found = 0;

  for (guint i = 0; i < G_N_ELEMENTS (traces); i++)
    {
      g_autofree char *trace = sl_test_make_real_path (traces[i].name);

      if (trace == NULL || !g_file_test (trace, G_FILE_TEST_EXISTS))
        continue;
      g_test_message ("%s", traces[i].name);
      n_found++;
      check_trace (trace, traces[i].form, 2);
    }
  if (n_found == 0)
    g_test_skip ("no real traces");
}

static void
test_byu (void)
{
  guint n_cases;
  const SlByuCase *cases = sl_byu_cases_get_all (&n_cases);

  for (guint i = 0; i < n_cases; i++)
    {
      g_autoptr (GBytes) bytes = sl_byu_case_make (&cases[i]);
      g_autofree char *trace = sl_cli_write_file (folder, "whole", bytes);

      if (cases[i].format == NULL || !g_str_has_prefix (cases[i].format, "byu") ||
          g_bytes_get_size (bytes) < 200)
        continue;
      g_test_message ("%s", cases[i].id);
      check_trace (trace, CUT_ALONE | CUT_ANEW, 2);
    }
}

static void
test_listing (void)
{
  g_autofree char *trace = sl_cli_write_text (folder, "bus.csv",
                                              "# a comment\nTime,A,M/IO#,D/C#,W/R#,BE\n"
                                              "0 ns,00001000,1,0,0,00\n15 ns,00001008,1,0,0,00\n"
                                              "30 ns,00002000,1,1,1,f0\n45 ns,00001010,1,0,0,00\n"
                                              "60 ns,00000070,0,1,1,fe\n75 ns,00001018,1,0,0,00\n");

  check_trace (trace, CUT_ALONE | CUT_ANEW, 6);
}

static void
test_chrome (void)
{
  g_autofree char *trace = sl_cli_write_text (
      folder, "spans.json",
      "{\"displayTimeUnit\":\"ns\",\"traceEvents\":["
      "{\"ph\":\"M\",\"pid\":1,\"tid\":7,\"name\":\"thread_name\",\"args\":{\"name\":\"worker\"}},"
      "{\"ph\":\"X\",\"pid\":1,\"tid\":7,\"ts\":10,\"dur\":100,\"name\":\"whole\"},"
      "{\"ph\":\"B\",\"pid\":1,\"tid\":8,\"ts\":20,\"name\":\"open\"},"
      "{\"ph\":\"X\",\"pid\":1,\"tid\":7,\"ts\":30,\"dur\":10,\"name\":\"over\"},"
      "{\"ph\":\"i\",\"pid\":1,\"tid\":7,\"ts\":60,\"name\":\"inside\"},"
      "{\"ph\":\"E\",\"pid\":1,\"tid\":8,\"ts\":70},"
      "{\"ph\":\"i\",\"pid\":1,\"tid\":7,\"ts\":90,\"name\":\"after\"}],"
      "\"otherData\":{\"who\":\"me\"}}");
  g_autofree char *out = cut (trace, "50us", "80us");
  g_autofree char *text = NULL;

  g_test_summary ("Spans that are open at the beginning stay, and those that are over do not.");

  g_assert_true (g_file_get_contents (out, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "worker"));
  g_assert_nonnull (strstr (text, "whole"));
  g_assert_nonnull (strstr (text, "open"));
  g_assert_null (strstr (text, "over"));
  g_assert_nonnull (strstr (text, "inside"));
  g_assert_nonnull (strstr (text, "\"E\""));
  g_assert_null (strstr (text, "after"));
  g_assert_nonnull (strstr (text, "\"otherData\":{\"who\":\"me\"}"));
  g_remove (out);
  check_trace (trace, CUT_AMONG, 6);
}

/* The slice of the processor in the middle of slice @row of @whole; 0 where that one has no length. */
static guint
find_slice (GPtrArray *whole, guint row, GPtrArray *part, gint64 from, gint64 last)
{
  gint64 begin = MAX (from, g_ascii_strtoll (sl_cli_cell (whole, row, "begin"), NULL, 10));
  gint64 end = MIN (last, g_ascii_strtoll (sl_cli_cell (whole, row, "end"), NULL, 10));
  gint64 middle = begin + (end - begin) / 2;

  for (guint i = 1; i < part->len && end > begin; i++)
    {
      if (g_ascii_strtoll (sl_cli_cell (part, i, "begin"), NULL, 10) <= middle &&
          g_ascii_strtoll (sl_cli_cell (part, i, "end"), NULL, 10) > middle)
        return i;
    }

  g_assert_cmpint (begin, >=, end);
  return 0;
}

/* In a short part the task that never ends a job may be taken for the idle one. */
static void
check_slice (GPtrArray *whole, guint row, GPtrArray *part, gint64 from, gint64 last)
{
  guint other = find_slice (whole, row, part, from, last);
  const char *one = sl_cli_cell (whole, row, "state");
  const char *two = other > 0 ? sl_cli_cell (part, other, "state") : one;

  if (other == 0)
    return;
  if (g_str_equal (one, "idle") != g_str_equal (two, "idle"))
    {
      g_assert_true (g_str_equal (one, "running") || g_str_equal (two, "running"));
      return;
    }
  g_assert_cmpstr (one, ==, two);
  g_assert_cmpstr (sl_cli_cell (whole, row, "detail"), ==, sl_cli_cell (part, other, "detail"));
}

/* Some event of the second half that is later than the one before it and than @first. */
static guint
find_end (GPtrArray *events, guint first)
{
  guint half = events->len / 2 + 1;
  guint end = (guint) g_test_rand_int_range ((gint32) half, (gint32) events->len);

  while (end > half && get_tick (events, end - 1) == get_tick (events, end))
    end--;
  while (end + 1 < events->len && get_tick (events, end) <= get_tick (events, first))
    end++;
  g_assert_cmpint (get_tick (events, end), >, get_tick (events, first));
  return end;
}

/* What ran when the span began is known in what was cut out, up to the span's end. */
static void
test_state (void)
{
  const char *set = g_test_get_filename (G_TEST_DIST, "..", "data", "samples", "course",
                                         "10-pathfinder.slackline-tasks", NULL);
  g_autofree char *trace = g_build_filename (folder, "state", NULL);
  g_auto (SlCliResult) made = sl_cli_run ("simulate", set, "-o", trace, NULL);
  g_autoptr (GPtrArray) events = read_events (trace, NULL, NULL);

  sl_cli_assert_fine (&made);
  for (guint i = 0; i < 5; i++)
    {
      guint first = (guint) g_test_rand_int_range (1, (gint32) events->len / 2);
      guint end = find_end (events, first);
      g_autofree char *from = g_strdup (sl_cli_cell (events, first, "tick"));
      g_autofree char *to = g_strdup (sl_cli_cell (events, end, "tick"));
      g_autofree char *last = g_strdup (sl_cli_cell (events, end - 1, "tick"));
      g_autofree char *out = cut (trace, from, to);
      g_auto (SlCliResult) whole = sl_cli_run ("slices", "--csv", "--lane", "cpu:0", "--from", from,
                                               "--to", last, trace, NULL);
      g_auto (SlCliResult) part = sl_cli_run ("slices", "--csv", "--lane", "cpu:0", "--from", from,
                                              "--to", last, out, NULL);
      g_auto (SlCliResult) names = sl_cli_run ("info", "--json", out, NULL);

      sl_cli_assert_fine (&whole);
      sl_cli_assert_fine (&names);
      g_assert_nonnull (strstr (names.output, "\"hz\""));
      g_assert_null (strstr (names.output, "\"hz\" : null"));
      if (g_strcmp0 (from, last) != 0)
        {
          g_autoptr (GPtrArray) one = sl_cli_parse_csv (whole.output);
          g_autoptr (GPtrArray) other = sl_cli_parse_csv (part.output);

          for (guint j = 1; j < one->len; j++)
            check_slice (one, j, other, get_tick (events, first), get_tick (events, end - 1));
        }
      g_remove (out);
    }
}

static void
test_faults (void)
{
  g_autofree char *trace = sl_cli_make_mixture (folder, "mixture");
  g_autofree char *out = g_build_filename (folder, "never", NULL);
  g_autofree char *missing = g_build_filename (folder, "no", "folder", NULL);
  g_auto (SlCliResult) no_out = sl_cli_run ("cut", "--from", "+1", trace, NULL);
  g_auto (SlCliResult) no_span = sl_cli_run ("cut", "-o", out, trace, NULL);
  g_auto (SlCliResult) reverse =
      sl_cli_run ("cut", "--from", "+9", "--to", "+3", "-o", out, trace, NULL);
  g_auto (SlCliResult) empty =
      sl_cli_run ("cut", "--from", "+1", "--to", "+2", "-o", out, trace, NULL);
  g_auto (SlCliResult) onto = sl_cli_run ("cut", "--from", "+1", "-o", trace, trace, NULL);
  g_auto (SlCliResult) nowhere = sl_cli_run ("cut", "--from", "+1", "-o", missing, trace, NULL);

  g_test_summary ("What cannot be cut says why, and leaves no file behind.");

  sl_cli_assert_fails (&no_out, 2, "No output given: -o OUT");
  sl_cli_assert_fails (&no_span, 2, "No span given");
  sl_cli_assert_fails (&reverse, 2, "ends before it begins");
  sl_cli_assert_fails (&empty, 2, "No event is in the span");
  sl_cli_assert_fails (&onto, 4, NULL);
  sl_cli_assert_fails (&nowhere, 4, NULL);
  g_assert_false (g_file_test (out, G_FILE_TEST_EXISTS));
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *path;
    SlDatLayout layout;
  } layouts[] = {
    { "/cut/dat/7-zstd",
      { .version = 7, .codec = "zstd", .long_size = 8, .page_size = 4096, .clock = "mono" } },
    { "/cut/dat/7-none",
      { .version = 7,
        .codec = "none",
        .long_size = 8,
        .page_size = 4096,
        .clock = "mono",
        .date_us = 77 } },
    { "/cut/dat/7-big",
      { .version = 7,
        .codec = "zlib",
        .long_size = 8,
        .page_size = 4096,
        .clock = "local",
        .is_big = TRUE } },
    { "/cut/dat/6",
      { .version = 6,
        .codec = "none",
        .long_size = 8,
        .page_size = 4096,
        .clock = "mono",
        .offset_ns = 5000 } },
    { "/cut/dat/6-4-bytes",
      { .version = 6,
        .codec = "none",
        .long_size = 4,
        .page_size = 4096,
        .clock = "mono",
        .is_big = TRUE } },
    { "/cut/dat/7-tsc",
      { .version = 7,
        .codec = "zstd",
        .long_size = 8,
        .page_size = 65536,
        .clock = "x86-tsc",
        .tsc_mult = 4000000,
        .tsc_shift = 22 } },
  };
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = sl_cli_make_folder ();
  for (guint i = 0; i < G_N_ELEMENTS (layouts); i++)
    {
      g_autofree char *path = g_strconcat (layouts[i].path, "/symbols", NULL);

      g_test_add_data_func (layouts[i].path, &layouts[i].layout, test_dat);
      g_test_add_data_func (path, &layouts[i].layout, test_symbols);
    }
  g_test_add_func ("/cut/shark", test_shark);
  g_test_add_func ("/cut/byu", test_byu);
  g_test_add_func ("/cut/listing", test_listing);
  g_test_add_func ("/cut/chrome", test_chrome);
  g_test_add_func ("/cut/state", test_state);
  g_test_add_func ("/cut/real", test_real);
  g_test_add_func ("/cut/trace-cmd", test_trace_cmd);
  g_test_add_func ("/cut/faults", test_faults);
  status = g_test_run ();
  sl_test_remove_folder (folder);
  g_free (folder);
  return status;
}
