/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-track-weigh.h"

#include "sl-kept-weights.h"

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
      if (self->kept != NULL && head.n_items > SL_LEAF_UNWEIGHED_ITEMS)
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
  if (self->kept != NULL && child->n_sums > SL_WEIGHTS_KEPT_FROM)
    {
      add_kept (self, weights, node, child);
      return;
    }

  for (guint i = 0; i < child->n_sums; i++)
    {
      SlTrackSum sum = sl_track_node_get_sum (node, child->first_sum + i);
      SlMarkPlace place = self->places[sum.mark];

      weights->slots[place.slot] += SL_MARK_HAS_LENGTH (sum.mark) ? sum.ticks : sum.count;
      weights->count += sum.count & -(guint) place.counts;
    }
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
  double share = sl_weigher_get_share ((SlSpan) { begin, end }, border);

  weights->count += sl_weigher_take_share (all->count, share);
  for (guint i = 0; i < self->n_slots; i++)
    weights->slots[i] += sl_weigher_take_share (all->slots[i], share);
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

  if (!sl_weigher_is_even (self, n_items, begin, end))
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

  if (sl_weigher_is_even (self, child->count, child->begin, child->end))
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
