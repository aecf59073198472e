/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include <json-glib/json-glib.h>

#include "sl-cli-run.h"
#include "sl-cli-sample.h"
#include "sl-shark-scenario.h"
#include "sl-test.h"

static char *folder;

/* Writes the files of a scenario and gives the arguments "COMMAND FORM FILE…". */
static GStrv
make_arguments (const SlSharkScenario *scenario, const char *command, const char *form)
{
  g_autoptr (SlSharkTruth) truth = sl_shark_truth_new ();
  g_autoptr (GPtrArray) files = sl_shark_scenario_make (scenario, truth);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  g_strv_builder_add (builder, command);
  g_strv_builder_add (builder, form);
  for (guint i = 0; i < files->len; i++)
    {
      g_autofree char *name = g_strdup_printf ("%u%s.dat", i, scenario->id);
      g_autofree char *path = sl_cli_write_file (folder, name, g_ptr_array_index (files, i));

      g_strv_builder_add (builder, path);
    }

  return g_strv_builder_end (builder);
}

static GPtrArray *
read_slices (const SlSharkScenario *scenario)
{
  g_auto (GStrv) arguments = make_arguments (scenario, "slices", "--csv");
  g_auto (SlCliResult) result = sl_cli_run_argv ((const char *const *) arguments, NULL);

  sl_cli_assert_fine (&result);
  g_assert_true (g_str_has_prefix (result.output, "lane,state,begin,end,detail,name\n"));
  return sl_cli_parse_csv (result.output);
}

static guint64
get_tick (GPtrArray *rows, guint row, const char *column)
{
  guint64 tick;

  g_assert_true (g_ascii_string_to_unsigned (sl_cli_cell (rows, row, column), 10, 0, G_MAXUINT64,
                                             &tick, NULL));
  return tick;
}

static void
check_order (GPtrArray *rows)
{
  for (guint i = 2; i < rows->len; i++)
    {
      int order = strcmp (sl_cli_cell (rows, i - 1, "lane"), sl_cli_cell (rows, i, "lane"));

      g_assert_cmpint (order, <=, 0);
      if (order == 0)
        g_assert_cmpuint (get_tick (rows, i - 1, "begin"), <=, get_tick (rows, i, "begin"));
    }
}

static gboolean
is_partition (const char *lane)
{
  return strchr (lane, '/') == NULL &&
         (g_str_has_prefix (lane, "task:") || g_str_has_prefix (lane, "cpu:"));
}

static void
check_partition (GPtrArray *rows)
{
  for (guint i = 1; i < rows->len; i++)
    {
      const char *lane = sl_cli_cell (rows, i, "lane");

      if (!is_partition (lane))
        continue;
      g_assert_cmpuint (get_tick (rows, i, "begin"), <, get_tick (rows, i, "end"));
      if (i + 1 < rows->len && strcmp (sl_cli_cell (rows, i + 1, "lane"), lane) == 0)
        g_assert_cmpuint (get_tick (rows, i, "end"), ==, get_tick (rows, i + 1, "begin"));
    }
}

static void
check_lanes (const SlSharkScenario *scenario, GPtrArray *rows)
{
  g_auto (GStrv) arguments = make_arguments (scenario, "info", "--json");
  g_auto (SlCliResult) result = sl_cli_run_argv ((const char *const *) arguments, NULL);
  g_autoptr (JsonNode) root = json_from_string (result.output, NULL);
  JsonArray *lanes = json_object_get_array_member (json_node_get_object (root), "lanes");
  guint n_lanes = 0;

  for (guint i = 1; i < rows->len; i++)
    {
      const char *lane = sl_cli_cell (rows, i, "lane");

      if (i > 1 && strcmp (lane, sl_cli_cell (rows, i - 1, "lane")) == 0)
        continue;
      g_assert_cmpstr (json_array_get_string_element (lanes, n_lanes), ==, lane);
      n_lanes++;
    }
  g_assert_cmpuint (json_array_get_length (lanes), ==, n_lanes);
}

static void
test_laws (gconstpointer data)
{
  const SlSharkScenario *scenario = data;
  g_autoptr (GPtrArray) rows = read_slices (scenario);

  g_test_summary ("Rows are sorted by lane and begin, the states of a task and of a processor "
                  "leave no hole and no overlap, and info lists exactly these lanes.");

  check_order (rows);
  check_partition (rows);
  check_lanes (scenario, rows);
}

/* Whether a row of @rows says what @slice says. */
static gboolean
has_slice (GPtrArray *rows, const SlSharkTruthSlice *slice)
{
  for (guint i = 1; i < rows->len; i++)
    {
      if (get_tick (rows, i, "begin") == slice->begin && get_tick (rows, i, "end") == slice->end &&
          strcmp (sl_cli_cell (rows, i, "lane"), slice->lane) == 0 &&
          strcmp (sl_cli_cell (rows, i, "state"), slice->state) == 0)
        return TRUE;
    }

  return FALSE;
}

static void
test_mutex (void)
{
  const SlSharkScenario *scenario = sl_shark_scenarios_find ("mutex-inheritance");
  g_autoptr (SlSharkTruth) truth = sl_shark_truth_new ();
  g_autoptr (GPtrArray) files = NULL;
  g_autoptr (GPtrArray) rows = NULL;
  const SlSharkTruthSlice *slices;
  guint n_slices;

  g_test_summary ("Who held a mutex and who waited for it comes out as the kernel knew it.");

  files = sl_shark_scenario_make (scenario, truth);
  rows = read_slices (scenario);
  slices = sl_shark_truth_get_slices (truth, &n_slices);
  for (guint i = 0; i < n_slices; i++)
    {
      /* What is still open when the trace stops ends there, wherever that is taken to be. */
      if (g_str_has_prefix (slices[i].lane, "mutex:") && slices[i].end < slices[n_slices - 1].end)
        g_assert_true (has_slice (rows, &slices[i]));
    }
}

static void
test_selections (void)
{
  g_autofree char *trace = sl_cli_make_switches (folder, "switches", 6, 100000);
  g_auto (SlCliResult) lane = sl_cli_run ("slices", "--csv", "--lane=cpu:*", trace, NULL);
  g_auto (SlCliResult) none = sl_cli_run ("slices", "--csv", "--lane=agent:*", trace, NULL);
  g_auto (SlCliResult) state =
      sl_cli_run ("slices", "--csv", "--lane=task:256", "--state=running", trace, NULL);
  g_auto (SlCliResult) span = sl_cli_run ("slices", "--csv", "--lane=cpu:0", "--idle=264",
                                          "--from=+1500", "--to=+2001", trace, NULL);

  g_test_summary (
      "Lanes, states and spans select; a slice that touches the span is printed whole.");

  sl_cli_assert_fine (&lane);
  g_assert_nonnull (strstr (lane.output, "\ncpu:0,"));
  g_assert_null (strstr (lane.output, "\ntask:"));
  g_assert_cmpint (none.status, ==, 0);
  g_assert_cmpstr (none.output, ==, "lane,state,begin,end,detail,name\n");
  sl_cli_assert_fine (&state);
  g_assert_nonnull (strstr (state.output, "\ntask:256,running,5000000000,5000001000,,ctx 256\n"));
  g_assert_null (strstr (state.output, "ready"));
  sl_cli_assert_fine (&span);
  g_assert_cmpstr (span.output, ==,
                   "lane,state,begin,end,detail,name\n"
                   "cpu:0,idle,5000001000,5000002000,,CPU 0\n"
                   "cpu:0,running,5000002000,5000003000,task:256,CPU 0\n");
}

static void
test_no_such_lane (void)
{
  g_autofree char *trace = sl_cli_make_switches (folder, "lanes", 40, 100000);
  g_autofree char *picture = g_build_filename (folder, "lanes.svg", NULL);
  g_auto (SlCliResult) slices =
      sl_cli_run ("slices", "--csv", "--lane", "cpu:*", "--lane", "cup:0", trace, NULL);
  g_auto (SlCliResult) render =
      sl_cli_run ("render", "-o", picture, "--lane", "cpu:*", "--lane", "cup:0", trace, NULL);
  g_auto (SlCliResult) empty = sl_cli_run ("render", "-o", picture, "--lane=nothing", trace, NULL);
  g_auto (SlCliResult) whole = sl_cli_run ("slices", "--csv", "--lane", "trace", trace, NULL);

  g_test_summary (
      "A --lane that matches none is noted, and the others are printed all the same. Where "
      "nothing is missing, a trace's own lane is empty.");

  g_assert_cmpint (slices.status, ==, 0);
  g_assert_nonnull (strstr (slices.output, "\ncpu:0,"));
  g_assert_nonnull (strstr (slices.errors, "--lane: unknown lane “cup:0”"));
  g_assert_null (strstr (slices.errors, "cpu:"));
  g_assert_cmpint (render.status, ==, 0);
  g_assert_cmpstr (render.errors, ==, slices.errors);
  g_assert_cmpint (empty.status, ==, 0);
  g_assert_nonnull (strstr (empty.errors, "--lane: unknown lane “nothing”"));
  g_assert_cmpstr (whole.errors, ==, "");
}

static void
test_idle (void)
{
  static const char *const forms[] = { "--idle=264", "--idle=task:264", "--idle=0x108" };
  g_autofree char *trace = sl_cli_make_switches (folder, "idle", 6, 100000);

  g_test_summary ("The user says which task is the idle task; its own lane still says running.");

  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    {
      g_auto (SlCliResult) result = sl_cli_run ("slices", "--csv", forms[i], trace, NULL);

      sl_cli_assert_fine (&result);
      g_assert_nonnull (strstr (result.output, "\ncpu:0,idle,5000001000,5000002000,,CPU 0\n"));
      g_assert_nonnull (
          strstr (result.output, "\ncpu:0,running,5000002000,5000003000,task:256,CPU 0\n"));
      g_assert_nonnull (
          strstr (result.output, "\ntask:264,running,5000001000,5000002000,,ctx 264\n"));
    }
}

/* Run times of facts about the published trace, in cycles. */
static const struct
{
  const char *lane;
  guint64 cycles;
} run_times[] = {
  { "task:264", 7156300085 }, { "task:296", 46082088 }, { "task:280", 1596368 },
  { "task:256", 170615 },     { "task:248", 26912 },    { "task:288", 23486 },
  { "task:272", 2478 },
};

static void
test_real (void)
{
  g_autofree char *trace = sl_cli_real_trace ();
  g_auto (SlCliResult) result = { 0 };
  g_autoptr (GPtrArray) rows = NULL;

  g_test_summary ("Run times by context on the real trace are those that were published.");
  if (trace == NULL)
    return;

  result = sl_cli_run ("slices", "--csv", "--state=running", trace, NULL);
  sl_cli_assert_fine (&result);
  rows = sl_cli_parse_csv (result.output);
  for (guint i = 0; i < G_N_ELEMENTS (run_times); i++)
    {
      guint64 cycles = 0;

      for (guint j = 1; j < rows->len; j++)
        {
          if (strcmp (sl_cli_cell (rows, j, "lane"), run_times[i].lane) == 0)
            cycles += get_tick (rows, j, "end") - get_tick (rows, j, "begin");
        }
      g_test_message ("%s", run_times[i].lane);
      g_assert_cmpuint (cycles, ==, run_times[i].cycles);
    }
}

/* Intel PT of a processor that records events: a page fault from time stamp 2000 to 6000. */
static void
test_vectors (void)
{
  static const char stream[] =
      "\x02\x82\x02\x82\x02\x82\x02\x82\x02\x82\x02\x82\x02\x82\x02\x82"
      "\x7d\x00\x10\x00\x00\x00\x00"     /* FUP */
      "\x19\xe8\x03\x00\x00\x00\x00\x00" /* TSC 1000 */
      "\x02\x23"
      "\x19\xd0\x07\x00\x00\x00\x00\x00"         /* TSC 2000 */
      "\x02\x13\x81\x0e\x3d\x40\x11\x2d\x00\x80" /* CFE: INTR 14, FUP, TIP */
      "\x19\x70\x17\x00\x00\x00\x00\x00"         /* TSC 6000 */
      "\x02\x13\x82\x00\x3d\x00\x81\x2d\x40\x11" /* CFE: IRET, FUP, TIP */
      "\x19\x40\x1f\x00\x00\x00\x00\x00";        /* TSC 8000 */
  g_autoptr (GBytes) bytes = g_bytes_new_static (stream, sizeof stream - 1);
  g_autofree char *path = sl_cli_write_file (folder, "events.pt", bytes);
  g_auto (SlCliResult) slices =
      sl_cli_run ("slices", "--csv", "--lane=cpu:0/interrupts", path, NULL);
  g_auto (SlCliResult) info = sl_cli_run ("info", path, NULL);

  g_test_summary ("An interrupt or fault that the processor records has its vector.");
  sl_cli_assert_fine (&slices);
  sl_cli_assert_fine (&info);
  g_assert_nonnull (strstr (slices.output, "\ncpu:0/interrupts,interrupt,2000,6000,irq:14,"));
  g_assert_nonnull (strstr (info.output, "#PF"));
}

int
main (int argc, char *argv[])
{
  const SlSharkScenario *scenarios;
  guint n_scenarios;
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = sl_cli_make_folder ();
  scenarios = sl_shark_scenarios_get_all (&n_scenarios);
  for (guint i = 0; i < n_scenarios; i++)
    {
      g_autofree char *path = g_strdup_printf ("/slices/laws/%s", scenarios[i].id);

      g_test_add_data_func (path, &scenarios[i], test_laws);
    }
  g_test_add_func ("/slices/vectors", test_vectors);
  g_test_add_func ("/slices/mutex", test_mutex);
  g_test_add_func ("/slices/selections", test_selections);
  g_test_add_func ("/slices/no-such-lane", test_no_such_lane);
  g_test_add_func ("/slices/idle", test_idle);
  g_test_add_func ("/slices/real", test_real);
  status = g_test_run ();

  sl_test_remove_folder (folder);
  g_free (folder);
  return status;
}
