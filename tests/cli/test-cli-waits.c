/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What jobs waited for, beside the causes that "jobs" prints for each. */

#include <json-glib/json-glib.h>
#include <string.h>

#include "sl-cli-run.h"
#include "sl-test.h"

typedef struct
{
  gint64 waited;
  gint64 longest;
  guint n_jobs;
} Sum;

/* "cause:object=ticks" of one job. */
static void
add_cause (GHashTable *sums, const char *task, const char *cause)
{
  const char *equals = strrchr (cause, '=');
  g_autofree char *what = g_strndup (cause, (gsize) (equals - cause));
  gint64 ticks = g_ascii_strtoll (equals + 1, NULL, 10);
  char *key = g_strdup_printf ("%s %s", task, what);
  Sum *sum;

  if (g_str_equal (what, "execution") || g_str_equal (what, "overrun"))
    {
      g_free (key);
      return;
    }

  sum = g_hash_table_lookup (sums, key);
  if (sum == NULL)
    sum = g_new0 (Sum, 1);
  else
    sum = g_memdup2 (sum, sizeof *sum);
  sum->waited += ticks;
  sum->longest = MAX (sum->longest, ticks);
  sum->n_jobs++;
  g_hash_table_replace (sums, key, sum);
}

static GHashTable *
sum_up_jobs (const char *path)
{
  g_auto (SlCliResult) result = sl_cli_run ("jobs", "--csv", path, NULL);
  GHashTable *sums = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (GPtrArray) rows = NULL;

  /* A note may say from where deadlines count. */
  g_assert_cmpint (result.status, ==, 0);
  rows = sl_cli_parse_csv (result.output);
  for (guint row = 1; row < rows->len; row++)
    {
      g_auto (GStrv) causes = g_strsplit (sl_cli_cell (rows, row, "cause"), ";", -1);

      for (guint i = 0; causes[i] != NULL && causes[i][0] != '\0'; i++)
        add_cause (sums, sl_cli_cell (rows, row, "task"), causes[i]);
    }

  return sums;
}

/* "jobs" has one part for a lock, whoever held it. */
static gboolean
is_of_one_holder (JsonObject *wait)
{
  return json_object_get_null_member (wait, "other") &&
         !g_str_equal (json_object_get_string_member (wait, "cause"), "blocked");
}

static void
check_wait (GHashTable *sums, const char *task, JsonObject *wait)
{
  const char *cause = json_object_get_string_member (wait, "cause");
  const char *object = json_object_get_null_member (wait, "object")
                           ? NULL
                           : json_object_get_string_member (wait, "object");
  g_autofree char *key = g_strdup_printf ("%s %s%s%s", task, cause, object != NULL ? ":" : "",
                                          object != NULL ? object : "");
  Sum *sum = g_hash_table_lookup (sums, key);

  g_test_message ("%s", key);
  g_assert_nonnull (sum);
  if (is_of_one_holder (wait))
    {
      g_assert_cmpint (json_object_get_int_member (wait, "longest"), <=, sum->longest);
      g_assert_cmpint (json_object_get_int_member (wait, "jobs"), <=, sum->n_jobs);
    }
  sum->waited -= json_object_get_int_member (wait, "waited");
}

static guint
check_tasks (GHashTable *sums, JsonNode *root)
{
  JsonArray *tasks = json_object_get_array_member (json_node_get_object (root), "tasks");
  guint n_waits = 0;

  for (guint i = 0; i < json_array_get_length (tasks); i++)
    {
      JsonObject *task = json_array_get_object_element (tasks, i);
      JsonArray *waits = json_object_get_array_member (task, "waits");

      n_waits += json_array_get_length (waits);
      for (guint w = 0; w < json_array_get_length (waits); w++)
        check_wait (sums, json_object_get_string_member (task, "task"),
                    json_array_get_object_element (waits, w));
    }

  return n_waits;
}

static void
check_file (const char *path)
{
  g_autoptr (GHashTable) sums = sum_up_jobs (path);
  g_auto (SlCliResult) result = sl_cli_run ("stats", "--json", "--waits", path, NULL);
  g_auto (SlCliResult) table = sl_cli_run ("stats", "--waits", path, NULL);
  g_autoptr (JsonNode) root = NULL;
  g_auto (GStrv) lines = g_strsplit (table.output, "\n", -1);
  GHashTableIter iter;
  gpointer key, sum;
  guint n_lines = 0;

  sl_cli_assert_fine (&result);
  sl_cli_assert_fine (&table);
  root = json_from_string (result.output, NULL);
  g_assert_cmpuint (g_hash_table_size (sums), >, 0);
  /* The head comes first. */
  for (guint i = 1; lines[i] != NULL; i++)
    n_lines += lines[i][0] != '\0';
  g_assert_cmpuint (check_tasks (sums, root), ==, n_lines);

  g_hash_table_iter_init (&iter, sums);
  while (g_hash_table_iter_next (&iter, &key, &sum))
    {
      g_test_message ("%s", (const char *) key);
      g_assert_cmpint (((Sum *) sum)->waited, ==, 0);
    }
}

static void
test_sample (void)
{
  g_autofree char *path =
      g_test_build_filename (G_TEST_DIST, "..", "data", "samples", "jumping-balls.shark", NULL);

  g_test_summary (
      "What stats adds up is what jobs says of each job, of the trace that comes with the program.");

  check_file (path);
}

static void
test_real (void)
{
  static const char *const names[] = { "dl-miss.dat", "fifo-jobs.dat", "nopi-inversion.dat",
                                       "pi-block.dat", "migrate.dat" };

  g_test_summary ("The same of recordings of Linux.");

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *name = g_strconcat ("linux/tracedat/", names[i], NULL);
      g_autofree char *path = sl_test_make_real_path (name);

      if (path == NULL || !g_file_test (path, G_FILE_TEST_EXISTS))
        {
          g_test_skip ("no real traces here");
          return;
        }
      check_file (path);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/waits/sample", test_sample);
  g_test_add_func ("/waits/real", test_real);
  return g_test_run ();
}
