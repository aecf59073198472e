/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

GtkBox *
sl_details_fold_append (GtkBox *box, const char *title, const char *summary, gboolean *is_open);

G_END_DECLS
