/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-chart-parts.h"

#include "sl-direction.h"
#include "sl-event-text.h"
#include "sl-picture-style.h"

/* What the charts of a task are made of. */

/**
 * sl_chart_get_trace:
 *
 * Returns: (transfer none): the subject's trace
 */
SlTrace *
sl_chart_get_trace (const SlChartSubject *self)
{
  return sl_trace_set_get_trace (sl_document_get_trace_set (self->document), self->trace);
}

/**
 * sl_chart_dup_duration:
 * @ticks: of the subject's trace
 *
 * Returns: (transfer full): how long that is
 */
char *
sl_chart_dup_duration (const SlChartSubject *subject, gint64 ticks)
{
  return sl_event_text_duration (subject->document, subject->trace, (SlSpan) { 0, ticks });
}

/**
 * sl_chart_append_label:
 * @css_class: how it looks
 *
 * Returns: (transfer none): the new label, which wraps
 */
GtkWidget *
sl_chart_append_label (GtkBox *box, const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_widget_add_css_class (label, css_class);
  gtk_box_append (box, label);
  return label;
}

/**
 * sl_chart_append_scale:
 * @begin, @end: what stands at both ends of the axis
 * @text: a sentence below
 */
void
sl_chart_append_scale (GtkBox *box, const char *begin, const char *text, const char *end)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  gtk_widget_set_hexpand (sl_chart_append_label (GTK_BOX (line), begin, "dim-label"), TRUE);
  sl_chart_append_label (GTK_BOX (line), end, "dim-label");
  sl_direction_of_time_give (line);
  gtk_box_append (box, line);
  sl_chart_append_label (box, text, "dim-label");
}

/**
 * sl_chart_make_bars:
 * @task: whose colour the bars have
 * @bars: %SL_CHART_BINS counts
 * @parts: what of each stands out
 *
 * Returns: (transfer floating): a chart without a name
 */
SlBarChart *
sl_chart_make_bars (const SlChartSubject *subject,
                    guint32 task,
                    const guint64 *bars,
                    const guint64 *parts)
{
  SlBarChart *chart = g_object_new (SL_TYPE_BAR_CHART, NULL);
  guint32 colour;

  if (!sl_event_text_get_colour (subject->document, subject->trace, task,
                                 sl_picture_style_get_palette (), &colour))
    colour = sl_picture_style_get_palette ()->colours[SL_PAINT_DENSITY];
  sl_bar_chart_set_bars (chart, bars, parts, SL_CHART_BINS);
  sl_bar_chart_set_colours (chart, colour, SL_PAINT_MISS);
  return chart;
}

/**
 * sl_chart_append_bars:
 * @chart: (transfer floating):
 * @name: what it shows, for assistive technologies
 */
void
sl_chart_append_bars (GtkBox *box, SlBarChart *chart, const char *name)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (chart), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  gtk_box_append (box, GTK_WIDGET (chart));
}
