/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What people read calls objects by the names of the task model; scripts read ids, with the name in a
 * field of its own. */

#include <json-glib/json-glib.h>
#include <string.h>

#include "sl-cli-run.h"
#include "sl-test.h"

#define SET                                                                                              \
  "[scheduler]\npolicy=fp\nprotocol=pip\nuntil=60ms\n"                                                   \
  "[task high]\nperiod=10ms\noffset=2ms\nwcet=3ms\ndeadline=3500us\npriority=4\nsections=gate@1ms+1ms\n" \
  "[task low]\nperiod=20ms\nwcet=6ms\npriority=1\nsections=gate@1ms+3ms\n"                               \
  "[server pool]\npolicy=ps\nperiod=10ms\nbudget=1ms\npriority=2\n"                                      \
  "[task guest]\narrivals=1ms, 12ms\nexecution=2ms\nserver=pool\n"                                       \
  "[interrupt disk]\nperiod=7ms\nexecution=100us\n"

static char *folder;
static char *traces[2];

static const char *const names[] = { "high", "low", "gate", "pool", "guest", "disk" };

/* Commands with a form for people, and what they are asked for beside the file. */
static const char *const texts[][2] = {
  { "jobs", NULL },   { "slices", NULL },  { "stats", NULL },
  { "theory", NULL }, { "check", NULL },   { "steps", NULL },
  { "events", NULL }, { "compare", NULL }, { "compare", "--jobs" },
};

static const char *const tables[] = { "jobs", "slices", "theory", "steps", "events" };

static char *
simulate (const char *name)
{
  g_autofree char *set = sl_cli_write_text (folder, "set.slackline-tasks", SET);
  char *path = g_build_filename (folder, name, NULL);
  g_auto (SlCliResult) result = sl_cli_run ("simulate", set, "-o", path, NULL);

  sl_cli_assert_fine (&result);
  return path;
}

static SlCliResult
run (const char *command, const char *option)
{
  const char *arguments[5] = { command, traces[0] };
  guint n = 2;

  if (g_str_equal (command, "compare"))
    arguments[n++] = traces[1];
  if (option != NULL)
    arguments[n++] = option;
  return sl_cli_run_argv (arguments, NULL);
}

static void
test_people (void)
{
  g_autoptr (GString) all = g_string_new (NULL);

  g_test_summary ("No text for people has the id of an object that has a name.");

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_auto (SlCliResult) result = run (texts[i][0], texts[i][1]);

      g_test_message ("%s", texts[i][0]);
      g_assert_cmpint (result.status, <=, 1);
      g_assert_cmpuint (result.length, >, 0);
      g_assert_false (g_regex_match_simple (
          "\\b(task|mutex|semaphore|server|irq|timer|cpu):|\\bctx |mutex 0x|\\bpid ", result.output,
          0, 0));
      g_string_append (all, result.output);
    }
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_assert_nonnull (strstr (all->str, names[i]));
}

static void
test_info (void)
{
  g_auto (SlCliResult) result = run ("info", NULL);

  g_test_summary ("The list of objects tells ids and names.");

  sl_cli_assert_fine (&result);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *line = g_strdup_printf ("(?m)^    [a-z]+:[0-9a-fx]+ +%s$", names[i]);

      g_assert_true (g_regex_match_simple (line, result.output, 0, 0));
    }
}

static const char *
get_owner (GPtrArray *rows, guint row)
{
  static const char *const columns[] = { "task", "lane", "object" };
  const char *const *header = g_ptr_array_index (rows, 0);

  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    if (g_strv_contains (header, columns[i]))
      return sl_cli_cell (rows, row, columns[i]);

  g_assert_not_reached ();
}

static void
test_tables (void)
{
  static const struct
  {
    const char *id;
    const char *name;
  } tasks[] = { { "task:272", "high" }, { "task:280", "low" }, { "task:288", "guest" } };

  g_test_summary ("CSV keeps ids, and has a column with the names of what they mean.");

  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      g_auto (SlCliResult) result = run (tables[i], "--csv");
      g_autoptr (GPtrArray) rows = sl_cli_parse_csv (result.output);
      guint n_named = 0;

      g_test_message ("%s", tables[i]);
      sl_cli_assert_fine (&result);
      for (guint row = 1; row < rows->len; row++)
        for (guint t = 0; t < G_N_ELEMENTS (tasks); t++)
          {
            if (!g_str_equal (get_owner (rows, row), tasks[t].id))
              continue;

            g_assert_cmpstr (sl_cli_cell (rows, row, "name"), ==, tasks[t].name);
            n_named++;
          }
      g_assert_cmpuint (n_named, >=, 3);
    }
}

/* Every object that tells a task, lane or object by its id also tells its name. */
static void
check_node (JsonNode *node, guint *n_named)
{
  static const char *const owners[] = { "task", "object", "lane", "line", "lock", "server" };

  if (JSON_NODE_HOLDS_ARRAY (node))
    {
      JsonArray *array = json_node_get_array (node);

      for (guint i = 0; i < json_array_get_length (array); i++)
        check_node (json_array_get_element (array, i), n_named);
    }
  else if (JSON_NODE_HOLDS_OBJECT (node))
    {
      JsonObject *object = json_node_get_object (node);
      g_autoptr (GList) members = json_object_get_values (object);

      for (guint i = 0; i < G_N_ELEMENTS (owners); i++)
        if (json_object_has_member (object, owners[i]) &&
            !json_object_has_member (object, "holder"))
          {
            g_assert_true (json_object_has_member (object, "name"));
            (*n_named)++;
          }
      for (GList *member = members; member != NULL; member = member->next)
        check_node (member->data, n_named);
    }
}

static void
test_json (void)
{
  static const char *const commands[] = { "stats", "theory" };

  g_test_summary ("JSON has a key for the name wherever it has one for the id.");

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_auto (SlCliResult) result = run (commands[i], "--json");
      g_autoptr (JsonParser) parser = json_parser_new ();
      guint n_named = 0;

      sl_cli_assert_fine (&result);
      g_assert_true (json_parser_load_from_data (parser, result.output, -1, NULL));
      check_node (json_parser_get_root (parser), &n_named);
      g_assert_cmpuint (n_named, >=, 3);
      g_assert_nonnull (strstr (result.output, "\"name\" : \"high\""));
      g_assert_nonnull (strstr (result.output, "\"task:272\""));
    }
}

static void
test_options (void)
{
  g_auto (SlCliResult) late = sl_cli_run ("check", "--deadline=low=7ms", traces[0], NULL);
  g_auto (SlCliResult) plain = sl_cli_run ("jobs", "--no-model", traces[0], NULL);

  g_test_summary ("Options take the names; without the model they are the trace's own.");

  g_assert_cmpint (late.status, ==, 1);
  g_assert_nonnull (strstr (late.output, "low"));
  g_assert_null (strstr (plain.output, "high"));
  g_assert_nonnull (strstr (plain.output, "ctx 272"));
}

static void
test_job_columns (void)
{
  g_auto (SlCliResult) result = run ("jobs", "--csv");
  g_autoptr (GPtrArray) rows = sl_cli_parse_csv (result.output);

  g_test_summary (
      "A job tells who blocked it with which lock, how late it came, and where it ran.");

  /* After an interrupt of 100 us low takes the gate at 1.1 ms, for 3 ms; high comes at 2 ms and wants it
   * at 3 ms, when 2.1 ms of that are left. */
  g_assert_cmpstr (sl_cli_cell (rows, 1, "task"), ==, "task:272");
  g_assert_cmpstr (sl_cli_cell (rows, 1, "cpu"), ==, "0");
  g_assert_cmpstr (sl_cli_cell (rows, 1, "release_lateness"), ==, "0");
  g_assert_cmpstr (sl_cli_cell (rows, 2, "release_lateness"), ==, "0");
  g_assert_cmpstr (sl_cli_cell (rows, 1, "blocked_by"), ==, "mutex:0x1720a40:task:280=2100000");
}

static void
test_inferred (void)
{
  g_auto (SlCliResult) plain = sl_cli_run ("jobs", "--csv", "--no-model", traces[0], NULL);
  g_auto (SlCliResult) asked =
      sl_cli_run ("jobs", "--csv", "--no-model", "--inferred", traces[0], NULL);
  g_auto (SlCliResult) check = sl_cli_run ("check", "--no-model", "--inferred", traces[0], NULL);
  g_autoptr (GPtrArray) rows = sl_cli_parse_csv (plain.output);
  g_autoptr (GPtrArray) all = sl_cli_parse_csv (asked.output);
  guint n_inferred = 0, n_lines = 0;

  g_test_summary (
      "A deadline that is nothing but the next release is missed only where that is asked "
      "for, and then as often in each command.");

  for (guint row = 1; row < rows->len; row++)
    {
      const char *before = sl_cli_cell (rows, row, "missed");
      const char *after = sl_cli_cell (all, row, "missed");

      if (g_str_equal (sl_cli_cell (rows, row, "deadline_from"), "inferred"))
        g_assert_cmpstr (before, !=, "yes");
      if (!g_str_equal (before, after))
        {
          g_assert_cmpstr (before, ==, "");
          g_assert_cmpstr (after, ==, "yes");
          n_inferred++;
        }
    }
  for (const char *p = check.output; *p != '\0'; p++)
    n_lines += *p == '\n';
  for (guint row = 1; row < all->len; row++)
    n_lines -= g_str_equal (sl_cli_cell (all, row, "missed"), "yes");
  g_assert_cmpuint (n_inferred, >, 0);
  g_assert_cmpuint (n_lines, ==, 0);
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = sl_cli_make_folder ();
  traces[0] = simulate ("a");
  traces[1] = simulate ("b");

  g_test_add_func ("/cli-names/people", test_people);
  g_test_add_func ("/cli-names/info", test_info);
  g_test_add_func ("/cli-names/tables", test_tables);
  g_test_add_func ("/cli-names/json", test_json);
  g_test_add_func ("/cli-names/options", test_options);
  g_test_add_func ("/cli-names/job-columns", test_job_columns);
  g_test_add_func ("/cli-names/inferred", test_inferred);

  status = g_test_run ();
  g_free (traces[0]);
  g_free (traces[1]);
  sl_test_remove_folder (folder);
  return status;
}
