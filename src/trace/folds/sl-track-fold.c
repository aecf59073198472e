/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Folding goes through the tree once, from left to right. A part of it that lies in one column
 * is taken by its sums. A part that lies in two columns is looked into only up to the border between
 * them, and where it is short beside a column not even there: what lies behind the border is the
 * rest of the sums. Other parts are looked into, down to single items, whose time is shared out
 * exactly. */

#include "sl-column-walk.h"
#include "sl-track-fold-private.h"
#include "sl-track-weigh.h"

typedef struct
{
  const SlTrack *track;
  SlSpan span;
  SlFoldColumn *columns;
  SlColumnWalk walk;
  SlWeigher *weigher;
  SlWeights weights; /* of the column at hand */
} Fold;

static void
finish_column (Fold *self)
{
  SlFoldColumn *column = &self->columns[self->walk.column];
  const SlWeigher *weigher = self->weigher;

  column->count = self->weights.count;
  for (guint i = 0; i < weigher->n_slots; i += 2)
    {
      guint group = weigher->groups[i / 2];
      guint64 ticks = self->weights.slots[i];

      if (group == SL_FOLD_IGNORE)
        continue;

      column->time[group] = ticks;
      column->busy += ticks;
      column->groups |= (guint32) ((ticks | self->weights.slots[i + 1]) != 0) << group;
    }
}

/* Goes on to the column that holds @time, which is in the span. */
static inline void
advance (Fold *self, SlTime time)
{
  if (time < self->walk.end)
    return;

  finish_column (self);
  sl_weights_clear (self->weigher, &self->weights);
  sl_column_walk_to (&self->walk, time);
}

/* Whether a part can be taken by its sums; the column at hand is the one it begins in. A part that
 * ends with a border may hold an item without length that stands on it, and so behind it. */
static inline gboolean
is_whole (const Fold *self, SlTime begin, SlTime end)
{
  return begin >= self->span.begin && end < self->walk.end;
}

/* Whether a part that begins in the column at hand ends in the next one. */
static inline gboolean
ends_in_next (const Fold *self, SlTime begin, SlTime end)
{
  return begin >= self->span.begin && end < self->span.end && end >= self->walk.end &&
         (guint64) end - (guint64) self->walk.end < self->walk.step;
}

/* Shares out a part that weighs @all, of which @before lies before the end of the column at hand and
 * the rest in the next. */
static void
share_out (Fold *self, const SlWeights *all, const SlWeights *before)
{
  sl_weights_add (self->weigher, &self->weights, before);
  finish_column (self);
  sl_column_walk_to (&self->walk, self->walk.end);
  sl_weights_set_rest (self->weigher, &self->weights, all, before);
}

static void
split_leaf (Fold *self, const SlTrackChunk *chunk, guint leaf)
{
  SlWeights all, before;

  sl_weights_clear (self->weigher, &all);
  sl_weights_clear (self->weigher, &before);
  sl_weigh_leaf (self->weigher, &all, chunk, leaf);
  sl_weigh_leaf_before (self->weigher, &before, chunk, leaf, self->walk.end);
  share_out (self, &all, &before);
}

static void
split_child (Fold *self, const SlTrackNode *node, const SlTrackChild *child)
{
  SlWeights all, before;

  sl_weights_clear (self->weigher, &all);
  sl_weights_clear (self->weigher, &before);
  sl_weigh_child (self->weigher, &all, node, child);
  sl_weigh_child_before (self->weigher, &before, node, child, self->walk.end);
  share_out (self, &all, &before);
}

/* Shares out one slice or instant; it begins before the span's end, and ends after the span's
 * begin or begins in it. */
static void
add_item (Fold *self, const SlLeafItem *item, SlMarkPlace place)
{
  SlTime begin = MAX (item->begin, self->span.begin);
  SlTime end = MIN (item->end, self->span.end);

  advance (self, begin);
  self->weights.count += place.counts && item->begin == begin;
  if (item->begin == item->end)
    self->weights.slots[place.slot]++;

  while (begin < end)
    {
      SlTime part_end = MIN (end, self->walk.end);

      self->weights.slots[place.slot] += (guint64) part_end - (guint64) begin;
      begin = part_end;
      if (begin < end)
        advance (self, begin);
    }
}

static void
add_leaf_items (Fold *self, const SlTrackChunk *chunk, guint leaf)
{
  SlMarkPlace places[SL_LEAF_ITEMS];
  SlTrackType type = self->track->type;
  SlLeafCursor cursor;
  SlLeafItem item;

  sl_leaf_cursor_init (&cursor, type, chunk, leaf);
  sl_weigher_get_places (self->weigher, cursor.marks, cursor.mark_width, cursor.n_marks, places);
  while (sl_leaf_cursor_next (&cursor, &item) && item.begin < self->span.end)
    {
      SlMarkPlace place = places[item.local];

      if (item.begin < self->span.begin && item.end <= self->span.begin)
        continue;

      if (G_LIKELY (is_whole (self, item.begin, item.end)))
        {
          self->weights.count += place.counts;
          self->weights.slots[place.slot] +=
              item.begin == item.end ? 1 : (guint64) item.end - (guint64) item.begin;
        }
      else
        add_item (self, &item, place);
    }
}

static void
fold_chunk (Fold *self, const SlTrackChunk *chunk)
{
  for (guint i = 0; i < chunk->n_leaves && chunk->begin[i] < self->span.end; i++)
    {
      SlTime begin = chunk->begin[i], end = sl_leaf_get_end (chunk, i);

      if (end < self->span.begin)
        continue;

      advance (self, MAX (begin, self->span.begin));
      if (is_whole (self, begin, end))
        sl_weigh_leaf (self->weigher, &self->weights, chunk, i);
      else if (ends_in_next (self, begin, end))
        split_leaf (self, chunk, i);
      else
        add_leaf_items (self, chunk, i);
    }
}

/* As deep as the tree: at most SL_TRACK_LEVELS. */
static void
fold_node (Fold *self, const SlTrackNode *node)
{
  for (guint i = 0; i < node->n_children && node->children[i].begin < self->span.end; i++)
    {
      const SlTrackChild *child = &node->children[i];

      if (i + 1u < node->n_children && child[1].end >= self->walk.end)
        sl_prefetch (child[1].child, SL_TRACK_AHEAD);
      if (child->end < self->span.begin)
        continue;

      advance (self, MAX (child->begin, self->span.begin));
      if (is_whole (self, child->begin, child->end))
        sl_weigh_child (self->weigher, &self->weights, node, child);
      else if (ends_in_next (self, child->begin, child->end))
        split_child (self, node, child);
      else if (node->level == 1)
        fold_chunk (self, child->child);
      else
        fold_node (self, child->child);
    }
}

static void
clear_columns (SlFoldColumn *columns, guint n_columns)
{
  memset (columns, 0, n_columns * sizeof *columns);
  for (guint i = 0; i < n_columns; i++)
    {
      columns[i].minimum = G_MAXINT64;
      columns[i].maximum = G_MININT64;
    }
}

/**
 * sl_track_fold_weighed:
 * @weigher: of @self
 *
 * As sl_track_fold(), for a track of slices or instants, by what is known of its codes.
 */
void
sl_track_fold_weighed (const SlTrack *self,
                       SlWeigher *weigher,
                       SlSpan span,
                       guint n_columns,
                       SlFoldColumn *columns)
{
  Fold fold = { .track = self, .span = span, .columns = columns, .weigher = weigher };
  const SlTrackNode *root = sl_track_get_root (self);

  g_return_if_fail (span.begin <= span.end);

  clear_columns (columns, n_columns);
  if (n_columns == 0 || span.begin == span.end || sl_track_get_n_items (self) == 0)
    return;

  sl_column_walk_init (&fold.walk, span, n_columns);
  weigher->even_length = sl_weigher_get_even_length (&fold.walk);
  sl_weights_clear (weigher, &fold.weights);
  if (root != NULL)
    fold_node (&fold, root);
  else
    fold_chunk (&fold, sl_track_get_only_chunk (self));
  finish_column (&fold);
}

/**
 * sl_track_fold:
 * @query: column c of n stands for the ticks from begin + ⌊length × c ÷ n⌋ on
 * @columns: (out caller-allocates): one for each column of @query
 *
 * Says what the track does in each column. Counts and times add up to those of the span. Where at
 * least 64 items stand within half a column, and a border cuts them, they are taken as evenly spread
 * over that part, so that a time may be off by an eighth of a column at each border. The range of
 * values is that of all values that hold in the column; where none does, the minimum is above the
 * maximum.
 *
 * Costs by columns, not by items, and by how many codes there are; see #SlFoldSums.
 */
void
sl_track_fold (const SlTrack *self, const SlFoldQuery *query, SlFoldColumn *columns)
{
  SlWeigher weigher;

  if (self->type == SL_TRACK_VALUES)
    {
      g_return_if_fail (query->span.begin <= query->span.end);

      clear_columns (columns, query->n_columns);
      if (query->n_columns > 0 && query->span.begin < query->span.end &&
          sl_track_get_n_items (self) > 0)
        sl_track_fold_values (self, query, columns);
      return;
    }

  sl_weigher_init (&weigher, self, query->group_of, query->counted);
  sl_track_fold_weighed (self, &weigher, query->span, query->n_columns, columns);
  sl_weigher_clear (&weigher);
}
