/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "sl-document.h"

G_BEGIN_DECLS

GtkWidget *sl_row_menu_new (SlDocument *document, const char *row, GMenu *place);

G_END_DECLS
