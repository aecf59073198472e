/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>
#include <sys/stat.h>

#include "sl-cli-run.h"
#include "sl-shark-scenario.h"
#include "sl-test.h"

static char *folder;

static char *
write_trace (const char *name)
{
  g_autoptr (SlSharkTruth) truth = sl_shark_truth_new ();
  g_autoptr (GPtrArray) files =
      sl_shark_scenario_make (sl_shark_scenarios_find ("edf-preemption"), truth);

  return sl_cli_write_file (folder, name, g_ptr_array_index (files, 0));
}

static void
test_beside (void)
{
  g_autofree char *path = write_trace ("beside.dat");
  g_autofree char *model = sl_cli_write_text (folder, "beside.dat.slackline-tasks",
                                              "[task any]\nmatch=task:*\nperiod=1s\n");
  g_auto (SlCliResult) beside = sl_cli_run ("jobs", "--csv", path, NULL);
  g_auto (SlCliResult) without = sl_cli_run ("jobs", "--csv", "--no-model", path, NULL);
  g_auto (SlCliResult) told = sl_cli_run ("info", "--json", path, NULL);
  g_autofree char *key = g_strdup_printf ("\"model\" : \"%s\"", model);

  g_test_summary ("The task model beside the trace is read unless it is asked not to be, and told "
                  "where the trace is described.");

  sl_cli_assert_fine (&beside);
  sl_cli_assert_fine (&without);
  sl_cli_assert_fine (&told);
  g_assert_nonnull (strstr (beside.output, ",model,"));
  g_assert_null (strstr (beside.output, ",inferred,"));
  g_assert_null (strstr (without.output, ",model,"));
  g_assert_nonnull (strstr (without.output, ",inferred,"));
  g_assert_nonnull (strstr (told.output, key));
}

/* What is noted of a model that goes with the trace. */
static char *
dup_notes (const char *model_text)
{
  g_autofree char *path = write_trace ("noted.dat");
  g_autofree char *model = sl_cli_write_text (folder, "noted.slackline-tasks", model_text);
  g_auto (SlCliResult) result = sl_cli_run ("check", "--model", model, path, NULL);

  g_assert_cmpint (result.status, ==, 0);
  return g_strdup (result.errors);
}

static void
test_notes (void)
{
  static const struct
  {
    const char *text;
    const char *note; /* NULL for none */
  } cases[] = {
    { "[task any]\nmatch=task:*\nx-owner=Ada\n", NULL },
    { "[task 288]\nperod=4ms\n", "Line 2, [task 288], perod: Unknown key" },
    { "[tusk 288]\nperiod=1s\n", "Line 1, [tusk 288]: Unknown group" },
    { "[task nobody]\nperiod=1s\n", "[task nobody]: No task in “" },
  };

  g_test_summary (
      "A word of a model that nothing reads, and a task that the trace does not have, are "
      "noted: a check must not pass because of a slip of the pen.");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *notes = dup_notes (cases[i].text);

      if (cases[i].note != NULL)
        g_assert_nonnull (strstr (notes, cases[i].note));
      else
        g_assert_cmpstr (notes, ==, "");
    }
}

static void
test_shared (void)
{
  g_autofree char *one = write_trace ("one.dat");
  g_autofree char *other = write_trace ("other.dat");
  g_autofree char *model =
      sl_cli_write_text (folder, "shared.slackline-tasks", "[task nobody]\nperiod=1s\n");
  g_auto (SlCliResult) joined = sl_cli_run ("check", "--join", "--model", model, one, other, NULL);

  g_test_summary (
      "A model that is given for several traces may speak of tasks that one of them has "
      "not.");

  sl_cli_assert_fine (&joined);
}

static void
test_pipe_beside (void)
{
  static const char *const commands[] = { "jobs", "check", "stats", "theory", "steps" };
  g_autofree char *path = write_trace ("piped.dat");
  g_autofree char *pipe = g_strconcat (path, ".slackline-tasks", NULL);
  g_autofree char *picture = g_build_filename (folder, "piped.svg", NULL);
  g_auto (SlCliResult) drawn = { 0 };
  g_auto (SlCliResult) given = { 0 };

  g_test_summary ("A pipe in the place of a task model is refused; nobody waits for its writer.");

  g_assert_cmpint (mkfifo (pipe, 0600), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_auto (SlCliResult) result = sl_cli_run (commands[i], path, NULL);

      sl_cli_assert_fails (&result, 3, "piped.dat.slackline-tasks: It is a pipe");
    }
  drawn = sl_cli_run ("render", "-o", picture, path, NULL);
  sl_cli_assert_fails (&drawn, 3, "piped.dat.slackline-tasks: It is a pipe");
  given = sl_cli_run ("jobs", "--model", pipe, path, NULL);
  sl_cli_assert_fails (&given, 3, "piped.dat.slackline-tasks: It is a pipe");
}

static void
test_set_from_pipe (void)
{
  const char *script = "cd \"$0\" && mkfifo set-pipe && { cat set.txt > set-pipe & } && "
                       "\"$SLACKLINE_CLI\" simulate set-pipe -o one && "
                       "\"$SLACKLINE_CLI\" simulate set.txt -o other && cmp one other";
  g_autofree char *set G_GNUC_UNUSED =
      sl_cli_write_text (folder, "set.txt", "[task a]\nperiod=5ms\nwcet=2ms\n");
  const char *argv[] = { "sh", "-c", script, folder, NULL };
  int status;

  g_test_summary ("A task set that is given as a pipe is read from there.");

  g_assert_true (g_spawn_sync (NULL, (char **) argv, NULL,
                               G_SPAWN_SEARCH_PATH | G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL, NULL,
                               NULL, &status, NULL));
  g_assert_cmpint (status, ==, 0);
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = sl_cli_make_folder ();
  g_test_add_func ("/cli-model/beside", test_beside);
  g_test_add_func ("/cli-model/notes", test_notes);
  g_test_add_func ("/cli-model/shared", test_shared);
  g_test_add_func ("/cli-model/pipe-beside", test_pipe_beside);
  g_test_add_func ("/cli-model/set-from-pipe", test_set_from_pipe);

  status = g_test_run ();
  sl_test_remove_folder (folder);
  g_free (folder);
  return status;
}
