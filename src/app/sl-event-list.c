/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-event-list.h"

#include <glib/gi18n.h>

#include "sl-event-list-model.h"
#include "sl-event-text.h"
#include "sl-time-text.h"

/* The table of events below the timeline. What is selected in it is picked in the document, and
 * the other way round. */
struct _SlEventList
{
  AdwBin parent_instance;

  GtkColumnView *view;
  GtkWidget *empty_label;
  GtkWidget *page_bar;
  GtkWidget *previous_button;
  GtkWidget *next_button;
  GtkLabel *page_label;

  SlDocument *document;
  SlEventListModel *model;
  GtkSingleSelection *selection;
  gboolean is_following; /* the selection follows the document, not the user */
  guint rebind;          /* idle; 0 while none is on its way */
  guint n_objects;       /* of the generation that rows were made for */
};

G_DEFINE_FINAL_TYPE (SlEventList, sl_event_list, ADW_TYPE_BIN)

typedef enum
{
  COLUMN_INDEX,
  COLUMN_ELAPSED,
  COLUMN_TICK,
  COLUMN_DELTA,
  COLUMN_CPU,
  COLUMN_EVENT,
  COLUMN_OBJECT,
  COLUMN_DETAIL,
  COLUMN_OFFSET,
  N_COLUMNS,
} Column;

static const struct
{
  const char *title;
  int n_chars;
  gboolean is_number;
  gboolean expands;
} columns[N_COLUMNS] = {
  [COLUMN_INDEX] = { N_ ("Index"), 9, TRUE, FALSE },
  [COLUMN_ELAPSED] = { N_ ("Elapsed"), 15, TRUE, FALSE },
  [COLUMN_TICK] = { N_ ("TSC"), 18, TRUE, FALSE },
  [COLUMN_DELTA] = { N_ ("Δ cycles"), 12, TRUE, FALSE },
  [COLUMN_CPU] = { N_ ("CPU"), 4, TRUE, FALSE },
  [COLUMN_EVENT] = { N_ ("Event"), 22, FALSE, FALSE },
  [COLUMN_OBJECT] = { N_ ("Object"), 18, FALSE, FALSE },
  [COLUMN_DETAIL] = { N_ ("Detail"), 24, FALSE, TRUE },
  [COLUMN_OFFSET] = { N_ ("Offset"), 12, TRUE, FALSE },
};

static char *
dup_delta (SlEventItem *item)
{
  gint64 ticks;

  return sl_event_item_get_delta (item, &ticks) ? sl_time_text_signed_ticks (ticks) : g_strdup ("");
}

static char *
dup_text (SlEventList *self, Column column, SlEventItem *item)
{
  const SlEvent *event = sl_event_item_get_event (item);

  if (column == COLUMN_INDEX)
    return sl_time_text_ticks (sl_event_item_get_index (item));
  if (event->offset == SL_OFFSET_NONE && event->flags == (SL_EVENT_NO_A | SL_EVENT_NO_B))
    return g_strdup (column == COLUMN_DETAIL ? _ ("cannot be read any more") : "");

  switch (column)
    {
    case COLUMN_ELAPSED:
      return sl_event_text_elapsed (self->document, event->time, 1000);
    case COLUMN_TICK:
      return sl_event_text_tick (self->document, event->time);
    case COLUMN_DELTA:
      return dup_delta (item);
    case COLUMN_CPU:
      return g_strdup_printf ("%u", event->cpu);
    case COLUMN_EVENT:
      return sl_event_text_kind (event->kind);
    case COLUMN_OBJECT:
      return sl_event_text_object (self->document, event->object);
    case COLUMN_DETAIL:
      return sl_event_text_detail (event);
    case COLUMN_OFFSET:
      return sl_event_text_offset (sl_document_get_trace (self->document), event->offset);
    case COLUMN_INDEX:
    case N_COLUMNS:
    default:
      return g_strdup ("");
    }
}

static Column
get_column (GtkSignalListItemFactory *factory)
{
  return (Column) GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (factory), "column"));
}

static void
setup_cb (GtkSignalListItemFactory *factory, GtkListItem *list_item, SlEventList *self)
{
  Column column = get_column (factory);
  GtkWidget *cell = gtk_inscription_new (NULL);

  /* Cells of a fixed size: a row costs no measuring of text. */
  gtk_inscription_set_min_chars (GTK_INSCRIPTION (cell), (guint) columns[column].n_chars);
  gtk_inscription_set_nat_chars (GTK_INSCRIPTION (cell), (guint) columns[column].n_chars);
  gtk_inscription_set_xalign (GTK_INSCRIPTION (cell), columns[column].is_number ? 1 : 0);
  gtk_inscription_set_text_overflow (GTK_INSCRIPTION (cell),
                                     GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_END);
  if (columns[column].is_number)
    gtk_widget_add_css_class (cell, "numeric");
  gtk_list_item_set_child (list_item, cell);
}

static void
set_class (GtkWidget *widget, const char *name, gboolean present)
{
  if (present)
    gtk_widget_add_css_class (widget, name);
  else
    gtk_widget_remove_css_class (widget, name);
}

/* A name behind a bar in the object's colour. */
static void
set_object (SlEventList *self, GtkInscription *cell, guint32 object, const char *name)
{
  g_autofree char *markup = NULL;
  guint32 colour;

  if (sl_event_text_get_colour (self->document, object, &colour))
    markup = g_markup_printf_escaped ("<span foreground=\"#%06x\">▌</span> %s", colour, name);
  else
    markup = g_markup_escape_text (name, -1);
  gtk_inscription_set_markup (cell, markup);
}

/* The row itself has the focus, and no name of its own: what a reader says of it. */
static void
name_row (SlEventList *self, GtkWidget *cell, SlEventItem *item)
{
  GtkWidget *column_cell = gtk_widget_get_parent (cell);
  GtkWidget *row = column_cell != NULL ? gtk_widget_get_parent (column_cell) : NULL;
  static const Column parts[] = { COLUMN_EVENT, COLUMN_OBJECT, COLUMN_ELAPSED, COLUMN_DETAIL };
  GString *name = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      g_autofree char *text = dup_text (self, parts[i], item);

      if (text[0] != '\0')
        g_string_append_printf (name, "%s%s", name->len > 0 ? ", " : "", text);
    }
  if (!sl_event_item_is_match (item))
    g_string_append_printf (name, ", %s", _ ("dimmed by the filter"));
  if (row != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, name->str,
                                    -1);
  g_string_free (name, TRUE);
}

static void
bind_cb (GtkSignalListItemFactory *factory, GtkListItem *list_item, SlEventList *self)
{
  Column column = get_column (factory);
  GtkWidget *cell = gtk_list_item_get_child (list_item);
  SlEventItem *item = SL_EVENT_ITEM (gtk_list_item_get_item (list_item));
  g_autofree char *text = dup_text (self, column, item);
  gboolean is_miss = sl_event_item_get_event (item)->kind == SL_KIND_TASK_DEADLINE_MISS;

  if (column == COLUMN_OBJECT)
    set_object (self, GTK_INSCRIPTION (cell), sl_event_item_get_event (item)->object, text);
  else
    gtk_inscription_set_text (GTK_INSCRIPTION (cell), text);
  set_class (cell, "dimmed", !sl_event_item_is_match (item));
  set_class (cell, "miss", is_miss && column == COLUMN_EVENT);
  set_class (cell, "secondary",
             column != COLUMN_ELAPSED && column != COLUMN_EVENT && column != COLUMN_OBJECT);
  if (column == COLUMN_EVENT)
    name_row (self, cell, item);
}

static GtkColumnViewColumn *
make_column (SlEventList *self, Column column)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkColumnViewColumn *made;

  g_object_set_data (G_OBJECT (factory), "column", GUINT_TO_POINTER (column));
  g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), self);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), self);
  made = gtk_column_view_column_new (_ (columns[column].title), factory);
  gtk_column_view_column_set_expand (made, columns[column].expands);
  gtk_column_view_column_set_resizable (made, TRUE);
  return made;
}

static GtkLabel *
find_label (GtkWidget *widget)
{
  if (GTK_IS_LABEL (widget))
    return GTK_LABEL (widget);

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkLabel *found = find_label (child);

      if (found != NULL)
        return found;
    }
  return NULL;
}

/* Over numbers, which end at the right of their column, titles do so too. */
static void
align_titles (SlEventList *self)
{
  GtkWidget *header = gtk_widget_get_first_child (GTK_WIDGET (self->view));
  GtkWidget *title = header != NULL ? gtk_widget_get_first_child (header) : NULL;

  for (int column = 0; title != NULL && column < N_COLUMNS; column++)
    {
      GtkLabel *label = columns[column].is_number ? find_label (title) : NULL;

      if (label != NULL)
        {
          gtk_widget_set_hexpand (GTK_WIDGET (label), TRUE);
          gtk_widget_set_halign (GTK_WIDGET (label), GTK_ALIGN_END);
        }
      title = gtk_widget_get_next_sibling (title);
    }
}

/* The list inside the table, which alone knows how to scroll to a row. */
static GtkWidget *
get_inner_list (SlEventList *self)
{
  GtkWidget *child = gtk_widget_get_last_child (GTK_WIDGET (self->view));

  while (child != NULL && !GTK_IS_SCROLLABLE (child))
    child = gtk_widget_get_prev_sibling (child);
  return child;
}

static void
unselect (SlEventList *self)
{
  self->is_following = TRUE;
  gtk_single_selection_set_selected (self->selection, GTK_INVALID_LIST_POSITION);
  self->is_following = FALSE;
}

/* GTK's selection and its list view look for the items they know among all that come when a list
 * changes below them: with a list that makes its items on demand that is a walk through the whole
 * file. So they forget what they know first. */
static void
detach (SlEventList *self)
{
  unselect (self);
  gtk_column_view_set_model (self->view, NULL);
}

static void
attach (SlEventList *self)
{
  gtk_column_view_set_model (self->view, GTK_SELECTION_MODEL (self->selection));
}

static void
show_page (SlEventList *self, guint64 page)
{
  if (page == sl_event_list_model_get_page (self->model))
    return;

  detach (self);
  sl_event_list_model_set_page (self->model, page);
  attach (self);
}

static void
follow_document (SlEventList *self)
{
  guint64 index, page;
  guint position;
  gboolean is_there;

  if (!sl_document_get_picked_event (self->document, &index))
    {
      unselect (self);
      return;
    }

  is_there = sl_event_list_model_find (self->model, index, &page, &position);
  if (page >= sl_event_list_model_get_n_pages (self->model))
    return;

  show_page (self, page);
  self->is_following = TRUE;
  if (gtk_single_selection_get_selected (self->selection) != position || !is_there)
    {
      gtk_single_selection_set_selected (self->selection,
                                         is_there ? position : GTK_INVALID_LIST_POSITION);
      if (position < g_list_model_get_n_items (G_LIST_MODEL (self->model)) &&
          get_inner_list (self) != NULL)
        gtk_widget_activate_action (get_inner_list (self), "list.scroll-to-item", "u", position);
    }
  self->is_following = FALSE;
}

static void
selected_cb (SlEventList *self)
{
  SlEventItem *item = gtk_single_selection_get_selected_item (self->selection);

  if (!self->is_following && item != NULL && self->document != NULL)
    sl_document_pick_event (self->document, sl_event_item_get_index (item));
}

static void
total_changed_cb (SlEventList *self)
{
  guint64 page = sl_event_list_model_get_page (self->model);
  guint64 n_pages = sl_event_list_model_get_n_pages (self->model);
  guint64 total = sl_event_list_model_get_total (self->model);
  guint64 first = page * SL_EVENT_PAGE_ROWS;
  g_autofree char *begin = sl_time_text_ticks (first);
  g_autofree char *end = sl_time_text_ticks (MIN (first + SL_EVENT_PAGE_ROWS, total));
  g_autofree char *all = sl_time_text_ticks (total);
  g_autofree char *text = g_strdup_printf (_ ("%s … %s of %s"), begin, end, all);

  gtk_label_set_label (self->page_label, text);
  gtk_widget_set_visible (self->page_bar, n_pages > 1);
  gtk_widget_set_sensitive (self->previous_button, page > 0);
  gtk_widget_set_sensitive (self->next_button, page + 1 < n_pages);
  gtk_widget_set_visible (self->empty_label, total == 0);
}

static void
previous_page_cb (SlEventList *self)
{
  show_page (self, sl_event_list_model_get_page (self->model) - 1);
}

static void
next_page_cb (SlEventList *self)
{
  show_page (self, sl_event_list_model_get_page (self->model) + 1);
}

/* Rows hold text and colour: after a new name, rate or style those on screen are made again. */
static gboolean
rebind_cb (gpointer user_data)
{
  SlEventList *self = user_data;
  GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (self->view));
  double value = gtk_adjustment_get_value (adjustment);

  self->rebind = 0;
  self->is_following = TRUE;
  gtk_column_view_set_model (self->view, NULL);
  gtk_column_view_set_model (self->view, GTK_SELECTION_MODEL (self->selection));
  gtk_adjustment_set_value (adjustment, value);
  self->is_following = FALSE;
  return G_SOURCE_REMOVE;
}

static void
queue_rebind (SlEventList *self)
{
  if (self->rebind == 0)
    self->rebind = g_idle_add (rebind_cb, self);
}

/* A colour is the rank of an object among those that are known: new ones change it. */
static void
follow_objects (SlEventList *self)
{
  SlTrace *trace = sl_document_get_trace (self->document);
  guint n_objects = sl_object_table_get_size (sl_trace_get_objects (trace));

  if (n_objects != self->n_objects)
    queue_rebind (self);
  self->n_objects = n_objects;
}

static void
document_changed_cb (SlEventList *self, guint changes)
{
  if ((changes & SL_CHANGED_TRACE) != 0)
    {
      self->is_following = TRUE;
      sl_event_list_model_set_trace (self->model, sl_document_get_trace (self->document));
      self->is_following = FALSE;
      follow_objects (self);
    }
  if ((changes & SL_CHANGED_OVERLAY) != 0)
    queue_rebind (self);
  if ((changes & SL_CHANGED_PICKED) != 0)
    follow_document (self);
}

static void
sl_event_list_dispose (GObject *object)
{
  SlEventList *self = SL_EVENT_LIST (object);

  g_clear_handle_id (&self->rebind, g_source_remove);
  if (self->selection != NULL)
    g_signal_handlers_disconnect_by_data (self->selection, self);
  g_clear_object (&self->selection);
  g_clear_object (&self->model);
  g_clear_object (&self->document);

  G_OBJECT_CLASS (sl_event_list_parent_class)->dispose (object);
}

static void
sl_event_list_class_init (SlEventListClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sl_event_list_dispose;

  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/slackline/Slackline/sl-event-list.ui");
  gtk_widget_class_bind_template_child (widget_class, SlEventList, view);
  gtk_widget_class_bind_template_child (widget_class, SlEventList, empty_label);
  gtk_widget_class_bind_template_child (widget_class, SlEventList, page_bar);
  gtk_widget_class_bind_template_child (widget_class, SlEventList, previous_button);
  gtk_widget_class_bind_template_child (widget_class, SlEventList, next_button);
  gtk_widget_class_bind_template_child (widget_class, SlEventList, page_label);
  gtk_widget_class_bind_template_callback (widget_class, previous_page_cb);
  gtk_widget_class_bind_template_callback (widget_class, next_page_cb);
}

static void
sl_event_list_init (SlEventList *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark",
                           G_CALLBACK (queue_rebind), self, G_CONNECT_SWAPPED);

  for (int column = 0; column < N_COLUMNS; column++)
    {
      g_autoptr (GtkColumnViewColumn) made = make_column (self, (Column) column);

      gtk_column_view_append_column (self->view, made);
    }

  align_titles (self);

  self->model = sl_event_list_model_new ();
  self->selection = gtk_single_selection_new (G_LIST_MODEL (g_object_ref (self->model)));
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  gtk_column_view_set_model (self->view, GTK_SELECTION_MODEL (self->selection));
  g_signal_connect_swapped (self->selection, "notify::selected-item", G_CALLBACK (selected_cb),
                            self);
  g_signal_connect_object (self->model, "total-changed", G_CALLBACK (total_changed_cb), self,
                           G_CONNECT_SWAPPED);
}

/**
 * sl_event_list_set_document:
 * @document: what to show; set once
 */
void
sl_event_list_set_document (SlEventList *self, SlDocument *document)
{
  g_return_if_fail (SL_IS_EVENT_LIST (self));
  g_return_if_fail (self->document == NULL);

  self->document = g_object_ref (document);
  g_signal_connect_object (document, "changed", G_CALLBACK (document_changed_cb), self,
                           G_CONNECT_SWAPPED);
  sl_event_list_model_set_trace (self->model, sl_document_get_trace (document));
}

/**
 * sl_event_list_set_filters:
 * @search: (nullable): what is listed; %NULL for all events
 * @marking: (nullable): what is not dimmed; %NULL for all
 */
void
sl_event_list_set_filters (SlEventList *self, SlEventSearch *search, SlFilter *marking)
{
  g_return_if_fail (SL_IS_EVENT_LIST (self));

  detach (self);
  sl_event_list_model_set_filters (self->model, search, marking);
  attach (self);
  if (self->document != NULL)
    follow_document (self);
}
