/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void sl_entry_steps_add_keys (GtkEditable *entry, gboolean above_zero);
void sl_entry_steps_add_buttons (GtkEditable *entry, GtkBox *box);

char *sl_entry_steps_change_text (const char *text,
                                  int by,
                                  gboolean above_zero) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
