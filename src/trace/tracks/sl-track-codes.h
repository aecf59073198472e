/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The codes of a growing track: each distinct (state, detail) gets the next number. */

#include "sl-prefetch.h"
#include "sl-track-private.h"

G_BEGIN_DECLS

/* A hash table with open addressing. */
typedef struct
{
  guint n_codes;
  SlTrackCode *codes;
  guint table_mask;
  guint32 *table; /* numbers of codes and 1, by their hashes; 0 for a free place */
} SlTrackCodes;

void sl_track_codes_init (SlTrackCodes *self);
void sl_track_codes_clear (SlTrackCodes *self);
void sl_track_codes_empty (SlTrackCodes *self);
guint sl_track_codes_add (SlTrackCodes *self, guint32 state, guint32 detail);

/* One word of memory, on most machines. */
static inline guint64
sl_track_codes_key (guint32 state, guint32 detail)
{
  return (guint64) detail << 32 | state;
}

static inline guint
sl_track_codes_hash (const SlTrackCodes *self, guint64 key)
{
  return (guint) (key * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) >> 40) & self->table_mask;
}

/* Asks for the places of the first codes, which are those of the most items as a rule. */
static inline void
sl_track_codes_prefetch (const SlTrackCodes *self)
{
  sl_prefetch (self->table, MIN (self->table_mask + 1, 128) * sizeof *self->table);
  sl_prefetch (self->codes, MIN (self->n_codes, 32) * sizeof *self->codes);
}

/* The number of a code and 1; 0 where it has none yet. */
static inline guint
sl_track_codes_find (const SlTrackCodes *self, guint32 state, guint32 detail)
{
  guint64 key = sl_track_codes_key (state, detail);
  guint slot = sl_track_codes_hash (self, key);

  for (;; slot = (slot + 1) & self->table_mask)
    {
      guint number_plus_one = self->table[slot];
      const SlTrackCode *code;

      if (G_UNLIKELY (number_plus_one == 0))
        return 0;
      code = &self->codes[number_plus_one - 1];
      if (G_LIKELY (sl_track_codes_key (code->state, code->detail) == key))
        return number_plus_one;
    }
}

G_END_DECLS
