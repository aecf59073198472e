/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Tooltips of buttons that say the keys which do the same. */

#include <gtk/gtk.h>

G_BEGIN_DECLS

void sl_key_tip_follow (GtkWidget *button);

G_END_DECLS
