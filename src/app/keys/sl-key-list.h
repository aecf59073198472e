/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "sl-key-map.h"

G_BEGIN_DECLS

GtkShortcutsWindow *sl_key_list_new (SlKeyMap *map, int height);

G_END_DECLS
