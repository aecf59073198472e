/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "sl-model-store.h"

G_BEGIN_DECLS

/* What @window was about to do before the user was asked. */
typedef void (*SlModelSaveFunc) (GtkWindow *window);

void sl_model_save (GtkWidget *widget, SlModelStore *store);
void sl_model_save_as (GtkWidget *widget, SlModelStore *store);
gboolean sl_model_save_ask (GtkWidget *widget, SlModelStore *store, SlModelSaveFunc proceed);

G_END_DECLS
