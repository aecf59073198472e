/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "sl-document.h"
#include "sl-picture-widget.h"

G_BEGIN_DECLS

#define SL_TYPE_TOPA_WIDGET (sl_topa_widget_get_type ())
G_DECLARE_FINAL_TYPE (SlTopaWidget, sl_topa_widget, SL, TOPA_WIDGET, SlPictureWidget)

void sl_topa_widget_set_document (SlTopaWidget *self, SlDocument *document);
gboolean sl_topa_widget_is_for (SlDocument *document);

G_END_DECLS
