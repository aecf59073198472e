/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Folding goes through the tree once, from left to right. A part of it that lies in one column
 * is taken by its sums; so is one that is far shorter than a column, for the column in which
 * it begins. A part that lies in two columns is looked into only up to the border between them:
 * what lies behind it is the rest of the sums. Other parts are looked into, down to single items,
 * whose time is shared out exactly. */

#include "sl-state-iter.h"
#include "sl-track-private.h"

/* Weights by whether items have a length, and by group: ticks, then items without one. The last
 * group stands for SL_FOLD_IGNORE, and nobody reads it. */
#define N_GROUPS  (SL_FOLD_GROUPS + 1)
#define N_WEIGHTS (2 * N_GROUPS)

/* A part this many times shorter than a column may be told of one column alone. */
#define SHORT 8

typedef struct
{
  const SlTrack *track;
  const SlFoldQuery *query;
  SlFoldColumn *columns;

  /* The column in hand and its end; the next one's end follows by whole ticks and a rest. */
  guint column;
  SlTime end;
  guint64 step;
  guint64 step_rest;
  guint64 rest;

  guint64 short_length;

  guint64 weights[N_WEIGHTS]; /* of the column in hand */

  /* Of a part that is shared out; zeros in between. */
  guint64 all[N_WEIGHTS];
  guint64 before[N_WEIGHTS];
} Fold;

static void
finish_column (Fold *self)
{
  SlFoldColumn *column = &self->columns[self->column];

  for (guint i = 0; i < SL_FOLD_GROUPS; i++)
    {
      guint64 ticks = self->weights[i];

      column->time[i] = ticks;
      column->busy += ticks;
      column->groups |= (guint32) ((ticks | self->weights[N_GROUPS + i]) != 0) << i;
    }
  memset (self->weights, 0, sizeof self->weights);
}

/* Goes on to the column that holds @time, which is in the span. */
static inline void
advance (Fold *self, SlTime time)
{
  guint n = self->query->n_columns;

  if (time < self->end)
    return;

  finish_column (self);
  while (time >= self->end)
    {

      self->column++;
      self->end += self->step;
      self->rest += self->step_rest;
      if (self->rest >= n)
        {
          self->rest -= n;
          self->end++;
        }
    }
}

/* @weight: ticks, or items for a mark without length. */
static inline void
add_weight (const Fold *self, guint64 *weights, guint32 mark, guint64 weight)
{
  guint group = MIN (self->query->group_of[SL_MARK_CODE (mark)], SL_FOLD_GROUPS);

  weights[(mark & 1) * N_GROUPS + group] += weight;
}

/* Whether a part can be taken by its sums; the column in hand is the one it begins in. A part that
 * ends with a border may hold an item without length that stands on it, and so behind it. */
static inline gboolean
is_whole (const Fold *self, SlTime begin, SlTime end)
{
  if (begin < self->query->span.begin || end >= self->query->span.end)
    return FALSE;

  return end < self->end || (guint64) end - (guint64) begin < self->short_length;
}

static inline void
add_range (SlFoldColumn *column, gint64 minimum, gint64 maximum)
{
  column->minimum = MIN (column->minimum, minimum);
  column->maximum = MAX (column->maximum, maximum);
}

/* Adds the items of a leaf that begin before @border, up to @border; returns their number. */
static guint
add_items_before (const Fold *self,
                  guint64 *weights,
                  const SlTrackChunk *chunk,
                  guint leaf,
                  SlTime border)
{
  guint64 by_local[SL_LEAF_ITEMS];
  SlLeafCursor cursor;
  SlLeafItem item;
  SlLeafHead head;
  guint n_items = 0;

  sl_leaf_head_read (&head, self->track->type, chunk, leaf);
  memset (by_local, 0, head.n_marks * sizeof *by_local);
  sl_leaf_cursor_init (&cursor, self->track->type, chunk, leaf);
  while (sl_leaf_cursor_next (&cursor, &item) && item.begin < border)
    {
      guint64 ticks = (guint64) MIN (item.end, border) - (guint64) item.begin;

      n_items++;
      by_local[item.local] += item.begin == item.end ? 1 : ticks;
    }

  for (guint i = 0; i < head.n_marks; i++)
    add_weight (self, weights, sl_leaf_mark (head.marks, head.mark_width, i), by_local[i]);

  return n_items;
}

/* Returns the number of items. */
static guint
add_leaf_sums (const Fold *self, guint64 *weights, const SlTrackChunk *chunk, guint leaf)
{
  SlLeafHead head;

  sl_leaf_head_read (&head, self->track->type, chunk, leaf);
  if (head.weight_width == 0)
    return add_items_before (self, weights, chunk, leaf, SL_TIME_MAX);

  for (guint i = 0; i < head.n_marks; i++)
    {
      const guint8 *weight = head.weights + i * head.weight_width;

      add_weight (self, weights, sl_leaf_mark (head.marks, head.mark_width, i),
                  sl_leaf_load (weight, head.weight_width));
    }

  return head.n_items;
}

static void
add_child_sums (const Fold *self,
                guint64 *weights,
                const SlTrackNode *node,
                const SlTrackChild *child)
{
  const SlTrackSum *sums = node->sums + child->first_sum;

  for (guint i = 0; i < child->n_sums; i++)
    add_weight (self, weights, sums[i].mark,
                SL_MARK_HAS_LENGTH (sums[i].mark) ? sums[i].ticks : sums[i].count);
}

static inline gboolean
is_short (const Fold *self, SlTime begin, SlTime end)
{
  return (guint64) end - (guint64) begin < self->short_length;
}

/* Adds what of a chunk lies before @border, which lies in it; returns the number of items that
 * begin there. */
static guint64
add_chunk_before (const Fold *self, guint64 *weights, const SlTrackChunk *chunk, SlTime border)
{
  guint64 n_items = 0;
  guint i = 0;

  for (; i + 1 < chunk->n_leaves && chunk->begin[i + 1] < border; i++)
    n_items += add_leaf_sums (self, weights, chunk, i);

  if (is_short (self, chunk->begin[i], i + 1 < chunk->n_leaves ? chunk->begin[i + 1] : chunk->end))
    return n_items + add_leaf_sums (self, weights, chunk, i);

  return n_items + add_items_before (self, weights, chunk, i, border);
}

/* What is looked into next lies somewhere else: its first lines may come meanwhile. */
static inline void
prefetch (const void *child)
{
  const guint8 *bytes = child;

  for (guint i = 0; i < 4; i++)
    __builtin_prefetch (bytes + 64 * i);
}

/* The same for a node; as deep as the tree. */
static guint64
add_node_before (const Fold *self, guint64 *weights, const SlTrackNode *node, SlTime border)
{
  const SlTrackChild *child = node->children;
  const SlTrackChild *end = child + node->n_children;
  guint64 n_items = 0;

  while (child + 1 < end && child[1].begin < border)
    child++;
  prefetch (child->child);
  for (const SlTrackChild *whole = node->children; whole < child; whole++)
    {
      add_child_sums (self, weights, node, whole);
      n_items += whole->count;
    }

  if (is_short (self, child->begin, child->end))
    {
      add_child_sums (self, weights, node, child);
      return n_items + child->count;
    }
  if (node->level == 1)
    return n_items + add_chunk_before (self, weights, child->child, border);

  return n_items + add_node_before (self, weights, child->child, border);
}

/* Shares out one slice or instant; it begins before the span's end, and ends after the span's
 * begin or begins in it. */
static void
add_item (Fold *self, const SlLeafItem *item, guint32 mark)
{
  SlTime begin = MAX (item->begin, self->query->span.begin);
  SlTime end = MIN (item->end, self->query->span.end);

  advance (self, begin);
  self->columns[self->column].count += item->begin == begin;
  if (item->begin == item->end)
    add_weight (self, self->weights, mark, 1);

  while (begin < end)
    {
      SlTime part_end = MIN (end, self->end);

      add_weight (self, self->weights, mark, part_end - begin);
      begin = part_end;
      if (begin < end)
        advance (self, begin);
    }
}

/* Whether a part that begins in the column in hand ends in the next one. */
static inline gboolean
ends_in_next (const Fold *self, SlTime begin, SlTime end)
{
  return self->track->type != SL_TRACK_VALUES && begin >= self->query->span.begin &&
         end < self->query->span.end && end >= self->end &&
         (guint64) end - (guint64) self->end < self->step;
}

/* Shares out a part with weights @all and @count items, of which @before and @n_before lie before
 * the end of the column in hand and the rest in the next. */
static void
share_out (Fold *self, guint64 count, guint64 n_before)
{
  self->columns[self->column].count += n_before;
  for (guint i = 0; i < N_WEIGHTS; i++)
    self->weights[i] += self->before[i];

  advance (self, self->end);
  self->columns[self->column].count += count - n_before;
  for (guint i = 0; i < N_WEIGHTS; i++)
    {
      self->weights[i] = self->all[i] - self->before[i];
      self->all[i] = 0;
      self->before[i] = 0;
    }
}

static void
split_leaf (Fold *self, const SlTrackChunk *chunk, guint leaf)
{
  guint count = add_leaf_sums (self, self->all, chunk, leaf);

  share_out (self, count, add_items_before (self, self->before, chunk, leaf, self->end));
}

/* The items that a border at @border will cut. */
static void
prefetch_items (const SlTrackChunk *chunk, SlTime border)
{
  guint i = 0;

  while (i + 1 < chunk->n_leaves && chunk->begin[i + 1] < border)
    i++;
  prefetch (chunk->bytes + chunk->item_offset[i]);
}

static void
split_child (Fold *self, const SlTrackNode *node, const SlTrackChild *child)
{
  guint64 n_before;

  if (node->level == 1)
    prefetch_items (child->child, self->end);
  add_child_sums (self, self->all, node, child);
  if (node->level == 1)
    n_before = add_chunk_before (self, self->before, child->child, self->end);
  else
    n_before = add_node_before (self, self->before, child->child, self->end);

  share_out (self, child->count, n_before);
}

static void
add_leaf_items (Fold *self, const SlTrackChunk *chunk, guint leaf)
{
  const SlFoldQuery *query = self->query;
  SlTrackType type = self->track->type;
  SlLeafCursor cursor;
  SlLeafItem item;

  sl_leaf_cursor_init (&cursor, type, chunk, leaf);
  while (sl_leaf_cursor_next (&cursor, &item) && item.begin < query->span.end)
    {
      if (item.begin < query->span.begin && item.end <= query->span.begin)
        continue;

      if (type == SL_TRACK_VALUES)
        {
          gint64 value = (gint64) (item.payload + (guint64) cursor.minimum);

          advance (self, item.begin);
          self->columns[self->column].count++;
          add_range (&self->columns[self->column], value, value);
        }
      else
        {
          guint32 mark = sl_leaf_mark (cursor.marks, cursor.mark_width, item.local);

          add_item (self, &item, mark);
        }
    }
}

/* A leaf of values in one column. */
static void
add_leaf_range (Fold *self, const SlTrackChunk *chunk, guint leaf)
{
  SlLeafHead head;

  sl_leaf_head_read (&head, SL_TRACK_VALUES, chunk, leaf);
  self->columns[self->column].count += head.n_items;
  add_range (&self->columns[self->column], head.minimum, head.maximum);
}

static void
fold_chunk (Fold *self, const SlTrackChunk *chunk)
{
  SlSpan span = self->query->span;
  gboolean values = self->track->type == SL_TRACK_VALUES;

  for (guint i = 0; i < chunk->n_leaves && chunk->begin[i] < span.end; i++)
    {
      SlTime begin = chunk->begin[i];
      SlTime end = i + 1 < chunk->n_leaves ? chunk->begin[i + 1] : chunk->end;

      if (end < span.begin)
        continue;

      advance (self, MAX (begin, span.begin));
      if (is_whole (self, begin, end) && values)
        add_leaf_range (self, chunk, i);
      else if (is_whole (self, begin, end))
        self->columns[self->column].count += add_leaf_sums (self, self->weights, chunk, i);
      else if (ends_in_next (self, begin, end))
        split_leaf (self, chunk, i);
      else
        add_leaf_items (self, chunk, i);
    }
}

static void
add_child (Fold *self, const SlTrackNode *node, const SlTrackChild *child)
{
  SlFoldColumn *column = &self->columns[self->column];

  column->count += child->count;
  if (self->track->type == SL_TRACK_VALUES)
    add_range (column, child->minimum, child->maximum);
  else
    add_child_sums (self, self->weights, node, child);
}

/* As deep as the tree: at most SL_TRACK_LEVELS. */
static void
fold_node (Fold *self, const SlTrackNode *node)
{
  SlSpan span = self->query->span;

  for (guint i = 0; i < node->n_children && node->children[i].begin < span.end; i++)
    {
      const SlTrackChild *child = &node->children[i];

      if (i + 1 < node->n_children && child[1].end >= self->end)
        prefetch (child[1].child);
      if (child->end < span.begin)
        continue;

      advance (self, MAX (child->begin, span.begin));
      if (is_whole (self, child->begin, child->end))
        add_child (self, node, child);
      else if (ends_in_next (self, child->begin, child->end))
        split_child (self, node, child);
      else if (node->level == 1)
        fold_chunk (self, child->child);
      else
        fold_node (self, child->child);
    }
}

/* A value holds until the next: columns take the one that holds when they begin in. */
static void
carry_values (const SlTrack *self, const SlFoldQuery *query, SlFoldColumn *columns)
{
  SlTrackIter iter;
  SlItem item;
  gint64 held = 0;
  gboolean known = sl_track_find_before (self, query->span.begin, &item);

  if (known)
    held = item.value;
  sl_track_iter_init (&iter, self, query->span.begin);
  for (guint i = 0; i < query->n_columns; i++)
    {
      SlFoldColumn *column = &columns[i];

      if (known)
        add_range (column, held, held);
      if (column->count == 0)
        continue;

      iter = (SlTrackIter) { .track = self, .next_index = iter.next_index + column->count - 1 };
      known = sl_track_iter_next (&iter, &item);
      held = item.value;
    }
}

/* The sums of leaves do not tell how many slices are in a state: that is looked up. */
static void
count_state (const SlTrack *self, const SlFoldQuery *query, SlFoldColumn *columns)
{
  guint64 length = (guint64) query->span.end - (guint64) query->span.begin;
  guint64 before = sl_track_count_state (self, query->counted, query->span.begin);

  for (guint i = 0; i < query->n_columns; i++)
    {
      guint64 end = (guint64) ((unsigned __int128) length * (i + 1) / query->n_columns);
      guint64 after = sl_track_count_state (self, query->counted, query->span.begin + (SlTime) end);

      columns[i].count = after - before;
      before = after;
    }
}

/**
 * sl_track_fold:
 * @query: column c of n stands for the ticks from begin + ⌊length × c ÷ n⌋ on
 * @columns: (out caller-allocates): one for each column of @query
 *
 * Says what the track does in each column. Counts and times add up to those of the span. Where a
 * column holds many items, some that stand closely together at its border (within an eighth of
 * a column) may be told wholly of the column in which the first of them begins, so a column's
 * times can sum up to a little more than its ticks. The range of values is that of all values
 * that hold in the column; where none does, the minimum is above the maximum.
 *
 * Costs by columns, not by items.
 */
void
sl_track_fold (const SlTrack *self, const SlFoldQuery *query, SlFoldColumn *columns)
{
  guint64 length = (guint64) query->span.end - (guint64) query->span.begin;
  guint n = query->n_columns;
  Fold fold = { .track = self, .query = query, .columns = columns };

  g_return_if_fail (query->span.begin <= query->span.end);

  memset (columns, 0, n * sizeof *columns);
  for (guint i = 0; i < n; i++)
    {
      columns[i].minimum = G_MAXINT64;
      columns[i].maximum = G_MININT64;
    }
  if (n == 0 || length == 0 || self->root == NULL)
    return;

  fold.step = length / n;
  fold.step_rest = length % n;
  fold.rest = fold.step_rest;
  fold.end = query->span.begin + fold.step;
  fold.short_length = fold.step / SHORT;
  fold_node (&fold, self->root);
  finish_column (&fold);
  if (self->type == SL_TRACK_VALUES)
    carry_values (self, query, columns);
  else if (query->counted != SL_STATE_NONE)
    count_state (self, query, columns);
}
