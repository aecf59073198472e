/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Keys as shortcuts of GTK, with the other keys that mean the same. */

#include <gtk/gtk.h>

#include "sl-key-table.h"

G_BEGIN_DECLS

void sl_key_shortcuts_fill (GListStore *store, GHashTable *keys, SlKeyScope scope);
guint sl_key_shortcuts_get_plain (guint key);

G_END_DECLS
