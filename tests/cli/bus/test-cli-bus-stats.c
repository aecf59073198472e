/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <json-glib/json-glib.h>

#include "sl-byu-writer.h"
#include "sl-cli-run.h"
#include "sl-test.h"

static char *folder;

static char *
write_records (const char *name, guint record_size)
{
  static const SlByuRecord records[] = {
    { .address = 0x41f760, .type = 0x00, .size = 8, .time = 100, .attribute = 3 },
    { .address = 0x41fff8, .type = 0x00, .size = 8, .time = 24, .attribute = 3 },
    { .address = 0x5e78900, .type = 0x01, .size = 8, .time = 24, .attribute = 1 },
    { .address = 0x32001400, .type = 0x20, .time = 480 },
    { .address = 0x70, .type = 0x11, .size = 1, .time = 0xffffffff },
    { .address = 0x41f768, .type = 0x03, .size = 4, .time = 24 },
    { .address = 0x71, .type = 0x10, .size = 1, .time = 1000 },
    { .address = 0x1000, .type = 0x30, .size = 8, .time = 24 },
  };
  guint8 *bytes = g_malloc (G_N_ELEMENTS (records) * record_size);
  g_autoptr (GBytes) file = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (records); i++)
    sl_byu_put (bytes + i * record_size, record_size, &records[i]);
  file = g_bytes_new_take (bytes, G_N_ELEMENTS (records) * record_size);
  return sl_cli_write_file (folder, name, file);
}

static void
compare (const SlCliResult *result, const char *name)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "cli", "golden", name, NULL);

  sl_cli_assert_fine (result);
  sl_test_compare_text (result->output, path);
}

static void
test_golden (void)
{
  g_autofree char *trace = write_records ("timed", 12);
  g_auto (SlCliResult) json = sl_cli_run ("stats", "--json", trace, NULL);
  g_auto (SlCliResult) text = sl_cli_run ("stats", trace, NULL);
  g_auto (SlCliResult) span =
      sl_cli_run ("stats", "--json", "--hottest=1", "--from=+24", "--to=+60", trace, NULL);

  g_test_summary ("What scripts and people read of a bus's cycles stays as it is: a deferred reply "
                  "and a port are not a page, a gap of unknown length is in no bin.");
  compare (&json, "stats-bus.json");
  compare (&text, "stats-bus.txt");
  compare (&span, "stats-bus-span.json");
}

static void
test_no_times (void)
{
  g_autofree char *trace = write_records ("untimed", 6);
  g_auto (SlCliResult) result = sl_cli_run ("stats", "--json", "--format=byu6", trace, NULL);
  g_auto (SlCliResult) text = sl_cli_run ("stats", "--format=byu6", trace, NULL);
  g_autoptr (JsonNode) root = sl_cli_parse_json (&result);
  JsonObject *bus = json_object_get_object_member (json_node_get_object (root), "bus");
  JsonObject *pages, *part;

  g_test_summary ("A trace without times has no gaps and says so; its working set goes by "
                  "records.");
  g_assert_true (json_object_get_null_member (bus, "gaps"));
  g_assert_cmpstr (json_object_get_string_member (bus, "to"), ==, "8");
  pages = json_object_get_object_member (bus, "pages");
  g_assert_cmpint (json_object_get_int_member (pages, "count"), ==, 2);
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (pages, "working_set")), ==,
                    8);
  part = json_array_get_object_element (json_object_get_array_member (pages, "working_set"), 2);
  g_assert_cmpstr (json_object_get_string_member (part, "from"), ==, "2");
  g_assert_cmpint (json_object_get_int_member (part, "pages"), ==, 1);
  g_assert_cmpint (json_object_get_int_member (part, "new"), ==, 1);
  g_assert_nonnull (strstr (text.output, "gaps: none, since the trace has no times"));
}

static void
test_joined (void)
{
  g_autofree char *one = write_records ("one", 12);
  g_autofree char *other = write_records ("other", 16);
  g_auto (SlCliResult) json = sl_cli_run ("stats", "--json", "--join", one, other, NULL);
  g_auto (SlCliResult) text = sl_cli_run ("stats", "--join", one, other, NULL);
  g_autoptr (JsonNode) parsed = sl_cli_parse_json (&json);
  JsonObject *root = json_node_get_object (parsed);

  g_test_summary ("Of several traces on one axis each bus has figures of its own.");
  for (guint i = 0; i < 2; i++)
    {
      const char *name = i == 0 ? "0:bus" : "1:bus";

      g_assert_true (json_object_has_member (root, name));
      g_assert_cmpint (json_object_get_int_member (json_object_get_object_member (root, name),
                                                   "cycles"),
                       ==, 8);
    }
  sl_cli_assert_fine (&text);
  g_assert_nonnull (strstr (text.output, "0: bus\n"));
  g_assert_nonnull (strstr (text.output, "1: bus\n"));
}

static void
test_usage (void)
{
  g_autofree char *trace = write_records ("usage", 12);
  g_autofree char *sample =
      g_test_build_filename (G_TEST_DIST, "..", "data", "samples", "jumping-balls.shark", NULL);
  g_auto (SlCliResult) tasks = sl_cli_run ("stats", "--from=+5", sample, NULL);
  g_auto (SlCliResult) many = sl_cli_run ("stats", "--hottest=-1", trace, NULL);
  g_auto (SlCliResult) order = sl_cli_run ("stats", "--from=+9", "--to=+9", trace, NULL);
  g_auto (SlCliResult) json = sl_cli_run ("stats", "--json", sample, NULL);

  g_test_summary ("A span is for bus cycles only, which other traces say nothing of.");
  sl_cli_assert_fails (&tasks, 2, "traces of bus cycles");
  sl_cli_assert_fails (&many, 2, "--hottest");
  sl_cli_assert_fails (&order, 2, "--from");
  sl_cli_assert_fine (&json);
  g_assert_null (strstr (json.output, "\"bus\""));
}

int
main (int argc, char *argv[])
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = sl_cli_make_folder ();

  g_test_add_func ("/cli/bus-stats/golden", test_golden);
  g_test_add_func ("/cli/bus-stats/no-times", test_no_times);
  g_test_add_func ("/cli/bus-stats/joined", test_joined);
  g_test_add_func ("/cli/bus-stats/usage", test_usage);
  status = g_test_run ();

  sl_test_remove_folder (folder);
  g_free (folder);
  return status;
}
