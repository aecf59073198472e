/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-row-units.h"

#include "sl-state-iter.h"

/* While there are at most so many slices a column on the whole, all are looked at. */
#define SLICES_PER_COLUMN 2

/* In a column where so many begin none is drawn by itself. */
#define DENSE_COUNT 2

/* So few are gone over one by one; the tree knows the way over more. */
#define NEAR 32

/**
 * sl_row_units_get_columns:
 *
 * Returns: (array) (transfer none): the fold of the visible span, one column a pixel
 */
const SlFoldColumn *
sl_row_units_get_columns (SlRowUnits *self)
{
  SlFoldQuery query = { self->visible, self->width, self->group_of, self->shown };

  if (self->columns != NULL)
    return self->columns;

  if (self->cache != NULL && self->view->n_parts == 0)
    {
      self->columns = sl_fold_cache_get (self->cache, self->track, &query);
      return self->columns;
    }

  self->columns = self->own_columns = g_new (SlFoldColumn, self->width);
  if (self->cache != NULL)
    sl_fold_cache_fold (self->cache, self->track, &query, self->view, self->own_columns);
  else
    sl_view_fold (self->view, self->track, &query, self->own_columns);
  return self->columns;
}

/**
 * sl_row_units_sum:
 * @span: ticks of the track
 * @time_by_group: (inout) (array fixed-size=256): ticks inside @span are added
 * @count_by_group: (inout) (array fixed-size=256): items that begin in @span are added
 *
 * Exact for any span.
 */
void
sl_row_units_sum (const SlRowUnits *self,
                  SlSpan span,
                  guint64 *time_by_group,
                  guint64 *count_by_group)
{
  SlFoldQuery query = { .group_of = self->group_of, .counted = self->shown };

  if (self->cache != NULL)
    sl_fold_cache_sum (self->cache, self->track, &query, span, time_by_group, count_by_group);
  else
    sl_track_sum_groups (self->track, span, self->group_of, time_by_group, count_by_group);
}

/* The fold's column of @time: the last one that begins at or before it. Where a tick is wider than a
 * column, all columns of a tick but the last are empty. */
static guint
get_column (const SlRowUnits *self, SlTime time)
{
  SlViewPart part = sl_view_find_part (self->view, time);
  __int128 length = MAX ((__int128) part.span.end - part.span.begin, 1);
  __int128 behind = (__int128) time - part.span.begin + 1;
  __int128 column = (behind * part.width - 1) / length;

  return (guint) (part.x + (int) CLAMP (column, 0, (__int128) part.width - 1));
}

static SlTime
get_column_begin (const SlRowUnits *self, guint column)
{
  SlViewPart part = sl_view_find_part_at (self->view, (int) column);
  __int128 length = (__int128) part.span.end - part.span.begin;

  return part.span.begin + (SlTime) (length * ((int) column - part.x) / part.width);
}

/* The index behind the last item before the one that the walk gave, or where there was no @more
 * behind the last of all. */
static guint64
get_end_index (const SlStateIter *walk, gboolean more)
{
  guint64 behind = walk->number - more;
  SlItem last;

  if (behind == 0 || !sl_track_find_state (walk->iter.track, walk->state, behind - 1, &last))
    return 0;

  return last.index + 1;
}

/* Finds the first item that ends after @end, by the tree. Returns the index behind the item before
 * it. */
static guint64
find_behind (SlRowUnits *self, SlStateIter *walk, SlTime end, SlItem *next, gboolean *more)
{
  sl_state_iter_init (walk, self->track, self->shown, end);
  *more = sl_state_iter_next (walk, next);

  return get_end_index (walk, *more);
}

/* The same, item by item from @first on, which the walk gave. */
static guint64
walk_behind (SlStateIter *walk, const SlItem *first, SlTime end, SlItem *next, gboolean *more)
{
  guint64 end_index = first->index;
  SlStateIter behind;
  SlItem last;

  *next = *first;
  do
    {
      last = *next;
      behind = *walk;
      *more = sl_state_iter_next (walk, next);
      if (last.end <= end)
        end_index = last.index + 1;
    }
  while (*more && next->begin < end);

  if (last.end > end)
    {
      *walk = behind;
      *next = last;
      *more = TRUE;
    }

  return end_index;
}

/* The column behind the dense ones from @column on, which is one of them; those that are near each other are bridged.
 * @n_begun: (out): what begins in them */
static guint
find_stretch_end (const SlRowUnits *self, guint column, guint64 *n_begun)
{
  const SlFoldColumn *columns = self->columns;
  guint64 n = 0;
  guint end = column;

  *n_begun = 0;
  for (; column < self->width && column - end <= self->bridge; column++)
    {
      n += columns[column].count;
      if (columns[column].count < DENSE_COUNT)
        continue;
      *n_begun = n;
      end = column + 1;
    }

  return end;
}

/* Goes over the dense columns from that of @first on. @next is the item after them, which may have
 * begun inside; FALSE if there is none. */
static gboolean
go_over (SlRowUnits *self, SlStateIter *walk, const SlItem *first, SlItem *next, SlRowUnit *unit)
{
  guint64 n_begun, end_index;
  guint end = find_stretch_end (self, get_column (self, first->begin), &n_begun);
  gboolean more;

  unit->end = get_column_begin (self, end);
  end_index = n_begun <= NEAR ? walk_behind (walk, first, unit->end, next, &more)
                              : find_behind (self, walk, unit->end, next, &more);
  if (more)
    unit->end = MIN (unit->end, next->begin);
  /* A slice that reaches over all of them comes again. */
  unit->count = end_index > first->index ? end_index - first->index : 0;

  return more;
}

static void
collect (SlRowUnits *self)
{
  SlStateIter walk;
  SlItem item;
  gboolean more;

  sl_state_iter_init (&walk, self->track, self->shown, self->visible.begin);
  more = sl_state_iter_next (&walk, &item);
  while (more && item.begin < self->visible.end)
    {
      SlRowUnit unit = { item, 1, item.end };
      SlItem next;

      if (self->columns != NULL && item.begin >= self->visible.begin &&
          self->columns[get_column (self, item.begin)].count >= DENSE_COUNT)
        {
          more = go_over (self, &walk, &item, &next, &unit);
          if (unit.count > 0)
            {
              g_array_append_val (self->units, unit);
              item = next;
              continue;
            }
          unit.count = 1;
          unit.end = item.end;
        }

      g_array_append_val (self->units, unit);
      more = sl_state_iter_next (&walk, &item);
    }
}

/* How many slices begin in the span. */
static guint64
count_visible (const SlRowUnits *self)
{
  return sl_track_count_state (self->track, self->shown, self->visible.end) -
         sl_track_count_state (self->track, self->shown, self->visible.begin);
}

/**
 * sl_row_units_init:
 * @group: the fold's group of a code
 *
 * Looks at no more slices than there are columns, however many there are: where several begin in
 * each column they are one unit, whose shares the fold tells.
 */
void
sl_row_units_init (SlRowUnits *self,
                   const SlRowUnitsQuery *query,
                   SlGroupFunc group,
                   gpointer user_data)
{
  const SlFoldGroups groups = { query->rows, query->track, query->shown, group };

  *self = (SlRowUnits) {
    .track = query->track,
    .shown = query->shown,
    .view = query->view,
    .visible = query->view->visible,
    .width = (guint) query->view->width,
    .bridge = query->bridge,
    .cache = query->cache,
  };
  self->units = g_array_new (FALSE, FALSE, sizeof (SlRowUnit));
  self->group_of = query->cache != NULL
                       ? sl_fold_cache_get_groups (query->cache, &groups, user_data)
                       : sl_fold_groups_make (&groups, user_data);

  if (count_visible (self) > (guint64) self->width * SLICES_PER_COLUMN)
    sl_row_units_get_columns (self);
  collect (self);
}

/**
 * sl_row_units_clear:
 */
void
sl_row_units_clear (SlRowUnits *self)
{
  g_clear_pointer (&self->units, g_array_unref);
  g_clear_pointer (&self->own_columns, g_free);
  if (self->cache == NULL)
    g_free ((gpointer) self->group_of);
  self->group_of = NULL;
  self->columns = NULL;
}
