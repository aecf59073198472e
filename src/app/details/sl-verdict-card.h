/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

GtkWidget *sl_verdict_card_new (const char *verdict, const char *why, gboolean is_miss);

G_END_DECLS
