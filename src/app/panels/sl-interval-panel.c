/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "sl-bar-chart.h"
#include "sl-direction.h"
#include "sl-filter-popup.h"
#include "sl-interval-cells.h"
#include "sl-interval-model.h"
#include "sl-interval-search.h"
#include "sl-interval-suggestion.h"
#include "sl-interval-text.h"
#include "sl-panels.h"
#include "sl-place-menu.h"
#include "sl-table-menu.h"
#include "sl-table-object.h"
#include "sl-table.h"
#include "sl-time-text.h"
#include "sl-tip.h"
#include "sl-widget-util.h"

/* How long it takes from events of one sort to events of another: two filters, what both events have in common, a
 * summary, and the intervals, the longest first. The one that is selected lies between the two cursors. */

#define SL_TYPE_INTERVAL_PANEL (sl_interval_panel_get_type ())
G_DECLARE_FINAL_TYPE (SlIntervalPanel, sl_interval_panel, SL, INTERVAL_PANEL, SlDocumentWidget)

#define QUIET_MSEC 400
#define POLL_MSEC  100

struct _SlIntervalPanel
{
  SlDocumentWidget base;

  GtkEntry *from_entry;
  GtkEntry *to_entry;
  GtkDropDown *same_drop;
  GtkEntry *longer_entry;
  GtkLabel *summary_label;
  GtkProgressBar *progress_bar;
  GtkWidget *chart_box;
  SlBarChart *chart;
  GtkLabel *least_label;
  GtkLabel *most_label;
  GtkColumnView *view;

  SlFilterPopup *popups[2]; /* what can come next in either filter; NULL once disposed of */
  SlIntervalModel *model;
  SlTableSelection *selection;
  SlBackground *search;
  SlIntervals *intervals; /* NULL before the first are found */
  guint first_bin;        /* of the chart */
  guint start;            /* timeout; 0 while none is on its way */
  guint poll;             /* of the progress; 0 while nothing is looked for */
  guint fitting;          /* tick callback that finds whether the chart has room; 0 for none */
  gboolean has_chart;     /* if there is room for it */
  gboolean is_filling;
};

G_DEFINE_FINAL_TYPE (SlIntervalPanel, sl_interval_panel, SL_TYPE_DOCUMENT_WIDGET)

static const SlTableColumn columns[SL_N_INTERVAL_COLUMNS] = {
  [SL_INTERVAL_COLUMN_OBJECT] = { N_ ("Of"), 18, FALSE, TRUE, 0, TRUE },
  [SL_INTERVAL_COLUMN_LENGTH] = { N_ ("Length"), 12, TRUE, FALSE },
  [SL_INTERVAL_COLUMN_BEGIN] = { N_ ("Begin"), 14, TRUE, FALSE },
  [SL_INTERVAL_COLUMN_END] = { N_ ("End"), 14, TRUE, FALSE, 1 },
  [SL_INTERVAL_COLUMN_FROM] = { N_ ("From"), 16, FALSE, FALSE, 3 },
  [SL_INTERVAL_COLUMN_TO] = { N_ ("To"), 16, FALSE, FALSE, 2 },
};

static const SlInterval *
get_interval (SlLine *line)
{
  const SlIntervals *intervals = sl_line_get_table (line);

  return &g_array_index (intervals->list, SlInterval, sl_line_get_number (line));
}

static SlIntervalSame
get_same (SlIntervalPanel *self)
{
  return (SlIntervalSame) gtk_drop_down_get_selected (self->same_drop);
}

static char *
dup_text (SlIntervalPanel *self, SlIntervalColumn column, const SlInterval *interval)
{
  return sl_interval_cell_dup_text (self->base.document, column, get_same (self), interval);
}

static void
bind_cb (GtkWidget *cell, guint column, gpointer line, gpointer user_data)
{
  SlIntervalPanel *self = user_data;
  const SlInterval *interval = get_interval (line);
  g_autofree char *text = dup_text (self, (SlIntervalColumn) column, interval);
  g_autofree char *length = NULL;
  g_autofree char *object = NULL;
  g_autofree char *name = NULL;

  if (column == SL_INTERVAL_COLUMN_OBJECT && get_same (self) != SL_INTERVAL_SAME_CPU)
    sl_table_object_set (cell, self->base.document, interval->from.trace, interval->from.object,
                         text);
  else
    gtk_inscription_set_text (GTK_INSCRIPTION (cell), text);
  if (column != SL_INTERVAL_COLUMN_BEGIN)
    return;

  length = dup_text (self, SL_INTERVAL_COLUMN_LENGTH, interval);
  object = dup_text (self, SL_INTERVAL_COLUMN_OBJECT, interval);
  /* Translators: how long an interval is, when it begins, and what it is of */
  name = g_strdup_printf (_ ("%s from %s, %s"), length, text, object);
  sl_table_name_row (cell, name);
}

/* Between the cursors, a third as wide as the view; one step of undo. */
static void
show_interval (SlIntervalPanel *self, const SlInterval *interval)
{
  SlDocument *document = self->base.document;
  SlTraceSet *set = sl_document_get_trace_set (document);
  guint trace = sl_document_limit_trace (document, interval->from.trace);
  SlTime begin = sl_trace_set_to_reference (set, trace, interval->from.time);
  SlTime end = sl_trace_set_to_reference (set, trace, interval->to.time);
  gint64 length = MAX (end - begin, 1);
  guint gesture = sl_view_history_new_gesture (sl_document_get_history (document));
  g_autoptr (SlViewState) from = NULL;
  g_autoptr (SlViewState) both = NULL;
  SlTarget target;
  SlTime time;

  from = sl_view_state_with_cursor (sl_document_get_state (document), SL_CURSOR_A, &begin);
  both = sl_view_state_with_cursor (from, SL_CURSOR_B, &end);
  if (sl_document_make_event (document, trace, interval->from.index, &target, &time))
    sl_document_take_state (document, sl_view_state_with_picked (both, &target), gesture);
  else
    sl_document_take_state (document, g_steal_pointer (&both), gesture);
  sl_document_show (document, (SlSpan) { sl_time_add (begin, -length), sl_time_add (end, length) },
                    gesture);
}

static void
selected_cb (SlIntervalPanel *self)
{
  SlLine *line = sl_table_selection_get_selected_item (self->selection);

  if (!self->is_filling && line != NULL && self->base.document != NULL)
    show_interval (self, get_interval (line));
}

static void
show_text (SlIntervalPanel *self, const char *text, gboolean is_error)
{
  gtk_label_set_label (self->summary_label, text);
  sl_tip_set (GTK_WIDGET (self->summary_label), text);
  if (is_error)
    gtk_widget_add_css_class (GTK_WIDGET (self->summary_label), "error");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->summary_label), "error");
}

static char *
dup_bar_text (guint bar, gpointer user_data)
{
  SlIntervalPanel *self = user_data;
  SlSpan span = sl_gap_histogram_get_span (self->first_bin + bar);
  SlTime origin = sl_trace_get_span (sl_document_get_trace (self->base.document)).begin;
  g_autofree char *from = sl_interval_text_length (self->base.document, 0, origin, span.begin);
  g_autofree char *to = sl_interval_text_length (self->base.document, 0, origin, span.end);
  g_autofree char *count =
      sl_time_text_ticks (self->intervals->lengths.bins[self->first_bin + bar]);

  /* Translators: two lengths, and how many intervals are between them */
  return g_strdup_printf (_ ("%s to %s: %s intervals"), from, to, count);
}

static int
get_least_width (GtkWidget *widget)
{
  int least;

  gtk_widget_measure (widget, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  return least;
}

/* What is too little for the chart is the list's. */
static void
fit_chart (SlIntervalPanel *self)
{
  GtkWidget *list = gtk_widget_get_prev_sibling (self->chart_box);
  int least = get_least_width (list) +
              get_least_width (gtk_widget_get_first_child (self->chart_box)) +
              gtk_box_get_spacing (GTK_BOX (gtk_widget_get_parent (self->chart_box)));

  gtk_widget_set_visible (self->chart_box,
                          self->has_chart && gtk_widget_get_width (GTK_WIDGET (self)) >= least);
}

static void
show_chart (SlIntervalPanel *self)
{
  const SlGapHistogram *lengths = self->intervals != NULL ? &self->intervals->lengths : NULL;
  g_autofree char *least = NULL;
  g_autofree char *most = NULL;
  SlTime origin;
  guint last;

  self->has_chart = lengths != NULL && sl_gap_histogram_get_used (lengths, &self->first_bin, &last);
  fit_chart (self);
  if (!self->has_chart)
    return;

  origin = sl_trace_get_span (sl_document_get_trace (self->base.document)).begin;
  least = sl_interval_text_length (self->base.document, 0, origin, lengths->gaps.min);
  most = sl_interval_text_length (self->base.document, 0, origin, lengths->gaps.max);
  gtk_label_set_label (self->least_label, least);
  gtk_label_set_label (self->most_label, most);
  sl_bar_chart_set_bars (self->chart, lengths->bins + self->first_bin, NULL,
                         last - self->first_bin + 1);
  sl_bar_chart_set_text_func (self->chart, dup_bar_text, self);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->chart), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("How often each length occurs"), -1);
}

static void
show_summary (SlIntervalPanel *self)
{
  g_autofree char *text = sl_interval_text_summary (self->base.document, self->intervals);

  show_text (self, text, FALSE);
}

static void
set_intervals (SlIntervalPanel *self, SlIntervals *intervals)
{
  self->is_filling = TRUE;
  sl_table_selection_set_selected (self->selection, GTK_INVALID_LIST_POSITION);
  gtk_column_view_set_model (self->view, NULL);
  g_clear_pointer (&self->intervals, sl_intervals_unref);
  self->intervals = intervals;
  sl_interval_model_set (self->model,
                         intervals != NULL ? g_atomic_rc_box_acquire (intervals) : NULL);
  sl_table_selection_attach (self->selection, self->view);
  self->is_filling = FALSE;
  show_chart (self);
}

static gboolean
poll_cb (gpointer user_data)
{
  SlIntervalPanel *self = user_data;

  gtk_widget_set_visible (GTK_WIDGET (self->progress_bar), TRUE);
  gtk_progress_bar_set_fraction (self->progress_bar, sl_background_get_fraction (self->search));
  return G_SOURCE_CONTINUE;
}

static void
end_progress (SlIntervalPanel *self)
{
  g_clear_handle_id (&self->poll, g_source_remove);
  gtk_widget_set_visible (GTK_WIDGET (self->progress_bar), FALSE);
}

static void
found_cb (gpointer owner, gpointer found, const GError *error)
{
  SlIntervalPanel *self = owner;

  end_progress (self);
  set_intervals (self, found);
  if (found != NULL)
    show_summary (self);
}

/* (transfer full) (nullable): %NULL where the entry is empty, or with @error set */
static SlFilter *
parse (GtkEntry *entry, const char *what, GError **error)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (entry));
  SlFilter *filter;

  if (text[0] == '\0')
    return NULL;

  filter = sl_filter_parse (text, error);
  if (filter == NULL)
    g_prefix_error (error, "%s: ", what);
  return filter;
}

static gboolean
parse_longer (SlIntervalPanel *self, SlTime *longer, GError **error)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->longer_entry));

  *longer = -1;
  return text[0] == '\0' ||
         sl_duration_parse (text, sl_document_get_clock (self->base.document), longer, error);
}

static void
fail (SlIntervalPanel *self, const GError *error)
{
  sl_background_stop (self->search);
  end_progress (self);
  set_intervals (self, NULL);
  show_text (self, error != NULL ? error->message : _ ("Enter two filters to list intervals"),
             error != NULL);
}

static void
look (SlIntervalPanel *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SlFilter) from = parse (self->from_entry, _ ("From"), &error);
  g_autoptr (SlFilter) to = error == NULL ? parse (self->to_entry, _ ("To"), &error) : NULL;
  SlIntervalQuestion question = { from, to, get_same (self) };
  SlTime longer;

  g_clear_handle_id (&self->start, g_source_remove);
  if (error != NULL || from == NULL || to == NULL || !parse_longer (self, &longer, &error) ||
      !sl_interval_search_start (self->search, sl_document_get_trace_set (self->base.document),
                                 &question, longer, &error))
    {
      fail (self, error);
      return;
    }

  if (self->poll == 0)
    self->poll = g_timeout_add (POLL_MSEC, poll_cb, self);
}

static gboolean
start_cb (gpointer user_data)
{
  SlIntervalPanel *self = user_data;

  self->start = 0;
  look (self);
  return G_SOURCE_REMOVE;
}

/* A moment after the last key. */
static void
changed_cb (SlIntervalPanel *self)
{
  g_clear_handle_id (&self->start, g_source_remove);
  if (self->base.document != NULL && !self->is_filling)
    self->start = g_timeout_add (QUIET_MSEC, start_cb, self);
}

static void
activated_cb (SlIntervalPanel *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->popups); i++)
    sl_filter_popup_close (self->popups[i]);
  if (self->base.document != NULL)
    look (self);
}

/* An answer is seen at once, and what a question looks like. */
static void
suggest (SlIntervalPanel *self)
{
  const SlIntervalSuggestion *suggestion =
      sl_interval_suggestion_find (sl_document_get_trace (self->base.document));
  g_autofree char *from = NULL;
  g_autofree char *to = NULL;

  if (suggestion == NULL || gtk_editable_get_text (GTK_EDITABLE (self->from_entry))[0] != '\0' ||
      gtk_editable_get_text (GTK_EDITABLE (self->to_entry))[0] != '\0')
    return;

  from = g_strdup_printf ("kind = %s", suggestion->from);
  to = g_strdup_printf ("kind = %s", suggestion->to);
  self->is_filling = TRUE;
  gtk_editable_set_text (GTK_EDITABLE (self->from_entry), from);
  gtk_editable_set_text (GTK_EDITABLE (self->to_entry), to);
  gtk_drop_down_set_selected (self->same_drop, suggestion->same);
  self->is_filling = FALSE;
}

static gboolean
are_complete (SlTraceSet *set)
{
  for (guint i = 0; i < sl_trace_set_get_size (set); i++)
    if (!sl_trace_is_complete (sl_trace_set_get_trace (set, i)))
      return FALSE;

  return TRUE;
}

static void
sl_interval_panel_changed (SlDocumentWidget *widget, guint changes)
{
  SlIntervalPanel *self = SL_INTERVAL_PANEL (widget);

  if ((changes & (SL_CHANGED_PALETTE | SL_CHANGED_COMPARE)) != 0)
    sl_table_bind_again (self->view);
  if ((changes & (SL_CHANGED_TRACE | SL_CHANGED_SET | SL_CHANGED_ANNOTATIONS)) == 0)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (self->popups); i++)
    sl_filter_popup_set_traces (self->popups[i], sl_document_get_trace_set (self->base.document));
  if (!are_complete (sl_document_get_trace_set (self->base.document)))
    {
      show_text (self, _ ("The trace is still being read"), FALSE);
      return;
    }

  suggest (self);
  look (self);
}

static void
sort_cb (guint column, gboolean descending, gpointer user_data)
{
  SlIntervalPanel *self = user_data;
  gboolean has_key = column != SL_INTERVAL_COLUMN_FROM && column != SL_INTERVAL_COLUMN_TO;

  self->is_filling = TRUE;
  sl_line_model_set_order (SL_LINE_MODEL (self->model), has_key ? (int) column : SL_LINE_NO_COLUMN,
                           descending);
  self->is_filling = FALSE;
}

static gboolean
fit_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  SlIntervalPanel *self = SL_INTERVAL_PANEL (widget);

  self->fitting = 0;
  fit_chart (self);
  return G_SOURCE_REMOVE;
}

static void
queue_fit (SlIntervalPanel *self)
{
  if (self->fitting == 0)
    self->fitting = gtk_widget_add_tick_callback (GTK_WIDGET (self), fit_cb, NULL, NULL);
}

static void
sl_interval_panel_dispose (GObject *object)
{
  SlIntervalPanel *self = SL_INTERVAL_PANEL (object);

  g_clear_handle_id (&self->start, g_source_remove);
  g_clear_handle_id (&self->poll, g_source_remove);
  for (guint i = 0; i < G_N_ELEMENTS (self->popups); i++)
    g_clear_pointer (&self->popups[i], sl_filter_popup_free);
  g_clear_pointer (&self->search, sl_background_free);
  if (self->selection != NULL)
    g_signal_handlers_disconnect_by_data (self->selection, self);
  g_clear_object (&self->selection);
  g_clear_object (&self->model);
  g_clear_pointer (&self->intervals, sl_intervals_unref);

  G_OBJECT_CLASS (sl_interval_panel_parent_class)->dispose (object);
}

static void
sl_interval_panel_class_init (SlIntervalPanelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sl_interval_panel_dispose;
  SL_DOCUMENT_WIDGET_CLASS (klass)->changed = sl_interval_panel_changed;

  g_type_ensure (SL_TYPE_BAR_CHART);
  gtk_widget_class_set_template_from_resource (
      widget_class, "/io/github/slackline/Slackline/sl-interval-panel.ui");
  gtk_widget_class_bind_template_child (widget_class, SlIntervalPanel, from_entry);
  gtk_widget_class_bind_template_child (widget_class, SlIntervalPanel, to_entry);
  gtk_widget_class_bind_template_child (widget_class, SlIntervalPanel, same_drop);
  gtk_widget_class_bind_template_child (widget_class, SlIntervalPanel, longer_entry);
  gtk_widget_class_bind_template_child (widget_class, SlIntervalPanel, summary_label);
  gtk_widget_class_bind_template_child (widget_class, SlIntervalPanel, progress_bar);
  gtk_widget_class_bind_template_child (widget_class, SlIntervalPanel, chart);
  gtk_widget_class_bind_template_child (widget_class, SlIntervalPanel, chart_box);
  gtk_widget_class_bind_template_child (widget_class, SlIntervalPanel, least_label);
  gtk_widget_class_bind_template_child (widget_class, SlIntervalPanel, most_label);
  gtk_widget_class_bind_template_child (widget_class, SlIntervalPanel, view);
  gtk_widget_class_bind_template_callback (widget_class, changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, activated_cb);
}

static GMenu *
make_menu (gpointer user_data, gpointer line)
{
  SlIntervalPanel *self = user_data;
  const SlInterval *interval = get_interval (line);
  SlDocument *document = self->base.document;

  return sl_place_menu_offer (GTK_WIDGET (self->view), document,
                              sl_place_new_in (document, interval->from.trace, 0,
                                               (SlSpan) { interval->from.time,
                                                          interval->to.time }));
}

static void
sl_interval_panel_init (SlIntervalPanel *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  sl_direction_of_time_give (gtk_widget_get_parent (GTK_WIDGET (self->least_label)));
  sl_combo_value_narrow (self->same_drop);
  sl_table_add_columns (self->view, columns, SL_N_INTERVAL_COLUMNS, bind_cb, self);
  sl_table_add_sorters (self->view, sort_cb, self);
  self->model = sl_interval_model_new ();
  self->selection = sl_table_make_selection (self->view, G_LIST_MODEL (self->model), "intervals");
  sl_table_set_menu (self->view, make_menu, self);
  g_signal_connect_swapped (self->selection, "notify::selected-item", G_CALLBACK (selected_cb),
                            self);
  self->search = sl_interval_search_new (found_cb, self);
  self->popups[0] = sl_filter_popup_new (GTK_WIDGET (self), GTK_EDITABLE (self->from_entry));
  self->popups[1] = sl_filter_popup_new (GTK_WIDGET (self), GTK_EDITABLE (self->to_entry));
  g_signal_connect_object (gtk_scrollable_get_hadjustment (GTK_SCROLLABLE (self->view)),
                           "notify::page-size", G_CALLBACK (queue_fit), self, G_CONNECT_SWAPPED);
  g_signal_connect_swapped (self->chart_box, "notify::visible-child", G_CALLBACK (queue_fit), self);
}
