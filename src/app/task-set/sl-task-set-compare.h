/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "sl-task-model-store.h"

G_BEGIN_DECLS

void sl_task_set_compare_schedulers (SlTaskModelStore *store,
                                     GtkWidget *toasts,
                                     const char *one,
                                     const char *other);
void sl_task_set_compare_saved (SlTaskModelStore *store, GtkWidget *toasts);
GMenuModel *sl_task_set_compare_make_menu (void);

G_END_DECLS
