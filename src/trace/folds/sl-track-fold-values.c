/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Folding values: how many begin in a column, and the range of all that hold in it. */

#include "sl-column-walk.h"
#include "sl-prefetch.h"
#include "sl-track-fold-private.h"
#include "sl-track-private.h"

/* A part this many times shorter than a column may be told of one column alone. */
#define SHORT 8

/* Columns between the one at hand and those whose last leaf, and its last item, are asked for. */
#define LEAF_AHEAD 12
#define ITEM_AHEAD 6

/* So much of a chunk, or of a leaf. */
#define AHEAD (2 * SL_CACHE_LINE)

/* The part that holds the last value of a column: a leaf, or an item of it. */
typedef struct
{
  const SlTrackChunk *chunk;
  guint leaf;
  guint item;
} Last;

typedef struct
{
  SlSpan span;
  SlFoldColumn *columns;
  Last *lasts; /* by column */
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
      self->lasts[self->walk.column] = (Last) { chunk, leaf, cursor.position - 1u };
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
      self->lasts[self->walk.column] = (Last) { chunk, i, head.n_items - 1 };
    }
}

/* The last chunk of a child of a node of @level. As deep as the tree. */
static const SlTrackChunk *
find_last_chunk (const SlTrackChild *child, guint level)
{
  for (; level > 1; level--)
    {
      const SlTrackNode *node = child->child;

      child = &node->children[node->n_children - 1];
    }
  return child->child;
}

/* As deep as the tree: at most SL_TRACK_LEVELS. */
static void
fold_node (Fold *self, const SlTrackNode *node)
{
  for (guint i = 0; i < node->n_children && node->children[i].begin < self->span.end; i++)
    {
      const SlTrackChild *child = &node->children[i];

      if (i + 1u < node->n_children && child[1].end >= self->walk.end)
        sl_prefetch (child[1].child, AHEAD);
      if (child->end < self->span.begin)
        continue;

      sl_column_walk_to (&self->walk, MAX (child->begin, self->span.begin));
      if (is_whole (self, child->begin, child->end))
        {
          const SlTrackChunk *chunk = find_last_chunk (child, node->level);

          add_range (&self->columns[self->walk.column], child->count, child->minimum,
                     child->maximum);
          self->lasts[self->walk.column] = (Last) { chunk, G_MAXUINT, G_MAXUINT };
        }
      else if (node->level == 1)
        fold_chunk (self, child->child);
      else
        fold_node (self, child->child);
    }
}

static guint
get_last_leaf (const Last *last)
{
  return MIN (last->leaf, last->chunk->n_leaves - 1u);
}

static gint64
read_last (const Last *last)
{
  SlLeafCursor cursor;
  SlLeafItem item = { 0 };

  sl_leaf_cursor_init (&cursor, SL_TRACK_VALUES, last->chunk, get_last_leaf (last));
  cursor.position = (guint8) MIN (last->item, cursor.n_items - 1u);
  cursor.bit = cursor.position * (cursor.gap_width + cursor.widths[0]);
  sl_leaf_cursor_next (&cursor, &item);
  return (gint64) (item.payload + (guint64) cursor.minimum);
}

/* What read_last() will read of columns further on. */
static void
ask_for (const Fold *self, guint column, guint n_columns)
{
  guint leaf = MIN (column + LEAF_AHEAD, n_columns - 1);
  guint item = MIN (column + ITEM_AHEAD, n_columns - 1);
  const Last *last = &self->lasts[item];

  if (self->columns[leaf].count > 0)
    sl_prefetch (self->lasts[leaf].chunk, AHEAD);
  if (self->columns[item].count > 0)
    {
      sl_prefetch (sl_track_chunk_get_head (last->chunk, get_last_leaf (last)), 1);
      sl_prefetch (sl_track_chunk_get_items (last->chunk, get_last_leaf (last)), AHEAD);
    }
}

/* A value holds until the next: columns take the one that holds when they begin in. */
static void
carry_values (const SlTrack *self, const SlFoldQuery *query, const Fold *fold)
{
  SlItem item;
  gint64 held = 0;
  gboolean known = sl_track_find_before (self, query->span.begin, &item);

  if (known)
    held = item.value;
  for (guint i = 0; i < query->n_columns; i++)
    {
      SlFoldColumn *column = &fold->columns[i];
      gboolean has_items = column->count > 0;

      ask_for (fold, i, query->n_columns);
      if (known)
        add_range (column, 0, held, held);
      if (!has_items)
        continue;

      known = TRUE;
      held = read_last (&fold->lasts[i]);
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
  g_autofree Last *lasts = g_new (Last, query->n_columns);
  Fold fold = { .span = query->span, .columns = columns, .lasts = lasts };
  const SlTrackNode *root = sl_track_get_root (self);

  sl_column_walk_init (&fold.walk, query->span, query->n_columns);
  if (root != NULL)
    fold_node (&fold, root);
  else
    fold_chunk (&fold, sl_track_get_only_chunk (self));
  carry_values (self, query, &fold);
}
