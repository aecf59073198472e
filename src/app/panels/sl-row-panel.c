/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-row-panel.h"

#include <glib/gi18n.h>

#include "sl-event-text.h"
#include "sl-job-link.h"
#include "sl-message.h"
#include "sl-pager.h"
#include "sl-row-list-model.h"
#include "sl-table-menu.h"
#include "sl-table-scroll.h"
#include "sl-table.h"
#include "sl-text.h"
#include "sl-ticks.h"
#include "sl-time-text.h"

/* The boxes and marks of one row of the timeline as a table, also of those that are folded or
 * out of sight. What is selected in it is picked in the document, and the other way round. */
struct _SlRowPanel
{
  SlDocumentWidget base;

  GtkColumnView *view;
  GtkWidget *empty_label;
  GtkLabel *title_label;
  SlPager *pager;

  SlRowListModel *model;
  SlTableSelection *selection;
  char *row;    /* key of it; NULL for none */
  guint refill; /* idle; 0 while none is on its way */
  gboolean is_following;
};

G_DEFINE_FINAL_TYPE (SlRowPanel, sl_row_panel, SL_TYPE_DOCUMENT_WIDGET)

typedef enum
{
  COLUMN_BEGIN,
  COLUMN_TICK,
  COLUMN_DURATION,
  COLUMN_TICKS,
  COLUMN_STATE,
  COLUMN_DETAIL,
  N_COLUMNS,
} Column;

static const SlTableColumn columns[N_COLUMNS] = {
  [COLUMN_BEGIN] = { N_ ("Begin"), 14, TRUE, FALSE },
  [COLUMN_TICK] = { N_ ("TSC"), 16, TRUE, FALSE, 2 },
  [COLUMN_DURATION] = { N_ ("Duration"), 10, TRUE, FALSE },
  [COLUMN_TICKS] = { N_ ("In ticks"), 12, TRUE, FALSE, 1 },
  [COLUMN_STATE] = { N_ ("State"), 15, FALSE, FALSE },
  [COLUMN_DETAIL] = { N_ ("What it does"), 24, FALSE, TRUE },
};

static SlTrackType
get_track_type (SlRows *rows, const SlTarget *target)
{
  guint row;

  if (!sl_rows_find (rows, target->row, &row))
    return SL_TRACK_SLICES;
  return sl_track_get_type_of_items (sl_rows_get_lane (rows, row)->tracks[target->track].track);
}

static char *
dup_state (SlRows *rows, const SlTarget *target, const SlItem *item)
{
  switch (get_track_type (rows, target))
    {
    case SL_TRACK_SLICES:
      return g_strdup (item->state < SL_N_STATES ? _ (sl_state_get_title ((SlState) item->state))
                                                 : "");
    case SL_TRACK_INSTANTS:
      return sl_event_text_kind ((guint16) item->state);
    case SL_TRACK_VALUES:
    default:
      return g_strdup_printf ("%" G_GINT64_FORMAT, item->value);
    }
}

static char *
dup_text (SlRowPanel *self, Column column, SlRowItem *row_item)
{
  const SlTarget *target = sl_row_item_get_target (row_item);
  const SlItem *item = sl_row_item_get_item (row_item);
  SlClock *clock = sl_document_get_clock (self->base.document);
  SlRows *rows = sl_document_get_rows (self->base.document);
  SlSpan span = { item->begin, item->end };
  gboolean lasts = item->end > item->begin;

  switch (column)
    {
    case COLUMN_BEGIN:
      return sl_event_text_elapsed (self->base.document, item->begin);
    case COLUMN_TICK:
      return sl_event_text_tick (self->base.document, item->begin);
    case COLUMN_DURATION:
      return lasts && sl_clock_has_rate (clock) ? sl_time_text_duration (clock, span)
                                                : g_strdup ("");
    case COLUMN_TICKS:
      return lasts ? sl_time_text_ticks ((guint64) sl_span_duration (span)) : g_strdup ("");
    case COLUMN_STATE:
      return dup_state (rows, target, item);
    case COLUMN_DETAIL:
      return sl_text_what (rows, target);
    case N_COLUMNS:
    default:
      return g_strdup ("");
    }
}

static void
name_row (SlRowPanel *self, GtkWidget *cell, SlRowItem *item)
{
  SlRows *rows = sl_document_get_rows (self->base.document);
  g_autofree char *what = sl_text_what (rows, sl_row_item_get_target (item));
  g_autofree char *when = sl_text_description (rows, sl_row_item_get_target (item));
  g_autofree char *name = g_strdup_printf ("%s, %s", what, when);

  sl_table_name_row (cell, name);
}

static void
bind_cb (GtkWidget *cell, guint number, gpointer item, gpointer user_data)
{
  SlRowPanel *self = user_data;
  Column column = (Column) number;
  g_autofree char *text = dup_text (self, column, item);

  gtk_inscription_set_text (GTK_INSCRIPTION (cell), text);
  sl_table_set_class (cell, "secondary", column != COLUMN_BEGIN && column != COLUMN_STATE);
  if (column == COLUMN_STATE)
    name_row (self, cell, item);
}

static void
select_line (SlRowPanel *self, guint line)
{
  self->is_following = TRUE;
  sl_table_selection_set_selected (self->selection, line);
  self->is_following = FALSE;
}

/* As in the list of events: GTK looks for what it knows among all that comes. */
static void
detach (SlRowPanel *self)
{
  select_line (self, GTK_INVALID_LIST_POSITION);
  gtk_column_view_set_model (self->view, NULL);
}

static void
attach (SlRowPanel *self)
{
  guint64 total = sl_row_list_model_get_total (self->model);

  sl_table_selection_attach (self->selection, self->view);
  sl_pager_set (self->pager, sl_row_list_model_get_page (self->model), total);
  gtk_widget_set_visible (self->empty_label, total == 0);
}

static void
show_page (SlRowPanel *self, guint64 page)
{
  if (page == sl_row_list_model_get_page (self->model))
    return;

  detach (self);
  sl_row_list_model_set_page (self->model, page);
  attach (self);
}

static void
follow_picked (SlRowPanel *self)
{
  const SlTarget *picked = sl_view_state_get_picked (sl_document_get_state (self->base.document));
  guint64 place =
      picked->type == SL_TARGET_ITEMS ? sl_row_list_model_find (self->model, picked) : G_MAXUINT64;
  guint line = (guint) (place % SL_PAGE_ROWS);

  if (place == G_MAXUINT64)
    {
      select_line (self, GTK_INVALID_LIST_POSITION);
      return;
    }

  show_page (self, place / SL_PAGE_ROWS);
  if (sl_table_selection_get_selected (self->selection) == line)
    return;

  select_line (self, line);
  sl_table_scroll_to (self->view, line);
}

static void
selected_cb (SlRowPanel *self)
{
  SlRowItem *item = sl_table_selection_get_selected_item (self->selection);

  if (!self->is_following && item != NULL && self->base.document != NULL)
    sl_job_link_go_to_target (self->base.document, sl_row_item_get_target (item));
}

/* Where the row has more than its sight, the list begins with what the timeline shows. */
static void
scroll_to_visible (SlRowPanel *self, const SlRowSequence *sequence)
{
  SlSpan visible = sl_view_state_get_visible (sl_document_get_state (self->base.document));
  guint64 place =
      sl_row_list_model_find_place (self->model,
                                    sl_row_sequence_find_time (sequence, visible.begin));

  if (place == G_MAXUINT64)
    return;

  show_page (self, place / SL_PAGE_ROWS);
  sl_table_scroll_to (self->view, (guint) (place % SL_PAGE_ROWS));
}

/* Whose row it is; of several traces, with the trace. */
static void
show_title (SlRowPanel *self)
{
  SlRows *rows = sl_document_get_rows (self->base.document);
  SlTraceSet *set = sl_document_get_trace_set (self->base.document);
  g_autofree char *trace = NULL;
  g_autofree char *both = NULL;
  const char *title = NULL;
  guint row;

  if (self->row != NULL && sl_rows_find (rows, self->row, &row))
    {
      title = sl_rows_get (rows, row)->title;
      trace = sl_trace_set_dup_title (set, sl_rows_get (rows, row)->lane.trace);
      both = g_strdup_printf ("%s · %s", title, trace);
    }
  gtk_label_set_label (self->title_label,
                       title != NULL && sl_trace_set_get_size (set) > 1 ? both : title);
  gtk_widget_set_visible (GTK_WIDGET (self->title_label), title != NULL);
}

static void
refill (SlRowPanel *self, gboolean is_new)
{
  SlRows *rows = sl_document_get_rows (self->base.document);
  GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (self->view));
  double value = gtk_adjustment_get_value (adjustment);
  SlRowSequence *sequence = NULL;
  guint row;

  if (self->row != NULL && sl_rows_find (rows, self->row, &row))
    sequence = sl_row_sequence_new (rows, row);

  show_title (self);
  detach (self);
  sl_row_list_model_take (self->model, sequence);
  attach (self);
  if (!is_new)
    gtk_adjustment_set_value (adjustment, value);
  else if (sequence != NULL && sl_row_sequence_get_count (sequence) > 0)
    scroll_to_visible (self, sequence);
  follow_picked (self);
}

static gboolean
refill_cb (gpointer user_data)
{
  SlRowPanel *self = user_data;

  self->refill = 0;
  refill (self, FALSE);
  return G_SOURCE_REMOVE;
}

static void
queue_refill (SlRowPanel *self)
{
  if (self->refill == 0 && self->base.document != NULL)
    self->refill = g_idle_add (refill_cb, self);
}

static void
name_times (SlRowPanel *self)
{
  SlClock *clock = sl_document_get_clock (self->base.document);

  sl_table_set_title (self->view, COLUMN_TICK,
                      sl_event_text_axis_title (self->base.document, SL_AXIS_TSC));
  sl_table_show_column (self->view, COLUMN_TICK, !sl_ticks_are_elapsed (clock));
  sl_table_show_column (self->view, COLUMN_DURATION, sl_clock_has_rate (clock));
}

static void
sl_row_panel_changed (SlDocumentWidget *widget, guint changes)
{
  SlRowPanel *self = SL_ROW_PANEL (widget);
  const SlTarget *picked = sl_view_state_get_picked (sl_document_get_state (self->base.document));

  if ((changes & (SL_CHANGED_SET | SL_CHANGED_ANNOTATIONS)) != 0)
    name_times (self);
  if ((changes & (SL_CHANGED_TRACE | SL_CHANGED_ANNOTATIONS | SL_CHANGED_SET)) != 0)
    queue_refill (self);
  if ((changes & SL_CHANGED_PICKED) == 0)
    return;

  if (picked->row != NULL)
    sl_row_panel_set_row (self, picked->row);
  follow_picked (self);
}

/* Of any number by time, and of not too many also by how long they are and by what they are. */
static void
sort_cb (guint column, gboolean descending, gpointer user_data)
{
  static const SlRowOrder orders[N_COLUMNS] = {
    [COLUMN_DURATION] = SL_ROW_ORDER_LENGTH,
    [COLUMN_TICKS] = SL_ROW_ORDER_LENGTH,
    [COLUMN_STATE] = SL_ROW_ORDER_STATE,
    [COLUMN_DETAIL] = SL_ROW_ORDER_STATE,
  };
  SlRowPanel *self = user_data;
  gboolean is_sorted;

  detach (self);
  is_sorted = column < N_COLUMNS
                  ? sl_row_list_model_set_order (self->model, orders[column], descending)
                  : sl_row_list_model_set_order (self->model, SL_ROW_ORDER_TIME, FALSE);
  attach (self);
  if (self->base.document != NULL)
    follow_picked (self);
  if (!is_sorted)
    sl_message_show (GTK_WIDGET (self),
                     _ ("A row of more than 100,000 boxes is listed in the order of time"));
}

static void
sl_row_panel_dispose (GObject *object)
{
  SlRowPanel *self = SL_ROW_PANEL (object);

  g_clear_handle_id (&self->refill, g_source_remove);
  if (self->selection != NULL)
    g_signal_handlers_disconnect_by_data (self->selection, self);
  g_clear_object (&self->selection);
  g_clear_object (&self->model);
  g_clear_pointer (&self->row, g_free);

  G_OBJECT_CLASS (sl_row_panel_parent_class)->dispose (object);
}

static void
sl_row_panel_class_init (SlRowPanelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sl_row_panel_dispose;
  SL_DOCUMENT_WIDGET_CLASS (klass)->changed = sl_row_panel_changed;

  g_type_ensure (SL_TYPE_PAGER);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/slackline/Slackline/sl-row-panel.ui");
  gtk_widget_class_bind_template_child (widget_class, SlRowPanel, view);
  gtk_widget_class_bind_template_child (widget_class, SlRowPanel, empty_label);
  gtk_widget_class_bind_template_child (widget_class, SlRowPanel, title_label);
  gtk_widget_class_bind_template_child (widget_class, SlRowPanel, pager);
  gtk_widget_class_bind_template_callback (widget_class, show_page);
}

static void
sl_row_panel_init (SlRowPanel *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  sl_table_add_columns (self->view, columns, N_COLUMNS, bind_cb, self);
  sl_table_add_sorters (self->view, sort_cb, self);

  self->model = sl_row_list_model_new ();
  self->selection = sl_table_make_selection (self->view, G_LIST_MODEL (self->model), "rows");
  g_signal_connect_swapped (self->selection, "notify::selected-item", G_CALLBACK (selected_cb),
                            self);
}

/**
 * sl_row_panel_set_row:
 * @row: (nullable): key of the row to list
 */
void
sl_row_panel_set_row (SlRowPanel *self, const char *row)
{
  g_return_if_fail (SL_IS_ROW_PANEL (self));

  if (g_strcmp0 (row, self->row) == 0)
    return;

  g_free (self->row);
  self->row = g_strdup (row);
  if (self->base.document != NULL)
    refill (self, TRUE);
}
