/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-track-codes.h"

#include <string.h>

void
sl_track_codes_init (SlTrackCodes *self)
{
  self->n_codes = 0;
  self->table_mask = 15;
  self->table = g_new0 (guint32, self->table_mask + 1);
  self->codes = g_new (SlTrackCode, self->table_mask + 1);
}

void
sl_track_codes_clear (SlTrackCodes *self)
{
  g_clear_pointer (&self->codes, g_free);
  g_clear_pointer (&self->table, g_free);
}

/**
 * sl_track_codes_empty:
 *
 * Takes all codes back.
 */
void
sl_track_codes_empty (SlTrackCodes *self)
{
  if (self->n_codes > 0)
    memset (self->table, 0, (self->table_mask + 1) * sizeof *self->table);
  self->n_codes = 0;
}

static void
put_code (SlTrackCodes *self, guint number)
{
  const SlTrackCode *code = &self->codes[number];
  guint slot = sl_track_codes_hash (self, sl_track_codes_key (code->state, code->detail));

  while (self->table[slot] != 0)
    slot = (slot + 1) & self->table_mask;

  self->table[slot] = number + 1;
}

static void
grow_table (SlTrackCodes *self)
{
  guint size = 2 * (self->table_mask + 1);

  g_free (self->table);
  self->table = g_new0 (guint32, size);
  self->table_mask = size - 1;
  self->codes = g_renew (SlTrackCode, self->codes, size);
  for (guint i = 0; i < self->n_codes; i++)
    put_code (self, i);
}

/**
 * sl_track_codes_add:
 *
 * Returns: the number of a code that has none yet
 */
guint
sl_track_codes_add (SlTrackCodes *self, guint32 state, guint32 detail)
{
  guint number = self->n_codes++;

  self->codes[number] = (SlTrackCode) { state, detail };
  put_code (self, number);
  if (2 * self->n_codes > self->table_mask)
    grow_table (self);

  return number;
}
