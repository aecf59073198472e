/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-event-panel.h"

#include <glib/gi18n.h>

#include "sl-event-cells.h"
#include "sl-event-list-model.h"
#include "sl-event-text.h"
#include "sl-kind-action.h"
#include "sl-pager.h"
#include "sl-place-menu.h"
#include "sl-table-lines.h"
#include "sl-table-menu.h"
#include "sl-table-object.h"
#include "sl-table-scroll.h"
#include "sl-table-text.h"
#include "sl-table.h"
#include "sl-ticks.h"
#include "sl-time-text.h"

/* The table of events below the timeline. What is selected in it is picked in the document, and
 * the other way round. */
struct _SlEventPanel
{
  SlDocumentWidget base;

  GtkColumnView *view;
  GtkLabel *empty_label;
  SlPager *pager;

  SlEventListModel *model;
  SlTableLines *lines; /* of the model */
  SlTableSelection *selection;
  gboolean is_following; /* the selection follows the document, not the user */
  gboolean is_reset;     /* the model is being given other rows */
  gboolean is_turning;   /* to the page that the user wants */
  guint rebind;          /* idle; 0 while none is on its way */
  guint n_objects;       /* of the generation that rows were made for */
};

G_DEFINE_FINAL_TYPE (SlEventPanel, sl_event_panel, SL_TYPE_DOCUMENT_WIDGET)

static void
bind_cb (GtkWidget *cell, guint number, gpointer data, gpointer user_data)
{
  SlEventPanel *self = user_data;
  SlEventColumn column = (SlEventColumn) number;
  SlEventItem *item = sl_table_line_get_item (data);
  g_autofree char *text = NULL;
  gboolean is_miss;

  /* The line is about to go, maybe with its trace. */
  if (item == NULL ||
      sl_event_item_get_trace (item) !=
          sl_document_limit_trace (self->base.document, sl_event_item_get_trace (item)))
    {
      gtk_inscription_set_text (GTK_INSCRIPTION (cell), NULL);
      return;
    }

  text = sl_event_cell_dup_text (self->base.document, column, item);
  is_miss = sl_kind_get_action (sl_event_item_get_event (item)->kind) == SL_ACTION_MISS;
  if (column == SL_EVENT_COLUMN_OBJECT)
    sl_table_object_set (cell, self->base.document, sl_event_item_get_trace (item),
                         sl_event_item_get_event (item)->object, text);
  else
    gtk_inscription_set_text (GTK_INSCRIPTION (cell), text);
  sl_table_set_class (cell, "dimmed", !sl_event_item_is_match (item));
  sl_table_set_class (cell, "miss", is_miss && column == SL_EVENT_COLUMN_EVENT);
  sl_table_set_class (cell, "secondary",
                      column != SL_EVENT_COLUMN_ELAPSED && column != SL_EVENT_COLUMN_EVENT &&
                          column != SL_EVENT_COLUMN_OBJECT);
  if (column == SL_EVENT_COLUMN_EVENT)
    sl_event_cell_name_row (self->view, self->base.document, cell, item);
}

static guint64
count_rows (gpointer user_data)
{
  return sl_event_list_model_get_total (SL_EVENT_PANEL (user_data)->model);
}

static gpointer
dup_row (gpointer user_data, guint64 row)
{
  return sl_event_list_model_dup_row (SL_EVENT_PANEL (user_data)->model, row);
}

static char *
dup_row_text (gpointer user_data, guint column, gpointer item)
{
  SlEventPanel *self = user_data;
  SlEventItem *event = SL_IS_TABLE_LINE (item) ? sl_table_line_get_item (item) : item;

  return event != NULL ? sl_event_cell_dup_text (self->base.document, (SlEventColumn) column, event)
                       : NULL;
}

static GMenu *
make_menu (gpointer user_data, gpointer line)
{
  SlEventPanel *self = user_data;
  SlEventItem *item = sl_table_line_get_item (line);

  if (item == NULL || self->base.document == NULL)
    return NULL;

  return sl_place_menu_offer (GTK_WIDGET (self->view), self->base.document,
                              sl_place_new_for_event (self->base.document,
                                                      sl_event_item_get_trace (item),
                                                      sl_event_item_get_event (item)));
}

static guint
get_stamp (gpointer user_data)
{
  return sl_event_list_model_get_stamp (SL_EVENT_PANEL (user_data)->model);
}

static void
unselect (SlEventPanel *self)
{
  self->is_following = TRUE;
  sl_table_selection_set_selected (self->selection, GTK_INVALID_LIST_POSITION);
  self->is_following = FALSE;
}

static void
show_page (SlEventPanel *self, guint64 page)
{
  if (page == sl_event_list_model_get_page (self->model))
    return;

  sl_event_list_model_set_page (self->model, page);
}

/* @may_turn: whether the picked event's page is shown where another one is */
static void
follow_picked (SlEventPanel *self, gboolean may_turn)
{
  guint64 index, page;
  guint position, trace;
  gboolean is_there;

  if (!sl_document_get_picked_event (self->base.document, &trace, &index))
    {
      unselect (self);
      return;
    }

  is_there = sl_event_list_model_find (self->model, trace, index, &page, &position);
  if (page >= sl_event_list_model_get_n_pages (self->model) ||
      (!may_turn && page != sl_event_list_model_get_page (self->model)))
    return;

  show_page (self, page);
  sl_table_lines_ensure (self->lines, position);
  self->is_following = TRUE;
  if (sl_table_selection_get_selected (self->selection) != position || !is_there)
    {
      sl_table_selection_set_selected (self->selection,
                                       is_there ? position : GTK_INVALID_LIST_POSITION);
      if (position < g_list_model_get_n_items (G_LIST_MODEL (self->model)))
        sl_table_scroll_to (self->view, position);
    }
  self->is_following = FALSE;
}

static void
follow_document (SlEventPanel *self)
{
  follow_picked (self, TRUE);
}

/* Turns to a page because the user wants that one, wherever the picked event is. */
static void
turn_to (SlEventPanel *self, guint64 page)
{
  self->is_turning = TRUE;
  show_page (self, page);
  self->is_turning = FALSE;
}

static void
selected_cb (SlEventPanel *self)
{
  SlTableLine *line = sl_table_selection_get_selected_item (self->selection);
  SlEventItem *item = line != NULL ? sl_table_line_get_item (line) : NULL;

  if (!self->is_following && item != NULL && self->base.document != NULL)
    sl_document_pick_event_of (self->base.document, sl_event_item_get_trace (item),
                               sl_event_item_get_index (item));
}

/* What is selected goes, and the list begins at its top again. */
static void
resetting_cb (SlEventPanel *self)
{
  self->is_reset = TRUE;
  unselect (self);
  if (gtk_adjustment_get_value (gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (self->view))) > 0)
    sl_table_scroll_to (self->view, 0);
}

/* The line that is selected takes the focus, where another one had it. */
static void
move_focus (SlEventPanel *self)
{
  guint position = sl_table_selection_get_selected (self->selection);

  if (position == GTK_INVALID_LIST_POSITION ||
      gtk_widget_get_focus_child (GTK_WIDGET (self->view)) == NULL)
    return;

  sl_table_scroll_to (self->view, position);
  gtk_widget_grab_focus (GTK_WIDGET (self->view));
}

static void
total_changed_cb (SlEventPanel *self)
{
  guint64 total = sl_event_list_model_get_total (self->model);

  if (self->is_reset)
    {
      self->is_reset = FALSE;
      if (self->base.document != NULL)
        follow_picked (self, !self->is_turning);
      move_focus (self);
    }

  sl_pager_set (self->pager, sl_event_list_model_get_page (self->model), total);
  gtk_widget_set_visible (GTK_WIDGET (self->empty_label), total == 0);
}

static gboolean
rebind_cb (gpointer user_data)
{
  SlEventPanel *self = user_data;

  self->rebind = 0;
  sl_table_lines_renew (self->lines);
  return G_SOURCE_REMOVE;
}

static void
queue_rebind (SlEventPanel *self)
{
  if (self->rebind == 0)
    self->rebind = g_idle_add (rebind_cb, self);
}

static void
show_traces (SlEventPanel *self)
{
  SlTraceSet *set = sl_document_get_trace_set (self->base.document);

  sl_table_show_column (self->view, SL_EVENT_COLUMN_TRACE, sl_trace_set_get_size (set) > 1);
  sl_event_list_model_set_traces (self->model, set);
}

/* A colour is the rank of an object among those that are known: new ones change it. */
static void
follow_objects (SlEventPanel *self)
{
  SlTraceSet *set = sl_document_get_trace_set (self->base.document);
  guint n_objects = 0;

  for (guint i = 0; i < sl_trace_set_get_size (set); i++)
    n_objects += sl_object_table_get_size (sl_trace_get_objects (sl_trace_set_get_trace (set, i)));
  if (n_objects != self->n_objects)
    queue_rebind (self);
  self->n_objects = n_objects;
}

/* What the axis counts may be known only now, or have got a rate. */
static void
name_times (SlEventPanel *self)
{
  sl_table_set_title (self->view, SL_EVENT_COLUMN_ELAPSED,
                      sl_event_text_axis_title (self->base.document, SL_AXIS_TIME));
  sl_table_set_title (self->view, SL_EVENT_COLUMN_TICK,
                      sl_event_text_axis_title (self->base.document, SL_AXIS_TSC));
  sl_table_set_title (self->view, SL_EVENT_COLUMN_DELTA,
                      sl_event_text_delta_title (self->base.document));
  sl_table_show_column (self->view, SL_EVENT_COLUMN_TICK,
                        !sl_ticks_are_elapsed (sl_document_get_clock (self->base.document)));
}

static void
sl_event_panel_changed (SlDocumentWidget *widget, guint changes)
{
  SlEventPanel *self = SL_EVENT_PANEL (widget);

  if ((changes & (SL_CHANGED_SET | SL_CHANGED_ANNOTATIONS)) != 0)
    name_times (self);
  if ((changes & (SL_CHANGED_TRACE | SL_CHANGED_SET | SL_CHANGED_ANNOTATIONS)) != 0)
    {
      self->is_following = TRUE;
      show_traces (self);
      self->is_following = FALSE;
      follow_objects (self);
    }
  if ((changes & (SL_CHANGED_ANNOTATIONS | SL_CHANGED_SET | SL_CHANGED_PALETTE)) != 0)
    queue_rebind (self);
  if ((changes & SL_CHANGED_PICKED) != 0)
    follow_document (self);
}

/* Selects a line of another page, whose neighbours are where the arrows go from there. */
static void
go_to_line (SlEventPanel *self, guint64 page, gboolean is_last)
{
  guint n_lines, position;

  turn_to (self, page);
  n_lines = g_list_model_get_n_items (G_LIST_MODEL (self->model));
  if (n_lines == 0)
    return;

  position = is_last ? n_lines - 1 : 0;
  sl_table_lines_ensure (self->lines, position);
  sl_table_selection_set_selected (self->selection, position);
  sl_table_focus_end (self->view, is_last);
}

/* Within a page the table knows the way itself. */
static gboolean
move_cb (GtkWidget *widget, SlPageMove move)
{
  SlEventPanel *self = SL_EVENT_PANEL (widget);
  guint64 page = sl_event_list_model_get_page (self->model);
  guint64 last_page = sl_event_list_model_get_n_pages (self->model) - 1;
  guint n_lines = g_list_model_get_n_items (G_LIST_MODEL (self->model));
  guint position = sl_table_selection_get_selected (self->selection);

  if (gtk_widget_get_focus_child (GTK_WIDGET (self->view)) == NULL)
    return FALSE;

  switch (move)
    {
    case SL_PAGE_MOVE_FIRST:
    case SL_PAGE_MOVE_LAST:
      if (page == (move == SL_PAGE_MOVE_FIRST ? 0 : last_page))
        return FALSE;
      go_to_line (self, move == SL_PAGE_MOVE_FIRST ? 0 : last_page, move == SL_PAGE_MOVE_LAST);
      return TRUE;
    case SL_PAGE_MOVE_UP:
      if (position != 0 || page == 0)
        return FALSE;
      go_to_line (self, page - 1, TRUE);
      return TRUE;
    case SL_PAGE_MOVE_DOWN:
      if (position == GTK_INVALID_LIST_POSITION || position + 1 != n_lines || page == last_page)
        return FALSE;
      go_to_line (self, page + 1, FALSE);
      return TRUE;
    default:
      return FALSE;
    }
}

static void
sl_event_panel_dispose (GObject *object)
{
  SlEventPanel *self = SL_EVENT_PANEL (object);

  g_clear_handle_id (&self->rebind, g_source_remove);
  if (self->selection != NULL)
    g_signal_handlers_disconnect_by_data (self->selection, self);
  g_clear_object (&self->selection);
  g_clear_object (&self->lines);
  g_clear_object (&self->model);

  G_OBJECT_CLASS (sl_event_panel_parent_class)->dispose (object);
}

static void
sl_event_panel_class_init (SlEventPanelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sl_event_panel_dispose;
  SL_DOCUMENT_WIDGET_CLASS (klass)->changed = sl_event_panel_changed;

  g_type_ensure (SL_TYPE_PAGER);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/slackline/Slackline/sl-event-panel.ui");
  gtk_widget_class_bind_template_child (widget_class, SlEventPanel, view);
  gtk_widget_class_bind_template_child (widget_class, SlEventPanel, empty_label);
  gtk_widget_class_bind_template_child (widget_class, SlEventPanel, pager);
  gtk_widget_class_bind_template_callback (widget_class, turn_to);
}

static void
sl_event_panel_init (SlEventPanel *self)
{
  static const SlTableRows rows = { count_rows, dup_row, dup_row_text, get_stamp };

  gtk_widget_init_template (GTK_WIDGET (self));
  sl_pager_keys_add (GTK_WIDGET (self), move_cb);

  sl_table_add_columns (self->view, sl_event_cell_get_columns (), SL_N_EVENT_COLUMNS, bind_cb,
                        self);
  self->model = sl_event_list_model_new ();
  self->lines = sl_table_lines_new (G_LIST_MODEL (self->model), GTK_WIDGET (self->view));
  g_signal_connect_object (self->lines, "replaced", G_CALLBACK (sl_table_bind_again), self->view,
                           G_CONNECT_SWAPPED);
  self->selection = sl_table_make_selection (self->view, G_LIST_MODEL (self->lines), "events");
  sl_table_set_rows (self->view, &rows, self);
  sl_table_set_menu (self->view, make_menu, self);
  g_signal_connect_swapped (self->selection, "notify::selected-item", G_CALLBACK (selected_cb),
                            self);
  g_signal_connect_object (self->model, "resetting", G_CALLBACK (resetting_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->model, "total-changed", G_CALLBACK (total_changed_cb), self,
                           G_CONNECT_SWAPPED);
}

/**
 * sl_event_panel_set_filters:
 * @searches: (nullable) (element-type SlEventSearch): what is listed, by trace; %NULL for all events
 * @marking: (nullable): what is not dimmed; %NULL for all
 */
void
sl_event_panel_set_filters (SlEventPanel *self, GPtrArray *searches, SlFilter *marking)
{
  g_return_if_fail (SL_IS_EVENT_PANEL (self));

  sl_event_list_model_set_filters (self->model, searches, marking);
}

/**
 * sl_event_panel_set_searching:
 * @is_searching: whether it is still looked for what is listed
 *
 * Where nothing is listed, says whether that is all.
 */
void
sl_event_panel_set_searching (SlEventPanel *self, gboolean is_searching)
{
  g_return_if_fail (SL_IS_EVENT_PANEL (self));

  gtk_label_set_label (self->empty_label,
                       is_searching ? _ ("Searching…") : _ ("No event matches the filter"));
}

/**
 * sl_event_panel_show_event:
 * @trace: number in the set
 * @index: of an event in the trace
 *
 * Scrolls to the event's line, on the page where it is, and selects nothing.
 */
void
sl_event_panel_show_event (SlEventPanel *self, guint trace, guint64 index)
{
  guint64 page;
  guint position;

  g_return_if_fail (SL_IS_EVENT_PANEL (self));

  if (!sl_event_list_model_find (self->model, trace, index, &page, &position))
    return;

  turn_to (self, page);
  sl_table_lines_ensure (self->lines, position);
  sl_table_scroll_to (self->view, position);
}
