/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What all parts of the scene builder draw with. */

#include "sl-build-private.h"

#include <math.h>
#include <string.h>

#include "sl-row-collect-private.h"
#include "sl-scene-parts.h"
#include "sl-textbook-size.h"
#include "sl-time-text.h"

/**
 * sl_row_pen_init:
 * @self: (out caller-allocates):
 * @row: number of the row
 * @info: what it shows
 *
 * Without what a filter asks for.
 */
void
sl_row_pen_init (SlRowPen *self, SlPicture *picture, guint row, const SlRow *info)
{
  guint number = info->lane.trace;
  SlTrace *trace = sl_trace_set_get_trace (picture->set, number);
  SlAnnotations *annotations = sl_trace_set_get_annotations (picture->set, number);

  *self = (SlRowPen) {
    .picture = picture,
    .row = row,
    .info = info,
    .lane = info->part != SL_ROW_HEADING ? sl_trace_get_lane (trace, info->lane.lane) : NULL,
    .trace = trace,
    .view = sl_view_in_trace (&picture->view, picture->set, number),
    .top = info->y + picture->row_shift,
    .base = info->y + picture->row_shift + info->height - 6,
    .idle_task = sl_annotations_get_idle_task (annotations, trace),
    .strength = info->matches ? 1 : SL_STRENGTH_DIMMED,
  };
  self->visible = self->view.visible;
}

/**
 * sl_build_x:
 * @own: tick of the row's trace
 *
 * Returns: pixels from the picture's left edge
 */
double
sl_build_x (const SlRowPen *self, SlTime own)
{
  SlTime time = sl_trace_set_to_reference (self->picture->set, self->info->lane.trace, own);

  return self->picture->plot_x + sl_view_x (&self->picture->view, time);
}

/**
 * sl_build_column:
 *
 * Returns: the plot's pixel column in which the tick lies, clamped to 0 … width − 1
 */
int
sl_build_column (const SlRowPen *self, SlTime own)
{
  SlTime time = sl_trace_set_to_reference (self->picture->set, self->info->lane.trace, own);
  gint64 column = sl_view_column (&self->picture->view, time);

  return (int) CLAMP (column, 0, self->picture->view.width - 1);
}

/**
 * sl_build_is_named:
 * @object: of the row's trace
 *
 * Returns: whether somebody gave it its name, which otherwise is an address
 */
gboolean
sl_build_is_named (SlRowPen *self, guint32 object)
{
  guint trace = self->info->lane.trace;
  const SlObject *found = sl_object_table_get (sl_trace_get_objects (self->trace), object);
  g_autofree char *reference = sl_object_to_string (found);

  if (sl_row_get_lock_name (self->picture->rows, trace, object) != NULL ||
      sl_annotations_get_name (sl_trace_set_get_annotations (self->picture->set, trace),
                               reference) != NULL)
    return TRUE;

  return found->name != NULL && strstr (found->name, "0x") == NULL;
}

/**
 * sl_build_name:
 * @object: of the row's trace; 0 for none
 *
 * Returns: (nullable): what the task model calls it if it is a lock, else its display name; owned by
 *   the scene
 */
const char *
sl_build_name (SlRowPen *self, guint32 object)
{
  guint trace = self->info->lane.trace;
  gpointer key = GSIZE_TO_POINTER ((gsize) trace << 32 | object);
  g_autofree char *name = NULL;
  const char *known;

  if (object == 0)
    return NULL;

  known = g_hash_table_lookup (self->picture->names, key);
  if (known != NULL)
    return known;

  name = g_strdup (sl_row_get_lock_name (self->picture->rows, trace, object));
  if (name == NULL)
    name = sl_annotations_dup_object_name (sl_trace_set_get_annotations (self->picture->set, trace),
                                           self->trace, object);
  known = sl_scene_add_string (self->picture->scene, name);
  g_hash_table_insert (self->picture->names, key, (gpointer) known);

  return known;
}

/**
 * sl_build_paint:
 * @colour: rank; -1 for things without a colour of their own, which are grey
 *
 * Returns: the paint, weakened where the filter dims the row
 */
SlPaint
sl_build_paint (const SlRowPen *self, SlPaintRole role, int colour, double alpha)
{
  alpha *= self->strength;
  if (colour >= 0 || role > SL_PAINT_OUTLINE)
    return sl_paint_object (role, (guint) MAX (colour, 0), alpha);
  if (role == SL_PAINT_LABEL)
    return sl_paint_alpha (SL_PAINT_VIEW, alpha);
  if (role == SL_PAINT_OUTLINE)
    return sl_paint_alpha (SL_PAINT_INK, alpha);

  return sl_paint_alpha (SL_PAINT_DENSITY, alpha);
}

/**
 * sl_build_add_items:
 * @own: ticks of the row's trace
 *
 * Returns: number of a new element for @count items of a track of the row at hand
 */
guint32
sl_build_add_items (SlRowPen *self,
                    SlElementType type,
                    guint track,
                    guint64 index,
                    guint64 count,
                    SlSpan own)
{
  guint trace = self->info->lane.trace;
  SlElement element = {
    .type = type,
    .row = self->row,
    .target = { SL_TARGET_ITEMS, trace, self->info->key, track, index, count },
    .span = { sl_trace_set_to_reference (self->picture->set, trace, own.begin),
              sl_trace_set_to_reference (self->picture->set, trace, own.end) },
    .count = count,
  };

  return sl_scene_add_element (self->picture->scene, &element);
}

/**
 * sl_build_place:
 *
 * Says where the element is drawn.
 */
void
sl_build_place (SlPicture *self, guint32 element, SlBox box)
{
  SlElement *edited = sl_scene_edit_element (self->scene, element);

  edited->x = box.x;
  edited->y = box.y;
  edited->width = box.width;
  edited->height = box.height;
}

/**
 * sl_build_box:
 *
 * Returns: a filled rectangle, to be given an outline or round corners
 */
SlShape *
sl_build_box (SlPicture *self, SlLayer layer, guint32 element, SlBox box, SlPaint fill)
{
  return sl_scene_add_box (self->scene, layer, element, box, fill);
}

/**
 * sl_build_line:
 *
 * Returns: a line from the left upper corner of @box to the right lower one; sizes below 0 turn it round
 */
SlShape *
sl_build_line (SlPicture *self,
               SlLayer layer,
               guint32 element,
               SlBox box,
               SlPaint stroke,
               double line_width)
{
  SlShape *shape = sl_scene_add_shape (self->scene, layer, SL_SHAPE_LINE, element);

  shape->x = box.x;
  shape->y = box.y;
  shape->width = box.width;
  shape->height = box.height;
  shape->stroke = stroke;
  shape->line_width = (float) line_width;

  return shape;
}

/**
 * sl_build_hatch:
 *
 * Returns: a hatched rectangle; spacing and line width follow the hatch
 */
SlShape *
sl_build_hatch (SlPicture *self,
                SlLayer layer,
                guint32 element,
                SlHatch hatch,
                SlBox box,
                SlPaint stroke)
{
  return sl_scene_add_hatch (self->scene, layer, element, hatch, box, stroke);
}

/**
 * sl_build_text:
 *
 * Returns: a piece of text without a halo
 */
SlShape *
sl_build_text (SlPicture *self, SlLayer layer, SlTextSpot spot, const char *text, SlPaint paint)
{
  return sl_scene_add_text (self->scene, self->measure, layer, spot, text, paint);
}

/**
 * sl_build_scaled:
 * @pixels: at scale 1
 *
 * Returns: pixels of what holds text of the interface font, and grows with it
 */
int
sl_build_scaled (const SlPicture *self, int pixels)
{
  /* The signs of a legend have no rows, and one size. */
  return self->rows != NULL ? (int) lround (pixels * sl_rows_get_font_scale (self->rows)) : pixels;
}

/**
 * sl_build_middle:
 *
 * Returns: the base line that puts a line of text's middle at @y
 */
double
sl_build_middle (SlPicture *self, SlFont font, double y)
{
  return sl_scene_get_text_middle (self->measure, font, y);
}

/**
 * sl_build_units:
 * @units: (out caller-allocates):
 * @shown: as in #SlRowUnitsQuery
 * @group: called with @self
 * @bridge: as in #SlRowUnitsQuery; 0 for none
 *
 * Finds what is drawn of a track of the row at hand.
 */
void
sl_build_units (SlRowPen *self,
                SlRowUnits *units,
                const SlTrack *track,
                SlState shown,
                SlGroupFunc group,
                guint bridge)
{
  const SlRowUnitsQuery query = {
    track, shown, &self->view, self->picture->options->cache, self->picture->rows, bridge
  };

  sl_row_units_init (units, &query, group, self);
}

/**
 * sl_build_dots:
 * @y: top of what it stands above
 *
 * The sign that more is hidden: square dots of 2 pixels every 4, at places that do not depend on
 * where the dots begin, so that neighbouring rows are one.
 */
void
sl_build_dots (SlRowPen *self, guint32 element, double x, double y, double width)
{
  int begin = (int) floor (MAX (x, self->picture->plot_x));
  int end = (int) ceil (MIN (x + width, self->picture->plot_x + self->picture->view.width));
  SlShape *shape;
  guint8 *values;

  if (end <= begin)
    return;

  shape = sl_scene_add_shape (self->picture->scene, SL_LAYER_MARKS, SL_SHAPE_STRIP, element);
  shape->x = (float) begin;
  shape->y = (float) (round (y) - 4);
  shape->width = (float) (end - begin);
  shape->height = 2;
  shape->fill = sl_build_paint (self, SL_PAINT_INK, -1, 1);
  values = sl_scene_add_values (self->picture->scene, shape, (guint) (end - begin));
  for (int i = begin; i < end; i++)
    values[(i - begin) * 2 + 1] = i % 4 < 2 ? 255 : 0;
}

static char *
dup_count (guint64 count)
{
  g_autofree char *digits = g_strdup_printf ("%" G_GUINT64_FORMAT, count);

  return sl_time_text_group (digits);
}

/**
 * sl_build_badge_width:
 *
 * Returns: of sl_build_badge(), in pixels
 */
double
sl_build_badge_width (const SlPicture *self, guint64 count)
{
  g_autofree char *text = dup_count (count);

  return sl_text_measure_width (self->measure, SL_FONT_ROW_BOLD, text) + sl_build_scaled (self, 10);
}

/**
 * sl_build_badge:
 * @y: its middle
 *
 * How many are folded, in a small frame.
 */
void
sl_build_badge (SlRowPen *self, guint32 element, double x, double y, guint64 count)
{
  g_autofree char *text = dup_count (count);
  double width = sl_build_badge_width (self->picture, count);
  int radius = sl_build_scaled (self->picture, 7);
  SlShape *box = sl_build_box (self->picture, SL_LAYER_LABELS, element,
                               sl_box (x, y - radius, width, 2 * radius),
                               sl_build_paint (self, SL_PAINT_VIEW, -1, 0.94));

  box->radius = (float) radius;
  box->stroke = sl_build_paint (self, SL_PAINT_INK, -1, 0.6);
  box->line_width = 1;
  sl_build_text (self->picture, SL_LAYER_LABELS,
                 (SlTextSpot) { SL_FONT_ROW_BOLD, SL_ANCHOR_MIDDLE, x + width / 2,
                                sl_build_middle (self->picture, SL_FONT_ROW_BOLD, y) },
                 text, sl_build_paint (self, SL_PAINT_INK, -1, 1));
}

/**
 * sl_build_miss:
 * @x, @y: middle
 * @radius: half a diagonal
 * @hollow: for an overrun instead of a miss
 *
 * The diamond with a cross, which belongs to lateness alone.
 */
void
sl_build_miss (SlPicture *self,
               SlLayer layer,
               guint32 element,
               double x,
               double y,
               double radius,
               gboolean hollow)
{
  const float r = (float) radius, cx = (float) x, cy = (float) y;
  const SlPoint diamond[] = { { cx, cy - r }, { cx + r, cy }, { cx, cy + r }, { cx - r, cy } };
  const float arm = r * 0.28f;
  SlShape *shape = sl_scene_add_shape (self->scene, layer, SL_SHAPE_PATH, element);

  shape->fill = sl_paint (hollow ? SL_PAINT_VIEW : SL_PAINT_MISS);
  shape->stroke = sl_paint (hollow ? SL_PAINT_MISS : SL_PAINT_VIEW);
  shape->line_width = hollow ? 1.5f : 1;
  sl_scene_add_points (self->scene, shape, diamond, G_N_ELEMENTS (diamond));
  if (radius < 4)
    return;

  for (int direction = -1; direction <= 1; direction += 2)
    sl_build_line (self, layer, element,
                   sl_box (cx - arm, cy - arm * (float) direction, arm * 2,
                           arm * 2 * (float) direction),
                   sl_paint (hollow ? SL_PAINT_MISS : SL_PAINT_VIEW), r * 0.21f);
}

/**
 * sl_textbook_get_base:
 *
 * Returns: y of the row's base line
 */
double
sl_textbook_get_base (const SlPicture *picture, const SlRow *row)
{
  return row->y + picture->row_shift + sl_build_scaled (picture, SL_TEXTBOOK_BASE) +
         (sl_row_has_deadlines (picture->rows, row) ? SL_TEXTBOOK_ARCS : 0);
}
