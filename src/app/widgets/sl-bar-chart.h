/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "sl-palette.h"

G_BEGIN_DECLS

/**
 * SlBarTextFunc:
 *
 * Returns: (transfer full): what is said of a bar that the pointer is over
 */
typedef char *(*SlBarTextFunc) (guint bar, gpointer user_data);

/* A picture of counts side by side, the largest as high as the widget. Has no name of its own:
 * whoever uses it says in GTK_ACCESSIBLE_PROPERTY_LABEL what it shows. */
#define SL_TYPE_BAR_CHART (sl_bar_chart_get_type ())
G_DECLARE_FINAL_TYPE (SlBarChart, sl_bar_chart, SL, BAR_CHART, GtkWidget)

void
sl_bar_chart_set_bars (SlBarChart *self, const guint64 *counts, const guint64 *parts, guint n_bars);
void sl_bar_chart_set_others (SlBarChart *self, const guint64 *counts, guint n_bars);
void sl_bar_chart_set_colours (SlBarChart *self, guint32 colour, SlPaintRole parts);
void sl_bar_chart_set_marker (SlBarChart *self, double place);
void sl_bar_chart_set_bound (SlBarChart *self, double place);
void sl_bar_chart_set_text_func (SlBarChart *self, SlBarTextFunc text, gpointer user_data);

G_END_DECLS
