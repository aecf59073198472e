/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "sl-document.h"
#include "sl-row-part.h"

G_BEGIN_DECLS

#define SL_TYPE_STATISTICS_WIDGET (sl_statistics_widget_get_type ())
G_DECLARE_FINAL_TYPE (SlStatisticsWidget, sl_statistics_widget, SL, STATISTICS_WIDGET, AdwBin)

GtkWidget *
sl_statistics_widget_new (SlDocument *document, guint trace, SlSpan span, guint32 object);

GtkWidget *
sl_statistics_widget_new_curve (SlDocument *document, guint trace, SlTrack *values, SlRowPart part);

G_END_DECLS
