/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-scene-private.h"

#include <string.h>

/* What a picture full of counts needs, so that it is not moved again and again while it grows; values
 * are bytes a column. */
#define RESERVED_ELEMENTS 4096
#define RESERVED_VALUES   256

G_DEFINE_BOXED_TYPE (SlScene, sl_scene, sl_scene_ref, sl_scene_unref)

/**
 * sl_scene_new:
 * @width: pixels of the whole picture
 * @height: pixels of the whole picture
 * @view: of the plot
 * @rows: (nullable) (transfer none): what elements' rows are numbers in
 *
 * An empty scene to build; layers are not clipped until sl_scene_set_clip(). Once it is handed
 * on it must not be changed any more.
 */
SlScene *
sl_scene_new (int width, int height, SlView view, SlRows *rows)
{
  SlScene *self = g_new0 (SlScene, 1);
  SlElement none = { .type = SL_ELEMENT_NONE, .row = G_MAXUINT };

  g_atomic_ref_count_init (&self->ref_count);
  self->width = width;
  self->height = height;
  self->view = view;
  self->rows = rows != NULL ? sl_rows_ref (rows) : NULL;
  self->elements = g_array_sized_new (FALSE, FALSE, sizeof (SlElement), RESERVED_ELEMENTS);
  self->points = g_array_new (FALSE, FALSE, sizeof (SlPoint));
  self->values = g_byte_array_sized_new ((guint) CLAMP (width, 1, 4096) * RESERVED_VALUES);
  self->strings = g_string_chunk_new (1024);
  for (guint i = 0; i < SL_N_LAYERS; i++)
    {
      self->layers[i] = g_array_new (FALSE, FALSE, sizeof (SlShape));
      sl_scene_set_clip (self, i, 0, 0, (float) width, (float) height);
    }
  g_array_append_val (self->elements, none);

  return self;
}

/**
 * sl_scene_ref:
 */
SlScene *
sl_scene_ref (SlScene *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * sl_scene_unref:
 */
void
sl_scene_unref (SlScene *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  for (guint i = 0; i < SL_N_LAYERS; i++)
    g_array_unref (self->layers[i]);
  g_array_unref (self->elements);
  g_array_unref (self->points);
  g_byte_array_unref (self->values);
  g_string_chunk_free (self->strings);
  g_clear_pointer (&self->rows, sl_rows_unref);
  g_free (self);
}

/**
 * sl_scene_get_width:
 */
int
sl_scene_get_width (const SlScene *self)
{
  return self->width;
}

/**
 * sl_scene_get_height:
 */
int
sl_scene_get_height (const SlScene *self)
{
  return self->height;
}

/**
 * sl_scene_get_view:
 *
 * Returns: ticks and pixels of the plot; its pixel 0 is at sl_scene_get_plot_x()
 */
SlView
sl_scene_get_view (const SlScene *self)
{
  return self->view;
}

/**
 * sl_scene_get_plot_x:
 *
 * Returns: left edge of the plot, which is as wide as the view
 */
int
sl_scene_get_plot_x (const SlScene *self)
{
  return self->plot_x;
}

/**
 * sl_scene_get_plot_y:
 *
 * Returns: top of the room in which rows are drawn
 */
int
sl_scene_get_plot_y (const SlScene *self)
{
  return self->plot_y;
}

/**
 * sl_scene_get_explained:
 *
 * Returns: (transfer none) (nullable): what the letters in a textbook picture stand for
 */
const char *
sl_scene_get_explained (const SlScene *self)
{
  return self->explained;
}

/**
 * sl_scene_get_unit:
 *
 * Returns: (transfer none) (nullable): of the grid of a textbook picture with its signs
 */
const SlTextbookUnit *
sl_scene_get_unit (const SlScene *self)
{
  return self->has_unit ? &self->unit : NULL;
}

/**
 * sl_scene_get_rows:
 *
 * Returns: (transfer none) (nullable):
 */
SlRows *
sl_scene_get_rows (const SlScene *self)
{
  return self->rows;
}

/**
 * sl_scene_get_n_shapes:
 */
guint
sl_scene_get_n_shapes (const SlScene *self, SlLayer layer)
{
  return self->layers[layer]->len;
}

/**
 * sl_scene_get_shapes:
 *
 * Returns: (array) (transfer none): in drawing order
 */
const SlShape *
sl_scene_get_shapes (const SlScene *self, SlLayer layer)
{
  return (const SlShape *) self->layers[layer]->data;
}

/**
 * sl_scene_get_clip:
 * @clip: (out): x, y, width and height to which all shapes of the layer are cut
 */
void
sl_scene_get_clip (const SlScene *self, SlLayer layer, float clip[4])
{
  memcpy (clip, self->clips[layer], sizeof self->clips[layer]);
}

/**
 * sl_scene_get_points:
 *
 * Returns: (array) (transfer none): the @count points of a path
 */
const SlPoint *
sl_scene_get_points (const SlScene *self, const SlShape *shape)
{
  return &g_array_index (self->points, SlPoint, shape->first);
}

/**
 * sl_scene_get_values:
 *
 * Returns: (array) (transfer none): bottom and top of each of the @count columns of a strip
 */
const guint8 *
sl_scene_get_values (const SlScene *self, const SlShape *shape)
{
  return self->values->data + shape->first;
}

/**
 * sl_scene_get_n_elements:
 *
 * Returns: their number, with element 0, which is none
 */
guint
sl_scene_get_n_elements (const SlScene *self)
{
  return self->elements->len;
}

/**
 * sl_scene_get_element:
 */
const SlElement *
sl_scene_get_element (const SlScene *self, guint element)
{
  g_return_val_if_fail (element < self->elements->len, NULL);

  return &g_array_index (self->elements, SlElement, element);
}

/**
 * sl_scene_set_plot:
 * @x: left edge of the plot
 * @y: top of the room for rows
 * @row_shift: y at which the first row's top lies; above @y where rows are scrolled
 */
void
sl_scene_set_plot (SlScene *self, int x, int y, int row_shift)
{
  self->plot_x = x;
  self->plot_y = y;
  self->row_shift = row_shift;
}

/**
 * sl_scene_set_header_width:
 * @width: pixels that the headers of rows take, from the left edge; at most up to the plot
 */
void
sl_scene_set_header_width (SlScene *self, int width)
{
  self->header_width = width;
}

/**
 * sl_scene_set_clip:
 *
 * Cuts a layer to a rectangle.
 */
void
sl_scene_set_clip (SlScene *self, SlLayer layer, float x, float y, float width, float height)
{
  const float clip[4] = { x, y, width, height };

  memcpy (self->clips[layer], clip, sizeof clip);
}

/**
 * sl_scene_set_unit:
 * @unit: copied; its clock is that of the rows' traces
 */
void
sl_scene_set_unit (SlScene *self, const SlTextbookUnit *unit)
{
  self->unit = *unit;
  self->has_unit = TRUE;
}

/**
 * sl_scene_set_explained:
 * @text: what the letters in the picture stand for
 */
void
sl_scene_set_explained (SlScene *self, const char *text)
{
  self->explained = sl_scene_add_string (self, text);
}

/**
 * sl_scene_set_height:
 *
 * For pictures whose height follows from what they hold.
 */
void
sl_scene_set_height (SlScene *self, int height)
{
  self->height = height;
}

/**
 * sl_scene_move_shapes:
 * @first: number of a shape in @from; this one and all after it are drawn last in @to
 */
void
sl_scene_move_shapes (SlScene *self, SlLayer from, guint first, SlLayer to)
{
  GArray *shapes = self->layers[from];

  if (first >= shapes->len)
    return;

  g_array_append_vals (self->layers[to], &g_array_index (shapes, SlShape, first),
                       shapes->len - first);
  g_array_set_size (shapes, first);
}

/**
 * sl_shape_get_label_width:
 * @self: a text, in its layer: the first of its label
 */
double
sl_shape_get_label_width (const SlShape *self)
{
  const SlShape *last = self + self->joined;

  return self->joined > 0 ? last->x + last->width - self->x : self->width;
}

/**
 * sl_shape_get_label_x:
 * @self: as of sl_shape_get_label_width()
 *
 * Returns: where the label's anchor is
 */
double
sl_shape_get_label_x (const SlShape *self)
{
  double halves = (double) self->label_anchor - (double) self->anchor;

  return self->x + halves / 2 * sl_shape_get_label_width (self);
}

/**
 * sl_scene_join_texts:
 * @first: number of a text in @layer; this one and those after it, one after the other to the right
 *   and at most 256, are one label
 * @label_anchor: the point of the label that stays where it is in any font
 */
void
sl_scene_join_texts (SlScene *self,
                     SlLayer layer,
                     guint first,
                     guint n_shapes,
                     SlAnchor label_anchor)
{
  for (guint i = 0; i < n_shapes; i++)
    {
      SlShape *shape = &g_array_index (self->layers[layer], SlShape, first + i);

      shape->joined = (guint8) (n_shapes - 1 - i);
      shape->label_anchor = (guint8) label_anchor;
    }
}

/**
 * sl_scene_add_element:
 * @element: copied
 *
 * Returns: its number, for shapes
 */
guint32
sl_scene_add_element (SlScene *self, const SlElement *element)
{
  g_array_append_val (self->elements, *element);
  return self->elements->len - 1;
}

/**
 * sl_scene_edit_element:
 *
 * Returns: (transfer none): valid until another element is added
 */
SlElement *
sl_scene_edit_element (SlScene *self, guint32 element)
{
  return &g_array_index (self->elements, SlElement, element);
}

/**
 * sl_scene_add_shape:
 * @element: number of the element it belongs to; 0 for none
 *
 * Returns: (transfer none): an empty shape to fill in; valid until another is added
 */
SlShape *
sl_scene_add_shape (SlScene *self, SlLayer layer, SlShapeType type, guint32 element)
{
  SlShape shape = { .type = (guint8) type, .element = element };

  g_array_append_val (self->layers[layer], shape);
  return &g_array_index (self->layers[layer], SlShape, self->layers[layer]->len - 1);
}

/**
 * sl_scene_add_points:
 * @points: copied
 */
void
sl_scene_add_points (SlScene *self, SlShape *shape, const SlPoint *points, guint n_points)
{
  shape->first = self->points->len;
  shape->count = n_points;
  g_array_append_vals (self->points, points, n_points);
}

/**
 * sl_scene_add_values:
 * @n_values: columns
 *
 * Returns: (array) (transfer none): two zeros a column to fill in: bottom and top of its bar;
 *   valid until more values are added
 */
guint8 *
sl_scene_add_values (SlScene *self, SlShape *shape, guint n_values)
{
  guint first = self->values->len;

  shape->first = first;
  shape->count = n_values;
  g_byte_array_set_size (self->values, first + n_values * 2);
  memset (self->values->data + first, 0, n_values * 2);

  return self->values->data + first;
}

/**
 * sl_scene_add_string:
 *
 * Returns: (transfer none): a copy that lives as long as the scene
 */
const char *
sl_scene_add_string (SlScene *self, const char *text)
{
  return g_string_chunk_insert_const (self->strings, text);
}

/**
 * sl_element_happens:
 *
 * Returns: whether the element shows something that happened, or a gap in which nobody knows, and is
 *   not there to read others by
 */
gboolean
sl_element_happens (const SlElement *self)
{
  switch (self->type)
    {
    case SL_ELEMENT_BOX:
    case SL_ELEMENT_FOLD:
    case SL_ELEMENT_RELEASE:
    case SL_ELEMENT_DEADLINE:
    case SL_ELEMENT_FINISH:
    case SL_ELEMENT_MISS:
    case SL_ELEMENT_OVERRUN:
    case SL_ELEMENT_RECORDED_MISS:
    case SL_ELEMENT_TICK:
    case SL_ELEMENT_GAP:
    case SL_ELEMENT_INHERITS:
      return TRUE;
    case SL_ELEMENT_NONE:
    case SL_ELEMENT_ROW:
    case SL_ELEMENT_HEADING:
    case SL_ELEMENT_VALUE:
    case SL_ELEMENT_RULER:
    case SL_ELEMENT_CURSOR:
    case SL_ELEMENT_SELECTION:
    case SL_ELEMENT_TOPA_ENTRY:
    case SL_ELEMENT_TOPA_REGION:
    case SL_ELEMENT_TOPA_POINTER:
    case SL_ELEMENT_MARKER:
    default:
      return FALSE;
    }
}
