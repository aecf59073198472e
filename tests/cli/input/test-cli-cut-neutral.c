/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A span of a trace whose format cannot be cut is written as neutral events: it has the slices, the jobs and the actions that
 * the whole trace has there. */

#include <glib/gstdio.h>
#include <string.h>

#include "sl-cli-random-set.h"
#include "sl-cli-run.h"
#include "sl-dat-machine.h"
#include "sl-perf-maker.h"
#include "sl-test.h"

static char *folder;

static char *
make_path (const char *name)
{
  return g_build_filename (folder, name, NULL);
}

/* What is said to have been written is what is in the file. */
static void
check_count (const char *said, const char *path)
{
  g_auto (SlCliResult) events = sl_cli_run ("events", "--csv", path, NULL);
  g_autoptr (GPtrArray) rows = NULL;
  g_autofree char *number = NULL;

  sl_cli_assert_fine (&events);
  rows = sl_cli_parse_csv (events.output);
  number = g_strdup_printf (": %u event", rows->len - 1);
  g_assert_nonnull (strstr (said, number));
}

static void
write_text (const char *path, const char *text)
{
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);
}

static GPtrArray *
read_table (const char *command, const char *option, const char *trace)
{
  g_auto (SlCliResult) result = sl_cli_run (command, "--csv", trace, option, NULL);
  const char *table;

  sl_cli_assert_fine (&result);
  /* The first line of actions says what they are. */
  table = result.output[0] == '#' ? strchr (result.output, '\n') + 1 : result.output;
  return sl_cli_parse_csv (table);
}

static gint64
get_number (GPtrArray *rows, guint row, const char *column)
{
  return g_ascii_strtoll (sl_cli_cell (rows, row, column), NULL, 10);
}

static int
compare_lines (gconstpointer one, gconstpointer other)
{
  return strcmp (*(const char *const *) one, *(const char *const *) other);
}

static char *
join (GPtrArray *lines)
{
  GString *text = g_string_new (NULL);

  g_ptr_array_sort (lines, compare_lines);
  for (guint i = 0; i < lines->len; i++)
    g_string_append_printf (text, "%s\n", (char *) g_ptr_array_index (lines, i));
  return g_string_free (text, FALSE);
}

/* A task has the number of its life behind its name, which begins anew. */
static char *
dup_without_life (const char *reference)
{
  return g_strndup (reference, strcspn (reference, "#"));
}

typedef struct
{
  char *lane;
  char *what;
  gint64 begin;
  gint64 end;
} Slice;

static void
slice_clear (gpointer data)
{
  Slice *slice = data;

  g_free (slice->lane);
  g_free (slice->what);
}

static int
compare_slices (gconstpointer one, gconstpointer other)
{
  const Slice *a = one, *b = other;
  int order = strcmp (a->lane, b->lane);

  return order != 0 ? order : a->begin < b->begin ? -1 : a->begin > b->begin;
}

/* (transfer full): how deep an idle processor sleeps is nothing that neutral events say; where a task runs is compared by the
 * rows of the processors */
static char *
dup_what (GPtrArray *rows, guint row)
{
  const char *state = sl_cli_cell (rows, row, "state");
  g_autofree char *detail = dup_without_life (sl_cli_cell (rows, row, "detail"));

  if (g_str_equal (state, "asleep"))
    return g_strdup ("idle ");

  return g_strdup_printf ("%s %s", state, g_str_has_prefix (detail, "cpu:") ? "" : detail);
}

/* A slice that goes on behind another of its kind is one with it. */
static char *
print_slices (GArray *slices)
{
  GString *text = g_string_new (NULL);

  g_array_sort (slices, compare_slices);
  for (guint i = 0; i < slices->len; i++)
    {
      const Slice *slice = &g_array_index (slices, Slice, i);
      gint64 begin = slice->begin, end = slice->end;

      for (; i + 1 < slices->len && slice[1].begin == end &&
             g_str_equal (slice[1].what, slice->what) && g_str_equal (slice[1].lane, slice->lane);
           i++, slice++)
        end = slice[1].end;
      g_string_append_printf (text, "%s %" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %s\n",
                              slice->lane, begin, end, slice->what);
    }
  return g_string_free (text, FALSE);
}

/* All slices, as far as they are in the span. */
static char *
list_slices (const char *trace, gint64 from, gint64 end)
{
  g_autoptr (GPtrArray) rows = read_table ("slices", NULL, trace);
  g_autoptr (GArray) slices = g_array_new (FALSE, FALSE, sizeof (Slice));

  g_array_set_clear_func (slices, slice_clear);
  for (guint row = 1; row < rows->len; row++)
    {
      Slice slice = { .begin = MAX (get_number (rows, row, "begin"), from),
                      .end = MIN (get_number (rows, row, "end"), end) };
      g_autofree char *lane = dup_without_life (sl_cli_cell (rows, row, "lane"));

      /* The kernel's idle task is a task in its own traces only; what is unknown is said of a processor that was seen. */
      if (slice.begin >= slice.end || g_str_equal (lane, "task:264") ||
          g_str_equal (sl_cli_cell (rows, row, "state"), "unknown"))
        continue;
      slice.lane = g_steal_pointer (&lane);
      slice.what = dup_what (rows, row);
      g_array_append_val (slices, slice);
    }

  return print_slices (slices);
}

/* The jobs that finish in the span, with what is known of them without what was before it. */
static char *
list_jobs (const char *trace, gint64 from, gint64 end)
{
  static const char *const columns[] = { "task", "release", "finish", "response" };
  g_autoptr (GPtrArray) rows = read_table ("jobs", NULL, trace);
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);

  for (guint row = 1; row < rows->len; row++)
    {
      gint64 finish = get_number (rows, row, "finish");
      GString *line;

      if (sl_cli_cell (rows, row, "finish")[0] == '\0' ||
          sl_cli_cell (rows, row, "release")[0] == '\0' || finish <= from || finish >= end)
        continue;

      line = g_string_new (NULL);
      for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
        g_string_append_printf (line, "%s ", sl_cli_cell (rows, row, columns[i]));
      if (get_number (rows, row, "release") >= from)
        g_string_append_printf (line, "%s %s %s", sl_cli_cell (rows, row, "start"),
                                sl_cli_cell (rows, row, "execution"),
                                sl_cli_cell (rows, row, "blocked"));
      g_ptr_array_add (lines, g_string_free (line, FALSE));
    }

  return join (lines);
}

/* What happens behind the first tick of the span. */
static char *
list_actions (const char *trace, gint64 from, gint64 end)
{
  static const char *const columns[] = { "time",   "cpu",   "action",   "task",
                                         "object", "value", "deadline", "nominal" };
  g_autoptr (GPtrArray) rows = read_table ("events", "--actions", trace);
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);

  for (guint row = 1; row < rows->len; row++)
    {
      gint64 time = get_number (rows, row, "time");
      const char *action = sl_cli_cell (rows, row, "action");
      GString *line;

      /* Names come with numbers; who is who is compared by those. That nobody runs is said again behind an interrupt in which
       * the span begins; the slices of the processor are the same. */
      if (time <= from || time >= end || g_str_equal (action, "name") ||
          (g_str_equal (action, "run") && sl_cli_cell (rows, row, "task")[0] == '\0'))
        continue;

      line = g_string_new (NULL);
      for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
        g_string_append_printf (line, "%s ", sl_cli_cell (rows, row, columns[i]));
      g_ptr_array_add (lines, g_string_free (line, FALSE));
    }

  return join (lines);
}

static void
compare (const char *whole,
         const char *part,
         gint64 from,
         gint64 end,
         char *(*list) (const char *trace, gint64 from, gint64 end))
{
  g_autofree char *expected = list (whole, from, end);
  g_autofree char *found = list (part, from, end);

  g_assert_cmpstr (found, ==, expected);
}

/* @last: the tick of the last event that is in the span */
static void
check_span (const char *trace, gint64 from, gint64 to, gint64 last, gboolean has_same_kinds)
{
  g_autofree char *out = make_path ("part.csv");
  g_autofree char *from_text = g_strdup_printf ("%" G_GINT64_FORMAT, from);
  g_autofree char *to_text = g_strdup_printf ("%" G_GINT64_FORMAT, to);
  g_auto (SlCliResult) result =
      sl_cli_run ("cut", "--from", from_text, "--to", to_text, "-o", out, trace, NULL);

  g_test_message ("cut --from %s --to %s: %s%s", from_text, to_text, result.output, result.errors);
  g_assert_cmpint (result.status, ==, 0);
  g_assert_nonnull (strstr (result.errors, "written as neutral events (slackline-events)"));
  /* What is so in the last tick may end there. */
  compare (trace, out, from, to - 1, list_slices);
  compare (trace, out, from, to - 1, list_jobs);
  /* Who is interrupted in the tick in which he is dispatched does not run before the span ends. */
  if (has_same_kinds)
    compare (trace, out, from, last, list_actions);
  g_remove (out);
}

/* Spans between any two events. */
static void
check_trace (const char *trace, guint n_spans, gboolean has_same_kinds)
{
  g_autoptr (GPtrArray) events = read_table ("events", NULL, trace);

  g_assert_cmpuint (events->len, >, 3);
  for (guint i = 0; i < n_spans; i++)
    {
      guint first = (guint) g_test_rand_int_range (1, (gint32) events->len - 1);
      guint last = (guint) g_test_rand_int_range ((gint32) first, (gint32) events->len);
      gint64 from = get_number (events, first, "tick") - g_test_rand_int_range (0, 2);
      gint64 to = get_number (events, last, "tick") + 1 + g_test_rand_int_range (0, 2);

      check_span (trace, MAX (from, get_number (events, 1, "tick")), to,
                  get_number (events, last, "tick"), has_same_kinds);
    }
}

static void
test_sets (void)
{
  g_autofree char *set = make_path ("set.slackline-tasks");
  g_autofree char *trace = make_path ("trace.fff");
  g_autofree char *whole = make_path ("whole.csv");

  g_test_summary ("Spans of simulated schedules, as neutral events. Replay with --seed.");
  for (guint i = 0; i < (g_test_thorough () ? 300 : 5); i++)
    {
      g_autofree char *text = sl_cli_make_random_set ();
      g_auto (SlCliResult) simulated = { 0 };
      g_auto (SlCliResult) actions = { 0 };

      write_text (set, text);
      simulated = sl_cli_run ("simulate", set, "--until=150ms", "-o", trace, NULL);
      sl_cli_assert_fine (&simulated);
      actions = sl_cli_run ("events", "--actions", "--csv", trace, NULL);
      sl_cli_assert_fine (&actions);
      write_text (whole, actions.output);
      /* Dispatches inside an interrupt that is open at either end of the span are said otherwise: slices and jobs are the same. */
      check_trace (whole, 3, FALSE);
    }
}

static void
test_perf (void)
{
  SlDatLayout layout = { .version = 7,
                         .codec = "none",
                         .long_size = 8,
                         .page_size = 4096,
                         .clock = "mono",
                         .n_buffers = 1,
                         .pages_a_chunk = 7 };
  SlDatMachine machine = { .n_tasks = 20, .n_lives = 6, .n_records = 3000 };

  g_test_summary ("Spans of recordings of several processors by perf.");
  for (guint i = 0; i < (g_test_thorough () ? 40 : 3); i++)
    {
      SlPerfLayout perf = { .fields = 1 << 0 | 1 << 8 | 1 << 16,
                            .has_clock = TRUE,
                            .round = 4 << 20 };
      g_autoptr (SlPerfMaker) maker = NULL;
      g_autoptr (SlDatWriter) writer = NULL;
      g_autoptr (GBytes) bytes = NULL;
      g_autofree char *trace = NULL;

      layout.n_cpus = machine.n_cpus = perf.n_cpus = (guint) g_test_rand_int_range (1, 5);
      layout.seed = machine.seed = perf.seed = (guint32) g_test_rand_int ();
      writer = sl_dat_writer_new (&layout);
      maker = sl_perf_maker_new (&perf);
      sl_perf_maker_listen (maker, writer);
      sl_dat_machine_run (&machine, writer);
      bytes = sl_perf_maker_finish (maker);
      trace = sl_cli_write_file (folder, "perf.data", bytes);
      check_trace (trace, 3, FALSE);
    }
}

/* Work waits for a lock from 20 on; its job was released at 5 and is due at 90. */
static void
test_before (void)
{
  g_autofree char *trace =
      sl_cli_write_text (folder, "before.csv",
                         "# slackline-events 1, unit us\n"
                         "time,cpu,action,task,object,value,deadline\n"
                         "0,0,priority,work,,7,\n0,0,priority,other,,3,\n"
                         "1,0,run,other,,,\n2,0,request,other,m,,\n2,0,acquire,other,m,,\n"
                         "3,0,span-begin,other,mark:loading,,\n4,0,value,,mark:level,42,\n"
                         "5,0,release,work,,,90\n6,0,run,work,,,\n"
                         "20,0,request,work,m,,\n21,0,run,other,,,\n"
                         "50,0,mark,other,mark:half,1,\n"
                         "60,0,unlock,other,m,,\n60,0,acquire,work,m,,\n60,0,run,work,,,\n"
                         "65,0,span-end,other,mark:loading,,\n"
                         "70,0,unlock,work,m,,\n80,0,finish,work,,,\n80,0,run,other,,,\n"
                         "100,0,mark,other,mark:end,1,\n");
  g_autofree char *out = make_path ("before-part.csv");
  g_auto (SlCliResult) cut =
      sl_cli_run ("cut", "--from", "30us", "--to", "90us", "-o", out, trace, NULL);
  g_auto (SlCliResult) jobs = { 0 };
  g_autoptr (GPtrArray) rows = NULL;
  g_autofree char *text = NULL;

  g_test_summary (
      "What holds when the span begins is there: who waits for what, the job that is not finished with its "
      "release and its deadline, priorities, spans and values.");
  g_assert_cmpint (cut.status, ==, 0);
  g_assert_nonnull (strstr (cut.errors, "its lines depend on those before them"));
  check_count (cut.output, out);
  g_assert_true (g_file_get_contents (out, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "30000,0,span-begin,"));
  g_assert_nonnull (strstr (text, ":loading,"));
  g_assert_nonnull (strstr (text, ":level,42,"));
  g_assert_nonnull (strstr (text, ",block,"));
  g_assert_nonnull (strstr (text, ",acquire,"));
  g_assert_nonnull (strstr (text, ",priority,"));
  g_assert_null (strstr (text, ":end"));

  jobs = sl_cli_run ("jobs", "--csv", out, NULL);
  sl_cli_assert_fine (&jobs);
  rows = sl_cli_parse_csv (jobs.output);
  g_assert_cmpuint (rows->len, ==, 2);
  g_assert_cmpint (get_number (rows, 1, "response"), ==, 75000);
  g_assert_cmpint (get_number (rows, 1, "lateness"), ==, -10000);
  check_span (trace, 30000, 90000, 80000, TRUE);
}

/* Formats that cannot be cut are written neutrally, and what that is says so; nothing else is left behind. */
static void
test_formats (void)
{
  static const struct
  {
    const char *format;
    const char *name;
    const char *why;
  } formats[] = {
    { "pentium-vcd", "smallest", "changes of signals" },
    { "slackline-events", "json", "depend on those before them" },
    { "litmus", "everything", "a file for each processor" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_autofree char *hex = g_strconcat (formats[i].name, ".hex", NULL);
      const char *path =
          g_test_get_filename (G_TEST_DIST, "formats", "fixtures", formats[i].format, hex, NULL);
      g_autoptr (GBytes) bytes = sl_test_read_hex (path);
      g_autofree char *trace = sl_cli_write_file (folder, "whole", bytes);
      g_autofree char *out = make_path ("neutral");
      g_auto (SlCliResult) result = sl_cli_run ("cut", "--format", formats[i].format, "--to",
                                                "+1000000000", "-o", out, trace, NULL);
      g_auto (SlCliResult) info = { 0 };

      g_test_message ("%s: %s%s", formats[i].format, result.output, result.errors);
      g_assert_cmpint (result.status, ==, 0);
      g_assert_nonnull (strstr (result.errors, formats[i].why));
      info = sl_cli_run ("info", out, NULL);
      sl_cli_assert_fine (&info);
      g_assert_nonnull (strstr (info.output, "slackline-events"));
      check_count (result.output, out);
      g_remove (out);
    }
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = sl_cli_make_folder ();
  g_test_add_func ("/cut-neutral/before", test_before);
  g_test_add_func ("/cut-neutral/formats", test_formats);
  g_test_add_func ("/cut-neutral/sets", test_sets);
  g_test_add_func ("/cut-neutral/perf", test_perf);
  status = g_test_run ();
  sl_test_remove_folder (folder);
  g_free (folder);
  return status;
}
