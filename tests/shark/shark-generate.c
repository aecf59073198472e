/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Writes a trace of a simulated S.Ha.R.K. kernel, and what is true about it. */
#include <errno.h>
#include <glib/gstdio.h>

#include "sl-shark-scenario.h"

static char *output;
static char *truth_path;
static gint64 n_events;

static const GOptionEntry entries[] = {
  { "output", 'o', 0, G_OPTION_ARG_FILENAME, &output, "Where the trace goes", "FILE" },
  { "truth", 0, 0, G_OPTION_ARG_FILENAME, &truth_path, "Where the expected slices go", "FILE" },
  { "events", 0, 0, G_OPTION_ARG_INT64, &n_events, "A long trace of at least N events", "N" },
  G_OPTION_ENTRY_NULL,
};

static char *
list_scenarios (void)
{
  GString *text = g_string_new ("Scenarios:");
  guint n_scenarios;
  const SlSharkScenario *scenarios = sl_shark_scenarios_get_all (&n_scenarios);

  for (guint i = 0; i < n_scenarios; i++)
    g_string_append_printf (text, "\n  %-20s %s", scenarios[i].id, scenarios[i].title);

  return g_string_free (text, FALSE);
}

/* The files of a set bear their number before their name, as the kernel names them. */
static char *
get_file_name (guint number, guint n_files)
{
  g_autofree char *folder = g_path_get_dirname (output);
  g_autofree char *name = g_path_get_basename (output);
  g_autofree char *numbered = g_strdup_printf ("%u%s", number, name);

  return n_files > 1 ? g_build_filename (folder, numbered, NULL) : g_strdup (output);
}

static gboolean
write_scenario (const SlSharkScenario *scenario, GError **error)
{
  g_autoptr (SlSharkTruth) truth = sl_shark_truth_new ();
  g_autoptr (GPtrArray) files = sl_shark_scenario_make (scenario, truth);
  g_autofree char *csv = sl_shark_truth_to_csv (truth);

  for (guint i = 0; i < files->len; i++)
    {
      g_autofree char *path = get_file_name (i, files->len);
      gsize size;
      const char *data = g_bytes_get_data (g_ptr_array_index (files, i), &size);

      if (!g_file_set_contents (path, data, size, error))
        return FALSE;
    }

  return truth_path == NULL || g_file_set_contents (truth_path, csv, -1, error);
}

static gboolean
write_long (GError **error)
{
  FILE *file = g_fopen (output, "wb");
  gboolean written = file != NULL && sl_shark_generate_long (file, n_events);

  if (file != NULL && fclose (file) != 0)
    written = FALSE;
  if (!written)
    g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (errno), "%s: %s", output,
                 g_strerror (errno));

  return written;
}

int
main (int argc, char *argv[])
{
  g_autoptr (GOptionContext) context = g_option_context_new ("[SCENARIO]");
  g_autofree char *scenarios = list_scenarios ();
  g_autoptr (GError) error = NULL;
  const SlSharkScenario *scenario = NULL;

  g_option_context_add_main_entries (context, entries, NULL);
  g_option_context_set_description (context, scenarios);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    {
      g_printerr ("shark-generate: %s\n", error->message);
      return 2;
    }

  if (argc == 2)
    scenario = sl_shark_scenarios_find (argv[1]);
  if (output == NULL || (scenario == NULL) == (n_events == 0))
    {
      g_printerr ("shark-generate: Give -o and either a scenario or --events\n%s\n", scenarios);
      return 2;
    }

  if (scenario != NULL ? !write_scenario (scenario, &error) : !write_long (&error))
    {
      g_printerr ("shark-generate: %s\n", error->message);
      return 1;
    }

  return 0;
}
