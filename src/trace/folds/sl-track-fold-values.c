/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Folding values: how many begin in a column, and the range of all that hold in it. */

#include "sl-column-walk.h"
#include "sl-track-fold-private.h"
#include "sl-track-private.h"

/* A part this many times shorter than a column may be told of one column alone. */
#define SHORT 8

typedef struct
{
  SlSpan span;
  SlFoldColumn *columns;
  SlColumnWalk walk;
} Fold;

static inline void
add_range (SlFoldColumn *column, guint64 count, gint64 minimum, gint64 maximum)
{
  column->count += count;
  column->minimum = MIN (column->minimum, minimum);
  column->maximum = MAX (column->maximum, maximum);
}

/* Whether a part can be taken by its range; the column at hand is the one it begins in. */
static inline gboolean
is_whole (const Fold *self, SlTime begin, SlTime end)
{
  if (begin < self->span.begin || end >= self->span.end)
    return FALSE;

  return end < self->walk.end || (guint64) end - (guint64) begin < self->walk.step / SHORT;
}

static void
add_items (Fold *self, const SlTrackChunk *chunk, guint leaf)
{
  SlLeafCursor cursor;
  SlLeafItem item;

  sl_leaf_cursor_init (&cursor, SL_TRACK_VALUES, chunk, leaf);
  while (sl_leaf_cursor_next (&cursor, &item) && item.begin < self->span.end)
    {
      gint64 value = (gint64) (item.payload + (guint64) cursor.minimum);

      if (item.begin < self->span.begin)
        continue;

      sl_column_walk_to (&self->walk, item.begin);
      add_range (&self->columns[self->walk.column], 1, value, value);
    }
}

static void
fold_chunk (Fold *self, const SlTrackChunk *chunk)
{
  for (guint i = 0; i < chunk->n_leaves && chunk->begin[i] < self->span.end; i++)
    {
      SlTime begin = chunk->begin[i];
      SlTime end = i + 1 < chunk->n_leaves ? chunk->begin[i + 1] : chunk->end;
      SlLeafHead head;

      if (end < self->span.begin)
        continue;

      sl_column_walk_to (&self->walk, MAX (begin, self->span.begin));
      if (!is_whole (self, begin, end))
        {
          add_items (self, chunk, i);
          continue;
        }

      sl_leaf_head_read (&head, SL_TRACK_VALUES, chunk, i);
      add_range (&self->columns[self->walk.column], head.n_items, head.minimum, head.maximum);
    }
}

/* As deep as the tree: at most SL_TRACK_LEVELS. */
static void
fold_node (Fold *self, const SlTrackNode *node)
{
  for (guint i = 0; i < node->n_children && node->children[i].begin < self->span.end; i++)
    {
      const SlTrackChild *child = &node->children[i];

      if (child->end < self->span.begin)
        continue;

      sl_column_walk_to (&self->walk, MAX (child->begin, self->span.begin));
      if (is_whole (self, child->begin, child->end))
        add_range (&self->columns[self->walk.column], child->count, child->minimum, child->maximum);
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
        add_range (column, 0, held, held);
      if (column->count == 0)
        continue;

      iter = (SlTrackIter) { .track = self, .next_index = iter.next_index + column->count - 1 };
      known = sl_track_iter_next (&iter, &item);
      held = item.value;
    }
}

/**
 * sl_track_fold_values:
 * @self: of values, not empty
 * @query: neither without columns nor without ticks
 * @columns: (inout): empty ones
 *
 * Values that stand within an eighth of a column may be told of the one in which the first stands.
 */
void
sl_track_fold_values (const SlTrack *self, const SlFoldQuery *query, SlFoldColumn *columns)
{
  Fold fold = { .span = query->span, .columns = columns };
  const SlTrackNode *root = sl_track_get_root (self);

  sl_column_walk_init (&fold.walk, query->span, query->n_columns);
  if (root != NULL)
    fold_node (&fold, root);
  else
    fold_chunk (&fold, sl_track_get_only_chunk (self));
  carry_values (self, query, columns);
}
