/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "sl-model-store.h"

G_BEGIN_DECLS

void sl_set_compare_schedulers (SlModelStore *store,
                                GtkWidget *toasts,
                                const char *one,
                                const char *other);
void sl_set_compare_saved (SlModelStore *store, GtkWidget *toasts);
GMenuModel *sl_set_compare_make_menu (void);

G_END_DECLS
