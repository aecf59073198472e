/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-number-table.h"

#define FIRST_SHIFT 60

static void
make_slots (SlNumberTable *self, guint shift)
{
  guint n_slots = (guint) (G_MAXUINT64 >> shift) + 1;

  self->shift = shift;
  self->slots = g_new (SlNumberSlot, n_slots);
  for (guint i = 0; i < n_slots; i++)
    self->slots[i] = (SlNumberSlot) { 0, SL_NUMBER_NONE };
}

/**
 * sl_number_table_new:
 *
 * Returns: (transfer full): an empty table
 */
SlNumberTable *
sl_number_table_new (void)
{
  SlNumberTable *self = g_new0 (SlNumberTable, 1);

  make_slots (self, FIRST_SHIFT);
  return self;
}

void
sl_number_table_free (SlNumberTable *self)
{
  g_free (self->slots);
  g_free (self);
}

/* The slot of @key, or the free one where it belongs. */
static guint
find_slot (const SlNumberTable *self, guint64 key)
{
  guint mask = (guint) (G_MAXUINT64 >> self->shift);
  guint at = sl_number_table_get_home (self, key);

  while (self->slots[at].value != SL_NUMBER_NONE && self->slots[at].key != key)
    at = (at + 1) & mask;

  return at;
}

static void
grow (SlNumberTable *self)
{
  SlNumberTable old = *self;
  guint n_slots = (guint) (G_MAXUINT64 >> old.shift) + 1;

  make_slots (self, old.shift - 1);
  for (guint i = 0; i < n_slots; i++)
    if (old.slots[i].value != SL_NUMBER_NONE)
      self->slots[find_slot (self, old.slots[i].key)] = old.slots[i];
  g_free (old.slots);
}

/**
 * sl_number_table_set:
 * @value: %SL_NUMBER_NONE to remove what is there
 */
void
sl_number_table_set (SlNumberTable *self, guint64 key, guint64 value)
{
  guint at;

  if (value == SL_NUMBER_NONE)
    {
      sl_number_table_remove (self, key);
      return;
    }

  at = find_slot (self, key);
  if (self->slots[at].value == SL_NUMBER_NONE)
    {
      self->size++;
      if (2 * (guint64) self->size > G_MAXUINT64 >> self->shift)
        {
          grow (self);
          at = find_slot (self, key);
        }
    }
  self->slots[at] = (SlNumberSlot) { key, value };
}

/**
 * sl_number_table_remove:
 *
 * Removes what is under @key, if anything is.
 */
void
sl_number_table_remove (SlNumberTable *self, guint64 key)
{
  guint mask = (guint) (G_MAXUINT64 >> self->shift);
  guint hole = find_slot (self, key);

  if (self->slots[hole].value == SL_NUMBER_NONE)
    return;

  /* What a search would not find behind the hole any more moves into it. */
  for (guint at = (hole + 1) & mask; self->slots[at].value != SL_NUMBER_NONE; at = (at + 1) & mask)
    {
      guint home = sl_number_table_get_home (self, self->slots[at].key);

      if (((at - home) & mask) < ((at - hole) & mask))
        continue;
      self->slots[hole] = self->slots[at];
      hole = at;
    }
  self->slots[hole].value = SL_NUMBER_NONE;
  self->size--;
}
