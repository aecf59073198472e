/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* How the figures of one task are distributed, as bars over an axis that several tasks share. A bar is chosen by the pointer or by
 * keys; signal “bar-activated” has its number. */

#include <gtk/gtk.h>

#include "sl-job-figures.h"

G_BEGIN_DECLS

#define SL_DISTRIBUTION_BARS 64

#define SL_TYPE_DISTRIBUTION_CHART (sl_distribution_chart_get_type ())
G_DECLARE_FINAL_TYPE (SlDistributionChart, sl_distribution_chart, SL, DISTRIBUTION_CHART, GtkWidget)

/* What is said of a bar: (transfer full) */
typedef char *(*SlDistributionTextFunc) (SlDistributionChart *chart, guint bar, gpointer user_data);

GtkWidget *sl_distribution_chart_new (const SlJobFigures *figures, gint64 begin, gint64 last);
void sl_distribution_chart_set_least_height (SlDistributionChart *self, int height);
void sl_distribution_chart_set_colour (SlDistributionChart *self, guint32 colour);
void sl_distribution_chart_set_text_func (SlDistributionChart *self,
                                          const char *name,
                                          SlDistributionTextFunc text,
                                          gpointer user_data);
void sl_distribution_chart_get_bar (SlDistributionChart *self,
                                    guint bar,
                                    gint64 span[2],
                                    guint *first,
                                    guint *end);
void sl_distribution_chart_get_place (SlDistributionChart *self, guint bar, GdkRectangle *place);

G_END_DECLS
