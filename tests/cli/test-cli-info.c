/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <json-glib/json-glib.h>

#include "sl-cli-run.h"
#include "sl-cli-sample.h"
#include "sl-test.h"

static char *folder;

static void
test_object (void)
{
  g_autofree char *path = sl_cli_make_mixture (folder, "mixture");
  g_auto (SlCliResult) result = sl_cli_run ("info", "--json", path, NULL);
  g_autoptr (JsonNode) root = sl_cli_parse_json (&result);
  JsonObject *trace = json_node_get_object (root);
  JsonObject *clock = json_object_get_object_member (trace, "clock");
  JsonArray *rates = json_object_get_array_member (clock, "rates");
  JsonObject *rate = json_array_get_object_element (rates, 0);
  JsonObject *kinds = json_object_get_object_member (trace, "kinds");

  g_test_summary ("The keys of a trace, and which of them are strings and which integers.");

  g_assert_cmpstr (json_object_get_string_member (trace, "file"), ==, path);
  g_assert_cmpstr (json_object_get_string_member (trace, "format"), ==, "shark-ftrace");
  g_assert_cmpint (json_object_get_int_member (trace, "events"), ==, 10);
  g_assert_cmpstr (json_object_get_string_member (clock, "unit"), ==, "cycles");
  g_assert_cmpstr (json_object_get_string_member (clock, "origin"), ==, "5000000000");
  g_assert_cmpint (json_object_get_int_member (clock, "hz"), ==, 100000000);
  g_assert_cmpint (json_object_get_int_member (clock, "span"), ==, 2700);
  g_assert_cmpuint (json_array_get_length (rates), ==, 1);
  g_assert_cmpstr (json_object_get_string_member (rate, "from"), ==, "5000000000");
  g_assert_cmpint (json_object_get_int_member (rate, "hz"), ==, 100000000);
  g_assert_cmpint (json_object_get_int_member (kinds, "mutex-lock"), ==, 1);
  g_assert_cmpint (json_object_get_int_member (kinds, "unknown-0x1f"), ==, 1);
  g_assert_cmpuint (json_object_get_size (kinds), ==, 10);
  g_assert_true (json_object_has_member (trace, "notes"));
}

/* The member of @objects with this type and id; NULL for any id. */
static JsonObject *
find_object (JsonArray *objects, const char *type, const char *id)
{
  for (guint i = 0; i < json_array_get_length (objects); i++)
    {
      JsonObject *object = json_array_get_object_element (objects, i);

      if (g_str_equal (json_object_get_string_member (object, "type"), type) &&
          (id == NULL || g_strcmp0 (json_object_get_string_member (object, "id"), id) == 0))
        return object;
    }

  return NULL;
}

static void
test_objects (void)
{
  g_autofree char *path = sl_cli_make_mixture (folder, "objects");
  g_auto (SlCliResult) result = sl_cli_run ("info", "--json", path, NULL);
  g_autoptr (JsonNode) root = sl_cli_parse_json (&result);
  JsonArray *objects = json_object_get_array_member (json_node_get_object (root), "objects");
  JsonObject *task = find_object (objects, "task", "264");

  g_test_summary ("Objects are known by type and native id, first and last are absolute.");

  g_assert_nonnull (find_object (objects, "mutex", "0x1720a40"));
  g_assert_nonnull (find_object (objects, "semaphore", "3"));
  g_assert_nonnull (task);
  g_assert_cmpstr (json_object_get_string_member (task, "first"), ==, "5000000600");
  g_assert_true (json_object_has_member (task, "name"));
}

static void
test_several (void)
{
  g_autofree char *one = sl_cli_make_switches (folder, "one", 5, 100000);
  g_autofree char *other = sl_cli_make_switches (folder, "other", 6, 0);
  g_auto (SlCliResult) result = sl_cli_run ("info", "--json", one, other, NULL);
  g_autoptr (JsonNode) root = sl_cli_parse_json (&result);
  JsonArray *traces = json_node_get_array (root);
  JsonObject *clock;

  g_test_summary (
      "Several traces are an array, in the order of the files; an unknown rate is null.");

  g_assert_cmpuint (json_array_get_length (traces), ==, 2);
  g_assert_cmpint (json_object_get_int_member (json_array_get_object_element (traces, 0), "events"),
                   ==, 5);
  g_assert_cmpstr (json_object_get_string_member (json_array_get_object_element (traces, 1),
                                                  "file"),
                   ==, other);
  clock = json_object_get_object_member (json_array_get_object_element (traces, 1), "clock");
  g_assert_true (json_object_get_null_member (clock, "hz"));
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (clock, "rates")), ==, 0);
}

static void
test_rate (void)
{
  g_autofree char *path = sl_cli_make_switches (folder, "clockless", 5, 0);
  g_auto (SlCliResult) plain = sl_cli_run ("info", path, NULL);
  g_auto (SlCliResult) rated = sl_cli_run ("info", "--json", "--rate=2000000", path, NULL);
  g_autoptr (JsonNode) root = sl_cli_parse_json (&rated);
  JsonObject *clock = json_object_get_object_member (json_node_get_object (root), "clock");

  g_test_summary ("A trace without a rate says how to give one, and takes it.");

  sl_cli_assert_fine (&plain);
  g_assert_nonnull (strstr (plain.output, "--rate HZ"));
  g_assert_cmpint (json_object_get_int_member (clock, "hz"), ==, 2000000);
}

static void
test_formats (void)
{
  g_auto (SlCliResult) result = sl_cli_run ("formats", "--json", NULL);
  g_auto (SlCliResult) plain = sl_cli_run ("formats", NULL);
  g_autoptr (JsonNode) root = sl_cli_parse_json (&result);
  JsonArray *formats = json_node_get_array (root);
  gboolean found = FALSE;

  g_test_summary ("Formats are listed with all their keys, for people too.");

  for (guint i = 0; i < json_array_get_length (formats); i++)
    {
      JsonObject *format = json_array_get_object_element (formats, i);
      static const char *const keys[] = {
        "id", "title", "extensions", "options", "module", "error"
      };

      for (guint j = 0; j < G_N_ELEMENTS (keys); j++)
        g_assert_true (json_object_has_member (format, keys[j]));
      found |= g_strcmp0 (json_object_get_string_member (format, "id"), "shark-ftrace") == 0;
    }
  g_assert_true (found);
  sl_cli_assert_fine (&plain);
  g_assert_nonnull (strstr (plain.output, "shark-ftrace"));
}

static void
test_real (void)
{
  g_autofree char *path = sl_cli_real_trace ();
  g_auto (SlCliResult) result = { 0 };
  g_autoptr (JsonNode) root = NULL;
  JsonObject *trace, *kinds;

  g_test_summary ("The real trace counts as its facts say.");
  if (path == NULL)
    return;

  result = sl_cli_run ("info", "--json", path, NULL);
  root = sl_cli_parse_json (&result);
  trace = json_node_get_object (root);
  kinds = json_object_get_object_member (trace, "kinds");
  g_assert_cmpint (json_object_get_int_member (trace, "events"), ==, 27926);
  g_assert_cmpint (json_object_get_int_member (json_object_get_object_member (trace, "clock"),
                                               "span"),
                   ==, G_GINT64_CONSTANT (7211355757));
  g_assert_cmpint (json_object_get_int_member (json_object_get_object_member (trace, "clock"),
                                               "hz"),
                   ==, 367483000);
  g_assert_cmpint (json_object_get_int_member (kinds, "task-timer"), ==, 1963);
  g_assert_cmpint (json_object_get_int_member (kinds, "task-schedule"), ==, 4720);
  g_assert_true (
      json_object_get_null_member (find_object (json_object_get_array_member (trace, "objects"),
                                                "timer", NULL),
                                   "id"));
}

int
main (int argc, char *argv[])
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = sl_cli_make_folder ();
  g_test_add_func ("/info/object", test_object);
  g_test_add_func ("/info/objects", test_objects);
  g_test_add_func ("/info/several", test_several);
  g_test_add_func ("/info/rate", test_rate);
  g_test_add_func ("/info/real", test_real);
  g_test_add_func ("/formats/json", test_formats);
  status = g_test_run ();

  sl_test_remove_folder (folder);
  g_free (folder);
  return status;
}
