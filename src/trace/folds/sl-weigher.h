/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Which group the items of a track of slices or instants weigh for, by their marks: ticks, items, and how many count. */

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

G_END_DECLS
