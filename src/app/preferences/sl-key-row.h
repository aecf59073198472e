/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "sl-key-map.h"

G_BEGIN_DECLS

#define SL_TYPE_KEY_ROW (sl_key_row_get_type ())
G_DECLARE_FINAL_TYPE (SlKeyRow, sl_key_row, SL, KEY_ROW, AdwActionRow)

GtkWidget *sl_key_row_new (SlKeyMap *map, const SlKeyEntry *entry);
gboolean sl_key_row_matches (SlKeyRow *self, const char *const *words);

G_END_DECLS
