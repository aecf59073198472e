/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-panels.h"

#include <glib/gi18n.h>

#include "sl-bar-chart.h"
#include "sl-bus-survey.h"
#include "sl-bus-table.h"
#include "sl-direction.h"
#include "sl-event-text.h"
#include "sl-message-widget.h"
#include "sl-text.h"
#include "sl-time-text.h"

/* What the bus cycles of the selected span amount to, or of the whole trace where nothing is
 * selected. The figures are worked out in the background while the panel is on screen; another
 * span or generation of the trace begins anew. */
struct _SlBusPanel
{
  SlDocumentWidget base;

  GtkLabel *span_label;
  GtkLabel *sum_label;
  GtkProgressBar *progress_bar;
  GtkColumnView *kind_view;
  GtkColumnView *caching_view;
  GtkWidget *agent_box;
  GtkColumnView *agent_view;
  SlBarChart *gap_chart;
  GtkLabel *gap_least_label;
  GtkLabel *gap_mean_label;
  GtkLabel *gap_most_label;
  GtkWidget *longest_button;
  SlBarChart *page_chart;
  GtkLabel *page_begin_label;
  GtkLabel *page_middle_label;
  GtkLabel *page_end_label;
  GtkLabel *pages_label;
  GtkColumnView *page_view;
  GtkLabel *ports_label;
  GtkColumnView *port_view;
  SlMessageWidget *message_box;

  SlBusStatistics *statistics; /* NULL while there are none */
  SlBackground *survey;        /* NULL while none is under way */
  SlTrace *trace;              /* of the statistics or the survey; NULL for neither */
  SlSpan span;                 /* the same */
  guint first_bin;             /* of the gaps that the chart shows */
  guint start;                 /* timeout; 0 while none is on its way */
  guint poll;                  /* timeout while a survey is under way */
};

G_DEFINE_FINAL_TYPE (SlBusPanel, sl_bus_panel, SL_TYPE_DOCUMENT_WIDGET)

/* A span that is being dragged is not summed up at each step. */
#define START_MSEC 150
#define POLL_MSEC  100

static char *
dup_ticks (SlBusPanel *self, SlTime ticks)
{
  return sl_time_text_duration (sl_document_get_clock (self->base.document), (SlSpan) { 0, ticks });
}

/* Beyond a bound they are estimates. */
static char *
dup_exactness (const SlAddressTally *tally, const char *count)
{
  g_autofree char *error = sl_time_text_ticks (sl_address_tally_get_error (tally));

  return sl_address_tally_is_exact (tally)
             ? g_strdup (count)
             : g_strdup_printf (_ ("about %s (counts may be up to %s too low)"), count, error);
}

static void
fill_addresses (SlBusPanel *self)
{
  const SlBusStatistics *statistics = self->statistics;
  guint64 n_pages = sl_address_tally_get_n_addresses (statistics->pages);
  guint64 n_ports = sl_address_tally_get_n_addresses (statistics->ports);
  g_autofree char *pages_number = sl_time_text_ticks (n_pages);
  g_autofree char *ports_number = sl_time_text_ticks (n_ports);
  g_autofree char *pages =
      g_strdup_printf (ngettext ("%s page of 4 KiB", "%s pages of 4 KiB", n_pages), pages_number);
  g_autofree char *ports =
      g_strdup_printf (ngettext ("%s port", "%s ports", n_ports), ports_number);
  g_autofree char *pages_text = dup_exactness (statistics->pages, pages);
  g_autofree char *ports_text = dup_exactness (statistics->ports, ports);
  g_autoptr (GString) text = g_string_new (pages_text);

  if (statistics->memory.cycles > 0)
    g_string_append_printf (text, "\n0x%" G_GINT64_MODIFIER "x – 0x%" G_GINT64_MODIFIER "x",
                            statistics->lowest, statistics->highest);
  gtk_label_set_label (self->pages_label, text->str);
  gtk_label_set_label (self->ports_label, ports_text);
}

static void
name_chart (SlBarChart *chart, const char *name)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (chart), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

static char *
dup_gap_text (guint bar, gpointer user_data)
{
  SlBusPanel *self = user_data;
  const SlGapHistogram *gaps = &self->statistics->gaps;
  SlSpan span = sl_gap_histogram_get_span (self->first_bin + bar);
  g_autofree char *from = dup_ticks (self, span.begin);
  g_autofree char *to = dup_ticks (self, span.end - 1);
  g_autofree char *count = sl_time_text_ticks (gaps->bins[self->first_bin + bar]);
  g_autofree char *share = sl_text_share (gaps->bins[self->first_bin + bar], gaps->gaps.count);

  if (span.end - span.begin == 1)
    return g_strdup_printf (_ ("%s: %s gaps, %s"), from, count, share);

  return g_strdup_printf (_ ("%s to %s: %s gaps, %s"), from, to, count, share);
}

static void
fill_no_gaps (SlBusPanel *self)
{
  const char *text =
      self->statistics->has_times ? _ ("No gaps") : _ ("The trace has no time stamps");

  sl_bar_chart_set_bars (self->gap_chart, NULL, NULL, 0);
  sl_bar_chart_set_text_func (self->gap_chart, NULL, NULL);
  gtk_label_set_label (self->gap_least_label, "");
  gtk_label_set_label (self->gap_mean_label, text);
  gtk_label_set_label (self->gap_most_label, "");
  gtk_widget_set_visible (self->longest_button, FALSE);
  name_chart (self->gap_chart, text);
}

static void
fill_gaps (SlBusPanel *self)
{
  const SlGapHistogram *gaps = &self->statistics->gaps;
  g_autofree char *least = dup_ticks (self, gaps->gaps.min);
  g_autofree char *most = dup_ticks (self, gaps->gaps.max);
  g_autofree char *mean_ticks = dup_ticks (self, sl_range_get_rounded_mean (&gaps->gaps));
  g_autofree char *n_unknown = sl_time_text_ticks (gaps->n_unknown);
  g_autofree char *name = NULL;
  g_autofree char *mean = NULL;
  guint last;

  if (!sl_gap_histogram_get_used (gaps, &self->first_bin, &last))
    {
      fill_no_gaps (self);
      return;
    }

  mean = gaps->n_unknown > 0 ? g_strdup_printf (_ ("mean %s, %s unknown"), mean_ticks, n_unknown)
                             : g_strdup_printf (_ ("mean %s"), mean_ticks);
  name = g_strdup_printf (_ ("Gaps between cycles: from %s to %s, %s"), least, most, mean);
  sl_bar_chart_set_bars (self->gap_chart, gaps->bins + self->first_bin, NULL,
                         last - self->first_bin + 1);
  sl_bar_chart_set_text_func (self->gap_chart, dup_gap_text, self);
  gtk_label_set_label (self->gap_least_label, least);
  gtk_label_set_label (self->gap_mean_label, mean);
  gtk_label_set_label (self->gap_most_label, most);
  gtk_widget_set_visible (self->longest_button, TRUE);
  name_chart (self->gap_chart, name);
}

static char *
dup_page_text (guint bar, gpointer user_data)
{
  SlBusPanel *self = user_data;
  const SlBusStatistics *statistics = self->statistics;
  g_autofree char *from = sl_event_text_elapsed (self->base.document, statistics->bounds[bar]);
  g_autofree char *pages = sl_time_text_ticks (statistics->working_set[bar]);
  g_autofree char *new_pages = sl_time_text_ticks (statistics->new_pages[bar]);

  return g_strdup_printf (_ ("From %s on: %s pages, %s of them new"), from, pages, new_pages);
}

static void
fill_working_set (SlBusPanel *self)
{
  const SlBusStatistics *statistics = self->statistics;
  guint64 least = G_MAXUINT64, most = 0;
  g_autofree char *begin = sl_event_text_elapsed (self->base.document, statistics->span.begin);
  g_autofree char *end = sl_event_text_elapsed (self->base.document, statistics->span.end);
  g_autofree char *low = NULL;
  g_autofree char *high = NULL;
  g_autofree char *middle = NULL;
  g_autofree char *name = NULL;

  for (guint i = 0; i < SL_BUS_PARTS; i++)
    {
      least = MIN (least, statistics->working_set[i]);
      most = MAX (most, statistics->working_set[i]);
    }
  low = sl_time_text_ticks (least);
  high = sl_time_text_ticks (most);
  middle = g_strdup_printf (_ ("%s to %s pages"), low, high);
  name = g_strdup_printf (_ ("Pages touched in each of %d parts of the span: %s"), SL_BUS_PARTS,
                          middle);

  sl_bar_chart_set_bars (self->page_chart, statistics->working_set, statistics->new_pages,
                         SL_BUS_PARTS);
  sl_bar_chart_set_text_func (self->page_chart, dup_page_text, self);
  gtk_label_set_label (self->page_begin_label, begin);
  gtk_label_set_label (self->page_middle_label, middle);
  gtk_label_set_label (self->page_end_label, end);
  name_chart (self->page_chart, name);
}

static void
fill_sum (SlBusPanel *self)
{
  const SlBusStatistics *statistics = self->statistics;
  g_autofree char *cycles = sl_time_text_ticks (statistics->all.cycles);
  g_autofree char *bytes = sl_time_text_ticks (statistics->all.bytes);
  g_autofree char *duration =
      sl_time_text_duration (sl_document_get_clock (self->base.document), statistics->span);
  g_autofree char *n_cycles =
      g_strdup_printf (ngettext ("%s cycle", "%s cycles", statistics->all.cycles), cycles);
  g_autofree char *n_bytes =
      g_strdup_printf (ngettext ("%s byte", "%s bytes", statistics->all.bytes), bytes);
  g_autofree char *text = g_strdup_printf ("%s · %s · %s", n_cycles, n_bytes, duration);

  gtk_label_set_label (self->sum_label, text);
}

static void
fill (SlBusPanel *self)
{
  fill_sum (self);
  sl_bus_table_fill (self->kind_view, SL_BUS_TABLE_KINDS, self->statistics, self->base.document);
  sl_bus_table_fill (self->caching_view, SL_BUS_TABLE_CACHINGS, self->statistics,
                     self->base.document);
  sl_bus_table_fill (self->agent_view, SL_BUS_TABLE_AGENTS, self->statistics, self->base.document);
  gtk_widget_set_visible (self->agent_box, self->statistics->agents->len > 1);
  fill_gaps (self);
  fill_working_set (self);
  fill_addresses (self);
  sl_bus_table_fill (self->page_view, SL_BUS_TABLE_PAGES, self->statistics, self->base.document);
  sl_bus_table_fill (self->port_view, SL_BUS_TABLE_PORTS, self->statistics, self->base.document);
  sl_message_widget_set_statistics (self->message_box, self->statistics,
                                    sl_document_get_clock (self->base.document));
}

static void
end_survey (SlBusPanel *self)
{
  g_clear_pointer (&self->survey, sl_background_free);
  g_clear_handle_id (&self->poll, g_source_remove);
  gtk_widget_set_visible (GTK_WIDGET (self->progress_bar), FALSE);
}

static void
surveyed_cb (gpointer owner, gpointer found, const GError *error)
{
  SlBusPanel *self = owner;

  end_survey (self);
  if (found == NULL)
    {
      gtk_label_set_label (self->sum_label, _ ("The file has changed"));
      return;
    }

  g_clear_pointer (&self->statistics, sl_bus_statistics_free);
  self->statistics = found;
  fill (self);
}

static gboolean
poll_cb (gpointer user_data)
{
  SlBusPanel *self = user_data;

  gtk_widget_set_visible (GTK_WIDGET (self->progress_bar), TRUE);
  gtk_progress_bar_set_fraction (self->progress_bar, sl_background_get_fraction (self->survey));
  return G_SOURCE_CONTINUE;
}

static SlTrace *
find_bus (SlDocument *document, guint *number)
{
  if (!sl_document_find_bus (document, number))
    return NULL;

  return sl_trace_set_get_trace (sl_document_get_trace_set (document), *number);
}

/* Of which span the figures are, and of which trace where there are several. */
static void
show_span (SlBusPanel *self, guint number, gboolean is_selection)
{
  SlTraceSet *set = sl_document_get_trace_set (self->base.document);
  const char *span = is_selection ? _ ("Selected Span") : _ ("Whole Trace");
  g_autofree char *title = NULL, *text = NULL;

  if (sl_trace_set_get_size (set) > 1)
    {
      title = sl_trace_set_dup_title (set, number);
      text = g_strdup_printf ("%s · %s", span, title);
    }
  gtk_label_set_label (self->span_label, text != NULL ? text : span);
}

/* @span: in the trace's own ticks */
static gboolean
get_span (SlBusPanel *self, SlTrace *trace, guint number, SlSpan *span)
{
  *span = sl_trace_get_span (trace);
  if (!sl_view_state_get_selection (sl_document_get_state (self->base.document), span))
    return FALSE;

  *span = sl_trace_set_own_span (sl_document_get_trace_set (self->base.document), number, *span);
  return TRUE;
}

static gboolean
start_cb (gpointer user_data)
{
  SlBusPanel *self = user_data;
  guint number;
  SlTrace *trace = find_bus (self->base.document, &number);
  gboolean is_selection;

  self->start = 0;
  if (trace == NULL)
    return G_SOURCE_REMOVE;

  is_selection = get_span (self, trace, number, &self->span);
  show_span (self, number, is_selection);
  g_set_object (&self->trace, trace);
  self->survey = sl_bus_survey_new (self->trace, self->span, surveyed_cb, self);
  self->poll = g_timeout_add (POLL_MSEC, poll_cb, self);
  return G_SOURCE_REMOVE;
}

/* Begins anew if what is shown, or on its way, is of another span or generation. A trace that is
 * still being loaded has its figures later. */
static void
update (SlBusPanel *self)
{
  guint number;
  SlTrace *trace = find_bus (self->base.document, &number);
  SlSpan span = { 0, 0 };

  if (trace != NULL)
    get_span (self, trace, number, &span);
  if (trace != NULL && self->trace == trace && sl_span_equal (self->span, span))
    return;

  end_survey (self);
  g_clear_handle_id (&self->start, g_source_remove);
  g_clear_object (&self->trace);
  if (trace != NULL && sl_trace_is_complete (trace) && gtk_widget_get_mapped (GTK_WIDGET (self)))
    self->start = g_timeout_add (START_MSEC, start_cb, self);
}

static void
sl_bus_panel_changed (SlDocumentWidget *widget, guint changes)
{
  SlBusPanel *self = SL_BUS_PANEL (widget);

  if ((changes & (SL_CHANGED_TRACE | SL_CHANGED_VIEW | SL_CHANGED_SET | SL_CHANGED_PICKED)) != 0)
    update (self);
  /* The rate may be another. */
  if ((changes & SL_CHANGED_ANNOTATIONS) != 0 && self->statistics != NULL)
    fill (self);
}

static void
longest_cb (SlBusPanel *self)
{
  guint number;

  if (self->statistics != NULL && find_bus (self->base.document, &number) != NULL)
    sl_document_pick_event_of (self->base.document, number, self->statistics->gaps.longest);
}

static void
sl_bus_panel_map (GtkWidget *widget)
{
  SlBusPanel *self = SL_BUS_PANEL (widget);

  GTK_WIDGET_CLASS (sl_bus_panel_parent_class)->map (widget);
  if (self->base.document != NULL)
    update (self);
}

static void
sl_bus_panel_unmap (GtkWidget *widget)
{
  SlBusPanel *self = SL_BUS_PANEL (widget);

  /* What is not done is done anew when the panel is seen again. */
  if (self->survey != NULL || self->start != 0)
    g_clear_object (&self->trace);
  end_survey (self);
  g_clear_handle_id (&self->start, g_source_remove);
  GTK_WIDGET_CLASS (sl_bus_panel_parent_class)->unmap (widget);
}

static void
sl_bus_panel_attached (SlDocumentWidget *widget)
{
  SlBusPanel *self = SL_BUS_PANEL (widget);

  sl_bus_table_prepare (self->kind_view, SL_BUS_TABLE_KINDS, widget->document);
  sl_bus_table_prepare (self->caching_view, SL_BUS_TABLE_CACHINGS, widget->document);
  sl_bus_table_prepare (self->agent_view, SL_BUS_TABLE_AGENTS, widget->document);
  sl_bus_table_prepare (self->page_view, SL_BUS_TABLE_PAGES, widget->document);
  sl_bus_table_prepare (self->port_view, SL_BUS_TABLE_PORTS, widget->document);
}

static void
sl_bus_panel_dispose (GObject *object)
{
  SlBusPanel *self = SL_BUS_PANEL (object);

  g_clear_handle_id (&self->start, g_source_remove);
  g_clear_handle_id (&self->poll, g_source_remove);
  g_clear_pointer (&self->survey, sl_background_free);
  g_clear_pointer (&self->statistics, sl_bus_statistics_free);
  g_clear_object (&self->trace);

  G_OBJECT_CLASS (sl_bus_panel_parent_class)->dispose (object);
}

static void
bind_children (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_child (widget_class, SlBusPanel, span_label);
  gtk_widget_class_bind_template_child (widget_class, SlBusPanel, sum_label);
  gtk_widget_class_bind_template_child (widget_class, SlBusPanel, progress_bar);
  gtk_widget_class_bind_template_child (widget_class, SlBusPanel, kind_view);
  gtk_widget_class_bind_template_child (widget_class, SlBusPanel, caching_view);
  gtk_widget_class_bind_template_child (widget_class, SlBusPanel, agent_box);
  gtk_widget_class_bind_template_child (widget_class, SlBusPanel, agent_view);
  gtk_widget_class_bind_template_child (widget_class, SlBusPanel, gap_chart);
  gtk_widget_class_bind_template_child (widget_class, SlBusPanel, gap_least_label);
  gtk_widget_class_bind_template_child (widget_class, SlBusPanel, gap_mean_label);
  gtk_widget_class_bind_template_child (widget_class, SlBusPanel, gap_most_label);
  gtk_widget_class_bind_template_child (widget_class, SlBusPanel, longest_button);
  gtk_widget_class_bind_template_child (widget_class, SlBusPanel, page_chart);
  gtk_widget_class_bind_template_child (widget_class, SlBusPanel, page_begin_label);
  gtk_widget_class_bind_template_child (widget_class, SlBusPanel, page_middle_label);
  gtk_widget_class_bind_template_child (widget_class, SlBusPanel, page_end_label);
  gtk_widget_class_bind_template_child (widget_class, SlBusPanel, pages_label);
  gtk_widget_class_bind_template_child (widget_class, SlBusPanel, page_view);
  gtk_widget_class_bind_template_child (widget_class, SlBusPanel, ports_label);
  gtk_widget_class_bind_template_child (widget_class, SlBusPanel, port_view);
  gtk_widget_class_bind_template_child (widget_class, SlBusPanel, message_box);
}

static void
sl_bus_panel_class_init (SlBusPanelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sl_bus_panel_dispose;
  SL_DOCUMENT_WIDGET_CLASS (klass)->attached = sl_bus_panel_attached;
  SL_DOCUMENT_WIDGET_CLASS (klass)->changed = sl_bus_panel_changed;
  widget_class->map = sl_bus_panel_map;
  widget_class->unmap = sl_bus_panel_unmap;

  g_type_ensure (SL_TYPE_BAR_CHART);
  g_type_ensure (SL_TYPE_MESSAGE_WIDGET);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/slackline/Slackline/sl-bus-panel.ui");
  bind_children (widget_class);
  gtk_widget_class_bind_template_callback (widget_class, longest_cb);
}

static void
sl_bus_panel_init (SlBusPanel *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  sl_direction_of_time_give (gtk_widget_get_parent (GTK_WIDGET (self->gap_least_label)));
  sl_direction_of_time_give (gtk_widget_get_parent (GTK_WIDGET (self->page_begin_label)));
}

/**
 * sl_bus_panel_is_for:
 *
 * Returns: whether a trace of the document has bus cycles, so that there is something to sum up
 */
gboolean
sl_bus_panel_is_for (SlDocument *document)
{
  guint number;

  return find_bus (document, &number) != NULL;
}
