/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

gboolean sl_task_model_close_ask (GtkWindow *window, GtkWidget *page);

G_END_DECLS
