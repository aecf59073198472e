/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-place-menu.h"

#include <glib/gi18n.h>

#include "sl-clipboard.h"
#include "sl-marker-edit.h"
#include "sl-menu.h"

/* What the actions of one menu are about. */
typedef struct
{
  SlDocument *document;
  SlPlace *place;
  GtkWidget *widget; /* which has them */
} Target;

static void
target_free (gpointer data)
{
  Target *self = data;

  g_object_unref (self->document);
  sl_place_free (self->place);
  g_free (self);
}

static void
zoom (const Target *self)
{
  sl_place_zoom (self->place, self->document);
}

static void
center (const Target *self)
{
  sl_place_center (self->place, self->document);
}

static void
show_all (const Target *self)
{
  sl_document_show (self->document,
                    sl_trace_set_get_span (sl_document_get_trace_set (self->document)),
                    SL_GESTURE_NONE);
}

static void
select_span (const Target *self)
{
  sl_place_select (self->place, self->document);
}

static void
put_cursor_a (const Target *self)
{
  sl_place_put_cursor (self->place, self->document, SL_CURSOR_A);
}

static void
put_cursor_b (const Target *self)
{
  sl_place_put_cursor (self->place, self->document, SL_CURSOR_B);
}

static void
remove_cursor (const Target *self)
{
  sl_place_remove_cursor (self->place, self->document);
}

static void
edit_marker (const Target *self)
{
  if (self->place->marker != 0)
    sl_marker_edit_go_to (self->document, self->place->marker);
  gtk_widget_activate_action (self->widget, "view.edit-marker", NULL);
}

/* The user goes on by naming it. */
static void
mark (const Target *self)
{
  sl_place_mark (self->place, self->document);
  gtk_widget_activate_action (self->widget, "view.edit-marker", NULL);
}

/* What is drawn is named next, too. */
static void
draw (const Target *self, SlMarkerForm form)
{
  sl_place_draw (self->place, self->document, form);
  gtk_widget_activate_action (self->widget, "view.edit-marker", NULL);
}

static void
draw_box (const Target *self)
{
  draw (self, SL_MARKER_BOX);
}

static void
draw_arrow (const Target *self)
{
  draw (self, SL_MARKER_ARROW);
}

static void
draw_text (const Target *self)
{
  draw (self, SL_MARKER_TEXT);
}

static void
delete_marker (const Target *self)
{
  sl_marker_edit_delete (self->document, self->place->marker);
}

static void
filter (const Target *self)
{
  sl_place_filter (self->place, self->document);
}

static void
copy_time (const Target *self)
{
  g_autofree char *text = sl_place_dup_time (self->place, self->document);

  sl_clipboard_set_text (self->widget, text);
}

static void
copy_csv (const Target *self)
{
  sl_clipboard_set_text (self->widget, self->place->csv != NULL ? self->place->csv : "");
}

static void
zoom_to (const Target *self, SlSpan span)
{
  sl_document_show (self->document, span, SL_GESTURE_NONE);
}

static void
zoom_between (const Target *self)
{
  SlSpan span;

  if (sl_place_find_between (self->document, &span))
    zoom_to (self, span);
}

static void
select_between (const Target *self)
{
  SlSpan span;

  if (sl_place_find_between (self->document, &span))
    sl_document_take_state (self->document,
                            sl_view_state_with_selection (sl_document_get_state (self->document),
                                                          &span),
                            SL_GESTURE_NONE);
}

static void
zoom_selection (const Target *self)
{
  SlSpan span;

  if (sl_view_state_get_selection (sl_document_get_state (self->document), &span))
    zoom_to (self, span);
}

static void
save_span (const Target *self)
{
  gtk_widget_activate_action (self->widget, "view.save-span", NULL);
}

static void
clear_selection (const Target *self)
{
  sl_document_take_state (self->document,
                          sl_view_state_with_selection (sl_document_get_state (self->document),
                                                        NULL),
                          SL_GESTURE_NONE);
}

static const struct
{
  const char *name;
  void (*run) (const Target *self);
} actions[] = {
  { "zoom", zoom },
  { "center", center },
  { "all", show_all },
  { "select", select_span },
  { "cursor-a", put_cursor_a },
  { "cursor-b", put_cursor_b },
  { "remove-cursor", remove_cursor },
  { "mark", mark },
  { "draw-box", draw_box },
  { "draw-arrow", draw_arrow },
  { "draw-text", draw_text },
  { "edit-marker", edit_marker },
  { "delete-marker", delete_marker },
  { "filter", filter },
  { "copy-time", copy_time },
  { "copy-csv", copy_csv },
  { "zoom-between", zoom_between },
  { "select-between", select_between },
  { "zoom-selection", zoom_selection },
  { "save-span", save_span },
  { "clear-selection", clear_selection },
};

static void
activate_cb (GSimpleAction *action, GVariant *parameter, gpointer target)
{
  guint i = 0;

  while (!g_str_equal (actions[i].name, g_action_get_name (G_ACTION (action))))
    i++;
  actions[i].run (target);
}

/* What the place itself is: a flag that can be taken away. */
static void
append_flag (GMenu *menu, const SlPlace *place)
{
  g_autoptr (GMenu) section = g_menu_new ();

  if (place->marker != 0)
    {
      g_menu_append (section, _ ("_Edit Marker…"), "place.edit-marker");
      g_menu_append (section, _ ("_Delete Marker"), "place.delete-marker");
    }
  if (place->cursor < SL_N_CURSORS)
    g_menu_append (section,
                   place->cursor == SL_CURSOR_A ? _ ("_Remove Cursor A") : _ ("_Remove Cursor B"),
                   "place.remove-cursor");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
}

static void
append_span (GMenu *menu, const SlPlace *place)
{
  g_autoptr (GMenu) section = g_menu_new ();
  gboolean is_span = place->span.end > place->span.begin;

  if (is_span || place->is_item)
    g_menu_append (section, _ ("_Zoom to This"), "place.zoom");
  else
    g_menu_append (section, _ ("_Zoom In Here"), "place.zoom");
  if (is_span)
    g_menu_append (section, _ ("_Select This Span"), "place.select");
  else if (!place->is_item)
    {
      g_menu_append (section, _ ("C_enter Here"), "place.center");
      g_menu_append (section, _ ("Sho_w Everything"), "place.all");
    }
  g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
}

static void
append_drawing (GMenu *menu)
{
  g_autoptr (GMenu) forms = g_menu_new ();

  g_menu_append (forms, _ ("_Box…"), "place.draw-box");
  g_menu_append (forms, _ ("_Arrow to Here…"), "place.draw-arrow");
  g_menu_append (forms, _ ("_Text…"), "place.draw-text");
  g_menu_append_submenu (menu, _ ("_Draw"), G_MENU_MODEL (forms));
}

static void
append_cursors (GMenu *menu, const SlPlace *place)
{
  g_autoptr (GMenu) section = g_menu_new ();

  if (place->cursor != SL_CURSOR_A)
    g_menu_append (section, _ ("Put Cursor _A Here"), "place.cursor-a");
  if (place->cursor != SL_CURSOR_B)
    g_menu_append (section, _ ("Put Cursor _B Here"), "place.cursor-b");
  if (place->marker == 0)
    {
      g_menu_append (section, _ ("_Mark This…"), "place.mark");
      append_drawing (section);
    }
  g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
}

/* Of the whole axis, where nothing in particular is meant. */
static void
append_axis (GMenu *menu, SlDocument *document)
{
  g_autoptr (GMenu) section = g_menu_new ();
  SlSpan span;

  if (sl_place_find_between (document, &span))
    {
      g_menu_append (section, _ ("Zoom Between the Cursors"), "place.zoom-between");
      g_menu_append (section, _ ("Select Between the Cursors"), "place.select-between");
    }
  if (sl_view_state_get_selection (sl_document_get_state (document), &span))
    {
      g_menu_append (section, _ ("Zoom to the Selected Span"), "place.zoom-selection");
      g_menu_append (section, _ ("Save Selected Span as Trace…"), "place.save-span");
      g_menu_append (section, _ ("Clear the Selection"), "place.clear-selection");
    }
  g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
}

static GMenu *
make_menu (SlDocument *document, const SlPlace *place)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) taking = g_menu_new ();

  append_flag (menu, place);
  append_span (menu, place);
  append_cursors (menu, place);
  if (!place->is_item)
    append_axis (menu, document);
  if (place->filter != NULL)
    g_menu_append (taking, _ ("_Filter for This"), "place.filter");
  g_menu_append (taking, _ ("Copy _Time"), "place.copy-time");
  if (place->csv != NULL)
    g_menu_append (taking, _ ("Copy as CS_V"), "place.copy-csv");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (taking));
  return menu;
}

/* Takes @place; what was there before goes. */
static void
add_actions (GtkWidget *widget, SlDocument *document, SlPlace *place)
{
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();
  Target *target = g_new (Target, 1);

  *target = (Target) { g_object_ref (document), place, widget };
  g_object_set_data_full (G_OBJECT (group), "target", target, target_free);
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    {
      const GActionEntry entry = { .name = actions[i].name, .activate = activate_cb };

      g_action_map_add_action_entries (G_ACTION_MAP (group), &entry, 1, target);
    }
  gtk_widget_insert_action_group (widget, "place", G_ACTION_GROUP (group));
}

/**
 * sl_place_menu_offer:
 * @widget: in which the menu opens
 * @place: (transfer full): what it is about
 *
 * Returns: (transfer full): the menu, for which @widget has the actions now
 */
GMenu *
sl_place_menu_offer (GtkWidget *widget, SlDocument *document, SlPlace *place)
{
  GMenu *menu = make_menu (document, place);

  add_actions (widget, document, place);
  return menu;
}

static gboolean
unparent_cb (gpointer menu)
{
  gtk_widget_unparent (menu);
  return G_SOURCE_REMOVE;
}

/* The chosen action runs after the menu has closed. */
static void
closed_cb (GtkWidget *menu)
{
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, unparent_cb, g_object_ref (menu), g_object_unref);
}

/**
 * sl_place_menu_popup:
 * @widget: the parent of the menu
 * @place: (transfer full): what it is about
 * @x, @y: where the menu opens, in pixels of @widget
 */
void
sl_place_menu_popup (GtkWidget *widget, SlDocument *document, SlPlace *place, double x, double y)
{
  g_autoptr (GMenu) model = sl_place_menu_offer (widget, document, place);
  GtkWidget *menu = sl_menu_new (G_MENU_MODEL (model));
  GdkRectangle point = { (int) x, (int) y, 1, 1 };

  gtk_popover_set_has_arrow (GTK_POPOVER (menu), FALSE);
  gtk_widget_set_halign (menu, GTK_ALIGN_START);
  gtk_popover_set_pointing_to (GTK_POPOVER (menu), &point);
  gtk_widget_set_parent (menu, widget);
  g_signal_connect (menu, "closed", G_CALLBACK (closed_cb), NULL);
  gtk_popover_popup (GTK_POPOVER (menu));
}
