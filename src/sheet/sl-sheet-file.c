/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-sheet-file.h"

#include <string.h>

#include "sl-sheet-pdf.h"
#include "sl-sheet-tex.h"

/**
 * sl_sheet_form_find:
 * @file_name: with any folders
 * @form: (out): what its extension says, in any case; set on success only
 */
gboolean
sl_sheet_form_find (const char *file_name, SlSheetForm *form)
{
  static const char *const extensions[] = { [SL_SHEET_PDF] = "pdf", [SL_SHEET_TEX] = "tex" };
  g_autofree char *base = g_path_get_basename (file_name);
  const char *dot = strrchr (base, '.');

  for (guint i = 0; dot != NULL && i < G_N_ELEMENTS (extensions); i++)
    if (g_ascii_strcasecmp (dot + 1, extensions[i]) == 0)
      {
        *form = (SlSheetForm) i;
        return TRUE;
      }

  return FALSE;
}

/**
 * sl_sheet_to_bytes:
 * @error: %G_IO_ERROR if cairo fails
 *
 * Returns: (transfer full): the file's contents; %NULL on error
 */
GBytes *
sl_sheet_to_bytes (const SlSheet *self, SlSheetForm form, GError **error)
{
  return form == SL_SHEET_TEX ? g_string_free_to_bytes (sl_sheet_to_tex (self))
                              : sl_sheet_to_pdf (self, error);
}
