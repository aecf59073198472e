/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-address-tally.h"

#include <string.h>

/* Counters that the summary of frequent items keeps. */
#define MOST_FREQUENT 65536

#define LEAST_SLOTS 256

/* Addresses that are found without a look into the table; a power of two. */
#define N_RECENT 256

/* Open addressing, probed in line; a power of two of slots, of which a quarter stays free. */
typedef struct
{
  SlAddressCount *slots;
  guint n_slots;
  guint n_used;
} Table;

/* Of all addresses those are in @sample whose hash begins with @shift zero bits: all of them as
 * long as @shift is 0. @frequent is in use from then on. What is touched was mostly touched a short
 * while ago: @recent finds that at once. */
struct _SlAddressTally
{
  guint most;
  guint shift;
  Table sample;
  Table frequent;
  guint64 error;
  guint64 count;
  SlAddressCount *recent[N_RECENT]; /* of @sample, while it is exact: by the lowest bits */
};

/* The finalizer of SplitMix64: each bit of the address moves each bit of the hash. */
static inline guint64
hash_address (guint64 address)
{
  address += G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  address = (address ^ (address >> 30)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  address = (address ^ (address >> 27)) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return address ^ (address >> 31);
}

static inline gboolean
is_in_sample (guint64 hash, guint shift)
{
  return shift == 0 || hash >> (64 - shift) == 0;
}

static void
table_init (Table *self, guint n_slots)
{
  self->slots = g_new0 (SlAddressCount, n_slots);
  self->n_slots = n_slots;
  self->n_used = 0;
}

/* The slot of an address: its own, or the free one where it belongs. */
static inline SlAddressCount *
table_find (const Table *self, guint64 address, guint64 hash)
{
  guint mask = self->n_slots - 1;
  guint i = (guint) hash & mask;

  while (self->slots[i].count != 0 && self->slots[i].address != address)
    i = (i + 1) & mask;
  return &self->slots[i];
}

static void
table_put (Table *self, const SlAddressCount *entry)
{
  *table_find (self, entry->address, hash_address (entry->address)) = *entry;
  self->n_used++;
}

static void
table_grow (Table *self)
{
  Table larger;

  table_init (&larger, self->n_slots * 2);
  for (guint i = 0; i < self->n_slots; i++)
    {
      if (self->slots[i].count != 0)
        table_put (&larger, &self->slots[i]);
    }
  g_free (self->slots);
  *self = larger;
}

/* @moved: (out): whether the slots are others than before */
static SlAddressCount *
table_add (Table *self, const SlAddressCount *entry, guint64 hash, gboolean *moved)
{
  SlAddressCount *slot = table_find (self, entry->address, hash);

  *moved = FALSE;
  if (slot->count != 0)
    {
      slot->count += entry->count;
      slot->parts |= entry->parts;
      slot->first = MIN (slot->first, entry->first);
      return slot;
    }

  if ((self->n_used + 1) / 3 * 4 >= self->n_slots)
    {
      table_grow (self);
      *moved = TRUE;
      slot = table_find (self, entry->address, hash);
    }
  *slot = *entry;
  self->n_used++;
  return slot;
}

/* Keeps the addresses of a smaller sample. */
static void
thin_sample (SlAddressTally *self)
{
  Table old = self->sample;

  table_init (&self->sample, old.n_slots);
  self->shift++;
  for (guint i = 0; i < old.n_slots; i++)
    {
      if (old.slots[i].count != 0 &&
          is_in_sample (hash_address (old.slots[i].address), self->shift))
        table_put (&self->sample, &old.slots[i]);
    }
  g_free (old.slots);
}

static int
compare_counts (gconstpointer one, gconstpointer other)
{
  guint64 first = *(const guint64 *) one;
  guint64 second = *(const guint64 *) other;

  return first < second ? 1 : first > second ? -1 : 0;
}

/* Takes the count of the first address that is one too many from all; what is left of the others
 * is too low by that. */
static void
thin_frequent (SlAddressTally *self)
{
  Table old = self->frequent;
  g_autofree guint64 *counts = g_new (guint64, old.n_used);
  guint64 least;
  guint n = 0;

  for (guint i = 0; i < old.n_slots; i++)
    {
      if (old.slots[i].count != 0)
        counts[n++] = old.slots[i].count;
    }
  qsort (counts, n, sizeof *counts, compare_counts);
  least = counts[MOST_FREQUENT];

  table_init (&self->frequent, MOST_FREQUENT * 4);
  for (guint i = 0; i < old.n_slots; i++)
    {
      SlAddressCount entry = old.slots[i];

      if (entry.count <= least)
        continue;

      entry.count -= least;
      table_put (&self->frequent, &entry);
    }
  self->error += least;
  g_free (old.slots);
}

static void
add_frequent (SlAddressTally *self, const SlAddressCount *entry, guint64 hash)
{
  gboolean moved;

  table_add (&self->frequent, entry, hash, &moved);
  if (self->frequent.n_used >= 2 * MOST_FREQUENT)
    thin_frequent (self);
}

/* From here on the tally is not exact: what it knows so far is where the summary begins. */
static void
begin_summary (SlAddressTally *self)
{
  memset (self->recent, 0, sizeof self->recent);
  table_init (&self->frequent, MOST_FREQUENT * 4);
  for (guint i = 0; i < self->sample.n_slots; i++)
    {
      const SlAddressCount *entry = &self->sample.slots[i];

      if (entry->count != 0)
        add_frequent (self, entry, hash_address (entry->address));
    }
  do
    thin_sample (self);
  while (self->sample.n_used > self->most);
}

static void
add_to_sample (SlAddressTally *self, const SlAddressCount *entry, guint64 hash)
{
  gboolean moved;

  if (!is_in_sample (hash, self->shift))
    return;

  table_add (&self->sample, entry, hash, &moved);
  while (self->sample.n_used > self->most)
    thin_sample (self);
}

static void
add_exactly (SlAddressTally *self, const SlAddressCount *entry, guint64 hash)
{
  gboolean moved;
  SlAddressCount *slot = table_add (&self->sample, entry, hash, &moved);

  if (moved)
    memset (self->recent, 0, sizeof self->recent);
  self->recent[entry->address % N_RECENT] = slot;
  if (self->sample.n_used > self->most)
    begin_summary (self);
}

static void
add_entry (SlAddressTally *self, const SlAddressCount *entry)
{
  guint64 hash = hash_address (entry->address);

  if (self->shift == 0)
    {
      add_exactly (self, entry, hash);
      return;
    }

  add_to_sample (self, entry, hash);
  add_frequent (self, entry, hash);
}

/**
 * sl_address_tally_new:
 * @most: how many different addresses are counted exactly, above 0; memory stays below some 100
 *   bytes for each, and 20 MiB
 *
 * Returns: (transfer full): an empty tally
 */
SlAddressTally *
sl_address_tally_new (guint most)
{
  SlAddressTally *self;

  g_return_val_if_fail (most > 0, NULL);

  self = g_new0 (SlAddressTally, 1);
  self->most = most;
  table_init (&self->sample, LEAST_SLOTS);
  return self;
}

/**
 * sl_address_tally_free:
 * @self: (transfer full):
 */
void
sl_address_tally_free (SlAddressTally *self)
{
  g_free (self->sample.slots);
  g_free (self->frequent.slots);
  g_free (self);
}

/**
 * sl_address_tally_add:
 * @part: in which part of the span, below %SL_ADDRESS_PARTS
 * @index: of the event in the trace
 *
 * Counts one event.
 */
void
sl_address_tally_add (SlAddressTally *self, guint64 address, guint part, guint64 index)
{
  SlAddressCount *recent = self->recent[address % N_RECENT];
  guint64 parts = G_GUINT64_CONSTANT (1) << part;

  self->count++;
  if (recent == NULL || recent->address != address)
    {
      add_entry (self, &(SlAddressCount) { address, 1, parts, index });
      return;
    }

  recent->count++;
  recent->parts |= parts;
  recent->first = MIN (recent->first, index);
}

/**
 * sl_address_tally_merge:
 * @other: made for as many addresses as @self
 *
 * Adds what @other counted.
 */
void
sl_address_tally_merge (SlAddressTally *self, const SlAddressTally *other)
{
  g_return_if_fail (self->most == other->most);

  if (other->shift > 0 && self->shift == 0)
    begin_summary (self);
  self->count += other->count;

  for (guint i = 0; i < other->sample.n_slots; i++)
    {
      const SlAddressCount *entry = &other->sample.slots[i];

      if (entry->count == 0)
        continue;
      if (other->shift == 0)
        add_entry (self, entry);
      else
        add_to_sample (self, entry, hash_address (entry->address));
    }
  while (self->shift < other->shift)
    thin_sample (self);

  for (guint i = 0; i < other->frequent.n_slots; i++)
    {
      const SlAddressCount *entry = &other->frequent.slots[i];

      if (entry->count != 0)
        add_frequent (self, entry, hash_address (entry->address));
    }
  self->error += other->error;
}

guint64
sl_address_tally_get_count (const SlAddressTally *self)
{
  return self->count;
}

/**
 * sl_address_tally_is_exact:
 *
 * Returns: whether every address has a count of its own; %FALSE where there were too many
 */
gboolean
sl_address_tally_is_exact (const SlAddressTally *self)
{
  return self->shift == 0;
}

/**
 * sl_address_tally_get_error:
 *
 * Returns: by how much the counts of sl_address_tally_dup_hottest() may be too low; 0 while the
 *   tally is exact
 */
guint64
sl_address_tally_get_error (const SlAddressTally *self)
{
  return self->error;
}

/**
 * sl_address_tally_get_n_addresses:
 *
 * Returns: how many different addresses there are; an estimate where the tally is not exact
 */
guint64
sl_address_tally_get_n_addresses (const SlAddressTally *self)
{
  return (guint64) self->sample.n_used << self->shift;
}

/**
 * sl_address_tally_get_parts:
 * @touched: (out): by part, how many different addresses are touched in it
 * @new_ones: (out): by part, how many of these are touched in no part before it
 *
 * Estimates where the tally is not exact.
 */
void
sl_address_tally_get_parts (const SlAddressTally *self,
                            guint64 touched[SL_ADDRESS_PARTS],
                            guint64 new_ones[SL_ADDRESS_PARTS])
{
  memset (touched, 0, SL_ADDRESS_PARTS * sizeof *touched);
  memset (new_ones, 0, SL_ADDRESS_PARTS * sizeof *new_ones);

  for (guint i = 0; i < self->sample.n_slots; i++)
    {
      guint64 parts = self->sample.slots[i].parts;

      if (self->sample.slots[i].count == 0)
        continue;

      new_ones[__builtin_ctzll (parts)]++;
      for (; parts != 0; parts &= parts - 1)
        touched[__builtin_ctzll (parts)]++;
    }

  for (guint i = 0; i < SL_ADDRESS_PARTS; i++)
    {
      touched[i] <<= self->shift;
      new_ones[i] <<= self->shift;
    }
}

/* The hottest first, of equals the lowest address. */
static int
compare_heat (const SlAddressCount *first, const SlAddressCount *second)
{
  if (first->count != second->count)
    return first->count < second->count ? 1 : -1;

  return first->address > second->address ? 1 : first->address < second->address ? -1 : 0;
}

/* Puts an address where it belongs among the hottest so far. */
static void
rank (GArray *hottest, const SlAddressCount *entry, guint most)
{
  guint place = hottest->len;

  while (place > 0 && compare_heat (entry, &g_array_index (hottest, SlAddressCount, place - 1)) < 0)
    place--;
  if (place >= most)
    return;

  g_array_insert_val (hottest, place, *entry);
  g_array_set_size (hottest, MIN (hottest->len, most));
}

/**
 * sl_address_tally_dup_hottest:
 * @most: how many at most; a few
 *
 * Returns: (transfer full) (element-type SlAddressCount): the addresses that are touched most
 *   often, the hottest first, of equals the lowest
 */
GArray *
sl_address_tally_dup_hottest (const SlAddressTally *self, guint most)
{
  const Table *table = self->shift == 0 ? &self->sample : &self->frequent;
  GArray *hottest = g_array_new (FALSE, FALSE, sizeof (SlAddressCount));

  for (guint i = 0; i < table->n_slots; i++)
    {
      if (table->slots[i].count != 0)
        rank (hottest, &table->slots[i], most);
    }
  return hottest;
}
