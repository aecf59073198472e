/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef struct _SlFilterError SlFilterError;

SlFilterError *sl_filter_error_new (GtkWidget *bar, GtkWidget *entry);
void sl_filter_error_free (SlFilterError *self);
void sl_filter_error_show (SlFilterError *self, const char *text);

G_END_DECLS
