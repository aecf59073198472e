/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

void sl_message_show (GtkWidget *widget, const char *text);
void sl_message_offer (GtkWidget *widget,
                       const char *text,
                       const char *button,
                       const char *action,
                       GVariant *target);
void sl_message_say (GtkWidget *widget, const char *text);
void sl_message_make_known (GtkWidget *widget);
void sl_message_describe (GtkWidget *widget, const char *description);
void sl_message_withdraw (GtkWidget *widget);
void sl_message_set_quiet (GtkWidget *widget, gboolean is_quiet);

G_END_DECLS
