/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-filter-pages.h"

#include <string.h>

#include "sl-unmapped.h"

struct _SlFilterPages
{
  SlTrace *trace;
  guint n_conditions;
  guint n_classes;
  guint8 *chances;                        /* by class and condition */
  guint8 *of_pages[SL_N_PLANES];          /* class by number of the page */
  guint8 of_ranges[SL_N_UNMAPPED_RANGES]; /* and by range outside of the maps */
  gboolean is_whole[SL_N_PLANES];
};

/* The class of numbers from @first to @last, found or made; FALSE where there are too many. */
static gboolean
find_class (SlFilterPages *self,
            const SlFilterCondition *conditions,
            guint64 first,
            guint64 last,
            guint8 *class)
{
  guint8 *chances = self->chances + self->n_classes * self->n_conditions;

  /* The first one that has no class yet is written behind all that have. */
  for (guint i = 0; i < self->n_conditions; i++)
    chances[i] = conditions[i].field == SL_FILTER_A
                     ? sl_filter_condition_chance (&conditions[i], first, last)
                     : SL_FILTER_ANY_CHANCE;

  for (*class = 0; *class < self->n_classes; (*class)++)
    if (memcmp (self->chances + *class * self->n_conditions, chances, self->n_conditions) == 0)
      return TRUE;

  self->n_classes++;
  return self->n_classes <= SL_FILTER_CLASSES;
}

static gboolean
find_classes_of_pages (SlFilterPages *self, const SlFilterCondition *conditions, SlPlane plane)
{
  const SlPageMap *map = sl_trace_get_page_map (self->trace, plane);
  guint n_pages = sl_page_map_get_n_pages (map);
  guint64 most = (G_GUINT64_CONSTANT (1) << sl_page_map_get_shift (map)) - 1;
  g_autofree guint8 *by_rank = g_new (guint8, n_pages + 1);

  for (guint i = 0; i < n_pages; i++)
    {
      guint64 first = sl_page_map_get_page (map, i);

      if (!find_class (self, conditions, first, first + most, &by_rank[i]))
        return FALSE;
    }

  self->of_pages[plane] = g_new (guint8, n_pages + 1);
  for (guint i = 0; i < n_pages; i++)
    self->of_pages[plane][i] = by_rank[sl_page_map_get_rank (map, i)];
  self->is_whole[plane] = n_pages < SL_PAGE_MOST;
  return TRUE;
}

static gboolean
find_classes (SlFilterPages *self, const SlFilterCondition *conditions)
{
  for (guint i = 0; i < SL_N_UNMAPPED_RANGES; i++)
    {
      guint64 first, last;

      sl_unmapped_get_range (i, &first, &last);
      if (first <= last && !find_class (self, conditions, first, last, &self->of_ranges[i]))
        return FALSE;
    }

  for (SlPlane plane = 0; plane < SL_N_PLANES; plane++)
    if (sl_trace_get_page_map (self->trace, plane) == NULL ||
        !find_classes_of_pages (self, conditions, plane))
      return FALSE;

  return TRUE;
}

/**
 * sl_filter_pages_new:
 * @trace: outlives it
 *
 * Returns: (transfer full) (nullable): what is asked of zones; %NULL where the trace has no maps, or
 *   where the comparisons tell too much apart
 */
SlFilterPages *
sl_filter_pages_new (SlTrace *trace, const SlFilterCondition *conditions, guint n_conditions)
{
  SlFilterPages *self = g_new0 (SlFilterPages, 1);

  self->trace = trace;
  self->n_conditions = n_conditions;
  self->chances = g_new (guint8, (SL_FILTER_CLASSES + 1) * n_conditions);
  if (find_classes (self, conditions))
    return self;

  sl_filter_pages_free (self);
  return NULL;
}

/**
 * sl_filter_pages_free:
 * @self: (transfer full) (nullable):
 */
void
sl_filter_pages_free (SlFilterPages *self)
{
  if (self == NULL)
    return;

  for (SlPlane plane = 0; plane < SL_N_PLANES; plane++)
    g_free (self->of_pages[plane]);
  g_free (self->chances);
  g_free (self);
}

/* Returns how many events touch pages of the tile. */
static guint64
look_at_tile (const SlPageTile *tile, const guint8 *classes, guint64 *groups)
{
  guint64 n_events = 0;

  for (guint i = 0; i < tile->n_cells; i++)
    {
      SlPageCell cell = sl_page_tile_get_cell (tile, i);

      n_events += cell.count;
      groups[cell.group] |= G_GUINT64_CONSTANT (1) << classes[cell.page];
    }

  return n_events;
}

static guint64
look_unmapped (const SlFilterPages *self, guint zone)
{
  guint64 ranges = sl_trace_get_zone_unmapped (self->trace, zone);
  guint64 classes = 0;

  for (; ranges != 0; ranges &= ranges - 1)
    classes |= G_GUINT64_CONSTANT (1) << self->of_ranges[__builtin_ctzll (ranges)];

  return classes;
}

/**
 * sl_filter_pages_look:
 * @touched: (out): the classes of what the zone's events touch
 *
 * Of a zone with pages that have no place in their map, all classes count as outside.
 *
 * Returns: whether that is known
 */
gboolean
sl_filter_pages_look (const SlFilterPages *self, guint zone, SlFilterTouched *touched)
{
  guint64 n_events = 0;

  *touched = (SlFilterTouched) { 0 };
  for (SlPlane plane = 0; plane < SL_N_PLANES; plane++)
    {
      const SlPageTile *tile = sl_trace_get_zone_tile (self->trace, plane, zone);

      if (tile == NULL)
        return FALSE;
      n_events += look_at_tile (tile, self->of_pages[plane], touched->pages[plane]);
    }

  if (n_events == sl_trace_get_zone (self->trace, zone)->count)
    return TRUE;

  touched->unmapped = self->is_whole[SL_PLANE_MEMORY] && self->is_whole[SL_PLANE_PORTS]
                          ? look_unmapped (self, zone)
                          : G_MAXUINT64 >> (SL_FILTER_CLASSES - self->n_classes);
  return TRUE;
}

/**
 * sl_filter_pages_get_chance:
 * @condition: number of a comparison
 *
 * Returns: what it can come to for events of @class; of comparisons with other fields nothing is
 *   known
 */
SlFilterChance
sl_filter_pages_get_chance (const SlFilterPages *self, guint class, guint condition)
{
  return self->chances[class * self->n_conditions + condition];
}

/**
 * sl_filter_pages_is_whole:
 *
 * Returns: whether all pages have their place in the map
 */
gboolean
sl_filter_pages_is_whole (const SlFilterPages *self, SlPlane plane)
{
  return self->is_whole[plane];
}
