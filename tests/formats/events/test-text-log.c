/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Logs with their mapping: each NAME.slackline-map in the folder "logs" is one, with the log beside it. */
#include <string.h>

#include "sl-error.h"
#include "sl-format-dump.h"
#include "sl-open.h"
#include "sl-test-source.h"
#include "sl-test.h"

#define SUFFIX ".slackline-map"

static const char *const logs[] = { "trace-cmd.txt", "spreadsheet.csv", "events.csv" };

static SlSource *
open_path (const char *path)
{
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);
  SlOpenRequest request = { files, NULL, NULL };
  g_autoptr (GPtrArray) sources = NULL;
  g_autoptr (GError) error = NULL;

  g_ptr_array_add (files, g_file_new_for_path (path));
  sources = sl_open (&request, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (sources->len, ==, 1);
  return g_object_ref (g_ptr_array_index (sources, 0));
}

static SlSource *
open_pair (GBytes *log, GBytes *map, GError **error)
{
  GBytes *files[] = { log, map };
  static const char *const names[] = { "log", "log" SUFFIX };

  return sl_test_open_bytes (files, names, 2, "text-log", error);
}

static SlSource *
open_texts (const char *log, const char *map, GError **error)
{
  g_autoptr (GBytes) log_bytes = g_bytes_new (log, strlen (log));
  g_autoptr (GBytes) map_bytes = g_bytes_new (map, strlen (map));

  return open_pair (log_bytes, map_bytes, error);
}

static void
test_golden (gconstpointer name)
{
  g_autofree char *path =
      g_test_build_filename (G_TEST_DIST, "formats", "events", "logs", name, NULL);
  g_autofree char *map = g_strconcat (path, SUFFIX, NULL);
  g_autofree char *golden = g_strconcat (path, ".dump", NULL);
  g_autoptr (SlSource) source = open_path (path);
  g_autoptr (SlSource) by_map = open_path (map);
  g_autoptr (GArray) events = sl_test_read_all (source);
  g_autoptr (GArray) same = sl_test_read_all (by_map);
  g_autofree char *text = sl_test_dump_source (source);

  g_test_summary ("A log is opened by itself or by its mapping, and is what is stored beside it.");
  sl_test_compare_text (text, golden);
  sl_test_reread_at_random (source, events);
  g_assert_cmpuint (events->len, ==, same->len);
  for (guint i = 0; i < events->len; i++)
    {
      const SlEvent *event = &g_array_index (events, SlEvent, i);
      const SlEvent *other = &g_array_index (same, SlEvent, i);
      g_autoptr (GArray) details = sl_details_new ();

      g_assert_cmpint (event->time, ==, other->time);
      g_assert_cmpuint (event->kind, ==, other->kind);
      g_assert_cmpuint (SL_OFFSET_BYTE (event->offset), ==, SL_OFFSET_BYTE (other->offset));
      g_assert_true (sl_source_describe (source, event->offset, details));
    }
}

/* As gzip does. */
static void
pack (const char *from, const char *to)
{
  g_autofree char *text = NULL;
  gsize size;
  g_autoptr (GConverter) gzip =
      G_CONVERTER (g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, -1));
  g_autoptr (GOutputStream) bytes = g_memory_output_stream_new_resizable ();
  g_autoptr (GOutputStream) stream = g_converter_output_stream_new (bytes, gzip);

  g_assert_true (g_file_get_contents (from, &text, &size, NULL));
  g_assert_true (g_output_stream_write_all (stream, text, size, NULL, NULL, NULL));
  g_assert_true (g_output_stream_close (stream, NULL, NULL));
  g_assert_true (
      g_file_set_contents (to, g_memory_output_stream_get_data (G_MEMORY_OUTPUT_STREAM (bytes)),
                           (gssize) g_memory_output_stream_get_data_size (
                               G_MEMORY_OUTPUT_STREAM (bytes)),
                           NULL));
}

static void
test_packed (void)
{
  g_autofree char *folder = g_dir_make_tmp ("slackline-XXXXXX", NULL);
  g_autofree char *from =
      g_test_build_filename (G_TEST_DIST, "formats", "events", "logs", "spreadsheet.csv", NULL);
  g_autofree char *from_map = g_strconcat (from, SUFFIX, NULL);
  g_autofree char *packed = g_build_filename (folder, "log.csv.gz", NULL);
  g_autofree char *map = g_build_filename (folder, "log.csv" SUFFIX, NULL);
  g_autofree char *text = NULL;
  g_autoptr (SlSource) plain = open_path (from);
  g_autoptr (SlSource) source = NULL;
  g_autoptr (GArray) expected = sl_test_read_all (plain);
  g_autoptr (GArray) events = NULL;

  g_test_summary ("A compressed log has its mapping beside it under the name of the plain log.");
  pack (from, packed);
  g_assert_true (g_file_get_contents (from_map, &text, NULL, NULL));
  g_assert_true (g_file_set_contents (map, text, -1, NULL));
  source = open_path (packed);
  events = sl_test_read_all (source);
  g_assert_cmpuint (events->len, ==, expected->len);
  sl_test_remove_folder (folder);
}

static GBytes *
load (const char *name, const char *suffix)
{
  g_autofree char *path =
      g_test_build_filename (G_TEST_DIST, "formats", "events", "logs", name, NULL);
  g_autofree char *whole = g_strconcat (path, suffix, NULL);
  g_autoptr (GError) error = NULL;
  char *text;
  gsize size;

  g_file_get_contents (whole, &text, &size, &error);
  g_assert_no_error (error);
  return g_bytes_new_take (text, size);
}

static void
check (GBytes *log, GBytes *map)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SlSource) source = open_pair (log, map, &error);
  g_autoptr (GArray) events = NULL;

  g_assert_true ((source == NULL) == (error != NULL));
  if (source == NULL)
    return;

  events = sl_test_read_all (source);
  for (guint i = 0; i < events->len; i++)
    {
      g_autoptr (GArray) details = sl_details_new ();

      g_assert_true (
          sl_source_describe (source, g_array_index (events, SlEvent, i).offset, details));
    }
}

static GBytes *
cut (GBytes *bytes, gsize length)
{
  return g_bytes_new (g_bytes_get_data (bytes, NULL), length);
}

static void
test_prefixes (gconstpointer name)
{
  g_autoptr (GBytes) log = load (name, "");
  g_autoptr (GBytes) map = load (name, SUFFIX);

  g_test_summary ("A log or a mapping that is cut off anywhere is a shorter trace or an error.");
  for (gsize i = 0; i < g_bytes_get_size (log); i++)
    {
      g_autoptr (GBytes) prefix = cut (log, i);

      check (prefix, map);
    }
  for (gsize i = 0; i < g_bytes_get_size (map); i++)
    {
      g_autoptr (GBytes) prefix = cut (map, i);

      check (log, prefix);
    }
}

static GBytes *
damage (GBytes *bytes)
{
  gsize size = g_bytes_get_size (bytes);
  guint8 *copy = g_memdup2 (g_bytes_get_data (bytes, NULL), size);

  for (int i = 0; i < 4; i++)
    copy[g_test_rand_int_range (0, (gint32) size)] = (guint8) g_test_rand_int_range (0, 256);
  return g_bytes_new_take (copy, size);
}

static void
test_damage (gconstpointer name)
{
  g_autoptr (GBytes) log = load (name, "");
  g_autoptr (GBytes) map = load (name, SUFFIX);

  g_test_summary ("Random bytes may be refused, never crash. Replay with --seed.");
  for (int i = 0; i < 300; i++)
    {
      g_autoptr (GBytes) damaged_log = damage (log);
      g_autoptr (GBytes) damaged_map = damage (map);

      check (damaged_log, map);
      check (log, damaged_map);
    }
}

static void
test_errors (void)
{
  static const struct
  {
    const char *map;
    const char *error;
  } cases[] = {
    { "", "The mapping has 0 bytes" },
    { "[log]\nform=table\n", "[log] form: “table” is neither csv nor lines" },
    { "[log]\nform=csv\n", "[log] unit: the unit of the times is missing" },
    { "[log]\nform=csv\nunit=h\n", "“h” is not one of s, ms, us, ns and ticks" },
    { "[log]\nform=csv\nunit=us\nrate=5\n", "only ticks have a rate" },
    { "[log]\nform=csv\nunit=us\nseparator=::\n", "“::” is not a single character" },
    { "[log]\nform=csv\nunit=us\ndecimal=x\n", "“x” is neither a point nor a comma" },
    { "[log]\nform=csv\nunit=us\ndecimal=,\n", "[log] decimal: “,” separates the columns" },
    { "[log]\nform=csv\nunit=us\npattern=x\n", "[log] pattern: there is no such key" },
    { "[log]\nform=lines\nunit=us\n", "lines need a pattern" },
    { "[log]\nform=lines\nunit=us\npattern=(\n", "[log] pattern: " },
    { "[log]\nform=csv\nunit=us\n[colums]\n", "[colums]: there are only [log], [columns]" },
    { "[log]\nform=csv\nunit=us\n[columns]\ntask=who\n",
      "there is no column “who”, only “t”, “what”" },
    { "[log]\nform=csv\nunit=us\n[columns]\ntask=what\n", "the column of the time is missing" },
    { "[log]\nform=csv\nunit=us\n[columns]\ntime=t\n[action a]\n",
      "[action a] action: what the line means" },
    { "[log]\nform=csv\nunit=us\n[columns]\ntime=t\n[action a]\nwhen=what\n",
      "is not a condition" },
    { "[log]\nform=csv\nunit=us\n[columns]\ntime=t\n[action a]\nwhen=x=1\n",
      "there is no column “x”" },
    { "[log]\nform=csv\nunit=us\n[columns]\ntime=t\n[action a]\nin=what\n", "go together" },
    { "[log]\nform=csv\nunit=us\n[columns]\ntime=t\n[action a]\naction=run\nwhen=what=go\n",
      "No line fits an action of the mapping: the columns are “t”, “what”, and the first lines “1,run”" },
    { "[log]\nform=csv\nunit=us\n[columns]\ntime=what\n[action a]\naction=run\n",
      "Line 2, column 3 (time): “run” is not a time" },
    { "[log]\nform=csv\nunit=us\n[columns]\ntime=t\n[action a]\naction=go\n",
      "“go” is not an action" },
  };

  g_test_summary ("What is wrong with a mapping is named, and what the log has is shown.");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (SlSource) source = open_texts ("t,what\n1,run\n2,stop\n", cases[i].map, &error);

      g_assert_null (source);
      if (strstr (error->message, cases[i].error) == NULL)
        g_error ("“%s” does not say “%s”", error->message, cases[i].error);
    }
}

static void
test_columns (void)
{
  static const char *const maps[] = {
    "[log]\nform=csv\nunit=ns\nheader=false\nseparator=;\n[columns]\ntime=1\naction=2\ntask=no {3}\n",
    "[log]\nform=csv\nunit=ns\nheader=false\nseparator=;\n[columns]\ntime=column-1\ntask=no {column-3}\n"
    "[action x]\nwhen=2~^r.n$\naction={2}\n[action y]\nwhen=2=stop\naction=finish\n",
    "[log]\nform=lines\nunit=ns\npattern=^(\\d+);(?<what>\\w+);(?<who>.*)\n[columns]\ntime=group-1\n"
    "task=no {who}\n[action x]\naction=run\nwhen=what!=stop\n[action y]\nwhen=what=stop\naction=finish\n",
  };

  g_test_summary ("Columns go by name or number, and may be parts of a text.");
  for (guint i = 0; i < G_N_ELEMENTS (maps); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (SlSource) source =
          open_texts (i == 0 ? "3;run;1\n\n4;finish;1\n" : "3;run;1\n\n4;stop;1\n", maps[i],
                      &error);
      g_autoptr (GArray) events = NULL;
      const SlEvent *event;
      g_autofree char *name = NULL;

      g_assert_no_error (error);
      events = sl_test_read_all (source);
      event = (const SlEvent *) events->data;
      g_assert_cmpuint (events->len, ==, 2);
      g_assert_cmpuint (event[0].kind, ==, SL_KIND_ACTED_RUN);
      g_assert_cmpuint (event[1].kind, ==, SL_KIND_ACTED_FINISH);
      g_assert_cmpint (event[1].time, ==, 4);
      name = sl_source_get_object_name (source, SL_OBJECT_TASK, event[1].a, 0);
      g_assert_cmpstr (name, ==, "no 1");
    }
}

static void
test_numbers (void)
{
  static const struct
  {
    const char *log;
    const char *map;
  } cases[] = {
    { "ms;what;n\n12,5;value;3,00\n13;value;-4\n13.5;value;1\n14;value;2,5\n",
      "[log]\nform=csv\nunit=ms\nseparator=;\ndecimal=,\n[columns]\ntime=ms\naction=what\nobject=\"m\"\n"
      "value=n\n" },
    { "12,5 value 3,00\n13 value -4\n13.5 value 1\n14 value 2,5\n",
      "[log]\nform=lines\nunit=ms\ndecimal=,\npattern=^(\\S+) (\\S+) (\\S+)\n[columns]\ntime=group-1\n"
      "action=group-2\nobject=\"m\"\nvalue=group-3\n" },
    { "  12,5   value 3,00  \n13 value\t -4\n13.5 value 1\n14 value 2,5\n",
      "[log]\nform=csv\nunit=ms\nseparator=blanks\nheader=false\ndecimal=,\n[columns]\ntime=1\n"
      "action=2\nobject=\"m\"\nvalue=3\n" },
  };

  g_test_summary ("Numbers are written with a point, or with a comma where the mapping says so.");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (SlSource) source = open_texts (cases[i].log, cases[i].map, &error);
      g_autoptr (GArray) events = NULL;
      const SlEvent *event;

      g_assert_no_error (error);
      events = sl_test_read_all (source);
      event = (const SlEvent *) events->data;
      g_assert_cmpuint (events->len, ==, 2);
      g_assert_cmpint (event[0].time, ==, 12500000);
      g_assert_cmpint (event[1].time, ==, 13000000);
      g_assert_cmpint ((gint64) event[0].a, ==, 3);
      g_assert_cmpint ((gint64) event[1].a, ==, -4);
    }
}

/* Each line means two events, the first rule never fits: places begin at lines all the same. */
static void
test_long (void)
{
  static const char map[] = "[log]\nform=lines\nunit=us\npattern=^(?<t>\\d+) (?<who>\\w+)$\n"
                            "[columns]\ntime=t\ntask=who\n[action a]\nwhen=who=nobody\naction=end\n"
                            "[action b]\naction=ready\n[action c]\naction=run\n";
  g_autoptr (GString) log = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (SlSource) source = NULL;
  g_autoptr (GArray) events = NULL;
  guint n_lines = 30000;

  g_test_summary ("A long log is read from any place, with several events a line.");
  for (guint i = 0; i < n_lines; i++)
    g_string_append_printf (log, "%u task%u\n", i, i % 7);
  source = open_texts (log->str, map, &error);
  g_assert_no_error (error);
  events = sl_test_read_all (source);
  g_assert_cmpuint (events->len, ==, 2 * n_lines);
  for (guint i = 0; i < events->len; i++)
    {
      const SlEvent *event = &g_array_index (events, SlEvent, i);

      g_assert_cmpint (event->time, ==, 1000 * (i / 2));
      g_assert_cmpuint (event->a, ==, i / 2 % 7 + 1);
      g_assert_cmpuint (event->kind, ==, i % 2 == 0 ? SL_KIND_ACTED_READY : SL_KIND_ACTED_RUN);
    }
  sl_test_reread_at_random (source, events);
}

static void
add (const char *what, const char *name, GTestDataFunc function)
{
  g_autofree char *path = g_strdup_printf ("/text-log/%s/%s", what, name);

  g_test_add_data_func (path, name, function);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (logs); i++)
    {
      add ("golden", logs[i], test_golden);
      add ("prefixes", logs[i], test_prefixes);
      add ("damage", logs[i], test_damage);
    }
  g_test_add_func ("/text-log/errors", test_errors);
  g_test_add_func ("/text-log/columns", test_columns);
  g_test_add_func ("/text-log/numbers", test_numbers);
  g_test_add_func ("/text-log/packed", test_packed);
  g_test_add_func ("/text-log/long", test_long);
  return g_test_run ();
}
