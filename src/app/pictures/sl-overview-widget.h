/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "sl-document.h"
#include "sl-picture-widget.h"

G_BEGIN_DECLS

#define SL_TYPE_OVERVIEW_WIDGET (sl_overview_widget_get_type ())
G_DECLARE_FINAL_TYPE (SlOverviewWidget, sl_overview_widget, SL, OVERVIEW_WIDGET, SlPictureWidget)

void sl_overview_widget_set_document (SlOverviewWidget *self, SlDocument *document);

G_END_DECLS
