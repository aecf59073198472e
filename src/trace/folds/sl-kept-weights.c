/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-kept-weights.h"

/* What one leaf adds to one slot. */
typedef struct
{
  guint64 amount;
  guint8 slot;
} Part;

/* What the leaves of a chunk weigh, those without sums: one after the other, only what is not 0. */
typedef struct
{
  guint16 ends[SL_FAN_OUT];
  guint8 counts[SL_FAN_OUT];
  Part parts[];
} LeafWeights;

struct _SlKeptWeights
{
  GHashTable *by_node;         /* what its children weigh, one after the other, by node */
  GHashTable *by_chunk;        /* of #LeafWeights */
  const SlTrackNode *last;     /* the node that was asked for last */
  const guint64 *last_weights; /* of it */
  const SlTrackChunk *last_chunk;
  const LeafWeights *last_leaves;
};

G_STATIC_ASSERT (SL_FAN_OUT *SL_WEIGHT_SLOTS <= G_MAXUINT16);
G_STATIC_ASSERT (SL_WEIGHT_SLOTS <= G_MAXUINT8);

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
  self->by_chunk = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  return self;
}

void
sl_kept_weights_free (SlKeptWeights *self)
{
  g_return_if_fail (self != NULL);

  g_hash_table_unref (self->by_node);
  g_hash_table_unref (self->by_chunk);
  g_free (self);
}

/**
 * sl_kept_weights_get_count:
 *
 * Returns: nodes and chunks whose children's weights are known
 */
guint
sl_kept_weights_get_count (const SlKeptWeights *self)
{
  return g_hash_table_size (self->by_node) + g_hash_table_size (self->by_chunk);
}

static const guint64 *
sum_up (const SlWeigher *weigher, const SlTrackNode *node)
{
  guint size = get_size (weigher);
  guint64 *weights = g_new0 (guint64, (gsize) size * node->n_children);

  for (guint i = 0; i < node->n_children; i++)
    {
      guint64 *own = weights + (gsize) size * i;

      sl_weigher_add_sums (weigher, node, &node->children[i], own, own + 1,
                           own + 1 + weigher->n_slots);
    }

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

static const LeafWeights *
weigh_leaves (const SlWeigher *weigher, const SlTrackChunk *chunk)
{
  Part parts[SL_FAN_OUT * SL_WEIGHT_SLOTS];
  LeafWeights leaves = { 0 }, *kept;
  guint n_parts = 0;

  for (guint i = 0; i < chunk->n_leaves; i++)
    {
      SlLeafHead head;
      SlWeights weights;

      sl_leaf_head_read (&head, weigher->track->type, chunk, i);
      if (head.weight_width == 0)
        {
          sl_weights_clear (weigher, &weights);
          sl_weigh_leaf_items (weigher, &weights, chunk, i, SL_TIME_MAX);
          leaves.counts[i] = (guint8) weights.count;
          for (guint slot = 0; slot < weigher->n_slots; slot++)
            if (weights.slots[slot] != 0)
              parts[n_parts++] = (Part) { weights.slots[slot], (guint8) slot };
        }
      leaves.ends[i] = (guint16) n_parts;
    }

  kept = g_malloc (sizeof leaves + n_parts * sizeof (Part));
  *kept = leaves;
  memcpy (kept->parts, parts, n_parts * sizeof (Part));
  return kept;
}

static const LeafWeights *
get_leaves (SlKeptWeights *self, const SlWeigher *weigher, const SlTrackChunk *chunk)
{
  if (self->last_chunk == chunk)
    return self->last_leaves;

  self->last_leaves = g_hash_table_lookup (self->by_chunk, chunk);
  if (self->last_leaves == NULL)
    {
      self->last_leaves = weigh_leaves (weigher, chunk);
      g_hash_table_insert (self->by_chunk, (gpointer) chunk, (gpointer) self->last_leaves);
    }
  self->last_chunk = chunk;
  return self->last_leaves;
}

/**
 * sl_kept_weights_look_at:
 * @weigher: always the same
 *
 * Weighs those leaves of @chunk that sl_kept_weights_add_leaf() may be asked for, before it is.
 */
void
sl_kept_weights_look_at (SlKeptWeights *self, const SlWeigher *weigher, const SlTrackChunk *chunk)
{
  for (guint i = 0; i < chunk->n_leaves; i++)
    {
      SlLeafHead head;

      sl_leaf_head_read (&head, weigher->track->type, chunk, i);
      if (head.weight_width == 0 && head.n_items > SL_LEAF_UNWEIGHED_ITEMS)
        {
          get_leaves (self, weigher, chunk);
          return;
        }
    }
}

/**
 * sl_kept_weights_add_leaf:
 * @weigher: always the same
 * @weights: to which what the leaf weighs is added
 * @leaf: one without sums
 *
 * Costs the items of @chunk the first time.
 */
void
sl_kept_weights_add_leaf (SlKeptWeights *self,
                          const SlWeigher *weigher,
                          SlWeights *weights,
                          const SlTrackChunk *chunk,
                          guint leaf)
{
  const LeafWeights *leaves = get_leaves (self, weigher, chunk);

  weights->count += leaves->counts[leaf];
  for (guint i = leaf > 0 ? leaves->ends[leaf - 1] : 0; i < leaves->ends[leaf]; i++)
    weights->slots[leaves->parts[i].slot] += leaves->parts[i].amount;
}
