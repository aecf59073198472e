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
  g_autoptr (GError) error = NULL;
  JsonNode *root;

  sl_cli_assert_fine (&result);
  root = json_from_string (result.output, &error);
  g_assert_no_error (error);
  return root;
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

int
main (int argc, char *argv[])
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = sl_cli_make_folder ();
  g_test_add_func ("/cli/shark/interrupts", test_interrupts);
  g_test_add_func ("/cli/shark/odd-counts", test_odd_counts);
  status = g_test_run ();

  sl_test_remove_folder (folder);
  g_free (folder);
  return status;
}
