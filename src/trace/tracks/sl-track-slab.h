/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Memory of many chunks, freed with the last of them: chunks come and go together, and to get
 * each from malloc() cost a tenth of packing. */

#include "sl-arena.h"

G_BEGIN_DECLS

/**
 * SlTrackSlab:
 * @ref_count: one for each piece, and one while it is being filled
 * @size: in bytes, of the slab as a whole
 * @filled: bytes from its begin on that have memory already
 * @used: bytes from its begin on, this head included
 */
typedef struct
{
  gatomicrefcount ref_count;
  gsize size;
  gsize filled;
  gsize used;
} SlTrackSlab;

/**
 * SlTrackSlabs:
 * @open: (nullable): the slab that is being filled
 * @growing: what trees take only while they grow. Between what malloc() gave to what stays, it would leave holes that the
 *   system does not get back
 *
 * Where the chunks of all trees that one thread packs get their memory.
 */
typedef struct
{
  SlTrackSlab *open;
  SlArena *growing;
} SlTrackSlabs;

void sl_track_slab_unref (SlTrackSlab *self);

gpointer sl_track_slabs_take (SlTrackSlabs *self, gsize size, SlTrackSlab **slab);
void sl_track_slabs_clear (SlTrackSlabs *self);

G_END_DECLS
