/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <json-glib/json-glib.h>
#include <string.h>

#include "sl-byu-case.h"
#include "sl-byu-writer.h"
#include "sl-cli-run.h"
#include "sl-cli-sample.h"
#include "sl-test.h"

/* A S.Ha.R.K. trace of 100 MHz and bus traces are put on one axis. */

static char *folder;
static char *shark; /* 10 events in 2,700 cycles from 5,000,000,000 on */
static char *copy;  /* of it, another trace */
static char *bus;   /* cycles at 0, 10, 30, 30 */

static char *
make_bus (const char *name)
{
  static const SlByuRecord records[] = {
    { .address = 0x41f760, .type = 0x00, .size = 8, .time = 1 },
    { .address = 0x5e78900, .type = 0x01, .size = 8, .time = 10 },
    { .address = 0x0703ff10, .type = 0x02, .size = 8, .time = 20 },
    { .address = 0x1000, .type = 0x00, .size = 8, .time = 0 },
  };
  guint8 *bytes = g_malloc (12 * G_N_ELEMENTS (records));
  g_autoptr (GBytes) file = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (records); i++)
    sl_byu_put (bytes + i * 12, 12, &records[i]);
  file = g_bytes_new_take (bytes, 12 * G_N_ELEMENTS (records));
  return sl_cli_write_file (folder, name, file);
}

static void
test_before_zero (void)
{
  g_auto (SlCliResult) result =
      sl_cli_run ("events", "--csv", "--join", "--format=0:byu12", "--rate=0:1000000",
                  "--offset=1:-8us", "--limit=3", bus, shark, NULL);

  g_test_summary (
      "What a joined trace has before count 0 of the axis is printed with a minus sign, "
      "not as a count near 2⁶⁴.");

  sl_cli_assert_fine (&result);
  g_assert_cmpstr (result.output, ==,
                   "index,tick,delta,cpu,kind,object,a,b,offset,tick_max,flags,name\n"
                   "0,-8,,0,trace-start,task:256,256,100000,1:0,,,ctx 256\n"
                   "1,-5,3,0,ipoint,,7,,1:16,,fast,\n"
                   "2,-2,3,0,task-activate,task:264,264,0,1:32,,,ctx 264\n");
}

static void
test_events (void)
{
  g_auto (SlCliResult) result =
      sl_cli_run ("events", "--csv", "--join", "--format=0:byu12", "--rate=0:1000000",
                  "--offset=1:5us", "--to=+31", bus, shark, NULL);

  g_test_summary ("Events of all files in the order of the axis, equal ticks in the order of the "
                  "files; each offset says in which file.");

  sl_cli_assert_fine (&result);
  g_assert_cmpstr (result.output, ==,
                   "index,tick,delta,cpu,kind,object,a,b,offset,tick_max,flags,name\n"
                   "0,0,,0,fetch,agent:0,0x41f760,8,0:0,,,\n"
                   "1,5,,0,trace-start,task:256,256,100000,1:0,,,ctx 256\n"
                   "2,8,3,0,ipoint,,7,,1:16,,fast,\n"
                   "3,10,10,0,memory-read,agent:0,0x5e78900,8,0:12,,,\n"
                   "4,11,3,0,task-activate,task:264,264,0,1:32,,,ctx 264\n"
                   "5,14,3,0,context-switch,task:264,264,0,1:48,,,ctx 264\n"
                   "6,17,3,0,mutex-lock,mutex:0x1720a40,264,0x1720a40,1:64,,,mutex 0x1720a40\n"
                   "7,20,3,0,mutex-unlock,mutex:0x1720a40,264,0x1720a40,1:80,,,mutex 0x1720a40\n"
                   "8,23,3,0,mutex-wait,semaphore:3,264,3,1:96,,,semaphore 3\n"
                   "9,26,3,0,data-pointer,,1,0xabcdef,1:112,,,\n"
                   "10,29,3,0,unknown-0x1f,,5,6,1:128,,,\n"
                   "11,30,20,0,memory-read-invalidate,agent:0,0x703ff10,8,0:24,,,\n"
                   "12,30,0,0,fetch,agent:0,0x1000,8,0:36,,,\n");
}

static int
compare_rows (gconstpointer one, gconstpointer other)
{
  return strcmp (*(const char *const *) one, *(const char *const *) other);
}

/* The rows of a table without its header and the columns that --join changes, sorted. */
static char *
strip (const SlCliResult *result, const char *file)
{
  g_autoptr (GPtrArray) rows = sl_cli_parse_csv (result->output);
  g_autoptr (GPtrArray) kept = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 1; i < rows->len; i++)
    {
      const char *offset = sl_cli_cell (rows, i, "offset");

      if (file != NULL && !g_str_has_prefix (offset, file))
        continue;
      g_ptr_array_add (kept, g_strjoin (" ", sl_cli_cell (rows, i, "kind"),
                                        sl_cli_cell (rows, i, "object"), sl_cli_cell (rows, i, "a"),
                                        offset + (file != NULL ? strlen (file) : 0), NULL));
    }
  g_ptr_array_sort (kept, compare_rows);
  g_ptr_array_add (kept, NULL);
  return g_strjoinv ("\n", (char **) kept->pdata);
}

static void
test_order (void)
{
  g_autofree char *one = sl_cli_make_ties (folder, "ties-one", 9000, 3);
  g_autofree char *other = sl_cli_make_ties (folder, "ties-other", 5000, 4);
  g_auto (SlCliResult) first = sl_cli_run ("events", "--csv", one, NULL);
  g_auto (SlCliResult) second = sl_cli_run ("events", "--csv", other, NULL);

  g_test_summary ("Whatever the offset, no event is lost, indexes count, ticks never go back, and "
                  "of equal ticks the first file's come first.");

  for (guint i = 0; i < 4; i++)
    {
      g_autofree char *offset =
          g_strdup_printf ("--offset=1:%d", g_test_rand_int_range (-30000, 30000));
      g_auto (SlCliResult) both =
          sl_cli_run ("events", "--csv", "--join", offset, one, other, NULL);
      g_autoptr (GPtrArray) rows = NULL;
      g_autofree char *first_alone = strip (&first, NULL);
      g_autofree char *first_joined = strip (&both, "0:");
      g_autofree char *second_alone = strip (&second, NULL);
      g_autofree char *second_joined = strip (&both, "1:");

      sl_cli_assert_fine (&both);
      g_assert_cmpstr (first_alone, ==, first_joined);
      g_assert_cmpstr (second_alone, ==, second_joined);
      rows = sl_cli_parse_csv (both.output);
      for (guint row = 2; row < rows->len; row++)
        {
          gint64 before = g_ascii_strtoll (sl_cli_cell (rows, row - 1, "tick"), NULL, 10);
          gint64 tick = g_ascii_strtoll (sl_cli_cell (rows, row, "tick"), NULL, 10);
          char file_before = sl_cli_cell (rows, row - 1, "offset")[0];

          g_assert_cmpint (before, <=, tick);
          if (before == tick)
            g_assert_cmpint (file_before, <=, sl_cli_cell (rows, row, "offset")[0]);
          g_assert_cmpint (g_ascii_strtoll (sl_cli_cell (rows, row, "index"), NULL, 10), ==,
                           row - 1);
        }
    }
}

static void
test_filter (void)
{
  g_auto (SlCliResult) result = sl_cli_run ("events", "--csv", "--join", "--filter",
                                            "kind = fetch or task = 264", shark, bus, NULL);
  g_autoptr (GPtrArray) rows = NULL;

  g_test_summary ("A filter may name what only one of the traces has.");

  sl_cli_assert_fine (&result);
  rows = sl_cli_parse_csv (result.output);
  g_assert_nonnull (strstr (result.output, ",fetch,"));
}

static void
test_slices (void)
{
  g_auto (SlCliResult) one = sl_cli_run ("slices", "--csv", "--lane=cpu:0", shark, NULL);
  g_auto (SlCliResult) joined =
      sl_cli_run ("slices", "--csv", "--join", "--lane=1:*", "--offset=1:5", "--lane=cpu:0", bus,
                  "--rate=0:100000000", shark, NULL);
  g_auto (SlCliResult) bare =
      sl_cli_run ("slices", "--csv", "--join", "--lane=cpu:0", "--offset=1:7", shark, copy, NULL);
  g_autoptr (GPtrArray) rows = NULL;
  guint n_rows;

  g_test_summary ("Lanes bear the number of their trace, begin and end count the axis; a pattern "
                  "without a number means the lanes of all.");

  sl_cli_assert_fine (&joined);
  g_assert_nonnull (strstr (joined.output, "\n1:cpu:0,"));
  g_assert_null (strstr (joined.output, "\n0:"));

  sl_cli_assert_fine (&one);
  sl_cli_assert_fine (&bare);
  rows = sl_cli_parse_csv (bare.output);
  n_rows = (rows->len - 1) / 2;
  g_assert_cmpuint (n_rows, >, 0);
  for (guint i = 1; i <= n_rows; i++)
    {
      gint64 begin = g_ascii_strtoll (sl_cli_cell (rows, i, "begin"), NULL, 10);
      gint64 moved = g_ascii_strtoll (sl_cli_cell (rows, i + n_rows, "begin"), NULL, 10);

      g_assert_cmpstr (sl_cli_cell (rows, i, "lane"), ==, "0:cpu:0");
      g_assert_cmpstr (sl_cli_cell (rows, i + n_rows, "lane"), ==, "1:cpu:0");
      g_assert_cmpint (moved, ==, begin + 7);
    }
}

static void
test_absolute (void)
{
  g_autofree char *one = sl_cli_make_switches (folder, "absolute-one", 5, 100000);
  g_autofree char *other = sl_cli_make_switches (folder, "absolute-other", 5, 0);
  g_auto (SlCliResult) same =
      sl_cli_run ("info", "--join", "--align=absolute", "--json", one, other, NULL);
  g_auto (SlCliResult) different =
      sl_cli_run ("info", "--join", "--align=absolute", shark, bus, NULL);

  g_test_summary ("Counts of one counter can be laid upon each other, others not.");

  sl_cli_assert_fine (&same);
  sl_cli_assert_fails (&different, 2, "counts ticks but trace 0 counts cycles");
}

static void
test_info (void)
{
  g_auto (SlCliResult) result = sl_cli_run ("info", "--json", "--join", "--rate=1:200000000",
                                            "--offset=1:20ns", shark, bus, NULL);
  g_autoptr (JsonNode) root = NULL;
  JsonArray *traces;
  JsonObject *axis, *piece;

  g_test_summary ("Information tells how each trace maps onto the axis.");

  sl_cli_assert_fine (&result);
  root = json_from_string (result.output, NULL);
  traces = json_node_get_array (root);
  g_assert_cmpuint (json_array_get_length (traces), ==, 2);
  axis = json_object_get_object_member (json_array_get_object_element (traces, 1), "axis");
  g_assert_cmpint (json_object_get_int_member (axis, "trace"), ==, 1);
  g_assert_cmpint (json_object_get_int_member (axis, "offset"), ==, 2);
  g_assert_true (json_object_get_boolean_member (axis, "rate_known"));
  piece = json_array_get_object_element (json_object_get_array_member (axis, "pieces"), 0);
  g_assert_cmpstr (json_object_get_string_member (piece, "at"), ==, "5000000002");
  g_assert_cmpint (json_object_get_int_member (piece, "numerator"), ==, 1);
  g_assert_cmpint (json_object_get_int_member (piece, "denominator"), ==, 2);
}

static void
test_jobs (void)
{
  g_auto (SlCliResult) jobs = sl_cli_run ("jobs", "--csv", "--join", shark, copy, NULL);
  g_auto (SlCliResult) stats = sl_cli_run ("stats", "--json", "--join", shark, copy, NULL);
  g_auto (SlCliResult) check = sl_cli_run ("check", "--join", shark, bus, NULL);

  g_test_summary ("Jobs and statistics of several traces name the trace.");

  sl_cli_assert_fine (&jobs);
  sl_cli_assert_fine (&stats);
  sl_cli_assert_fine (&check);
  g_assert_nonnull (strstr (stats.output, "\"0:task:"));
  g_assert_nonnull (strstr (stats.output, "\"1:task:"));
}

static void
test_render (void)
{
  g_autofree char *path = g_build_filename (folder, "joined.svg", NULL);
  g_auto (SlCliResult) result =
      sl_cli_run ("render", "--join", "--lane=0:cpu:0", "--lane=1:*", "-o", path, shark, bus, NULL);
  g_autofree char *svg = NULL;

  g_test_summary ("A picture holds the rows of both.");

  sl_cli_assert_fine (&result);
  g_assert_true (g_file_get_contents (path, &svg, NULL, NULL));
  g_assert_nonnull (strstr (svg, "CPU 0"));
  g_assert_nonnull (strstr (svg, "fetch"));
  g_assert_null (strstr (svg, ">Tasks<"));
}

int
main (int argc, char *argv[])
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = sl_cli_make_folder ();
  shark = sl_cli_make_mixture (folder, "mixture");
  copy = sl_cli_make_mixture (folder, "copy");
  bus = make_bus ("bus");
  g_test_add_func ("/join/events", test_events);
  g_test_add_func ("/join/before-zero", test_before_zero);
  g_test_add_func ("/join/order", test_order);
  g_test_add_func ("/join/filter", test_filter);
  g_test_add_func ("/join/slices", test_slices);
  g_test_add_func ("/join/absolute", test_absolute);
  g_test_add_func ("/join/info", test_info);
  g_test_add_func ("/join/jobs", test_jobs);
  g_test_add_func ("/join/render", test_render);
  status = g_test_run ();

  sl_test_remove_folder (folder);
  g_free (folder);
  g_free (shark);
  g_free (copy);
  g_free (bus);
  return status;
}
