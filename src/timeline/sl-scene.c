/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-scene.h"

#include <math.h>
#include <string.h>

/* What is smaller than this is still hit by a finger or an unsteady hand. */
#define HIT_WIDTH  8.0f
#define HIT_HEIGHT 16.0f

struct _SlScene
{
  gatomicrefcount ref_count;
  int width, height;
  SlView view;
  SlRows *rows;
  int plot_x, plot_y;
  int row_shift;               /* y on screen of the top of the first row */
  GArray *layers[SL_N_LAYERS]; /* of SlShape */
  float clips[SL_N_LAYERS][4];
  GArray *elements; /* of SlElement */
  GArray *points;   /* of SlPoint */
  GByteArray *values;
  GStringChunk *strings;
};

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
  self->elements = g_array_new (FALSE, FALSE, sizeof (SlElement));
  self->points = g_array_new (FALSE, FALSE, sizeof (SlPoint));
  self->values = g_byte_array_new ();
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

static int
get_rank (SlElementType type)
{
  switch (type)
    {
    case SL_ELEMENT_MISS:
    case SL_ELEMENT_OVERRUN:
      return 5;
    case SL_ELEMENT_RELEASE:
    case SL_ELEMENT_DEADLINE:
    case SL_ELEMENT_FINISH:
    case SL_ELEMENT_TICK:
    case SL_ELEMENT_INHERITS:
    case SL_ELEMENT_CURSOR:
      return 4;
    case SL_ELEMENT_BOX:
    case SL_ELEMENT_FOLD:
    case SL_ELEMENT_VALUE:
      return 3;
    case SL_ELEMENT_GAP:
      return 2;
    case SL_ELEMENT_ROW:
    case SL_ELEMENT_HEADING:
    case SL_ELEMENT_RULER:
      return 1;
    case SL_ELEMENT_SELECTION:
    case SL_ELEMENT_NONE:
    default:
      return 0;
    }
}

/* Squared distance to the element's rectangle; negative where it is out of reach. */
static double
get_distance (const SlElement *element, double x, double y)
{
  double reach_x = get_rank (element->type) > 1 ? MAX (HIT_WIDTH - element->width, 0) / 2 : 0;
  double reach_y = get_rank (element->type) > 2 ? MAX (HIT_HEIGHT - element->height, 0) / 2 : 0;
  double dx = MAX (MAX (element->x - x, x - (element->x + element->width)), 0);
  double dy = MAX (MAX (element->y - y, y - (element->y + element->height)), 0);

  if (dx > reach_x || dy > reach_y)
    return -1;

  return dx * dx + dy * dy;
}

/* What lies under the ruler or the headers is not to be seen there. */
static gboolean
is_covered (const SlScene *self, const SlElement *element, double x, double y)
{
  if (element->type == SL_ELEMENT_RULER || element->type == SL_ELEMENT_CURSOR)
    return FALSE;
  if (y < self->plot_y)
    return TRUE;

  return x < self->plot_x && element->type != SL_ELEMENT_ROW && element->type != SL_ELEMENT_HEADING;
}

/**
 * sl_scene_pick:
 * @x: pixels from the picture's left edge
 * @y: pixels from its top
 *
 * Marks go before boxes, boxes before rows; of two of a kind the nearer one, else the one drawn
 * later. Targets are at least 8 × 16 pixels.
 *
 * Returns: (nullable) (transfer none): what is there
 */
const SlElement *
sl_scene_pick (const SlScene *self, double x, double y)
{
  const SlElement *best = NULL;
  double best_distance = 0;
  int best_rank = 0;

  for (guint i = self->elements->len - 1; i > 0; i--)
    {
      const SlElement *element = &g_array_index (self->elements, SlElement, i);
      int rank = get_rank (element->type);
      double distance;

      if (rank == 0 || rank < best_rank || is_covered (self, element, x, y))
        continue;

      distance = get_distance (element, x, y);
      if (distance < 0 || (best != NULL && rank == best_rank && distance >= best_distance))
        continue;

      best = element;
      best_rank = rank;
      best_distance = distance;
    }

  return best;
}

/**
 * sl_scene_find:
 *
 * Returns: (nullable) (transfer none): the element that shows @thing, be it folded with others
 */
const SlElement *
sl_scene_find (const SlScene *self, const SlThing *thing)
{
  if (thing->type != SL_THING_ITEMS && thing->type != SL_THING_ROW)
    return NULL;

  for (guint i = 1; i < self->elements->len; i++)
    {
      const SlElement *element = &g_array_index (self->elements, SlElement, i);
      const SlThing *shown = &element->thing;

      if (shown->type != thing->type || shown->row != thing->row || shown->trace != thing->trace)
        continue;
      if (thing->type == SL_THING_ROW ||
          (shown->track == thing->track && thing->index >= shown->index &&
           thing->index - shown->index < shown->count))
        return element;
    }

  return NULL;
}

static void
set_box (float box[4], double x, double y, double width, double height)
{
  box[0] = (float) x;
  box[1] = (float) y;
  box[2] = (float) width;
  box[3] = (float) height;
}

static gboolean
is_on_screen (const SlScene *self, const SlRow *row)
{
  int y = row->y + self->row_shift;

  return y + row->height > self->plot_y && y < self->height;
}

/**
 * sl_scene_get_row_box:
 * @box: (out): x, y, width and height of the row's part of the plot, unclipped
 *
 * Returns: whether any of it is on screen
 */
gboolean
sl_scene_get_row_box (const SlScene *self, guint row, float box[4])
{
  const SlRow *info = sl_rows_get (self->rows, row);

  set_box (box, self->plot_x, info->y + self->row_shift, self->view.width, info->height);
  return is_on_screen (self, info);
}

/**
 * sl_scene_get_header_box:
 * @box: (out): x, y, width and height of the row's header, unclipped
 *
 * Returns: whether any of it is on screen
 */
gboolean
sl_scene_get_header_box (const SlScene *self, guint row, float box[4])
{
  const SlRow *info = sl_rows_get (self->rows, row);
  gboolean heading = info->part == SL_ROW_HEADING;

  set_box (box, 0, info->y + self->row_shift, heading ? self->width : self->plot_x, info->height);
  return is_on_screen (self, info);
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
 * sl_scene_set_clip:
 *
 * Cuts a layer to a rectangle.
 */
void
sl_scene_set_clip (SlScene *self, SlLayer layer, float x, float y, float width, float height)
{
  set_box (self->clips[layer], x, y, width, height);
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

static void
dump_element (GString *text, const SlScene *self, const SlElement *element)
{
  static const char *const names[] = {
    "none", "row",     "heading", "box", "fold",     "value", "release", "deadline",  "finish",
    "miss", "overrun", "tick",    "gap", "inherits", "ruler", "cursor",  "selection",
  };

  g_string_append_printf (text, "%s", names[element->type]);
  if (element->row != G_MAXUINT)
    g_string_append_printf (text, " %s", sl_rows_get (self->rows, element->row)->key);
  if (element->type == SL_ELEMENT_BOX || element->type == SL_ELEMENT_FOLD)
    g_string_append_printf (text, " %s", sl_state_get_id (element->state));
  if (element->thing.type == SL_THING_ITEMS)
    g_string_append_printf (text, " %u:%" G_GUINT64_FORMAT "+%" G_GUINT64_FORMAT,
                            element->thing.track, element->thing.index, element->thing.count);
  g_string_append_printf (text, " x %.2f y %.2f w %.2f h %.2f", element->x, element->y,
                          element->width, element->height);
  if (element->count > 1)
    g_string_append_printf (text, " count %" G_GUINT64_FORMAT, element->count);
  g_string_append_c (text, '\n');
}

/**
 * sl_scene_dump:
 *
 * Returns: (transfer full): a line an element, then a line a piece of text, for tests and for
 *   looking at what a picture holds
 */
char *
sl_scene_dump (const SlScene *self)
{
  GString *text = g_string_new (NULL);

  for (guint i = 1; i < self->elements->len; i++)
    dump_element (text, self, &g_array_index (self->elements, SlElement, i));

  for (guint layer = 0; layer < SL_N_LAYERS; layer++)
    {
      for (guint i = 0; i < self->layers[layer]->len; i++)
        {
          const SlShape *shape = &g_array_index (self->layers[layer], SlShape, i);

          if (shape->type == SL_SHAPE_TEXT)
            g_string_append_printf (text, "text \"%s\" x %.2f y %.2f\n", shape->text, shape->x,
                                    shape->y);
        }
    }

  return g_string_free (text, FALSE);
}
