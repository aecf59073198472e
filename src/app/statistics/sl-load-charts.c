/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-load-charts.h"

#include <glib/gi18n.h>

#include "sl-event-text.h"
#include "sl-field-list.h"
#include "sl-text.h"
#include "sl-time-text.h"

/* What share of the processor a task had over time, and whether that was what its jobs demanded. */

/* As short as the axis has room for. */
static char *
dup_place (const SlChartSubject *subject, SlTime time)
{
  SlTime begin = sl_trace_get_span (sl_chart_get_trace (subject)).begin;

  return sl_event_text_duration (subject->document, subject->trace, (SlSpan) { begin, time });
}

/**
 * sl_load_charts_append_share:
 * @span: of the subject's trace
 * @load: %SL_CHART_BINS columns of the span
 *
 * Nothing is appended where the task did not run.
 */
void
sl_load_charts_append_share (GtkBox *box,
                             const SlChartSubject *subject,
                             guint32 task,
                             SlSpan span,
                             const SlTaskLoad *load)
{
  g_autofree char *task_name = sl_event_text_title (subject->document, subject->trace, task);
  g_autofree char *title = g_strdup_printf (_ ("Processor Share of %s"), task_name);
  g_autofree char *begin = dup_place (subject, span.begin);
  g_autofree char *end = dup_place (subject, span.end);
  g_autofree char *mean_text = NULL, *most_text = NULL, *text = NULL, *name = NULL;
  double width = (double) sl_span_duration (span) / SL_CHART_BINS;
  guint64 bars[SL_CHART_BINS], none[SL_CHART_BINS] = { 0 };
  guint64 sum = 0, most = 0;

  for (guint i = 0; i < SL_CHART_BINS; i++)
    {
      bars[i] = load[i].running;
      sum += load[i].running;
      most = MAX (most, load[i].running);
    }
  if (sum == 0)
    return;

  mean_text = sl_time_text_decimal ("%.1f", 100 * (double) sum / (width * SL_CHART_BINS));
  most_text = sl_time_text_decimal ("%.1f", MIN (100 * (double) most / width, 100));
  text = g_strdup_printf (_ ("mean %s %%, at most %s %%"), mean_text, most_text);
  name = g_strdup_printf (_ ("Share of the processor that %s had from %s to %s: %s"), task_name,
                          begin, end, text);
  sl_field_list_append_heading (box, title);
  sl_chart_append_bars (box, sl_chart_make_bars (subject, task, bars, none), name);
  sl_chart_append_scale (box, begin, text, end);
}

/**
 * sl_load_charts_append_demand:
 * @span: of the subject's trace
 * @load: %SL_CHART_BINS columns of the span
 *
 * A bar is what was supplied since the begin of the span; what was due and not supplied stands out.
 * Nothing is appended where nothing was due.
 */
void
sl_load_charts_append_demand (GtkBox *box,
                              const SlChartSubject *subject,
                              guint32 task,
                              SlSpan span,
                              const SlTaskLoad *load)
{
  g_autofree char *task_name = sl_event_text_title (subject->document, subject->trace, task);
  g_autofree char *title = g_strdup_printf (_ ("Demand and Supply of %s"), task_name);
  g_autofree char *begin = dup_place (subject, span.begin);
  g_autofree char *end = dup_place (subject, span.end);
  g_autofree char *demand =
      sl_chart_dup_duration (subject, (gint64) load[SL_CHART_BINS - 1].demand);
  g_autofree char *supply =
      sl_chart_dup_duration (subject, (gint64) load[SL_CHART_BINS - 1].supply);
  g_autofree char *short_text = NULL, *text = NULL, *name = NULL;
  guint64 bars[SL_CHART_BINS], missing[SL_CHART_BINS];
  guint64 worst = 0;

  if (load[SL_CHART_BINS - 1].demand == 0)
    return;

  for (guint i = 0; i < SL_CHART_BINS; i++)
    {
      missing[i] = load[i].missing;
      bars[i] = load[i].supply + missing[i];
      worst = MAX (worst, missing[i]);
    }
  short_text = sl_chart_dup_duration (subject, (gint64) worst);
  text = worst > 0
             /* Translators: durations */
             ? g_strdup_printf (_ ("due %s, executed by then %s, at most %s behind"), demand,
                                supply, short_text)
             /* Translators: durations */
             : g_strdup_printf (_ ("due %s, executed by then %s, never behind"), demand, supply);
  name = g_strdup_printf (_ ("Execution that jobs of %s were due and got from %s to %s: %s"),
                          task_name, begin, end, text);
  sl_field_list_append_heading (box, title);
  sl_chart_append_bars (box, sl_chart_make_bars (subject, task, bars, missing), name);
  sl_chart_append_scale (box, begin, text, end);
  sl_chart_append_label (
      box,
      _ ("“Due” is the execution time of all jobs whose deadlines have passed; “behind” is the "
         "part of it that had not been executed by its deadline."),
      "dim-label");
}
