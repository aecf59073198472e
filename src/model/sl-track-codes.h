/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The codes of a growing track: each distinct (state, detail) gets the next number. */

#include "sl-track-private.h"

G_BEGIN_DECLS

/* A place of the hash table: open addressing. */
typedef struct
{
  guint32 state;
  guint32 detail;
  guint32 number_plus_one; /* 0 for a free place */
} SlCodePlace;

typedef struct
{
  guint n_codes;
  SlTrackCode *codes;
  guint table_mask;
  SlCodePlace *table;
} SlTrackCodes;

void sl_track_codes_init (SlTrackCodes *self);
void sl_track_codes_clear (SlTrackCodes *self);
guint sl_track_codes_add (SlTrackCodes *self, guint32 state, guint32 detail);

static inline guint
sl_track_codes_hash (const SlTrackCodes *self, guint32 state, guint32 detail)
{
  guint64 key = (guint64) state << 32 | detail;

  return (guint) (key * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) >> 40) & self->table_mask;
}

/* The number of a code, a new one if need be. */
static inline guint
sl_track_codes_get (SlTrackCodes *self, guint32 state, guint32 detail)
{
  guint slot = sl_track_codes_hash (self, state, detail);

  for (;;)
    {
      const SlCodePlace *place = &self->table[slot];

      if (G_UNLIKELY (place->number_plus_one == 0))
        return sl_track_codes_add (self, state, detail);
      if (place->state == state && place->detail == detail)
        return place->number_plus_one - 1;
      slot = (slot + 1) & self->table_mask;
    }
}

G_END_DECLS
