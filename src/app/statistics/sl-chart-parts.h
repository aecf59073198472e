/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "sl-bar-chart.h"
#include "sl-document.h"

G_BEGIN_DECLS

#define SL_CHART_BINS 32

/* The document, and the number of the trace in its set whose task is drawn. */
typedef struct
{
  SlDocument *document;
  guint trace;
} SlChartSubject;

SlTrace *sl_chart_get_trace (const SlChartSubject *self);
char *sl_chart_dup_duration (const SlChartSubject *subject, gint64 ticks) G_GNUC_WARN_UNUSED_RESULT;
GtkWidget *sl_chart_append_label (GtkBox *box, const char *text, const char *css_class);
void sl_chart_append_scale (GtkBox *box, const char *begin, const char *text, const char *end);
SlBarChart *sl_chart_make_bars (const SlChartSubject *subject,
                                guint32 task,
                                const guint64 *bars,
                                const guint64 *parts);
void sl_chart_append_bars (GtkBox *box, SlBarChart *chart, const char *name);

G_END_DECLS
