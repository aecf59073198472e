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

  /* The column in hand and its end; the next one's end follows by whole ticks and a rest. */
  guint column;
  SlTime end;
  guint64 step;
  guint64 step_rest;
  guint64 rest;

  guint64 short_length;

  /* Of the column in hand: ticks by group, with a place for SL_FOLD_IGNORE that nobody reads;
   * and the groups that items without a length belong to. */
  guint64 time[256];
  guint32 bare_groups;
} Fold;

static void
finish_column (Fold *self)
{
  SlFoldColumn *column = &self->columns[self->column];

  column->groups = self->bare_groups & ((1u << SL_FOLD_GROUPS) - 1);
  for (guint i = 0; i < SL_FOLD_GROUPS; i++)
    {
      guint64 ticks = self->time[i];

      column->time[i] = ticks;
      column->busy += ticks;
      column->groups |= (guint32) (ticks != 0) << i;
      self->time[i] = 0;
    }
  self->bare_groups = 0;
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

/* @ticks must be 0 for a mark without length. */
static inline void
add_weight (Fold *self, guint32 mark, guint64 ticks)
{
  guint8 group = self->query->group_of[SL_MARK_CODE (mark)];

  self->time[group] += ticks;
  self->bare_groups |= (guint32) !SL_MARK_HAS_LENGTH (mark) << (group % 32);
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

/* The weight of mark number @place: ticks, or items if the mark has no length. */
static inline guint64
get_weight (const SlLeafHead *head, guint place)
{
  return sl_leaf_load (head->weights + head->weight_width * place, head->weight_width);
}

/* For a leaf without weights. */
static void
add_items_whole (Fold *self, const SlTrackChunk *chunk, guint leaf)
{
  SlLeafCursor cursor;
  SlLeafItem item;

  sl_leaf_cursor_init (&cursor, self->track->type, chunk, leaf);
  while (sl_leaf_cursor_next (&cursor, &item))
    add_weight (self, sl_leaf_mark (cursor.marks, cursor.mark_width, item.local),
                (guint64) item.end - (guint64) item.begin);
}

static void
add_leaf_sums (Fold *self, const SlTrackChunk *chunk, guint leaf)
{
  SlFoldColumn *column = &self->columns[self->column];
  SlLeafHead head;

  sl_leaf_head_read (&head, self->track->type, chunk, leaf);
  column->count += head.n_items;
  if (self->track->type == SL_TRACK_VALUES)
    {
      add_range (column, head.minimum, head.maximum);
      return;
    }
  if (head.weight_width == 0)
    {
      add_items_whole (self, chunk, leaf);
      return;
    }

  for (guint i = 0; i < head.n_marks; i++)
    {
      guint32 mark = sl_leaf_mark (head.marks, head.mark_width, i);

      add_weight (self, mark, SL_MARK_HAS_LENGTH (mark) ? get_weight (&head, i) : 0);
    }
}

static void
add_child_sums (Fold *self, const SlTrackNode *node, const SlTrackChild *child)
{
  SlFoldColumn *column = &self->columns[self->column];
  const SlTrackSum *sums = node->sums + child->first_sum;

  column->count += child->count;
  if (self->track->type == SL_TRACK_VALUES)
    {
      add_range (column, child->minimum, child->maximum);
      return;
    }

  for (guint i = 0; i < child->n_sums; i++)
    add_weight (self, sums[i].mark, sums[i].ticks);
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
    add_weight (self, mark, 0);

  while (begin < end)
    {
      SlTime part_end = MIN (end, self->end);

      add_weight (self, mark, part_end - begin);
      begin = part_end;
      if (begin < end)
        advance (self, begin);
    }
}

/* Shares out a leaf that begins in the column in hand and ends in the next: only the items up to
 * the border are read, the others are the rest of the sums. Returns FALSE where the leaf has none. */
static gboolean
split_leaf (Fold *self, const SlTrackChunk *chunk, guint leaf)
{
  SlTime border = self->end;
  guint64 before[SL_LEAF_ITEMS]; /* weights by place */
  SlLeafHead head;
  SlLeafCursor cursor;
  SlLeafItem item;
  guint n_before = 0;

  sl_leaf_head_read (&head, self->track->type, chunk, leaf);
  if (head.weight_width == 0)
    return FALSE;

  memset (before, 0, head.n_marks * sizeof *before);
  sl_leaf_cursor_init (&cursor, self->track->type, chunk, leaf);
  while (sl_leaf_cursor_next (&cursor, &item) && item.begin < border)
    {
      n_before++;
      before[item.local] += item.begin == item.end ? 1 : MIN (item.end, border) - item.begin;
    }

  self->columns[self->column].count += n_before;
  for (guint i = 0; i < head.n_marks; i++)
    {
      guint32 mark = sl_leaf_mark (head.marks, cursor.mark_width, i);

      if (before[i] > 0)
        add_weight (self, mark, SL_MARK_HAS_LENGTH (mark) ? before[i] : 0);
    }

  advance (self, border);
  self->columns[self->column].count += head.n_items - n_before;
  for (guint i = 0; i < head.n_marks; i++)
    {
      guint32 mark = sl_leaf_mark (head.marks, cursor.mark_width, i);
      guint64 after = get_weight (&head, i) - before[i];

      if (after > 0)
        add_weight (self, mark, SL_MARK_HAS_LENGTH (mark) ? after : 0);
    }
  return TRUE;
}

/* Whether a leaf that begins in the column in hand ends in the next one. */
static inline gboolean
ends_in_next (const Fold *self, SlTime begin, SlTime end)
{
  return self->track->type != SL_TRACK_VALUES && begin >= self->query->span.begin &&
         end < self->query->span.end && end >= self->end &&
         (guint64) end - (guint64) self->end < self->step;
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

static void
fold_chunk (Fold *self, const SlTrackChunk *chunk)
{
  SlSpan span = self->query->span;

  for (guint i = 0; i < chunk->n_leaves && chunk->begin[i] < span.end; i++)
    {
      SlTime begin = chunk->begin[i];
      SlTime end = i + 1 < chunk->n_leaves ? chunk->begin[i + 1] : chunk->end;

      if (end < span.begin)
        continue;

      advance (self, MAX (begin, span.begin));
      if (is_whole (self, begin, end))
        add_leaf_sums (self, chunk, i);
      else if (!ends_in_next (self, begin, end) || !split_leaf (self, chunk, i))
        add_leaf_items (self, chunk, i);
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
}
