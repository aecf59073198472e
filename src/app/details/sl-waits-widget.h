/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "sl-document.h"

G_BEGIN_DECLS

#define SL_TYPE_WAITS_WIDGET (sl_waits_widget_get_type ())
G_DECLARE_FINAL_TYPE (SlWaitsWidget, sl_waits_widget, SL, WAITS_WIDGET, AdwBin)

GtkWidget *sl_waits_widget_new (SlDocument *document, guint trace, guint32 task);

G_END_DECLS
