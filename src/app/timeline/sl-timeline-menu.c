/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The context menus of the timeline: of rows, of boxes and marks in them, of the ruler and of the flags below it. */

#include "sl-menu.h"
#include "sl-place-menu.h"
#include "sl-row-menu.h"
#include "sl-timeline-input.h"

/* Takes the place of the one that was open. */
static void
open_menu (SlTimelineWidget *self, GtkWidget *menu, double x, double y)
{
  GdkRectangle point = { (int) x, (int) y, 1, 1 };

  g_clear_pointer (&self->menu, gtk_widget_unparent);
  self->menu = menu;
  gtk_widget_set_parent (self->menu, GTK_WIDGET (self));
  gtk_popover_set_pointing_to (GTK_POPOVER (self->menu), &point);
  gtk_popover_popup (GTK_POPOVER (self->menu));
}

/* @place: (transfer full) */
static void
open_place (SlTimelineWidget *self, SlPlace *place, double x, double y)
{
  g_autoptr (GMenu) model = sl_place_menu_offer (GTK_WIDGET (self), self->document, place);
  GtkWidget *menu = sl_menu_new (G_MENU_MODEL (model));

  gtk_popover_set_has_arrow (GTK_POPOVER (menu), FALSE);
  gtk_widget_set_halign (menu, GTK_ALIGN_START);
  open_menu (self, menu, x, y);
}

static void
open_element (SlTimelineWidget *self, const SlElement *element, SlTime time, double x, double y)
{
  SlScene *scene = sl_picture_widget_get_scene (SL_PICTURE_WIDGET (self));
  SlPlace *place = sl_place_new_for_element (scene, element, time);
  g_autoptr (GMenu) model = NULL;

  /* A row itself is everywhere; where the user points is an instant of it. */
  if (element->type == SL_ELEMENT_ROW)
    place->span = (SlSpan) { time, time };
  if (place->marker != 0 || element->target.row == NULL)
    {
      open_place (self, place, x, y);
      return;
    }

  model = sl_place_menu_offer (GTK_WIDGET (self), self->document, place);
  open_menu (self, sl_row_menu_new (self->document, element->target.row, model), x, y);
}

/* What is not recorded but set by the user, or the plain axis. */
static void
open_on_axis (SlTimelineWidget *self, const SlElement *element, SlTime time, double x, double y)
{
  SlPlace *place;
  SlCursor cursor;

  if (sl_timeline_input_find_flag (self->input, x, y, &cursor))
    {
      sl_view_state_get_cursor (sl_document_get_state (self->document), cursor, &time);
      place = sl_place_new ((SlSpan) { time, time }, time);
      place->cursor = cursor;
    }
  else if (element != NULL && element->type == SL_ELEMENT_MARKER)
    {
      open_element (self, element, element->span.begin, x, y);
      return;
    }
  else
    {
      place = sl_place_new ((SlSpan) { time, time }, time);
    }
  open_place (self, place, x, y);
}

/**
 * sl_timeline_open_menu_at:
 * @x, @y: in pixels of the timeline
 *
 * Opens the menu of what is there.
 *
 * Returns: whether there is one
 */
gboolean
sl_timeline_open_menu_at (SlTimelineWidget *self, double x, double y)
{
  gboolean on_header = sl_timeline_input_is_on_header (self->input, x);
  /* Before the element: a ring at what is near is drawn in a new scene, with new elements. */
  SlTime time =
      on_header ? 0 : sl_timeline_snap (self, sl_timeline_input_get_plot_x (self->input, x), y);
  const SlElement *element = sl_timeline_input_pick (self->input, x, y);

  if (!on_header && sl_timeline_input_is_in_ruler (self->input, y))
    {
      open_on_axis (self, element, time, x, y);
      return TRUE;
    }
  if (element == NULL || element->target.row == NULL)
    return FALSE;

  if (!on_header && element->type != SL_ELEMENT_HEADING)
    open_element (self, element, time, x, y);
  else
    open_menu (self, sl_row_menu_new (self->document, element->target.row, NULL), x, y);
  return TRUE;
}

/**
 * sl_timeline_open_menu:
 *
 * Opens the menu of the box or the row that has the keyboard's focus.
 */
void
sl_timeline_open_menu (SlTimelineWidget *self)
{
  SlScene *scene = sl_picture_widget_get_scene (SL_PICTURE_WIDGET (self));
  const SlElement *element;
  float box[4];
  guint row;

  if (scene == NULL || self->focus.row == NULL ||
      !sl_rows_find (sl_scene_get_rows (scene), self->focus.row, &row))
    return;

  element = self->focus.type == SL_TARGET_ITEMS && !sl_timeline_proxies_is_on_header (self->proxies)
                ? sl_scene_find (scene, &self->focus)
                : NULL;
  if (element != NULL)
    open_element (self, element, element->span.begin, element->x + element->width / 2,
                  element->y + element->height);
  else if (sl_scene_get_header_box (scene, row, box))
    open_menu (self, sl_row_menu_new (self->document, self->focus.row, NULL), box[0] + box[2] / 2,
               box[1] + box[3]);
}
