/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Which group the items of a track of slices or instants weigh for, by their marks: ticks, items, and how many count. */

#include "sl-column-walk.h"
#include "sl-track-private.h"

G_BEGIN_DECLS

/* A group takes two slots: ticks of items with a length, then items without one. Groups that do not
 * count share the slots of one more. */
#define SL_WEIGHT_SLOTS (2 * (SL_FOLD_GROUPS + 1))

typedef struct
{
  guint64 count;
  guint64 slots[SL_WEIGHT_SLOTS];
} SlWeights;

/* Where the items of a mark go. */
typedef struct
{
  guint8 slot;
  guint8 counts; /* 0 or 1 */
} SlMarkPlace;

/* So many sums of a child are added up as fast as what is kept of them is found. */
#define SL_WEIGHTS_KEPT_FROM 48

typedef struct _SlKeptWeights SlKeptWeights;

/**
 * SlWeigher:
 * @places: (array): by mark
 * @kept: (nullable): what children weigh of which it is known; %NULL to keep nothing
 * @n_slots: how many are in use, two a group
 * @groups: by pair of slots: the query's group; %SL_FOLD_IGNORE for none
 * @even_length: items that stand within less ticks, and fill a leaf at least, are taken as evenly
 *   spread where a border cuts them
 */
typedef struct
{
  const SlTrack *track;
  SlMarkPlace *places;
  guint n_slots;
  guint8 groups[SL_FOLD_GROUPS + 1];
  guint64 even_length;
  SlKeptWeights *kept;
} SlWeigher;

void
sl_weigher_init (SlWeigher *self, const SlTrack *track, const guint8 *group_of, SlState counted);
void sl_weigher_clear (SlWeigher *self);

void sl_weigh_leaf_items (const SlWeigher *self,
                          SlWeights *weights,
                          const SlTrackChunk *chunk,
                          guint leaf,
                          SlTime border);

/* Of a leaf's items; @places has room for SL_LEAF_ITEMS. */
void sl_weigher_get_places (const SlWeigher *self,
                            const guint8 *marks,
                            guint mark_width,
                            guint n_marks,
                            SlMarkPlace *places);

static inline void
sl_weights_clear (const SlWeigher *weigher, SlWeights *self)
{
  self->count = 0;
  for (guint i = 0; i < weigher->n_slots; i++)
    self->slots[i] = 0;
}

static inline void
sl_weights_add (const SlWeigher *weigher, SlWeights *self, const SlWeights *other)
{
  self->count += other->count;
  for (guint i = 0; i < weigher->n_slots; i++)
    self->slots[i] += other->slots[i];
}

/* Sets @self to @all without @part, which is in it. */
static inline void
sl_weights_set_rest (const SlWeigher *weigher,
                     SlWeights *self,
                     const SlWeights *all,
                     const SlWeights *part)
{
  self->count = all->count - part->count;
  for (guint i = 0; i < weigher->n_slots; i++)
    self->slots[i] = all->slots[i] - part->slots[i];
}

/* Adds what a child of @node has: how many items count, what is in each slot, and how many items each group has. */
static inline void
sl_weigher_add_sums (const SlWeigher *self,
                     const SlTrackNode *node,
                     const SlTrackChild *child,
                     guint64 *count,
                     guint64 *slots,
                     guint64 *items)
{
  for (guint i = 0; i < child->n_sums; i++)
    {
      SlTrackSum sum = sl_track_node_get_sum (node, child->first_sum + i);
      SlMarkPlace place = self->places[sum.mark];

      *count += sum.count & -(guint) place.counts;
      slots[place.slot] += SL_MARK_HAS_LENGTH (sum.mark) ? sum.ticks : sum.count;
      items[place.slot / 2] += sum.count;
    }
}

/* Items that stand within half a column are taken as evenly spread. That a border cuts a part of length L at a share f of it
 * makes an error of f (1 − f) L at most, which is an eighth of a column. */
static inline guint64
sl_weigher_get_even_length (const SlColumnWalk *walk)
{
  return walk->step / 2;
}

/* Whether a part that a border cuts is taken as evenly spread. */
static inline gboolean
sl_weigher_is_even (const SlWeigher *self, guint64 n_items, SlTime begin, SlTime end)
{
  return (guint64) end - (guint64) begin < self->even_length && n_items >= SL_LEAF_ITEMS;
}

/* Which share of a part that is evenly spread lies before @border: 1 or more for all. */
static inline double
sl_weigher_get_share (SlSpan part, SlTime border)
{
  return (double) (border - part.begin) / (double) MAX (part.end - part.begin, 1);
}

static inline guint64
sl_weigher_take_share (guint64 all, double share)
{
  return MIN ((guint64) ((double) all * share), all);
}

G_END_DECLS
