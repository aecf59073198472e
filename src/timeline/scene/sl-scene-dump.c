/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A scene as text. */
#include "sl-scene-private.h"

/**
 * sl_element_type_get_id:
 *
 * Returns: (transfer none): the word for what an element is
 */
const char *
sl_element_type_get_id (SlElementType type)
{
  static const char *const names[] = {
    "none",       "row",         "heading",      "box",    "fold",    "value",
    "release",    "deadline",    "finish",       "miss",   "overrun", "recorded-miss",
    "tick",       "gap",         "inherits",     "ruler",  "cursor",  "selection",
    "topa-entry", "topa-region", "topa-pointer", "marker",
  };

  g_return_val_if_fail ((guint) type < G_N_ELEMENTS (names), names[0]);

  return names[type];
}

static void
dump_element (GString *text, const SlScene *self, const SlElement *element)
{
  g_string_append_printf (text, "%s", sl_element_type_get_id (element->type));
  if (element->row != G_MAXUINT)
    g_string_append_printf (text, " %s", sl_rows_get (self->rows, element->row)->key);
  if (element->type == SL_ELEMENT_BOX || element->type == SL_ELEMENT_FOLD)
    g_string_append_printf (text, " %s", sl_state_get_id (element->state));
  if (element->target.type == SL_TARGET_ITEMS)
    g_string_append_printf (text, " %u:%" G_GUINT64_FORMAT "+%" G_GUINT64_FORMAT,
                            element->target.track, element->target.index, element->target.count);
  if (element->type == SL_ELEMENT_MARKER)
    g_string_append_printf (text, " \"%s\"", element->label);
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
