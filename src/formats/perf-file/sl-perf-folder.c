/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-perf-folder.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* What perf calls the files besides the first, with a number behind. */
#define PREFIX "data."

/**
 * sl_perf_folder_list:
 * @file: that begins like a perf.data file
 * @names: (element-type utf8): added to
 *
 * Adds what the other files of the recording may be called.
 */
void
sl_perf_folder_list (SlMapping *file, GPtrArray *names)
{
  g_autoptr (SlInput) input = sl_input_new (&file, 1);
  g_autoptr (SlNotes) notes = sl_notes_new ();
  g_autoptr (SlPerfRecords) records = sl_perf_records_new (input, notes, NULL);
  guint n_files = records != NULL ? sl_perf_records_get_most_files (records) : 0;

  for (guint i = 0; i < n_files; i++)
    g_ptr_array_add (names, g_strdup_printf (PREFIX "%u", i));
}

/* The number that ends the name of a file; -1 for none */
static int
get_number (SlMapping *file)
{
  const char *name = sl_mapping_get_name (file);
  guint64 number;

  return g_str_has_prefix (name, PREFIX) &&
                 g_ascii_string_to_unsigned (name + strlen (PREFIX), 10, 0, SL_INPUT_MAX_FILES,
                                             &number, NULL)
             ? (int) number
             : -1;
}

/**
 * sl_perf_folder_note_missing:
 * @records: of all files that are there
 * @notes: added to
 *
 * Notes which files are missing: perf numbers them from 0 on, so that those behind the last one leave no gap.
 */
void
sl_perf_folder_note_missing (const SlPerfRecords *records, SlNotes *notes)
{
  SlInput *input = sl_perf_records_get_input (records);
  guint n_files = sl_input_get_n_files (input);
  int expected = 0;

  if (sl_perf_records_get_most_files (records) == 0)
    return;
  if (n_files == 1)
    sl_notes_add (notes, SL_OFFSET_NONE, 1,
                  N_ ("The file belongs to a folder (perf record --threads): the samples are in "
                      "data.0, data.1 and so on, which are not in the same folder"));

  for (guint i = 1; i < n_files; i++)
    {
      int number = get_number (sl_input_get_file (input, i));

      for (; number > expected; expected++)
        sl_notes_add (notes, SL_OFFSET_NONE, 1, "The file data.%d of the recording is missing",
                      expected);
      expected = number + 1;
    }
}
