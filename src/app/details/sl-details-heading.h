/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "sl-document.h"

G_BEGIN_DECLS

void sl_details_heading_append (GtkBox *box,
                                SlDocument *document,
                                guint trace,
                                guint32 object,
                                const char *title,
                                const char *const *lines);

G_END_DECLS
