/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-kept-weights.h"

struct _SlKeptWeights
{
  GHashTable *by_node;         /* what its children weigh, one after the other, by node */
  const SlTrackNode *last;     /* the node that was asked for last */
  const guint64 *last_weights; /* of it */
};

/* Numbers for a child: how many items count, the slots, and how many items each group has. */
static guint
get_size (const SlWeigher *weigher)
{
  return 1 + weigher->n_slots + weigher->n_slots / 2;
}

/**
 * sl_kept_weights_new:
 *
 * Returns: (transfer full): for one weigher, and for nodes that live as long
 */
SlKeptWeights *
sl_kept_weights_new (void)
{
  SlKeptWeights *self = g_new0 (SlKeptWeights, 1);

  self->by_node = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  return self;
}

void
sl_kept_weights_free (SlKeptWeights *self)
{
  g_return_if_fail (self != NULL);

  g_hash_table_unref (self->by_node);
  g_free (self);
}

/**
 * sl_kept_weights_get_count:
 *
 * Returns: nodes whose children's weights are known
 */
guint
sl_kept_weights_get_count (const SlKeptWeights *self)
{
  return g_hash_table_size (self->by_node);
}

static void
sum_up_child (const SlWeigher *weigher,
              const SlTrackNode *node,
              const SlTrackChild *child,
              guint64 *weights)
{
  const SlTrackSum *sums = sl_track_node_get_sums (node) + child->first_sum;
  guint64 *slots = weights + 1;
  guint64 *items = slots + weigher->n_slots;

  for (guint i = 0; i < child->n_sums; i++)
    {
      SlMarkPlace place = weigher->places[sums[i].mark];

      weights[0] += sums[i].count & -(guint) place.counts;
      slots[place.slot] += SL_MARK_HAS_LENGTH (sums[i].mark) ? sums[i].ticks : sums[i].count;
      items[place.slot / 2] += sums[i].count;
    }
}

static const guint64 *
sum_up (const SlWeigher *weigher, const SlTrackNode *node)
{
  guint size = get_size (weigher);
  guint64 *weights = g_new0 (guint64, (gsize) size * node->n_children);

  for (guint i = 0; i < node->n_children; i++)
    sum_up_child (weigher, node, &node->children[i], weights + (gsize) size * i);

  return weights;
}

/**
 * sl_kept_weights_get:
 * @weigher: always the same
 * @child: of @node
 *
 * Costs the sums of @node the first time.
 *
 * Returns: (transfer none) (array): how many items of the child count, what it adds to each of the weigher's slots, and
 *   how many items each of its groups has
 */
const guint64 *
sl_kept_weights_get (SlKeptWeights *self,
                     const SlWeigher *weigher,
                     const SlTrackNode *node,
                     const SlTrackChild *child)
{
  if (self->last != node)
    {
      self->last_weights = g_hash_table_lookup (self->by_node, node);
      if (self->last_weights == NULL)
        {
          self->last_weights = sum_up (weigher, node);
          g_hash_table_insert (self->by_node, (gpointer) node, (gpointer) self->last_weights);
        }
      self->last = node;
    }

  return self->last_weights + (gsize) (child - node->children) * get_size (weigher);
}
