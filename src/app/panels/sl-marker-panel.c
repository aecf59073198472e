/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "sl-event-text.h"
#include "sl-focus-out.h"
#include "sl-marker-edit.h"
#include "sl-marker-kind.h"
#include "sl-marker-model.h"
#include "sl-marker-text.h"
#include "sl-panels.h"
#include "sl-place-menu.h"
#include "sl-table-menu.h"
#include "sl-table-scroll.h"
#include "sl-table-sort.h"
#include "sl-table.h"

/* The user's markers in the order of time, with what is between them. The one that is selected is the
 * chosen one: entries above the list change it. */

#define SL_TYPE_MARKER_PANEL (sl_marker_panel_get_type ())
G_DECLARE_FINAL_TYPE (SlMarkerPanel, sl_marker_panel, SL, MARKER_PANEL, SlDocumentWidget)

typedef enum
{
  COLUMN_NAME,
  COLUMN_TIME,
  COLUMN_LENGTH,
  COLUMN_SINCE_PREVIOUS,
  COLUMN_FROM_SELECTED,
  COLUMN_NOTE,
  N_COLUMNS,
} Column;

struct _SlMarkerPanel
{
  SlDocumentWidget base;

  GtkStack *stack;
  GtkWidget *edit_bar;
  GtkEditable *name_entry;
  GtkDropDown *kind_drop;
  GtkDropDown *colour_drop;
  GtkEditable *note_entry;
  GtkColumnView *view;

  GListStore *items; /* of SlMarkerItem */
  GListModel *lines; /* the same as they are sorted */
  SlTableSelection *selection;
  guint chosen;          /* id of the marker that came into sight last */
  guint gesture;         /* of what is typed; SL_GESTURE_NONE before the first letter */
  gboolean is_following; /* the list and the entries are being set to the document */
  gboolean is_editing;   /* the document is being changed by an entry, which shows it already */
};

G_DEFINE_FINAL_TYPE (SlMarkerPanel, sl_marker_panel, SL_TYPE_DOCUMENT_WIDGET)

static const SlTableColumn columns[N_COLUMNS] = {
  [COLUMN_NAME] = { N_ ("Name"), 20, FALSE, FALSE },
  [COLUMN_TIME] = { N_ ("Time"), 14, TRUE, FALSE },
  [COLUMN_LENGTH] = { N_ ("Length"), 11, TRUE, FALSE },
  [COLUMN_SINCE_PREVIOUS] = { N_ ("Since Previous"), 14, TRUE, FALSE },
  [COLUMN_FROM_SELECTED] = { N_ ("From Selected"), 14, TRUE, FALSE },
  [COLUMN_NOTE] = { N_ ("Note"), 20, FALSE, TRUE },
};

static SlMarkers *
get_markers (SlMarkerPanel *self)
{
  return sl_view_state_get_markers (sl_document_get_state (self->base.document));
}

static char *
dup_text (SlMarkerPanel *self, Column column, guint number)
{
  SlDocument *document = self->base.document;
  const SlMarker *marker = sl_markers_get (get_markers (self), number);
  const SlMarker *chosen = sl_marker_edit_get_chosen (document);

  switch (column)
    {
    case COLUMN_TIME:
      return sl_event_text_elapsed (document, marker->span.begin);
    case COLUMN_LENGTH:
      return sl_marker_text_length (document, marker);
    case COLUMN_SINCE_PREVIOUS:
      if (number == 0)
        return g_strdup ("");
      return sl_marker_text_distance (document,
                                      sl_markers_get (get_markers (self), number - 1)->span.begin,
                                      marker->span.begin);
    case COLUMN_FROM_SELECTED:
      if (chosen == NULL || chosen == marker)
        return g_strdup ("");
      return sl_marker_text_distance (document, chosen->span.begin, marker->span.begin);
    case COLUMN_NOTE:
      return g_strdup (marker->text);
    case COLUMN_NAME:
    case N_COLUMNS:
    default:
      return g_strdup (marker->name);
    }
}

static void
bind_cb (GtkWidget *cell, guint column, gpointer item, gpointer user_data)
{
  SlMarkerPanel *self = user_data;
  const SlMarker *marker;
  g_autofree char *text = NULL;
  g_autofree char *markup = NULL;
  g_autofree char *described = NULL;
  g_autofree char *name = NULL;
  guint number;

  marker = sl_markers_find (get_markers (self), sl_marker_item_get_id (item), &number);
  if (marker == NULL)
    return;

  text = dup_text (self, (Column) column, number);
  if (column != COLUMN_NAME)
    {
      gtk_inscription_set_text (GTK_INSCRIPTION (cell), text);
      return;
    }

  markup = g_markup_printf_escaped ("<span foreground=\"#%06x\">▌</span> %s",
                                    sl_marker_drop_get_colour (marker->colour), text);
  gtk_inscription_set_markup (GTK_INSCRIPTION (cell), markup);
  described = sl_marker_text_describe (self->base.document, marker);
  name = g_strdup_printf ("%s, %s", marker->name, described);
  sl_table_name_row (cell, name);
}

static int
compare_times (SlTime one, SlTime other)
{
  return one < other ? -1 : one > other;
}

/* Upwards; how far they are from another one is in the order of their times, but for what is between neighbours. */
static int
compare_markers (SlMarkers *markers, guint one, guint other, Column column)
{
  const SlMarker *a = sl_markers_get (markers, one), *b = sl_markers_get (markers, other);

  switch (column)
    {
    case COLUMN_NAME:
      return g_utf8_collate (a->name, b->name);
    case COLUMN_NOTE:
      return g_utf8_collate (a->text, b->text);
    case COLUMN_LENGTH:
      return compare_times (sl_span_duration (a->span), sl_span_duration (b->span));
    case COLUMN_SINCE_PREVIOUS:
      return compare_times (one > 0 ? a->span.begin - sl_markers_get (markers, one - 1)->span.begin
                                    : -1,
                            other > 0
                                ? b->span.begin - sl_markers_get (markers, other - 1)->span.begin
                                : -1);
    case COLUMN_TIME:
    case COLUMN_FROM_SELECTED:
    case N_COLUMNS:
    default:
      return compare_times (a->span.begin, b->span.begin);
    }
}

/* Items of markers that are gone are about to go. */
static int
compare_lines (gpointer one, gpointer other, guint column, gpointer user_data)
{
  SlMarkerPanel *self = user_data;
  SlMarkers *markers;
  guint first, second;

  if (self->base.document == NULL)
    return 0;

  markers = get_markers (self);
  if (sl_markers_find (markers, sl_marker_item_get_id (one), &first) == NULL ||
      sl_markers_find (markers, sl_marker_item_get_id (other), &second) == NULL)
    return 0;

  return compare_markers (markers, first, second, (Column) column);
}

static void
selected_cb (SlMarkerPanel *self)
{
  SlMarkerItem *item = sl_table_selection_get_selected_item (self->selection);

  if (!self->is_following && item != NULL && self->base.document != NULL)
    sl_marker_edit_go_to (self->base.document, sl_marker_item_get_id (item));
}

/* What is typed or chosen, for the chosen marker. */
static void
edited_cb (SlMarkerPanel *self)
{
  const SlMarker *chosen;
  SlMarker marker;

  if (self->is_following || self->base.document == NULL)
    return;
  chosen = sl_marker_edit_get_chosen (self->base.document);
  if (chosen == NULL)
    return;

  if (self->gesture == SL_GESTURE_NONE)
    self->gesture = sl_view_history_new_gesture (sl_document_get_history (self->base.document));
  marker = *chosen;
  marker.name = gtk_editable_get_text (self->name_entry);
  marker.text = gtk_editable_get_text (self->note_entry);
  marker.colour = gtk_drop_down_get_selected (self->colour_drop);
  self->is_editing = TRUE;
  sl_marker_edit_change (self->base.document, &marker, self->gesture);
  self->is_editing = FALSE;
}

static void
kind_cb (SlMarkerPanel *self)
{
  const SlMarker *chosen;

  if (self->is_following || self->base.document == NULL)
    return;

  chosen = sl_marker_edit_get_chosen (self->base.document);
  if (chosen != NULL)
    sl_marker_kind_set (self->base.document, chosen->id,
                        (SlMarkerKind) gtk_drop_down_get_selected (self->kind_drop),
                        SL_GESTURE_NONE);
}

static void
fill_entries (SlMarkerPanel *self)
{
  const SlMarker *chosen = sl_marker_edit_get_chosen (self->base.document);
  const char *name = chosen != NULL ? chosen->name : "";
  const char *text = chosen != NULL ? chosen->text : "";

  gtk_widget_set_sensitive (self->edit_bar, chosen != NULL);
  if (!g_str_equal (gtk_editable_get_text (self->name_entry), name))
    gtk_editable_set_text (self->name_entry, name);
  if (!g_str_equal (gtk_editable_get_text (self->note_entry), text))
    gtk_editable_set_text (self->note_entry, text);
  if (chosen == NULL)
    return;

  gtk_drop_down_set_selected (self->kind_drop, sl_marker_kind_get (chosen));
  gtk_drop_down_set_selected (self->colour_drop, chosen->colour % SL_PALETTE_OBJECTS);
}

static void
follow (SlMarkerPanel *self)
{
  SlViewState *state = sl_document_get_state (self->base.document);
  SlMarkers *markers = sl_view_state_get_markers (state);
  guint place;

  self->is_following = TRUE;
  sl_marker_model_follow (self->items, markers);
  sl_table_bind_again (self->view);
  if (!self->is_editing)
    sl_table_sort_again (self->view);
  place = sl_marker_model_find (self->lines, sl_view_state_get_chosen_marker (state));
  sl_table_selection_set_selected (self->selection, place);
  if (place != GTK_INVALID_LIST_POSITION && self->chosen != sl_view_state_get_chosen_marker (state))
    sl_table_scroll_to (self->view, place);
  self->chosen = sl_view_state_get_chosen_marker (state);
  if (!self->is_editing)
    {
      self->gesture = SL_GESTURE_NONE;
      fill_entries (self);
    }
  gtk_stack_set_visible_child_name (self->stack,
                                    sl_markers_get_count (markers) > 0 ? "markers" : "empty");
  self->is_following = FALSE;
}

/* What an entry shows is not what the marker has where nothing is typed for a name. */
static void
left_entry_cb (SlMarkerPanel *self)
{
  if (self->base.document != NULL)
    follow (self);
}

static void
entry_activated_cb (SlMarkerPanel *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "view.focus", NULL);
}

/* Escape takes back what was typed, and leaves the entry as Enter does. */
static gboolean
entry_key_cb (SlMarkerPanel *self, guint key, guint code, GdkModifierType state)
{
  if (key != GDK_KEY_Escape || self->base.document == NULL)
    return GDK_EVENT_PROPAGATE;

  sl_view_history_cancel (sl_document_get_history (self->base.document), self->gesture);
  entry_activated_cb (self);
  return GDK_EVENT_STOP;
}

static void
delete_cb (SlMarkerPanel *self)
{
  const SlMarker *chosen = sl_marker_edit_get_chosen (self->base.document);

  if (chosen != NULL)
    sl_marker_edit_delete (self->base.document, chosen->id);
}

static gboolean
list_key_cb (SlMarkerPanel *self, guint key, guint code, GdkModifierType state)
{
  if ((state & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SHIFT_MASK)) != 0)
    return GDK_EVENT_PROPAGATE;
  if (key == GDK_KEY_Delete || key == GDK_KEY_KP_Delete)
    delete_cb (self);
  else if (key == GDK_KEY_F2)
    gtk_widget_grab_focus (GTK_WIDGET (self));
  else
    return GDK_EVENT_PROPAGATE;

  return GDK_EVENT_STOP;
}

/* Before they take no keys any more: one that has the focus then is never told that it lost it, and nothing else gets it. */
static void
leave_entries (SlMarkerPanel *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  if (focus != NULL && gtk_widget_is_ancestor (focus, self->edit_bar))
    gtk_widget_activate_action (GTK_WIDGET (self), "view.focus", NULL);
}

static void
sl_marker_panel_changed (SlDocumentWidget *widget, guint changes)
{
  if ((changes &
       (SL_CHANGED_VIEW | SL_CHANGED_ANNOTATIONS | SL_CHANGED_SET | SL_CHANGED_PALETTE)) == 0)
    return;

  if (sl_marker_edit_get_chosen (widget->document) == NULL)
    leave_entries (SL_MARKER_PANEL (widget));
  follow (SL_MARKER_PANEL (widget));
}

static gboolean
hand_focus_on (GtkWidget *widget)
{
  SlMarkerPanel *self = SL_MARKER_PANEL (widget);

  if (!gtk_widget_get_sensitive (self->edit_bar))
    return gtk_widget_grab_focus (GTK_WIDGET (self->view));

  gtk_editable_select_region (self->name_entry, 0, -1);
  return gtk_widget_grab_focus (GTK_WIDGET (self->name_entry));
}

static void
sl_marker_panel_dispose (GObject *object)
{
  SlMarkerPanel *self = SL_MARKER_PANEL (object);

  if (self->selection != NULL)
    g_signal_handlers_disconnect_by_data (self->selection, self);
  g_clear_object (&self->selection);
  g_clear_object (&self->lines);
  g_clear_object (&self->items);

  G_OBJECT_CLASS (sl_marker_panel_parent_class)->dispose (object);
}

static void
sl_marker_panel_class_init (SlMarkerPanelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sl_marker_panel_dispose;
  sl_focus_out_install (widget_class, hand_focus_on);
  SL_DOCUMENT_WIDGET_CLASS (klass)->changed = sl_marker_panel_changed;

  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/slackline/Slackline/sl-marker-panel.ui");
  gtk_widget_class_bind_template_child (widget_class, SlMarkerPanel, stack);
  gtk_widget_class_bind_template_child (widget_class, SlMarkerPanel, edit_bar);
  gtk_widget_class_bind_template_child (widget_class, SlMarkerPanel, name_entry);
  gtk_widget_class_bind_template_child (widget_class, SlMarkerPanel, kind_drop);
  gtk_widget_class_bind_template_child (widget_class, SlMarkerPanel, colour_drop);
  gtk_widget_class_bind_template_child (widget_class, SlMarkerPanel, note_entry);
  gtk_widget_class_bind_template_child (widget_class, SlMarkerPanel, view);
  gtk_widget_class_bind_template_callback (widget_class, edited_cb);
  gtk_widget_class_bind_template_callback (widget_class, kind_cb);
  gtk_widget_class_bind_template_callback (widget_class, entry_activated_cb);
  gtk_widget_class_bind_template_callback (widget_class, entry_key_cb);
  gtk_widget_class_bind_template_callback (widget_class, left_entry_cb);
  gtk_widget_class_bind_template_callback (widget_class, delete_cb);
}

static GMenu *
make_menu (gpointer user_data, gpointer item)
{
  SlMarkerPanel *self = user_data;
  SlMarkers *markers = sl_view_state_get_markers (sl_document_get_state (self->base.document));
  const SlMarker *marker = sl_markers_find (markers, sl_marker_item_get_id (item), NULL);
  SlPlace *place;

  if (marker == NULL)
    return NULL;

  place = sl_place_new (marker->span, marker->span.begin);
  place->marker = marker->id;
  return sl_place_menu_offer (GTK_WIDGET (self->view), self->base.document, place);
}

static void
sl_marker_panel_init (SlMarkerPanel *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  gtk_widget_init_template (GTK_WIDGET (self));
  self->is_following = TRUE;
  sl_marker_drop_fill_kinds (self->kind_drop);
  sl_marker_drop_fill_colours (self->colour_drop);
  sl_table_add_columns (self->view, columns, N_COLUMNS, bind_cb, self);
  self->items = g_list_store_new (SL_TYPE_MARKER_ITEM);
  sl_table_sort_prepare (self->view, compare_lines, self);
  self->lines = sl_table_sort_lines (self->view, G_LIST_MODEL (self->items));
  self->selection = sl_table_make_selection (self->view, self->lines, "markers");
  sl_table_set_menu (self->view, make_menu, self);
  g_signal_connect_swapped (self->selection, "notify::selected-item", G_CALLBACK (selected_cb),
                            self);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (list_key_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self->view), keys);
  self->is_following = FALSE;
}

/**
 * sl_marker_panel_count:
 *
 * Returns: how many markers the user set
 */
guint
sl_marker_panel_count (SlDocument *document)
{
  return sl_markers_get_count (sl_view_state_get_markers (sl_document_get_state (document)));
}
