/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-exercise-sheet.h"

#include <glib/gi18n.h>
#include <string.h>

#include "sl-open-files.h"
#include "sl-sheet-file.h"

/**
 * sl_exercise_sheet_dup_name:
 *
 * Returns: (transfer full): what the file of the sheet may be called
 */
char *
sl_exercise_sheet_dup_name (SlExercise *exercise, gboolean with_answers)
{
  g_autofree char *base = g_file_get_basename (sl_exercise_get_file (exercise));

  if (g_str_has_suffix (base, SL_EXERCISE_SUFFIX))
    base[strlen (base) - strlen (SL_EXERCISE_SUFFIX)] = '\0';

  return g_strconcat (base, with_answers ? "-answers.pdf" : ".pdf", NULL);
}

/**
 * sl_exercise_sheet_write:
 * @solution: (nullable): %NULL while the exercise is not worked out
 * @file: its name must end as that of a sheet does
 *
 * Returns: whether the sheet was written
 */
gboolean
sl_exercise_sheet_write (SlSolution *solution, GFile *file, gboolean with_answers, GError **error)
{
  g_autofree char *name = g_file_get_basename (file);
  g_autoptr (SlSheet) sheet = NULL;
  g_autoptr (GBytes) bytes = NULL;
  SlSheetForm form;

  if (solution == NULL || !sl_sheet_form_find (name, &form))
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_FILENAME,
                           _ ("The name of a sheet must end in .pdf or .tex"));
      return FALSE;
    }

  sheet = sl_sheet_new (solution, with_answers, error);
  bytes = sheet != NULL ? sl_sheet_to_bytes (sheet, form, error) : NULL;
  return bytes != NULL &&
         sl_open_files_save (file, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), error);
}
