/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-state-iter.h"

#include "sl-lower-bound.h"
#include "sl-track-iter.h"
#include "sl-track-private.h"

/* Leaves that are gone over one by one; the tree knows the way over more. */
#define NEAR 16

static inline gboolean
has_state (const SlTrack *self, guint32 mark, SlState state)
{
  return sl_track_get_codes (self)[SL_MARK_CODE (mark)].state == state;
}

static int
compare_states (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const guint32 *one = a, *other = b;
  const SlTrackCode *codes = user_data;

  if (codes[*one].state != codes[*other].state)
    return codes[*one].state < codes[*other].state ? -1 : 1;
  return *one < *other ? -1 : *one > *other;
}

/* The numbers of all codes of a track with a tree in the order of their states, which is found once. */
static const guint32 *
get_by_state (const SlTrack *self)
{
  guint32 **place = &((SlTreeTrack *) self)->by_state;
  guint32 *numbers = g_atomic_pointer_get (place);

  if (numbers != NULL)
    return numbers;

  numbers = g_new (guint32, self->n_codes + 1);
  for (guint i = 0; i < self->n_codes; i++)
    numbers[i] = i;
  g_qsort_with_data (numbers, (int) self->n_codes, sizeof *numbers, compare_states,
                     (gpointer) sl_track_get_codes (self));
  if (g_atomic_pointer_compare_and_exchange (place, NULL, numbers))
    return numbers;

  g_free (numbers);
  return g_atomic_pointer_get (place);
}

/* What is asked for: the codes of one state. */
typedef struct
{
  SlState state;
  const guint32 *codes;
  guint n_codes;
} Wanted;

static Wanted
find_codes (const SlTrack *self, SlState state)
{
  const guint32 *numbers = get_by_state (self);
  const SlTrackCode *codes = sl_track_get_codes (self);
  guint first = sl_lower_bound (0, self->n_codes, i, codes[numbers[i]].state < (guint32) state);
  guint end = sl_lower_bound (first, self->n_codes, i, codes[numbers[i]].state <= (guint32) state);

  return (Wanted) { state, numbers + first, end - first };
}

/* Of a child whose sums are in the order of their marks. */
static guint64
count_by_search (const SlTrackNode *node, const SlTrackChild *child, const Wanted *wanted)
{
  guint end = child->first_sum + child->n_sums;
  guint64 count = 0;

  for (guint i = 0; i < wanted->n_codes; i++)
    {
      guint32 mark = SL_MARK_NEW (wanted->codes[i], 0);
      guint place =
          sl_lower_bound (child->first_sum, end, j, sl_track_node_get_sum (node, j).mark < mark);

      for (; place < end; place++)
        {
          SlTrackSum sum = sl_track_node_get_sum (node, place);

          if (SL_MARK_CODE (sum.mark) != wanted->codes[i])
            break;
          count += sum.count;
        }
    }

  return count;
}

static guint64
count_in_child (const SlTrack *self, const SlTrackNode *node, guint number, const Wanted *wanted)
{
  const SlTrackChild *child = &node->children[number];
  SlState state = wanted->state;
  guint64 count = 0;

  if (node->level > 1 && child->n_sums > SL_SUMS_SORTED_FROM &&
      wanted->n_codes * g_bit_storage (child->n_sums) < child->n_sums)
    return count_by_search (node, child, wanted);

  for (guint i = 0; i < child->n_sums; i++)
    {
      SlTrackSum sum = sl_track_node_get_sum (node, child->first_sum + i);

      count += has_state (self, sum.mark, state) ? sum.count : 0;
    }

  return count;
}

/* Goes over a chunk up to @before, or until @wanted slices of the state were met. Returns how many
 * were; if @wanted, @position is then the number of items up to there. */
static guint64
walk_chunk (const SlTrack *self,
            const SlTrackChunk *chunk,
            SlState state,
            SlTime before,
            guint64 wanted,
            guint64 *position)
{
  guint64 count = 0;

  *position = 0;
  for (guint i = 0; i < chunk->n_leaves && chunk->begin[i] < before && count < wanted; i++)
    {
      SlLeafCursor cursor;
      SlLeafItem item;

      sl_leaf_cursor_init (&cursor, self->type, chunk, i);
      if (!sl_leaf_has_state (self, &cursor, state))
        {
          *position += cursor.n_items;
          continue;
        }
      while (count < wanted && sl_leaf_cursor_next (&cursor, &item) && item.begin < before)
        {
          count += sl_leaf_get_state (self, &cursor, item.local) == state;
          (*position)++;
        }
    }

  return count;
}

/**
 * sl_track_count_state:
 * @self: of slices, but where all are meant
 * @state: %SL_STATE_NONE for all
 *
 * Costs by the depth of the tree.
 *
 * Returns: how many slices in @state begin before @before
 */
guint64
sl_track_count_state (const SlTrack *self, SlState state, SlTime before)
{
  const SlTrackNode *node = sl_track_get_root (self);
  const SlTrackChunk *only = sl_track_get_only_chunk (self);
  guint64 count = 0;
  guint64 position;
  Wanted wanted;

  if (state == SL_STATE_NONE)
    return sl_track_count_between (self, (SlSpan) { SL_TIME_MIN, before });

  g_return_val_if_fail (self->type == SL_TRACK_SLICES, 0);

  if (only != NULL)
    return walk_chunk (self, only, state, before, G_MAXUINT64, &position);
  if (node == NULL)
    return 0;

  wanted = find_codes (self, state);
  while (node != NULL)
    {
      guint i = 0;

      for (; i + 1 < node->n_children && node->children[i + 1].begin < before; i++)
        count += count_in_child (self, node, i, &wanted);
      if (node->level == 1)
        return count +
               walk_chunk (self, node->children[i].child, state, before, G_MAXUINT64, &position);

      node = node->children[i].child;
    }

  return 0;
}

/**
 * sl_track_find_state:
 * @self: of slices, but where all are meant
 * @state: %SL_STATE_NONE for all
 * @number: from 0, among the slices in @state
 * @item: (out): the slice; set on success only
 *
 * Costs by the depth of the tree.
 *
 * Returns: whether there are more than @number slices in @state
 */
gboolean
sl_track_find_state (const SlTrack *self, SlState state, guint64 number, SlItem *item)
{
  const SlTrackNode *node = sl_track_get_root (self);
  const SlTrackChunk *only = sl_track_get_only_chunk (self);
  SlTrackIter iter = { .track = self, .next_index = number };
  guint64 left = number;
  guint64 index = 0, position;
  Wanted wanted;

  if (state == SL_STATE_NONE)
    return sl_track_iter_next (&iter, item);

  g_return_val_if_fail (self->type == SL_TRACK_SLICES, FALSE);

  if (only != NULL)
    {
      if (walk_chunk (self, only, state, SL_TIME_MAX, number + 1, &position) <= number)
        return FALSE;
      iter.next_index = position - 1;
      return sl_track_iter_next (&iter, item);
    }
  if (node == NULL)
    return FALSE;

  wanted = find_codes (self, state);
  while (node != NULL)
    {
      guint i = 0;

      for (; i < node->n_children; i++)
        {
          guint64 count = count_in_child (self, node, i, &wanted);

          if (count > left)
            break;
          left -= count;
          index += node->children[i].count;
        }
      if (i == node->n_children)
        return FALSE;
      if (node->level == 1)
        {
          walk_chunk (self, node->children[i].child, state, SL_TIME_MAX, left + 1, &position);
          iter.next_index = index + position - 1;
          return sl_track_iter_next (&iter, item);
        }

      node = node->children[i].child;
    }

  return FALSE;
}

/**
 * sl_state_iter_init:
 * @track: of slices, but where all are meant; must outlive the iterator
 * @state: %SL_STATE_NONE for all
 * @from: any time
 *
 * Stands where sl_track_iter_init() does, or before the first slice in @state after that.
 */
void
sl_state_iter_init (SlStateIter *self, const SlTrack *track, SlState state, SlTime from)
{
  SlItem item;

  *self = (SlStateIter) { .state = state, .number = sl_track_count_state (track, state, from) };
  sl_track_iter_init (&self->iter, track, from);
  if (self->number > 0 && sl_track_find_state (track, state, self->number - 1, &item) &&
      item.end > from)
    self->number--;
}

/**
 * sl_state_iter_next:
 * @item: (out): the next slice; set on success only
 *
 * Returns: %FALSE at the end
 */
gboolean
sl_state_iter_next (SlStateIter *self, SlItem *item)
{
  if (self->state == SL_STATE_NONE
          ? sl_track_iter_next (&self->iter, item)
          : sl_track_iter_next_in_state (&self->iter, self->state, NEAR, item))
    {
      self->number++;
      return TRUE;
    }
  if (self->iter.next_index >= sl_track_get_n_items (self->iter.track))
    return FALSE;

  if (!sl_track_find_state (self->iter.track, self->state, self->number, item))
    return FALSE;

  self->number++;
  self->iter = (SlTrackIter) { .track = self->iter.track, .next_index = item->index + 1 };
  return TRUE;
}
