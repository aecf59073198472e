/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Writes a bus trace of a simulated machine, of any length, or one of the small odd ones. */
#include <errno.h>
#include <glib/gstdio.h>

#include "sl-byu-case.h"
#include "sl-byu-writer.h"

static char *output;
static gint64 n_records;
static int record_size = 12;
static gint64 seed = 1;
static int n_processors = 1;
static gint64 gap_every;
static int second_packets = 45;
static int random_pages;
static gboolean has_lines;
static gboolean no_times;

static const GOptionEntry entries[] = {
  { "output", 'o', 0, G_OPTION_ARG_FILENAME, &output, "Where the trace goes", "FILE" },
  { "records", 0, 0, G_OPTION_ARG_INT64, &n_records, "A trace of N records", "N" },
  { "layout", 0, 0, G_OPTION_ARG_INT, &record_size, "Bytes a record: 6, 12 or 16", "SIZE" },
  { "seed", 0, 0, G_OPTION_ARG_INT64, &seed, "Another machine", "N" },
  { "processors", 0, 0, G_OPTION_ARG_INT, &n_processors, "How many, up to 16", "N" },
  { "gap-every", 0, 0, G_OPTION_ARG_INT64, &gap_every, "An unknown time after so many records",
    "N" },
  { "random-pages", 0, 0, G_OPTION_ARG_INT, &random_pages,
    "Requests of a thousand that touch any page of 4 GiB", "N" },
  { "second-packets", 0, 0, G_OPTION_ARG_INT, &second_packets,
    "Requests of a thousand that are followed by their second packet", "N" },
  { "lines", 0, 0, G_OPTION_ARG_NONE, &has_lines, "Some transfers of 16 and 32 bytes", NULL },
  { "no-times", 0, 0, G_OPTION_ARG_NONE, &no_times, "All times are 0", NULL },
  G_OPTION_ENTRY_NULL,
};

static char *
list_cases (void)
{
  GString *text = g_string_new ("Cases:");
  guint n_cases;
  const SlByuCase *cases = sl_byu_cases_get_all (&n_cases);

  for (guint i = 0; i < n_cases; i++)
    g_string_append_printf (text, "\n  %-14s %s", cases[i].id, cases[i].title);

  return g_string_free (text, FALSE);
}

static gboolean
write_case (const SlByuCase *chosen, GError **error)
{
  g_autoptr (GBytes) bytes = sl_byu_case_make (chosen);
  gsize size;
  const char *data = g_bytes_get_data (bytes, &size);

  return g_file_set_contents (output, data, (gssize) size, error);
}

static gboolean
write_long (GError **error)
{
  SlByuOptions options = {
    .seed = (guint64) seed,
    .n_processors = (guint) n_processors,
    .second_packets = (guint) second_packets,
    .random_pages = (guint) random_pages,
    .gap_every = (guint64) gap_every,
    .has_lines = has_lines,
    .has_times = !no_times,
  };
  FILE *file = g_fopen (output, "wb");
  gboolean written =
      file != NULL && sl_byu_write_trace (file, &options, (guint) record_size, (guint64) n_records);

  if (file != NULL && fclose (file) != 0)
    written = FALSE;
  if (!written)
    g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (errno), "%s: %s", output,
                 g_strerror (errno));

  return written;
}

static gboolean
check_usage (const SlByuCase *chosen)
{
  return output != NULL && (chosen == NULL) == (n_records > 0) && n_records >= 0 &&
         gap_every >= 0 && second_packets >= 0 && second_packets <= 1000 && random_pages >= 0 &&
         random_pages <= 1000 && n_processors > 0 && n_processors <= SL_BYU_MAX_PROCESSORS &&
         sl_byu_layout_is_valid ((guint) record_size);
}

int
main (int argc, char *argv[])
{
  g_autoptr (GOptionContext) context = g_option_context_new ("[CASE]");
  g_autofree char *cases = list_cases ();
  g_autoptr (GError) error = NULL;
  const SlByuCase *chosen = NULL;

  g_option_context_add_main_entries (context, entries, NULL);
  g_option_context_set_description (context, cases);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    {
      g_printerr ("byu-generate: %s\n", error->message);
      return 2;
    }

  if (argc == 2)
    chosen = sl_byu_cases_find (argv[1]);
  if (!check_usage (chosen))
    {
      g_printerr ("byu-generate: Give -o and either a case or --records, all in their ranges\n%s\n",
                  cases);
      return 2;
    }

  if (chosen != NULL ? !write_case (chosen, &error) : !write_long (&error))
    {
      g_printerr ("byu-generate: %s\n", error->message);
      return 1;
    }

  return 0;
}
