/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-track-weigh.h"

#include "sl-kept-weights.h"

static guint8
find_slot (SlWeigher *self, guint8 group)
{
  guint n_groups = self->n_slots / 2;

  if (group >= SL_FOLD_GROUPS)
    group = SL_FOLD_IGNORE;
  for (guint i = 0; i < n_groups; i++)
    {
      if (self->groups[i] == group)
        return (guint8) (2 * i);
    }

  self->groups[n_groups] = group;
  self->n_slots += 2;
  return (guint8) (2 * n_groups);
}

/**
 * sl_weigher_init:
 * @track: of slices or instants; must outlive @self
 * @group_of: (array): by code; see #SlFoldQuery
 * @counted: see #SlFoldQuery
 *
 * Nothing is taken as evenly spread, and nothing is kept, unless that is set.
 */
void
sl_weigher_init (SlWeigher *self, const SlTrack *track, const guint8 *group_of, SlState counted)
{
  self->track = track;
  self->even_length = 0;
  self->n_slots = 0;
  self->kept = NULL;
  self->places = g_new (SlMarkPlace, 2 * track->n_codes + 1);
  for (guint code = 0; code < track->n_codes; code++)
    {
      guint8 slot = find_slot (self, group_of[code]);
      gboolean counts = counted == SL_STATE_NONE || track->codes[code].state == counted;

      for (guint no_length = 0; no_length < 2; no_length++)
        self->places[SL_MARK_NEW (code, no_length)] =
            (SlMarkPlace) { (guint8) (slot + no_length), (guint8) counts };
    }
}

/**
 * sl_weigher_clear:
 */
void
sl_weigher_clear (SlWeigher *self)
{
  g_clear_pointer (&self->places, g_free);
}

/**
 * sl_weigher_get_places:
 * @places: (out caller-allocates): by place of the mark in the leaf
 */
void
sl_weigher_get_places (const SlWeigher *self,
                       const guint8 *marks,
                       guint mark_width,
                       guint n_marks,
                       SlMarkPlace *places)
{
  for (guint i = 0; i < n_marks; i++)
    places[i] = self->places[sl_leaf_mark (marks, mark_width, i)];
}

/**
 * sl_weigh_leaf_items:
 * @border: any time
 *
 * Adds the items of a leaf that begin before @border, up to @border, one by one.
 */
void
sl_weigh_leaf_items (const SlWeigher *self,
                     SlWeights *weights,
                     const SlTrackChunk *chunk,
                     guint leaf,
                     SlTime border)
{
  SlMarkPlace places[SL_LEAF_ITEMS];
  SlLeafCursor cursor;
  SlLeafItem item;
  SlLeafHead head;
  guint count = 0;

  sl_leaf_head_read (&head, self->track->type, chunk, leaf);
  sl_weigher_get_places (self, head.marks, head.mark_width, head.n_marks, places);
  sl_leaf_cursor_init (&cursor, self->track->type, chunk, leaf);
  while (sl_leaf_cursor_next (&cursor, &item) && item.begin < border)
    {
      SlMarkPlace place = places[item.local];
      guint64 ticks = (guint64) MIN (item.end, border) - (guint64) item.begin;

      count += place.counts;
      weights->slots[place.slot] += item.begin == item.end ? 1 : ticks;
    }
  weights->count += count;
}

/**
 * sl_weigh_leaf:
 *
 * Adds what all of a leaf weighs.
 */
void
sl_weigh_leaf (const SlWeigher *self, SlWeights *weights, const SlTrackChunk *chunk, guint leaf)
{
  SlLeafHead head;

  sl_leaf_head_read (&head, self->track->type, chunk, leaf);
  if (head.weight_width == 0)
    {
      if (self->kept != NULL)
        sl_kept_weights_add_leaf (self->kept, self, weights, chunk, leaf);
      else
        sl_weigh_leaf_items (self, weights, chunk, leaf, SL_TIME_MAX);
      return;
    }

  for (guint i = 0; i < head.n_marks; i++)
    {
      SlMarkPlace place = self->places[sl_leaf_mark (head.marks, head.mark_width, i)];
      const guint8 *weight = head.weights + i * head.weight_width;

      weights->slots[place.slot] += sl_leaf_load (weight, head.weight_width);
      weights->count += head.counts[i] & -(guint) place.counts;
    }
}

static void
add_kept (const SlWeigher *self,
          SlWeights *weights,
          const SlTrackNode *node,
          const SlTrackChild *child)
{
  const guint64 *kept = sl_kept_weights_get (self->kept, self, node, child);

  weights->count += kept[0];
  for (guint i = 0; i < self->n_slots; i++)
    weights->slots[i] += kept[1 + i];
}

/**
 * sl_weigh_child:
 *
 * Adds what all of a child of @node weighs.
 */
void
sl_weigh_child (const SlWeigher *self,
                SlWeights *weights,
                const SlTrackNode *node,
                const SlTrackChild *child)
{
  const SlTrackSum *sums = sl_track_node_get_sums (node) + child->first_sum;

  if (self->kept != NULL && child->n_sums > SL_WEIGHTS_KEPT_FROM)
    {
      add_kept (self, weights, node, child);
      return;
    }

  for (guint i = 0; i < child->n_sums; i++)
    {
      SlMarkPlace place = self->places[sums[i].mark];

      weights->slots[place.slot] +=
          SL_MARK_HAS_LENGTH (sums[i].mark) ? sums[i].ticks : sums[i].count;
      weights->count += sums[i].count & -(guint) place.counts;
    }
}

static guint64
take_share (guint64 all, double share)
{
  return MIN ((guint64) ((double) all * share), all);
}

/* Adds what of @all, which lies between @begin and @end, is before @border if it is evenly spread. */
static void
add_share (const SlWeigher *self,
           SlWeights *weights,
           const SlWeights *all,
           SlTime begin,
           SlTime end,
           SlTime border)
{
  double share = (double) (border - begin) / (double) MAX (end - begin, 1);

  weights->count += take_share (all->count, share);
  for (guint i = 0; i < self->n_slots; i++)
    weights->slots[i] += take_share (all->slots[i], share);
}

static inline gboolean
is_even (const SlWeigher *self, guint64 n_items, SlTime begin, SlTime end)
{
  return (guint64) end - (guint64) begin < self->even_length && n_items >= SL_LEAF_ITEMS;
}

/**
 * sl_weigh_leaf_before:
 * @border: in the leaf, or at its end
 *
 * Adds what of a leaf lies before @border.
 */
void
sl_weigh_leaf_before (const SlWeigher *self,
                      SlWeights *weights,
                      const SlTrackChunk *chunk,
                      guint leaf,
                      SlTime border)
{
  SlTime begin = chunk->begin[leaf], end = sl_leaf_get_end (chunk, leaf);
  guint n_items = sl_track_chunk_get_head (chunk, leaf)[1];
  SlWeights all;

  if (!is_even (self, n_items, begin, end))
    {
      sl_weigh_leaf_items (self, weights, chunk, leaf, border);
      return;
    }

  sl_weights_clear (self, &all);
  sl_weigh_leaf (self, &all, chunk, leaf);
  add_share (self, weights, &all, begin, end, border);
}

static void
weigh_chunk_before (const SlWeigher *self,
                    SlWeights *weights,
                    const SlTrackChunk *chunk,
                    SlTime border)
{
  guint cut = 0;

  while (cut + 1 < chunk->n_leaves && chunk->begin[cut + 1] < border)
    cut++;
  sl_prefetch (sl_track_chunk_get_items (chunk, cut), SL_TRACK_AHEAD);
  for (guint i = 0; i < cut; i++)
    sl_weigh_leaf (self, weights, chunk, i);

  sl_weigh_leaf_before (self, weights, chunk, cut, border);
}

/**
 * sl_weigh_child_before:
 * @border: in the child, or at its end
 *
 * Adds what of a child of @node lies before @border. As deep as the tree.
 */
void
sl_weigh_child_before (const SlWeigher *self,
                       SlWeights *weights,
                       const SlTrackNode *node,
                       const SlTrackChild *child,
                       SlTime border)
{
  const SlTrackNode *inner = child->child;
  guint cut = 0;

  if (is_even (self, child->count, child->begin, child->end))
    {
      SlWeights all;

      sl_weights_clear (self, &all);
      sl_weigh_child (self, &all, node, child);
      add_share (self, weights, &all, child->begin, child->end, border);
      return;
    }
  if (node->level == 1)
    {
      weigh_chunk_before (self, weights, child->child, border);
      return;
    }

  while (cut + 1u < inner->n_children && inner->children[cut + 1].begin < border)
    cut++;
  sl_prefetch (inner->children[cut].child, SL_TRACK_AHEAD);
  for (guint i = 0; i < cut; i++)
    sl_weigh_child (self, weights, inner, &inner->children[i]);

  sl_weigh_child_before (self, weights, inner, &inner->children[cut], border);
}
