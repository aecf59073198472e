/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A recording says the same whatever the order of its bytes and the size of a long. */
#include "sl-cli-run.h"
#include "sl-dat-machine.h"
#include "sl-test.h"

static char *folder;

static char *
write_trace (guint version, gboolean is_big, guint long_size)
{
  const SlDatLayout layout = { .version = version,
                               .codec = "none",
                               .is_big = is_big,
                               .long_size = long_size,
                               .page_size = 4096,
                               .n_cpus = 3,
                               .n_buffers = 1,
                               .pages_a_chunk = 2,
                               .clock = "mono",
                               .seed = 11,
                               .is_plain = TRUE };
  const SlDatMachine machine = { .n_cpus = 3,
                                 .n_tasks = 20,
                                 .n_lives = 8,
                                 .n_records = 8000,
                                 .seed = 11 };
  g_autoptr (SlDatWriter) writer = sl_dat_writer_new (&layout);
  g_autofree char *name = g_strdup_printf ("%u-%d-%u.dat", version, is_big, long_size);
  g_autoptr (GBytes) bytes = NULL;

  sl_dat_machine_run (&machine, writer);
  bytes = sl_dat_writer_finish (writer);
  return sl_cli_write_file (folder, name, bytes);
}

/* All columns but the one that says where in the file. */
static char *
run (const char *command, const char *path)
{
  g_auto (SlCliResult) result = sl_cli_run (command, "--csv", path, NULL);
  g_autoptr (GPtrArray) rows = NULL;
  GString *text = g_string_new (NULL);

  sl_cli_assert_fine (&result);
  rows = sl_cli_parse_csv (result.output);
  g_assert_cmpuint (rows->len, >, 10);
  for (guint row = 1; row < rows->len; row++)
    {
      char **titles = g_ptr_array_index (rows, 0);
      char **cells = g_ptr_array_index (rows, row);

      for (guint i = 0; cells[i] != NULL; i++)
        if (!g_str_equal (titles[i], "offset"))
          g_string_append_printf (text, "%s,", cells[i]);
      g_string_append_c (text, '\n');
    }
  return g_string_free (text, FALSE);
}

static void
test_twins (gconstpointer data)
{
  static const char *const commands[] = { "events", "jobs", "slices" };
  guint version = GPOINTER_TO_UINT (data);
  g_autofree char *one = write_trace (version, FALSE, 8);

  g_test_summary (
      "Events, jobs and slices are those of the little-endian twin with longs of 8 bytes.");

  for (guint i = 0; i < 3; i++)
    {
      g_autofree char *other = write_trace (version, i != 0, i == 1 ? 8 : 4);

      for (guint k = 0; k < G_N_ELEMENTS (commands); k++)
        {
          g_autofree char *expected = run (commands[k], one);
          g_autofree char *found = run (commands[k], other);

          g_assert_cmpstr (found, ==, expected);
        }
    }
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = sl_cli_make_folder ();
  g_test_add_data_func ("/cli-endian/6", GUINT_TO_POINTER (6), test_twins);
  g_test_add_data_func ("/cli-endian/7", GUINT_TO_POINTER (7), test_twins);
  status = g_test_run ();
  sl_test_remove_folder (folder);
  g_free (folder);
  return status;
}
