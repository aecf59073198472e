/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The order in which slides build a schedule up. */

#include "sl-tikz-private.h"

static int
compare_times (gconstpointer a, gconstpointer b)
{
  SlTime one = *(const SlTime *) a, other = *(const SlTime *) b;

  return (one > other) - (one < other);
}

/* What is not recorded is drawn whatever is stepped through. */
static gboolean
is_step (const SlElement *element)
{
  return element->type != SL_ELEMENT_GAP && sl_element_happens (element);
}

/**
 * sl_tikz_find_steps:
 *
 * Returns: (transfer full) (element-type SlTime): one slide for each instant at which something
 *   begins
 */
GArray *
sl_tikz_find_steps (SlScene *scene)
{
  GArray *steps = g_array_new (FALSE, FALSE, sizeof (SlTime));
  guint n_kept = 0;

  for (guint i = 1; i < sl_scene_get_n_elements (scene); i++)
    {
      const SlElement *element = sl_scene_get_element (scene, i);

      if (is_step (element))
        g_array_append_val (steps, element->span.begin);
    }
  g_array_sort (steps, compare_times);
  for (guint i = 0; i < steps->len; i++)
    {
      SlTime time = g_array_index (steps, SlTime, i);

      if (n_kept == 0 || g_array_index (steps, SlTime, n_kept - 1) != time)
        g_array_index (steps, SlTime, n_kept++) = time;
    }
  g_array_set_size (steps, n_kept);

  return steps;
}

/**
 * sl_tikz_get_slide:
 *
 * Returns: the slide from which on the shape is seen, the first one showing the bare rows; 0 for all
 */
guint
sl_tikz_get_slide (const SlTikzContext *self, const SlShape *shape)
{
  const SlElement *element = sl_scene_get_element (self->scene, shape->element);

  if (self->steps == NULL || shape->element == 0 || !is_step (element))
    return 0;

  for (guint i = 0; i < self->steps->len; i++)
    {
      if (g_array_index (self->steps, SlTime, i) == element->span.begin)
        return i + 2;
    }

  return 0;
}
