/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-timeline-input.h"

#include <math.h>

#include "sl-address-edit.h"
#include "sl-tooltip.h"

/* What is where in the timeline, for the pointer. */

#define FLAG_REACH 9
#define EDGE_REACH 4

gboolean
sl_timeline_input_is_on_header (SlTimelineInput *self, double x)
{
  return x < sl_picture_widget_get_header_width (SL_PICTURE_WIDGET (self->timeline));
}

/* The pixel of the plot that is nearest to @x: in the margins it is the first or the last one. */
double
sl_timeline_input_get_plot_x (SlTimelineInput *self, double x)
{
  SlScene *scene = sl_picture_widget_get_scene (SL_PICTURE_WIDGET (self->timeline));

  if (scene == NULL)
    return 0;

  return CLAMP (x - sl_scene_get_plot_x (scene), 0, sl_scene_get_view (scene).width);
}

gboolean
sl_timeline_input_is_in_ruler (SlTimelineInput *self, double y)
{
  return y < sl_timeline_get_top_height (self->timeline);
}

/* The flag of a cursor in the strip below the ruler. */
gboolean
sl_timeline_input_find_flag (SlTimelineInput *self, double x, double y, SlCursor *cursor)
{
  SlViewState *state = sl_document_get_state (self->timeline->document);
  int strip = sl_band_get_height (sl_document_get_rows (self->timeline->document));
  const SlElement *flag;
  SlView view;

  if (y < sl_timeline_get_top_height (self->timeline) - strip ||
      !sl_timeline_input_is_in_ruler (self, y) || !sl_timeline_get_view (self->timeline, &view))
    return FALSE;

  flag = sl_timeline_input_pick (self, x, y);
  if (flag != NULL && flag->type == SL_ELEMENT_CURSOR)
    {
      *cursor = (SlCursor) flag->detail;
      return TRUE;
    }

  for (int i = SL_N_CURSORS - 1; i >= 0; i--)
    {
      SlTime time;

      if (sl_view_state_get_cursor (state, (SlCursor) i, &time) &&
          fabs (sl_view_x (&view, time) - sl_timeline_input_get_plot_x (self, x)) <= FLAG_REACH)
        {
          *cursor = (SlCursor) i;
          return TRUE;
        }
    }
  return FALSE;
}

gboolean
sl_timeline_input_is_at_edge (SlTimelineInput *self, double x)
{
  return fabs (x - sl_picture_widget_get_header_width (SL_PICTURE_WIDGET (self->timeline))) <=
         EDGE_REACH;
}

const SlElement *
sl_timeline_input_pick (SlTimelineInput *self, double x, double y)
{
  SlScene *scene = sl_picture_widget_get_scene (SL_PICTURE_WIDGET (self->timeline));

  return scene != NULL ? sl_scene_pick (scene, x, y) : NULL;
}

/**
 * sl_timeline_input_find_row:
 * @y: in pixels of the timeline
 *
 * Returns: (nullable) (transfer none): key of the row there; good as long as the rows
 */
const char *
sl_timeline_input_find_row (SlTimelineInput *self, double y)
{
  const SlElement *element = sl_timeline_input_pick (self, 1, y);

  return element != NULL && element->type == SL_ELEMENT_ROW ? element->target.row : NULL;
}

/**
 * sl_timeline_input_find_border:
 *
 * Returns: (nullable) (transfer none): key of the row whose lower border is there beside its name, to change its
 *   height; good as long as the rows
 */
const char *
sl_timeline_input_find_border (SlTimelineInput *self, double x, double y)
{
  SlScene *scene = sl_picture_widget_get_scene (SL_PICTURE_WIDGET (self->timeline));
  const SlElement *element = sl_timeline_input_pick (self, 1, y - EDGE_REACH);
  const SlRow *row;
  float box[4];

  /* Rows of the textbook are of one height. */
  if (element == NULL || element->type != SL_ELEMENT_ROW ||
      !sl_timeline_input_is_on_header (self, x) ||
      sl_view_state_get_style (sl_document_get_state (self->timeline->document)) !=
          SL_STYLE_COMPACT ||
      !sl_scene_get_row_box (scene, element->row, box) || fabs (box[1] + box[3] - y) > EDGE_REACH)
    return NULL;

  row = sl_rows_get (sl_document_get_rows (self->timeline->document), element->row);
  return row->part != SL_ROW_HEADING && !row->is_thin ? row->key : NULL;
}

/**
 * sl_timeline_input_find_addresses:
 * @row: (out) (transfer none): key of the map of pages or ports at @y
 * @place: (out): of @y in it, 0 at its bottom and 1 at its top
 *
 * Returns: whether there is one
 */
gboolean
sl_timeline_input_find_addresses (SlTimelineInput *self, double y, const char **row, double *place)
{
  SlScene *scene = sl_picture_widget_get_scene (SL_PICTURE_WIDGET (self->timeline));
  const SlElement *element = sl_timeline_input_pick (self, 1, y);
  float box[4];

  if (element == NULL || element->type != SL_ELEMENT_ROW ||
      !sl_address_edit_has_axis (self->timeline->document, element->target.row) ||
      !sl_scene_get_row_box (scene, element->row, box))
    return FALSE;

  *row = element->target.row;
  *place = 1 - (y - box[1]) / MAX (box[3], 1);
  return TRUE;
}

/**
 * sl_timeline_input_find_marker:
 * @part: (out) (optional): what of it is there: either end of a span, or else all of it
 *
 * Returns: (nullable): the flag of a marker in the strip below the ruler, unless that of a cursor is over it, or
 *   the tag or the head of what is drawn over rows
 */
const SlElement *
sl_timeline_input_find_marker (SlTimelineInput *self, double x, double y, SlMarkerPart *part)
{
  const SlElement *element = sl_timeline_input_pick (self, x, y);
  double at = sl_timeline_input_get_plot_x (self, x);
  double begin, end;
  SlCursor cursor;
  SlView view;

  if (element == NULL || element->type != SL_ELEMENT_MARKER ||
      sl_timeline_input_find_flag (self, x, y, &cursor) ||
      !sl_timeline_get_view (self->timeline, &view))
    return NULL;
  if (part == NULL)
    return element;

  *part = element->detail == SL_MARKER_HEAD ? SL_MARKER_END : SL_MARKER_WHOLE;
  begin = sl_view_x (&view, element->span.begin);
  end = sl_view_x (&view, element->span.end);
  /* Of a narrow one, a part in the middle is left to move it by. */
  if (element->span.begin == element->span.end || element->state != SL_MARKER_FLAG)
    return element;
  if (fabs (at - begin) <= MIN (EDGE_REACH, (end - begin) / 4))
    *part = SL_MARKER_BEGIN;
  else if (fabs (at - end) <= MIN (EDGE_REACH, (end - begin) / 4))
    *part = SL_MARKER_END;
  return element;
}

/**
 * sl_timeline_query_tooltip:
 * @keyboard: of what has the focus; else of what is at @x, @y
 *
 * Returns: whether there is something to say
 */
gboolean
sl_timeline_query_tooltip (GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip)
{
  SlTimelineWidget *self = SL_TIMELINE_WIDGET (widget);
  SlScene *scene = sl_picture_widget_get_scene (SL_PICTURE_WIDGET (self));
  const SlElement *element;
  GdkRectangle area;

  /* It would cover what is dragged. */
  if (scene == NULL || sl_timeline_input_is_dragging (self->input))
    return FALSE;

  if (!keyboard && sl_timeline_input_is_in_ruler (self->input, y) &&
      !sl_timeline_input_is_on_header (self->input, x))
    {
      const SlElement *sign = sl_scene_pick (scene, x, y);

      if (sign == NULL || sign->type == SL_ELEMENT_RULER)
        {
          sl_tooltip_fill_ruler (tooltip);
          /* Down to the end of the strip with the flags, which it would cover. GTK shows it while the pointer is inside. */
          area = (GdkRectangle) { x - 8, y, 16, MAX (sl_timeline_get_top_height (self) - y, 1) };
          gtk_tooltip_set_tip_area (tooltip, &area);
          return !self->is_plain;
        }
    }

  element = keyboard ? sl_scene_find (scene, &self->focus) : sl_scene_pick (scene, x, y);
  /* A row says its name in its header only. */
  if (element == NULL ||
      (element->type == SL_ELEMENT_ROW && !sl_timeline_input_is_on_header (self->input, x)) ||
      !sl_tooltip_fill (tooltip, scene, element, keyboard ? element->x : x,
                        sl_picture_widget_get_palette (SL_PICTURE_WIDGET (self))))
    return FALSE;

  area = (GdkRectangle) { (int) element->x, (int) element->y, MAX ((int) element->width, 1),
                          MAX ((int) element->height, 1) };
  if (!keyboard)
    {
      /* A wide box would put its tooltip far from the pointer. */
      area.x = x - 8;
      area.width = 16;
    }
  gtk_tooltip_set_tip_area (tooltip, &area);
  return TRUE;
}
