/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-svg-writer.h"

#include <math.h>

#include "sl-svg-shape.h"
#include "sl-svg-text.h"
#include "sl-text.h"

static const char *const layer_ids[] = {
  [SL_LAYER_PAGE] = "page",     [SL_LAYER_BOXES] = "boxes",  [SL_LAYER_MARKS] = "marks",
  [SL_LAYER_LABELS] = "labels", [SL_LAYER_GAPS] = "gaps",    [SL_LAYER_MISSES] = "misses",
  [SL_LAYER_USER] = "user",     [SL_LAYER_FRAME] = "chrome",
};
G_STATIC_ASSERT (G_N_ELEMENTS (layer_ids) == SL_N_LAYERS);

/* Where the writer stands inside a layer: a group a row, in it a group an element. */
typedef struct
{
  guint row; /* G_MAXUINT for none */
  guint32 element;
} Place;

static void
write_title (SlSvgContext *self, const char *title, const char *detail)
{
  if (title == NULL || title[0] == '\0')
    return;

  g_string_append (self->text, "<title>");
  sl_svg_append_escaped (self->text, title);
  if (detail != NULL && detail[0] != '\0')
    {
      g_string_append_c (self->text, '\n');
      sl_svg_append_escaped (self->text, detail);
    }
  g_string_append (self->text, "</title>");
}

static void
write_element_title (SlSvgContext *self, const SlElement *element)
{
  g_autofree char *title = NULL;
  g_autofree char *detail = NULL;

  switch ((int) element->type)
    {
    case SL_ELEMENT_NONE:
    case SL_ELEMENT_ROW:
    case SL_ELEMENT_HEADING:
    case SL_ELEMENT_RULER:
    case SL_ELEMENT_CURSOR:
    case SL_ELEMENT_SELECTION:
      return;
    default:
      title = sl_text_tooltip_title (self->scene, element);
      detail = sl_text_tooltip_detail (self->scene, element);
      write_title (self, title, detail);
    }
}

static void
leave_element (SlSvgContext *self, Place *place)
{
  if (place->element == 0)
    return;

  g_string_append (self->text, "</g>\n");
  place->element = 0;
}

static void
leave_row (SlSvgContext *self, Place *place)
{
  leave_element (self, place);
  if (place->row == G_MAXUINT)
    return;

  g_string_append (self->text, "</g>\n");
  place->row = G_MAXUINT;
}

static void
enter_row (SlSvgContext *self, Place *place, guint row)
{
  const SlRow *info;

  leave_row (self, place);
  if (row == G_MAXUINT)
    return;

  info = sl_rows_get (sl_scene_get_rows (self->scene), row);
  g_string_append (self->text, "<g class=\"row\" data-row=\"");
  sl_svg_append_escaped (self->text, info->key);
  g_string_append (self->text, "\">\n");
  place->row = row;
}

/* From the first to the last pixel row that a shape touches, but for halos and outlines. */
static void
get_extent (SlSvgContext *self, const SlShape *shape, double *top, double *bottom)
{
  const SlPoint *points;

  *top = MIN (shape->y, shape->y + shape->height);
  *bottom = MAX (shape->y, shape->y + shape->height);
  if (shape->type == SL_SHAPE_TEXT)
    *top = *bottom = shape->y;
  if (shape->type != SL_SHAPE_PATH)
    return;

  points = sl_scene_get_points (self->scene, shape);
  *top = G_MAXFLOAT;
  *bottom = -G_MAXFLOAT;
  for (guint i = 0; i < shape->count; i++)
    {
      *top = MIN (*top, points[i].y);
      *bottom = MAX (*bottom, points[i].y);
    }
}

/* The row in which all of a shape lies that belongs to no element: labels, base lines, headers.
 * G_MAXUINT where there is none, as for the ruler and the grid. */
static guint
find_row (SlSvgContext *self, const SlShape *shape)
{
  SlRows *rows = sl_scene_get_rows (self->scene);
  double top, bottom, offset;
  guint first, last;
  float box[4];

  if (rows == NULL || sl_rows_get_count (rows) == 0 || !sl_scene_get_row_box (self->scene, 0, box))
    return G_MAXUINT;

  get_extent (self, shape, &top, &bottom);
  offset = box[1] - sl_rows_get (rows, 0)->y;
  if (top < offset || !sl_rows_at (rows, (int) floor (top - offset), &first) ||
      !sl_rows_at (rows, (int) ceil (bottom - offset) - 1, &last))
    return G_MAXUINT;

  return first >= last ? first : G_MAXUINT;
}

/* Opens and closes groups so that @shape lands in its own. */
static void
move_to (SlSvgContext *self, Place *place, const SlShape *shape)
{
  guint32 number = shape->element;
  const SlElement *element = number != 0 ? sl_scene_get_element (self->scene, number) : NULL;
  guint row = element != NULL ? element->row : find_row (self, shape);

  if (place->element != number)
    leave_element (self, place);
  if (place->row != row)
    enter_row (self, place, row);
  if (number == 0 || place->element == number)
    return;

  g_string_append (self->text, "<g>");
  write_element_title (self, element);
  place->element = number;
}

static void
write_layer (SlSvgContext *self, SlLayer layer)
{
  const SlShape *shapes = sl_scene_get_shapes (self->scene, layer);
  guint n_shapes = sl_scene_get_n_shapes (self->scene, layer);
  Place place = { G_MAXUINT, 0 };

  if (n_shapes == 0)
    return;

  g_string_append_printf (self->text, "<g class=\"%s\" clip-path=\"url(#clip-%s)\">\n",
                          layer_ids[layer], layer_ids[layer]);
  for (guint i = 0; i < n_shapes; i += 1u + shapes[i].joined)
    {
      move_to (self, &place, &shapes[i]);
      sl_svg_write_shape (self, &shapes[i]);
      if (place.element == 0)
        g_string_append_c (self->text, '\n');
    }
  leave_row (self, &place);
  g_string_append (self->text, "</g>\n");
}

static void
write_definitions (SlSvgContext *self)
{
  g_string_append (self->text, "<defs>\n");
  for (guint layer = 0; layer < SL_N_LAYERS; layer++)
    {
      const SlShape *shapes = sl_scene_get_shapes (self->scene, layer);
      guint n_shapes = sl_scene_get_n_shapes (self->scene, layer);
      float clip[4];

      if (n_shapes == 0)
        continue;

      sl_scene_get_clip (self->scene, layer, clip);
      g_string_append_printf (self->text, "<clipPath id=\"clip-%s\"><rect", layer_ids[layer]);
      sl_svg_append_attribute (self->text, "x", clip[0]);
      sl_svg_append_attribute (self->text, "y", clip[1]);
      sl_svg_append_attribute (self->text, "width", clip[2]);
      sl_svg_append_attribute (self->text, "height", clip[3]);
      g_string_append (self->text, "/></clipPath>\n");
      for (guint i = 0; i < n_shapes; i++)
        sl_svg_define_hatch (self, &shapes[i]);
    }
  g_string_append (self->text, "</defs>\n");
}

static void
write_head (SlSvgContext *self, const SlSvgOptions *options)
{
  int width = sl_scene_get_width (self->scene);
  int height = sl_scene_get_height (self->scene);

  g_string_append (self->text, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                               "<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\"");
  sl_svg_append_attribute (self->text, "width", width * options->scale);
  sl_svg_append_attribute (self->text, "height", height * options->scale);
  g_string_append_printf (self->text, " viewBox=\"0 0 %d %d\" font-family=\"", width, height);
  sl_svg_append_escaped (self->text, options->fonts->family);
  g_string_append (self->text, "\" xml:space=\"preserve\">\n");
  write_title (self, options->title, NULL);
  g_string_append (self->text, "<desc>Made with Slackline " SL_VERSION "</desc>\n");
}

/**
 * sl_svg_writer_write:
 * @scene: the picture
 *
 * Writes the same shapes in the same order as the painter. Shapes lie in a group a layer, in it a
 * group a row (its key is the attribute data-row), in it a group an element, whose title is what
 * the tooltip says in the window.
 *
 * Returns: (transfer full): a whole document, UTF-8
 */
GString *
sl_svg_writer_write (SlScene *scene, const SlSvgOptions *options)
{
  g_autoptr (GHashTable) hatches = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  SlSvgContext context = { g_string_new (NULL), scene, options->palette, options->fonts, hatches };

  write_head (&context, options);
  write_definitions (&context);
  for (guint layer = 0; layer < SL_N_LAYERS; layer++)
    write_layer (&context, layer);
  g_string_append (context.text, "</svg>\n");

  return context.text;
}
