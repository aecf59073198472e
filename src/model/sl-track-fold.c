/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Folding goes through the tree once, from left to right. A part of it that lies in one column
 * is taken by its sums; so is one that is far shorter than a column, for the column in which
 * it begins. The rest is looked into, down to single items, whose time is shared out exactly. */

#include "sl-track-private.h"

/* A part this many times shorter than a column may be told of one column alone. */
#define SHORT 8

typedef struct
{
  const SlTrack *track;
  const SlFoldQuery *query;
  SlFoldColumn *columns;

  /* The column in hand; the next one's begin follows by whole ticks and a rest. */
  guint column;
  SlTime begin;
  SlTime end;
  guint64 step;
  guint64 step_rest;
  guint64 rest;

  guint64 short_length;
} Fold;

/* Goes on to the column that holds @time, which is in the span. */
static inline void
advance (Fold *self, SlTime time)
{
  while (time >= self->end)
    {
      guint n = self->query->n_columns;

      self->column++;
      self->begin = self->end;
      self->end += self->step;
      self->rest += self->step_rest;
      if (self->rest >= n)
        {
          self->rest -= n;
          self->end++;
        }
    }
}

static inline void
add_weight (SlFoldColumn *column, guint8 group, gboolean has_length, guint64 ticks)
{
  if (group == SL_FOLD_IGNORE)
    return;

  column->groups |= 1u << group;
  if (has_length)
    {
      column->time[group] += ticks;
      column->busy += ticks;
    }
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

static void
add_leaf_sums (Fold *self, const guint8 *bytes)
{
  SlFoldColumn *column = &self->columns[self->column];
  const guint8 *group_of = self->query->group_of;
  SlLeafHead head;
  guint mark_width;
  guint weight_width;

  sl_leaf_head_read (&head, self->track->type, bytes);
  column->count += head.n_items;
  if (self->track->type == SL_TRACK_VALUES)
    {
      add_range (column, head.minimum, head.maximum);
      return;
    }

  mark_width = 1 << (head.flags & 3);
  weight_width = head.flags & SL_LEAF_WIDE ? 8 : 4;
  for (guint i = 0; i < head.n_marks; i++)
    {
      guint32 mark = sl_leaf_mark (head.marks, mark_width, i);
      guint64 weight = sl_leaf_load (head.weights + i * weight_width, weight_width);

      add_weight (column, group_of[SL_MARK_CODE (mark)], SL_MARK_HAS_LENGTH (mark), weight);
    }
}

static void
add_child_sums (Fold *self, const SlTrackNode *node, const SlTrackChild *child)
{
  SlFoldColumn *column = &self->columns[self->column];
  const guint8 *group_of = self->query->group_of;
  const SlTrackSum *sums = node->sums + child->first_sum;

  column->count += child->count;
  if (self->track->type == SL_TRACK_VALUES)
    {
      add_range (column, child->minimum, child->maximum);
      return;
    }

  for (guint i = 0; i < child->n_sums; i++)
    add_weight (column, group_of[SL_MARK_CODE (sums[i].mark)], SL_MARK_HAS_LENGTH (sums[i].mark),
                sums[i].ticks);
}

/* Shares out one slice; it ends after the span's begin and begins before the span's end. */
static void
add_slice (Fold *self, const SlLeafItem *item, guint8 group)
{
  SlTime begin = MAX (item->begin, self->query->span.begin);
  SlTime end = MIN (item->end, self->query->span.end);

  advance (self, begin);
  if (item->begin == begin)
    {
      self->columns[self->column].count++;
      if (item->begin == item->end)
        add_weight (&self->columns[self->column], group, FALSE, 0);
    }

  while (begin < end)
    {
      SlTime part_end = MIN (end, self->end);

      add_weight (&self->columns[self->column], group, TRUE, part_end - begin);
      begin = part_end;
      if (begin < end)
        advance (self, begin);
    }
}

static void
add_leaf_items (Fold *self, const guint8 *bytes, SlTime leaf_begin)
{
  const SlFoldQuery *query = self->query;
  SlTrackType type = self->track->type;
  SlLeafCursor cursor;
  SlLeafItem item;

  sl_leaf_cursor_init (&cursor, type, bytes, leaf_begin);
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

          add_slice (self, &item, query->group_of[SL_MARK_CODE (mark)]);
        }
    }
}

static void
fold_chunk (Fold *self, const SlTrackChunk *chunk)
{
  SlSpan span = self->query->span;

  for (guint i = 0; i < chunk->n_leaves && chunk->begin[i] < span.end; i++)
    {
      const guint8 *bytes = chunk->bytes + chunk->offset[i];

      if (chunk->end[i] < span.begin)
        continue;

      advance (self, MAX (chunk->begin[i], span.begin));
      if (is_whole (self, chunk->begin[i], chunk->end[i]))
        add_leaf_sums (self, bytes);
      else
        add_leaf_items (self, bytes, chunk->begin[i]);
    }
}

/* As deep as the tree: at most SL_TRACK_LEVELS. */
static void
fold_node (Fold *self, const SlTrackNode *node)
{
  SlSpan span = self->query->span;

  for (guint i = 0; i < node->n_children && node->children[i].begin < span.end; i++)
    {
      const SlTrackChild *child = &node->children[i];

      if (child->end < span.begin)
        continue;

      advance (self, MAX (child->begin, span.begin));
      if (is_whole (self, child->begin, child->end))
        add_child_sums (self, node, child);
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
  Fold fold = { .track = self, .query = query, .columns = columns, .begin = query->span.begin };

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
  fold.end = fold.begin + fold.step;
  fold.short_length = fold.step / SHORT;
  fold_node (&fold, self->root);
  if (self->type == SL_TRACK_VALUES)
    carry_values (self, query, columns);
}
