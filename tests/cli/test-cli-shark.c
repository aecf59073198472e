/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Records that the S.Ha.R.K. tracer's manual describes and few traces hold, from the bytes to what the
 * command line says of them. */

#include <json-glib/json-glib.h>

#include "sl-cli-run.h"
#include "sl-cli-sample.h"
#include "sl-shark-writer.h"
#include "sl-test.h"

#define RATE 1000 /* cycles per millisecond */

static char *folder;

typedef struct
{
  guint16 code;
  guint16 parameter_1;
  guint32 parameter_2;
} Record;

#define START                       \
  {                                 \
    SL_SHARK_TRACE_START, 256, RATE \
  }
#define STOP                  \
  {                           \
    SL_SHARK_TRACE_STOP, 0, 0 \
  }

/* One record each 10 cycles. */
static char *
write_records (const char *name, const Record *records, guint n_records)
{
  g_autoptr (SlSharkWriter) writer = sl_shark_writer_new ();
  g_autoptr (GBytes) bytes = NULL;

  for (guint i = 0; i < n_records; i++)
    sl_shark_writer_add (writer, records[i].code, records[i].parameter_1,
                         SL_CLI_SAMPLE_ORIGIN + 10 * i, records[i].parameter_2);

  bytes = sl_shark_writer_get_bytes (writer);
  return sl_cli_write_file (folder, name, bytes);
}

static JsonNode *
run_json (const char *command, const char *path)
{
  g_auto (SlCliResult) result = sl_cli_run (command, "--json", path, NULL);

  return sl_cli_parse_json (&result);
}

/* The entry of an array of the root whose @key is @value; NULL for none. */
static JsonObject *
find_entry (JsonNode *root, const char *array, const char *key, const char *value)
{
  JsonArray *entries = json_object_get_array_member (json_node_get_object (root), array);

  for (guint i = 0; i < json_array_get_length (entries); i++)
    {
      JsonObject *entry = json_array_get_object_element (entries, i);

      if (g_strcmp0 (json_object_get_string_member (entry, key), value) == 0)
        return entry;
    }

  return NULL;
}

/* How often a note that begins like this was made; 0 for none. */
static gint64
count_notes (const char *path, const char *begin)
{
  g_autoptr (JsonNode) root = run_json ("info", path);
  JsonArray *notes = json_object_get_array_member (json_node_get_object (root), "notes");

  for (guint i = 0; i < json_array_get_length (notes); i++)
    {
      JsonObject *note = json_array_get_object_element (notes, i);

      if (g_str_has_prefix (json_object_get_string_member (note, "text"), begin))
        return json_object_get_int_member (note, "count");
    }

  return 0;
}

static char *
render_svg (const char *path, const char *lane)
{
  g_autofree char *svg = g_build_filename (folder, "picture.svg", NULL);
  g_auto (SlCliResult) result = sl_cli_run ("render", "--lane", lane, "-o", svg, path, NULL);
  char *text;

  sl_cli_assert_fine (&result);
  g_assert_true (g_file_get_contents (svg, &text, NULL, NULL));
  return text;
}

static void
test_interrupts (void)
{
  static const Record records[] = {
    START,
    { SL_SHARK_INTERRUPT_COUNT, 4, 3 },
    { SL_SHARK_INTERRUPT_COUNT, 4, 10 },
    { SL_SHARK_INTERRUPT_HIT, 5, 0 },
    { SL_SHARK_INTERRUPT_COUNT, 4, 4 },
    { SL_SHARK_INTERRUPT_HIT, 5, 0 },
    { SL_SHARK_INTERRUPT_START, 6, 0 },
    { SL_SHARK_INTERRUPT_END, 6, 0 },
    { SL_SHARK_FILTER_INTERRUPT, 1, 0 },
    { SL_SHARK_FILTER_INTERRUPT, 0, 0 },
    { SL_SHARK_INTERRUPT_START, 6, 0 },
    { SL_SHARK_INTERRUPT_END, 6, 0 },
    { SL_SHARK_INTERRUPT_COUNT, 4, 21 },
    STOP,
  };
  g_autofree char *path = write_records ("interrupts", records, G_N_ELEMENTS (records));
  g_autoptr (JsonNode) root = run_json ("stats", path);
  JsonObject *counted = find_entry (root, "interrupts", "line", "irq:4");
  JsonObject *hit = find_entry (root, "interrupts", "line", "irq:5");
  JsonObject *handled = find_entry (root, "interrupts", "line", "irq:6");
  g_autofree char *svg = render_svg (path, "irq:*");

  g_test_summary (
      "Interrupts of a line are those that were handled, noticed or counted; a stretch that was "
      "not recorded is none. The row of the line says the same number as the statistics.");

  g_assert_cmpint (json_object_get_int_member (counted, "counted"), ==, 38);
  g_assert_cmpint (json_object_get_int_member (counted, "count"), ==, 0);
  g_assert_cmpint (json_object_get_int_member (hit, "hits"), ==, 2);
  g_assert_cmpint (json_object_get_int_member (handled, "count"), ==, 2);
  g_assert_nonnull (strstr (svg, "× 38<"));
  g_assert_null (strstr (svg, "× 3<"));
  for (const char *found = svg; (found = strstr (found, "× ")) != NULL; found++)
    g_assert_true (g_str_has_prefix (found, "× 38<") || g_str_has_prefix (found, "× 2<"));
  g_assert_cmpint (count_notes (path, "All counts of interrupts"), ==, 0);
}

static void
test_odd_counts (void)
{
  static const Record records[] = {
    START,
    { SL_SHARK_INTERRUPT_COUNT, 30, 0 },
    { SL_SHARK_INTERRUPT_COUNT, 12, 0 },
    STOP,
  };
  g_autofree char *path = write_records ("odd-counts", records, G_N_ELEMENTS (records));

  g_test_summary (
      "The manual has one cell for both parameters of a count: a tracer that keeps the number in the "
      "first one is noticed.");

  g_assert_cmpint (count_notes (path, "All counts of interrupts are 0 in parameter 2"), ==, 1);
}

static void
test_number_of_events (void)
{
  static const Record right[] = { START,
                                  { SL_SHARK_CLI, 0, 0 },
                                  { SL_SHARK_NUM_EVENTS, 0, 4 },
                                  STOP };
  static const Record wrong[] = { START,
                                  { SL_SHARK_CLI, 0, 0 },
                                  { SL_SHARK_NUM_EVENTS, 0, 77 },
                                  STOP };
  g_autofree char *good = write_records ("number", right, G_N_ELEMENTS (right));
  g_autofree char *bad = write_records ("other-number", wrong, G_N_ELEMENTS (wrong));

  g_test_summary ("What a trace says of the number of its events is compared with what was read.");

  g_assert_cmpint (count_notes (good, "The trace says"), ==, 0);
  g_assert_cmpint (count_notes (bad, "The trace says that it has 77 events; 4 were read"), ==, 1);
}

static void
test_seams (void)
{
  static const Record records[] = { START, { SL_SHARK_CLI, 0, 0 }, { SL_SHARK_STI, 0, 0 }, STOP };
  g_autoptr (SlSharkWriter) writer = sl_shark_writer_new ();
  g_autoptr (GBytes) bytes = NULL, first = NULL, second = NULL;
  g_autofree char *one = NULL, *other = NULL;
  g_auto (SlCliResult) slices = { 0 };
  g_auto (SlCliResult) events = { 0 };
  g_auto (SlCliResult) alone = { 0 };
  g_autoptr (GPtrArray) rows = NULL;

  g_test_summary (
      "Where one chunk ends and the next begins a tracer may have lost an event: a stretch of the "
      "trace says so, a flag of the event, and a note.");

  for (guint i = 0; i < G_N_ELEMENTS (records); i++)
    sl_shark_writer_add (writer, records[i].code, records[i].parameter_1,
                         SL_CLI_SAMPLE_ORIGIN + 10 * i, records[i].parameter_2);
  bytes = sl_shark_writer_get_bytes (writer);
  first = sl_shark_shape_part (bytes, 0, 2);
  second = sl_shark_shape_part (bytes, 2, 2);
  one = sl_cli_write_file (folder, "0seam.dat", first);
  other = sl_cli_write_file (folder, "1seam.dat", second);

  slices = sl_cli_run ("slices", "--csv", "--lane", "trace", one, other, NULL);
  sl_cli_assert_fine (&slices);
  rows = sl_cli_parse_csv (slices.output);
  g_assert_cmpuint (rows->len, ==, 2);
  g_assert_cmpstr (sl_cli_cell (rows, 1, "state"), ==, "gap");
  g_assert_cmpstr (sl_cli_cell (rows, 1, "detail"), ==, "seam");
  g_assert_cmpstr (sl_cli_cell (rows, 1, "begin"), ==, "5000000010");
  g_assert_cmpstr (sl_cli_cell (rows, 1, "end"), ==, "5000000020");

  events = sl_cli_run ("events", "--csv", one, other, NULL);
  sl_cli_assert_fine (&events);
  g_clear_pointer (&rows, g_ptr_array_unref);
  rows = sl_cli_parse_csv (events.output);
  for (guint row = 1; row < rows->len; row++)
    g_assert_cmpstr (sl_cli_cell (rows, row, "flags"), ==, row == 3 ? "seam" : "");
  g_assert_cmpint (count_notes (one, "Another chunk"), ==, 0);

  alone = sl_cli_run ("info", one, other, NULL);
  sl_cli_assert_fine (&alone);
  g_assert_nonnull (strstr (alone.output, "loses the event that did not fit"));
}

static void
test_reclaimed (void)
{
  static const Record records[] = {
    START,
    { SL_SHARK_TASK_ACTIVATE, 264, 0 },
    { SL_SHARK_SERVER_ACTIVE, 264, 0x1000 },
    { SL_SHARK_SERVER_USING_REC, 77, 0x1000 },
    { SL_SHARK_SERVER_USING_REC, 23, 0x1000 },
    { SL_SHARK_SERVER_EXHAUST, 0, 0x1000 },
    STOP,
  };
  g_autofree char *path = write_records ("reclaimed", records, G_N_ELEMENTS (records));
  g_autoptr (JsonNode) root = run_json ("stats", path);
  JsonObject *server = find_entry (root, "servers", "server", "server:0x1000");
  JsonObject *range = json_object_get_object_member (server, "reclaimed_us");

  g_test_summary ("What a server used that others had left over adds up.");

  g_assert_cmpint (json_object_get_int_member (server, "reclaims"), ==, 2);
  g_assert_cmpint (json_object_get_int_member (range, "min"), ==, 23);
  g_assert_cmpint (json_object_get_int_member (range, "max"), ==, 77);
}

static void
test_overruns (void)
{
  static const Record records[] = {
    START,
    { SL_SHARK_TASK_TIMER, 264, 1 },
    { SL_SHARK_TASK_SCHEDULE, 264, 264 },
    { SL_SHARK_CONTEXT_SWITCH, 264, 0 },
    { SL_SHARK_TIMER_WAKEUP_START, 0, 0 },
    { SL_SHARK_TASK_WCET_VIOLATION, 264, 0 },
    { SL_SHARK_TIMER_WAKEUP_END, 264, 0 },
    { SL_SHARK_TASK_END_CYCLE, 264, 1 },
    { SL_SHARK_TASK_SCHEDULE, 256, 256 },
    { SL_SHARK_CONTEXT_SWITCH, 256, 0 },
    { SL_SHARK_TASK_TIMER, 264, 1 },
    { SL_SHARK_TASK_SCHEDULE, 264, 264 },
    { SL_SHARK_CONTEXT_SWITCH, 264, 0 },
    { SL_SHARK_TASK_END_CYCLE, 264, 1 },
    { SL_SHARK_TASK_SCHEDULE, 256, 256 },
    { SL_SHARK_CONTEXT_SWITCH, 256, 0 },
    STOP,
  };
  g_autofree char *path = write_records ("overruns", records, G_N_ELEMENTS (records));
  g_autofree char *model = g_build_filename (folder, "wcet.slackline-tasks", NULL);
  g_auto (SlCliResult) quiet = sl_cli_run ("check", path, NULL);
  g_auto (SlCliResult) recorded = sl_cli_run ("check", "--overruns", path, NULL);
  g_auto (SlCliResult) given = { 0 };

  g_test_summary (
      "A job beyond its WCET is listed where that is asked for: by what the trace records, or by the "
      "task model.");

  sl_cli_assert_fine (&quiet);
  g_assert_cmpint (recorded.status, ==, 1);
  g_assert_cmpstr (
      recorded.output, ==,
      "ctx 264, job 1: executed 20.0 µs, which the trace records as beyond its WCET\n");

  g_assert_true (g_file_set_contents (model, "[task pilot]\nmatch=264\nwcet=15us\n", -1, NULL));
  given = sl_cli_run ("check", "--overruns", "--model", model, path, NULL);
  g_assert_cmpint (given.status, ==, 1);
  g_assert_cmpstr (given.output, ==, "pilot, job 1: executed 20.0 µs, its WCET is 15.0 µs\n");
}

static void
test_every_event (void)
{
  static const Record records[] = {
    START,
    { SL_SHARK_TIMER_WAKEUP_START, 0, 0 },
    { SL_SHARK_TIMER_POST, 0, 0 },
    { SL_SHARK_TIMER_DELETE, 0, 0 },
    { SL_SHARK_TIMER_WAKEUP_END, 256, 0 },
    { SL_SHARK_ID, 256, 0 },
    { SL_SHARK_MUTEX_CREATE, 0, 0x5000 },
    { SL_SHARK_NUM_EVENTS, 0, 9 },
    STOP,
  };
  g_autofree char *path = write_records ("every-event", records, G_N_ELEMENTS (records));
  g_autofree char *out = g_build_filename (folder, "every-event.csv", NULL);
  g_auto (SlCliResult) result = sl_cli_run ("render", "--events", "-o", out, path, NULL);
  g_auto (SlCliResult) plain = { 0 };
  g_autofree char *text = NULL;

  g_test_summary ("Each recorded event has a tick on its row where that is asked for.");

  sl_cli_assert_fine (&result);
  g_assert_true (g_file_get_contents (out, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "timer,tick,5000000020,"));
  g_assert_nonnull (strstr (text, "timer,tick,5000000030,"));
  g_assert_nonnull (strstr (text, "task:256,tick,5000000050,"));
  g_assert_nonnull (strstr (text, "cpu:0,tick,5000000060,"));
  g_assert_nonnull (strstr (text, "cpu:0,tick,5000000070,"));

  g_clear_pointer (&text, g_free);
  plain = sl_cli_run ("render", "-o", out, path, NULL);
  sl_cli_assert_fine (&plain);
  g_assert_true (g_file_get_contents (out, &text, NULL, NULL));
  g_assert_null (strstr (text, "timer,tick,"));
}

/* What the traced program logs: two frames, in each of which it draws once; a queue's length. */
static const Record logged[] = {
  START,
  { SL_SHARK_TASK_TIMER, 264, 1 },
  { SL_SHARK_TASK_TIMER, 272, 2 },
  { SL_SHARK_IPOINT, 1000, 0 },
  { SL_SHARK_IPOINT, 1500, 0 },
  { SL_SHARK_USER_EVENT_3, 17, 5 },
  { SL_SHARK_IPOINT, 1600, 0 },
  { SL_SHARK_IPOINT, 2000, 0 },
  { SL_SHARK_IPOINT, 1000, 0 },
  { SL_SHARK_IPOINT, 1000, 0 },
  { SL_SHARK_IPOINT, 2000, 0 },
  { SL_SHARK_IPOINT, 2000, 0 },
  { SL_SHARK_IPOINT, 1000, 0 },
  STOP,
};

static const char logged_model[] = "[event frame begins]\nmatch=ipoint:1000\n\n"
                                   "[event queue length]\nmatch=user-event:3\n\n"
                                   "[level EDF]\nmatch=1\n\n"
                                   "[span frame]\nfrom=frame begins\nto=ipoint:2000\n\n"
                                   "[span tick]\nfrom=ipoint:1000\nto=ipoint:1000\n\n"
                                   "[span never]\nfrom=ipoint:1\nto=ipoint:2\n";

static char *
write_logged (const char *name)
{
  g_autofree char *model = g_strconcat (name, ".slackline-tasks", NULL);
  G_GNUC_UNUSED g_autofree char *path = sl_cli_write_text (folder, model, logged_model);

  return write_records (name, logged, G_N_ELEMENTS (logged));
}

static void
test_names (void)
{
  g_autofree char *path = write_logged ("names");
  g_autofree char *bare = write_records ("no-names", logged, G_N_ELEMENTS (logged));
  g_autoptr (JsonNode) root = run_json ("info", path);
  g_autofree char *svg = render_svg (path, "*");
  g_auto (SlCliResult) plain = sl_cli_run ("info", bare, NULL);

  g_test_summary (
      "What the traced program logs under a number has a row of its own where the task model names it; "
      "levels have names too.");

  g_assert_cmpstr (json_object_get_string_member (find_entry (root, "objects", "id", "1000"),
                                                  "name"),
                   ==, "frame begins");
  g_assert_cmpstr (json_object_get_string_member (find_entry (root, "objects", "name", "EDF"),
                                                  "type"),
                   ==, "level");
  g_assert_nonnull (find_entry (root, "objects", "name", "level 2"));
  g_assert_nonnull (strstr (svg, ">frame begins<"));
  g_assert_nonnull (strstr (svg, ">queue length<"));
  sl_cli_assert_fine (&plain);
  g_assert_nonnull (strstr (plain.output, "ipoint 1000"));
}

static void
test_spans (void)
{
  static const char *const expected[][3] = {
    { "span:1", "30", "70" }, { "span:1", "80", "110" }, { "span:1", "90", "100" },
    { "span:2", "30", "80" }, { "span:2", "90", "120" },
  };
  g_autofree char *path = write_logged ("spans");
  g_auto (SlCliResult) result = sl_cli_run ("slices", "--csv", "--lane", "span:*", path, NULL);
  g_autoptr (GPtrArray) rows = NULL;

  g_test_summary (
      "An end belongs to the last begin that has none, as with brackets; of one number, each second "
      "instant is an end. What lacks an end is not a span.");

  sl_cli_assert_fine (&result);
  rows = sl_cli_parse_csv (result.output);
  g_assert_cmpuint (rows->len, ==, G_N_ELEMENTS (expected) + 1);
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      g_autofree char *begin =
          g_strdup_printf ("%" G_GUINT64_FORMAT,
                           SL_CLI_SAMPLE_ORIGIN + g_ascii_strtoull (expected[i][1], NULL, 10));
      g_autofree char *end =
          g_strdup_printf ("%" G_GUINT64_FORMAT,
                           SL_CLI_SAMPLE_ORIGIN + g_ascii_strtoull (expected[i][2], NULL, 10));

      g_assert_cmpstr (sl_cli_cell (rows, i + 1, "lane"), ==, expected[i][0]);
      g_assert_cmpstr (sl_cli_cell (rows, i + 1, "begin"), ==, begin);
      g_assert_cmpstr (sl_cli_cell (rows, i + 1, "end"), ==, end);
      g_assert_cmpstr (sl_cli_cell (rows, i + 1, "name"), ==, i < 3 ? "frame" : "tick");
    }
}

static void
test_levels (void)
{
  g_autofree char *path = write_logged ("levels");
  g_autofree char *out = g_build_filename (folder, "levels.svg", NULL);
  g_auto (SlCliResult) result = sl_cli_run ("render", "--levels", "-o", out, path, NULL);
  g_autofree char *text = NULL;
  const char *edf, *first, *second, *other;

  g_test_summary ("Tasks can stand in groups by level.");

  sl_cli_assert_fine (&result);
  g_assert_true (g_file_get_contents (out, &text, NULL, NULL));
  edf = strstr (text, ">EDF<");
  first = strstr (text, ">ctx 264<");
  second = strstr (text, ">Level 2<");
  other = strstr (text, ">ctx 272<");
  g_assert_nonnull (edf);
  g_assert_true (edf < first && first < second && second < other);
  g_assert_nonnull (strstr (text, ">Tasks of no level<"));
}

static gint64
add_up (JsonObject *distributions, const char *name)
{
  JsonObject *distribution = json_object_get_object_member (distributions, name);
  JsonArray *bins = json_object_get_array_member (distribution, "bins");
  gint64 count = 0;

  for (guint i = 0; i < json_array_get_length (bins); i++)
    count += json_object_get_int_member (json_array_get_object_element (bins, i), "count");

  return count;
}

static void
test_distributions (void)
{
  g_autofree char *path = sl_cli_real_trace ();
  g_auto (SlCliResult) result = { 0 };
  g_autoptr (JsonNode) root = NULL;
  JsonObject *task, *distributions, *interarrival, *cpu, *bin;

  g_test_summary (
      "The real trace: all jobs and all intervals between them are in the distributions, those of the "
      "10 ms task in the bin of 10 ms; its 2749 interrupts took 7153725 cycles.");

  if (path == NULL)
    {
      g_test_skip ("no real trace here");
      return;
    }

  result = sl_cli_run ("stats", "--json", "--distributions", path, NULL);
  sl_cli_assert_fine (&result);
  root = json_from_string (result.output, NULL);
  task = find_entry (root, "tasks", "task", "task:296");
  distributions = json_object_get_object_member (task, "distributions");
  interarrival = json_object_get_object_member (distributions, "interarrival");
  g_assert_cmpint (add_up (distributions, "execution"), ==, 1963);
  g_assert_cmpint (add_up (distributions, "response"), ==, 1963);
  g_assert_cmpint (add_up (distributions, "interarrival"), ==, 1962);
  g_assert_cmpint (add_up (distributions, "start_interval"), ==, 1962);

  /* One came after 9983.6 µs, all others after 10 ms as far as bins of a quarter of a doubling tell. */
  bin = json_array_get_object_element (json_object_get_array_member (interarrival, "bins"), 1);
  g_assert_cmpint (json_object_get_int_member (bin, "from"), <=, 3674830);
  g_assert_cmpint (json_object_get_int_member (bin, "to"), >, 3674830);
  g_assert_cmpint (json_object_get_int_member (bin, "count"), ==, 1961);

  cpu = find_entry (root, "processors", "cpu", "cpu:0");
  g_assert_cmpint (json_object_get_int_member (cpu, "interrupts"), ==, 2749);
  g_assert_cmpint (json_object_get_int_member (cpu, "interrupt"), ==, 7153725);
}

int
main (int argc, char *argv[])
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = sl_cli_make_folder ();
  g_test_add_func ("/cli/shark/interrupts", test_interrupts);
  g_test_add_func ("/cli/shark/odd-counts", test_odd_counts);
  g_test_add_func ("/cli/shark/number-of-events", test_number_of_events);
  g_test_add_func ("/cli/shark/seams", test_seams);
  g_test_add_func ("/cli/shark/reclaimed", test_reclaimed);
  g_test_add_func ("/cli/shark/overruns", test_overruns);
  g_test_add_func ("/cli/shark/every-event", test_every_event);
  g_test_add_func ("/cli/shark/names", test_names);
  g_test_add_func ("/cli/shark/spans", test_spans);
  g_test_add_func ("/cli/shark/levels", test_levels);
  g_test_add_func ("/cli/shark/distributions", test_distributions);
  status = g_test_run ();

  sl_test_remove_folder (folder);
  g_free (folder);
  return status;
}
