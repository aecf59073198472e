/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "sl-document.h"

G_BEGIN_DECLS

void sl_table_object_set (GtkWidget *cell,
                          SlDocument *document,
                          guint trace,
                          guint32 object,
                          const char *name);

G_END_DECLS
