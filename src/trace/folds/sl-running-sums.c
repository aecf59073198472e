/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-running-sums.h"

#include "sl-column-walk.h"
#include "sl-kept-weights.h"
#include "sl-lower-bound.h"
#include "sl-track-weigh.h"

/* What a part of a track has: how many items count, what is in each slot, how many items each group has. */
#define FIRST_SLOT  1
#define FIRST_GROUP (FIRST_SLOT + SL_WEIGHT_SLOTS)
#define N_SUMS      (FIRST_GROUP + SL_WEIGHT_SLOTS / 2)

/* Borders between the one at hand and that whose memory is asked for. */
#define AHEAD 6

/**
 * Chunk:
 * @first: items before it
 */
typedef struct
{
  SlTime begin;
  SlTime end;
  guint64 first;
  const SlTrackChunk *chunk;
} Chunk;

/**
 * SlRunningSums:
 * @level: of the root; 0 for a track of few items
 * @chunks: (array): one more than there are, of which only the items before it are known
 * @fold_size: numbers of a row that a fold needs
 * @row_size: all numbers in a row
 * @kept: by place in a row: which of all sums it is; the first is how many items count
 * @rows: before each chunk, and before the end
 */
struct _SlRunningSums
{
  guint level;
  guint n_chunks;
  Chunk *chunks;
  guint fold_size;
  guint row_size;
  guint8 kept[N_SUMS];
  guint64 *rows;
};

static guint
count_chunks (const SlTrackNode *node)
{
  guint n_chunks = 0;

  if (node == NULL)
    return 1;
  if (node->level == 1)
    return node->n_children;
  for (guint i = 0; i < node->n_children; i++)
    n_chunks += count_chunks (node->children[i].child);

  return n_chunks;
}

/* Adds the items of a leaf that begin before @border, up to there. */
static void
add_leaf (const SlWeigher *weigher,
          const SlTrackChunk *chunk,
          guint leaf,
          SlTime border,
          guint64 *all)
{
  SlMarkPlace places[SL_LEAF_ITEMS];
  SlLeafCursor cursor;
  SlLeafItem item;
  guint count = 0;

  sl_leaf_cursor_init (&cursor, weigher->track->type, chunk, leaf);
  sl_weigher_get_places (weigher, cursor.marks, cursor.mark_width, cursor.n_marks, places);
  while (sl_leaf_cursor_next (&cursor, &item) && item.begin < border)
    {
      SlMarkPlace place = places[item.local];
      guint64 ticks = (guint64) MIN (item.end, border) - (guint64) item.begin;

      count += place.counts;
      all[FIRST_SLOT + place.slot] += item.begin == item.end ? 1 : ticks;
      all[FIRST_GROUP + place.slot / 2]++;
    }
  all[0] += count;
}

static void
add_chunk (SlRunningSums *self, const SlTrackChunk *chunk, guint64 n_items, const guint64 *behind)
{
  Chunk *added = &self->chunks[self->n_chunks++];
  guint64 *row;

  added->begin = chunk->begin[0];
  added->end = chunk->end;
  added->chunk = chunk;
  added[1].first = added->first + n_items;
  row = self->rows + (gsize) self->n_chunks * self->row_size;
  for (guint i = 0; i < self->row_size; i++)
    row[i] = behind[self->kept[i]];
}

/* Goes over the chunks below @node; @sums is what comes before them, and then what comes before their end. */
static void
add_chunks (SlRunningSums *self, const SlWeigher *weigher, const SlTrackNode *node, guint64 *sums)
{
  for (guint i = 0; i < node->n_children; i++)
    {
      const SlTrackChild *child = &node->children[i];

      if (node->level > 1)
        {
          add_chunks (self, weigher, child->child, sums);
          continue;
        }
      sl_weigher_add_sums (weigher, node, child, sums, sums + FIRST_SLOT, sums + FIRST_GROUP);
      add_chunk (self, child->child, child->count, sums);
    }
}

static void
add_only_chunk (SlRunningSums *self, const SlWeigher *weigher, guint64 *sums)
{
  const SlTrackChunk *chunk = sl_track_get_only_chunk (weigher->track);

  for (guint i = 0; i < chunk->n_leaves; i++)
    add_leaf (weigher, chunk, i, SL_TIME_MAX, sums);
  add_chunk (self, chunk, sl_track_get_n_items (weigher->track), sums);
}

/* Gives each sum a place in rows: first those that a fold needs. */
static void
choose_places (SlRunningSums *self, const SlWeigher *weigher)
{
  guint size = 1;

  for (guint slot = 0; slot < weigher->n_slots; slot++)
    if (weigher->groups[slot / 2] != SL_FOLD_IGNORE)
      self->kept[size++] = (guint8) (FIRST_SLOT + slot);
  self->fold_size = size;
  for (guint slot = 0; slot < weigher->n_slots; slot++)
    if (weigher->groups[slot / 2] == SL_FOLD_IGNORE)
      self->kept[size++] = (guint8) (FIRST_SLOT + slot);
  for (guint group = 0; group < weigher->n_slots / 2; group++)
    self->kept[size++] = (guint8) (FIRST_GROUP + group);
  self->row_size = size;
}

/* Leaves out the sums that are 0 in all rows, such as those of groups that no item is of. */
static void
drop_empty_places (SlRunningSums *self, const guint64 *whole)
{
  guint places[N_SUMS];
  guint n_kept = 0, n_for_folds = 0, old_size = self->row_size;

  for (guint i = 0; i < old_size; i++)
    {
      if (i > 0 && whole[self->kept[i]] == 0)
        continue;

      n_for_folds += i < self->fold_size;
      places[n_kept] = i;
      self->kept[n_kept++] = self->kept[i];
    }
  for (gsize row = 0; row <= self->n_chunks; row++)
    for (guint i = 0; i < n_kept; i++)
      self->rows[row * n_kept + i] = self->rows[row * old_size + places[i]];
  self->fold_size = n_for_folds;
  self->row_size = n_kept;
  self->rows = g_renew (guint64, self->rows, (self->n_chunks + 1) * (gsize) n_kept);
}

/**
 * sl_running_sums_new:
 * @weigher: of a track with items; its groups must stay as they are, the track too
 *
 * Costs the sums of all chunks.
 *
 * Returns: (transfer full):
 */
SlRunningSums *
sl_running_sums_new (const SlWeigher *weigher)
{
  SlRunningSums *self = g_new0 (SlRunningSums, 1);
  const SlTrackNode *root = sl_track_get_root (weigher->track);
  gsize n_chunks = count_chunks (root);
  guint64 sums[N_SUMS] = { 0 };

  self->level = root != NULL ? root->level : 0;
  self->chunks = g_new0 (Chunk, n_chunks + 1);
  choose_places (self, weigher);
  self->rows = g_new0 (guint64, (n_chunks + 1) * self->row_size);
  if (root != NULL)
    add_chunks (self, weigher, root, sums);
  else
    add_only_chunk (self, weigher, sums);
  drop_empty_places (self, sums);
  return self;
}

/**
 * sl_running_sums_free:
 * @self: (nullable) (transfer full):
 */
void
sl_running_sums_free (SlRunningSums *self)
{
  if (self == NULL)
    return;

  g_free (self->chunks);
  g_free (self->rows);
  g_free (self);
}

/**
 * sl_running_sums_look_ahead:
 * @weigher: one that keeps weights
 * @first: chunks before it were looked at
 *
 * Weighs up to @n_chunks chunks, leaf by leaf as far as they have no sums, before a border cuts them.
 *
 * Returns: the first chunk that was not looked at; @first where none is left
 */
guint
sl_running_sums_look_ahead (const SlRunningSums *self,
                            const SlWeigher *weigher,
                            guint first,
                            guint n_chunks)
{
  guint end = MIN (first + n_chunks, self->n_chunks);

  for (guint i = first; i < end; i++)
    sl_kept_weights_look_at (weigher->kept, weigher, self->chunks[i].chunk);
  return end;
}

static inline const guint64 *
get_row (const SlRunningSums *self, guint chunk)
{
  return self->rows + (gsize) chunk * self->row_size;
}

/**
 * Border:
 * @chunk: the last that begins before it; -1 for none
 */
typedef struct
{
  SlTime time;
  gint chunk;
} Border;

/* The last chunk that begins before @time; -1 for none. */
static gint
find_chunk (const SlRunningSums *self, SlTime time)
{
  return (gint) sl_lower_bound (0, self->n_chunks, i, self->chunks[i].begin < time) - 1;
}

static Border *
find_borders (const SlRunningSums *self, const SlColumnWalk *first, SlSpan span, guint n_columns)
{
  Border *borders = g_new (Border, n_columns + 1);
  SlColumnWalk walk = *first;
  gint chunk = find_chunk (self, span.begin);

  borders[0] = (Border) { span.begin, chunk };
  for (guint i = 1; i <= n_columns; i++)
    {
      while (chunk + 1 < (gint) self->n_chunks && self->chunks[chunk + 1].begin < walk.end)
        chunk++;
      borders[i] = (Border) { walk.end, chunk };
      sl_column_walk_next (&walk);
    }

  return borders;
}

/* Sets @row, as far as a fold needs it, to what is in @low and the share of what is between it and @high that lies before
 * @border. */
static void
share_out (const SlRunningSums *self,
           const guint64 *low,
           const guint64 *high,
           SlSpan part,
           SlTime border,
           guint64 *row)
{
  double share = sl_weigher_get_share (part, border);

  for (guint i = 0; i < self->fold_size; i++)
    row[i] = low[i] + sl_weigher_take_share (high[i] - low[i], share);
}

/* A part that ends of the span cut is never taken as even. */
static inline gboolean
is_inside (SlTime begin, SlTime end, SlSpan span)
{
  return begin >= span.begin && end < span.end;
}

static inline gboolean
is_even (const SlWeigher *weigher, guint64 n_items, SlSpan part, SlSpan span)
{
  return is_inside (part.begin, part.end, span) &&
         sl_weigher_is_even (weigher, n_items, part.begin, part.end);
}

/* Adds to @row what of a chunk is before a border inside it, item by item: all sums, exactly. */
static void
add_leaves (const SlRunningSums *self, const SlWeigher *weigher, const Border *border, guint64 *row)
{
  const SlTrackChunk *chunk = self->chunks[border->chunk].chunk;
  guint64 sums[N_SUMS] = { 0 };

  for (guint leaf = 0; leaf < chunk->n_leaves && chunk->begin[leaf] < border->time; leaf++)
    add_leaf (weigher, chunk, leaf, border->time, sums);
  for (guint i = 0; i < self->row_size; i++)
    row[i] += sums[self->kept[i]];
}

/* The same, as far as a fold needs it: leaves that lie before the border are taken by their sums. */
static void
weigh_leaves (const SlRunningSums *self,
              const SlWeigher *weigher,
              SlSpan span,
              const Border *border,
              guint64 *row)
{
  const SlTrackChunk *chunk = self->chunks[border->chunk].chunk;
  SlWeights weights;
  guint leaf = 0;

  sl_weights_clear (weigher, &weights);
  for (; leaf + 1 < chunk->n_leaves && chunk->begin[leaf + 1] < border->time; leaf++)
    sl_weigh_leaf (weigher, &weights, chunk, leaf);
  if (is_inside (chunk->begin[leaf], sl_leaf_get_end (chunk, leaf), span))
    sl_weigh_leaf_before (weigher, &weights, chunk, leaf, border->time);
  else
    sl_weigh_leaf_items (weigher, &weights, chunk, leaf, border->time);

  row[0] += weights.count;
  for (guint i = 1; i < self->fold_size; i++)
    row[i] += weights.slots[self->kept[i] - FIRST_SLOT];
}

/* Sets @row to what comes before a border. The largest part of the tree in which it is that can be taken as even is;
 * what is smaller is looked into no further than that. */
static void
weigh_before (SlRunningSums *self,
              const SlWeigher *weigher,
              SlSpan span,
              const Border *border,
              guint64 *row)
{
  const Chunk *chunks = self->chunks;
  SlSpan even = { 0, 0 };
  guint first = 0, end = 0;

  if (border->chunk < 0)
    {
      memset (row, 0, self->row_size * sizeof *row);
      return;
    }
  for (guint level = 0; level < self->level; level++)
    {
      guint from = (guint) border->chunk >> 3 * level << 3 * level;
      guint to = MIN (from + (1u << 3 * level), self->n_chunks);
      SlSpan part = { chunks[from].begin, chunks[to - 1].end };

      if ((guint64) part.end - (guint64) part.begin >= weigher->even_length)
        break;
      if (is_even (weigher, chunks[to].first - chunks[from].first, part, span))
        {
          even = part;
          first = from;
          end = to;
        }
    }

  if (end > 0)
    {
      share_out (self, get_row (self, first), get_row (self, end), even, border->time, row);
      return;
    }
  if (border->time > chunks[border->chunk].end)
    {
      memcpy (row, get_row (self, (guint) border->chunk + 1), self->row_size * sizeof *row);
      return;
    }

  memcpy (row, get_row (self, (guint) border->chunk), self->row_size * sizeof *row);
  if (weigher->even_length > 0)
    weigh_leaves (self, weigher, span, border, row);
  else
    add_leaves (self, weigher, border, row);
}

static void
fill_column (const SlRunningSums *self,
             const SlWeigher *weigher,
             const guint64 *before,
             const guint64 *behind,
             SlFoldColumn *column)
{
  *column = (SlFoldColumn) {
    .count = behind[0] - before[0],
    .minimum = G_MAXINT64,
    .maximum = G_MININT64,
  };
  for (guint i = 1; i < self->fold_size; i++)
    {
      guint64 amount = behind[i] - before[i];
      guint slot = self->kept[i] - FIRST_SLOT;
      guint group = weigher->groups[slot / 2];

      column->groups |= (guint32) (amount != 0) << group;
      if (slot % 2 == 0)
        {
          column->time[group] = amount;
          column->busy += amount;
        }
    }
}

static inline void
ask_for (const SlRunningSums *self, const Border *border)
{
  if (border->chunk < 0)
    return;

  sl_prefetch (get_row (self, (guint) border->chunk), 2 * self->row_size * sizeof (guint64));
}

/**
 * sl_running_sums_fold:
 * @weigher: the one that @self was made with
 * @columns: (out caller-allocates) (array length=n_columns):
 *
 * The same as sl_track_fold_weighed(), to the last tick.
 */
void
sl_running_sums_fold (SlRunningSums *self,
                      SlWeigher *weigher,
                      SlSpan span,
                      guint n_columns,
                      SlFoldColumn *columns)
{
  guint64 rows[2][N_SUMS];
  g_autofree Border *borders = NULL;
  SlColumnWalk walk;

  g_return_if_fail (span.begin < span.end && n_columns > 0);

  sl_column_walk_init (&walk, span, n_columns);
  weigher->even_length = sl_weigher_get_even_length (&walk);
  borders = find_borders (self, &walk, span, n_columns);
  weigh_before (self, weigher, span, &borders[0], rows[0]);
  for (guint i = 0; i < n_columns; i++)
    {
      guint64 *before = rows[i % 2], *behind = rows[(i + 1) % 2];

      ask_for (self, &borders[MIN (i + 1 + AHEAD, n_columns)]);
      weigh_before (self, weigher, span, &borders[i + 1], behind);
      fill_column (self, weigher, before, behind, &columns[i]);
    }
}

/**
 * sl_running_sums_sum:
 * @weigher: the one that @self was made with
 * @time_by_group: (inout) (array fixed-size=256): ticks inside @span are added
 * @count_by_group: (inout) (array fixed-size=256): items that begin in @span are added
 *
 * The same as sl_track_sum_groups().
 */
void
sl_running_sums_sum (SlRunningSums *self,
                     SlWeigher *weigher,
                     SlSpan span,
                     guint64 *time_by_group,
                     guint64 *count_by_group)
{
  guint64 before[N_SUMS], behind[N_SUMS];
  Border begin = { span.begin, find_chunk (self, span.begin) };
  Border end = { span.end, find_chunk (self, span.end) };

  if (span.begin >= span.end)
    return;

  weigher->even_length = 0;
  weigh_before (self, weigher, span, &begin, before);
  weigh_before (self, weigher, span, &end, behind);
  for (guint i = 1; i < self->row_size; i++)
    {
      guint sum = self->kept[i];
      guint64 amount = behind[i] - before[i];

      if (sum >= FIRST_GROUP)
        count_by_group[weigher->groups[sum - FIRST_GROUP]] += amount;
      else if ((sum - FIRST_SLOT) % 2 == 0)
        time_by_group[weigher->groups[(sum - FIRST_SLOT) / 2]] += amount;
    }
}
