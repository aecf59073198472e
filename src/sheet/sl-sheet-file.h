/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* A sheet as a file: of which kind its name says. */

#include "sl-sheet.h"

G_BEGIN_DECLS

typedef enum
{
  SL_SHEET_PDF,
  SL_SHEET_TEX,
} SlSheetForm;

gboolean sl_sheet_form_find (const char *file_name, SlSheetForm *form);
GBytes *sl_sheet_to_bytes (const SlSheet *self, SlSheetForm form, GError **error);

G_END_DECLS
