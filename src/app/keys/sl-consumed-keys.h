/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Function keys with Ctrl, which GTK takes for those without it on Wayland. */

#include "sl-key-map.h"

G_BEGIN_DECLS

GtkEventController *sl_consumed_keys_make_controller (SlKeyMap *map);

G_END_DECLS
