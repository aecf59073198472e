/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void sl_entry_steps_add_keys (GtkEditable *entry, gboolean above_zero);
void sl_entry_steps_add_buttons (GtkEditable *entry, GtkBox *box);

G_END_DECLS
