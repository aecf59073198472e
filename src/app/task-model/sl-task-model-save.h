/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "sl-task-model-store.h"

G_BEGIN_DECLS

/* What @window was about to do before the user was asked. */
typedef void (*SlTaskModelSaveFunc) (GtkWindow *window);

void sl_task_model_save_store (GtkWidget *widget, SlTaskModelStore *store);
void sl_task_model_save_as (GtkWidget *widget, SlTaskModelStore *store);
gboolean
sl_task_model_save_ask (GtkWidget *widget, SlTaskModelStore *store, SlTaskModelSaveFunc proceed);

G_END_DECLS
