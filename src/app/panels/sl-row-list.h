/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "sl-document.h"

G_BEGIN_DECLS

#define SL_TYPE_ROW_LIST (sl_row_list_get_type ())
G_DECLARE_FINAL_TYPE (SlRowList, sl_row_list, SL, ROW_LIST, AdwBin)

void sl_row_list_set_document (SlRowList *self, SlDocument *document);
void sl_row_list_set_row (SlRowList *self, const char *row);

G_END_DECLS
