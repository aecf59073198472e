/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The sample trace, word for word: what scripts read of it must not change unnoticed. */
#include "sl-cli-run.h"
#include "sl-test.h"

typedef struct
{
  const char *name; /* of the golden file */
  const char *arguments[6];
} Case;

static const Case cases[] = {
  { "events.csv", { "events", "--csv", "--limit=120" } },
  { "events-filtered.csv",
    { "events", "--csv", "--filter=family = mutex or kind = task-deadline-miss" } },
  { "slices-locks.csv", { "slices", "--csv", "--lane=mutex:*", "--lane=*/holds" } },
  { "slices-task.csv", { "slices", "--csv", "--lane=task:296", "--from=30ms", "--to=45ms" } },
  { "info.json", { "info", "--json" } },
};

static void
test_golden (gconstpointer data)
{
  const Case *golden = data;
  g_autofree char *folder = g_test_build_filename (G_TEST_DIST, "..", "data", "samples", NULL);
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "cli", "golden", golden->name, NULL);
  const char *arguments[G_N_ELEMENTS (golden->arguments) + 2] = { NULL };
  g_auto (SlCliResult) result = { 0 };
  guint n_arguments = 0;

  g_test_summary ("What scripts read of the sample stays as it is.");

  while (golden->arguments[n_arguments] != NULL)
    {
      arguments[n_arguments] = golden->arguments[n_arguments];
      n_arguments++;
    }
  arguments[n_arguments] = "jumping-balls.shark";

  result = sl_cli_run_argv (arguments, folder);
  sl_cli_assert_fine (&result);
  sl_test_compare_text (result.output, path);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/sample/%s", cases[i].name);

      g_test_add_data_func (path, &cases[i], test_golden);
    }
  return g_test_run ();
}
