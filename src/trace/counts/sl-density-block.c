/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Summing one block of events up: what every record of a huge trace passes through. */

#include <string.h>

#include "sl-density-private.h"

/* Codes found in one block, by an open table of twice as many slots as a block can have codes. */
#define SLOT_BITS 13
#define N_SLOTS   (1u << SLOT_BITS)

G_STATIC_ASSERT (N_SLOTS >= 2 * SL_BLOCK_EVENTS);

/* Counts of one block never take more than this many numbers, unless it has more codes. */
#define MAX_COUNTS 2048

/* A block of more codes waits outside of the arena for the writer to say which of them it tells
 * apart: it could be far larger before. */
#define MANY_CODES 128

typedef struct
{
  guint16 slots[N_SLOTS]; /* number of the code, + 1 for empty slots to be 0 */
  SlDensityCode codes[SL_BLOCK_EVENTS];
  guint8 fields[SL_BLOCK_EVENTS]; /* an SlBytesField of each */
  guint n_codes;
  SlDensityBytesFunc get_bytes_field;
  guint16 of_events[SL_BLOCK_EVENTS]; /* the code of each */
} Finder;

static inline guint64
get_bytes (const SlEvent *event, guint8 field)
{
  return field == SL_BYTES_IN_B ? event->b : field == SL_BYTES_IN_DETAIL ? event->detail : 0;
}

static guint
add_code (Finder *self, const SlEvent *event, guint slot)
{
  guint code = self->n_codes++;

  self->codes[code] = (SlDensityCode) { event->kind, event->cpu };
  self->fields[code] =
      self->get_bytes_field != NULL ? (guint8) self->get_bytes_field (event->kind) : SL_BYTES_IN_B;
  self->slots[slot] = (guint16) (code + 1);
  return code;
}

static inline guint
find_code (Finder *self, const SlEvent *event)
{
  guint32 key = (guint32) event->kind << 16 | event->cpu;
  guint slot = key * 0x9e3779b1u >> (32 - SLOT_BITS);

  for (; self->slots[slot] != 0; slot = (slot + 1) % N_SLOTS)
    {
      guint code = self->slots[slot] - 1u;

      if (self->codes[code].kind == event->kind && self->codes[code].cpu == event->cpu)
        return code;
    }

  return add_code (self, event, slot);
}

/* The running sums at the ends of groups of the smallest size, whoever made them. */
typedef struct
{
  guint n_groups;
  const SlTime *begins;
  const guint32 *bytes;
  const guint16 *counts; /* by group, then by code */
  gsize stride;          /* from group to group */
} Groups;

/* What the events of a block are summed up in. */
typedef struct
{
  SlTime begins[SL_BLOCK_EVENTS / SL_DENSITY_GROUP];
  guint32 bytes[SL_BLOCK_EVENTS / SL_DENSITY_GROUP];
  guint16 *counts;
} Sums;

static void
find_codes (Finder *finder, const SlEvent *events, gsize n_events)
{
  for (gsize i = 0; i < n_events; i++)
    finder->of_events[i] = (guint16) find_code (finder, &events[i]);
}

static Groups
add_up (const Finder *finder, Sums *sums, const SlEvent *events, gsize n_events)
{
  guint32 bytes = 0;
  guint group = 0;

  sums->counts = g_new0 (guint16, SL_BLOCK_EVENTS / SL_DENSITY_GROUP * (gsize) finder->n_codes);
  for (gsize first = 0; first < n_events; first += SL_DENSITY_GROUP, group++)
    {
      gsize end = MIN (first + SL_DENSITY_GROUP, n_events);
      guint16 *counts = sums->counts + group * (gsize) finder->n_codes;

      if (group > 0)
        memcpy (counts, counts - finder->n_codes, finder->n_codes * sizeof *counts);
      for (gsize i = first; i < end; i++)
        {
          guint code = finder->of_events[i];

          counts[code]++;
          bytes += (guint32) MIN (get_bytes (&events[i], finder->fields[code]), 0xffff);
        }
      sums->begins[group] = events[first].time;
      sums->bytes[group] = bytes;
    }

  return (Groups) { group, sums->begins, sums->bytes, sums->counts, finder->n_codes };
}

static guint
choose_shift (guint n_groups, guint n_codes)
{
  guint shift = 0;

  while (((n_groups - 1) >> shift) + 1 > 1 &&
         (((n_groups - 1) >> shift) + 1) * n_codes > MAX_COUNTS)
    shift++;

  return shift;
}

/* The block's own arrays lie behind it. Codes are of use until they have numbers. */
static void
place_arrays (SlDensityBlock *self)
{
  guint8 *data = (guint8 *) (self + 1);

  self->begins = data;
  self->bytes = (gpointer) (data += (gsize) self->n_groups * (self->wide ? 8 : 4));
  self->codes = (gpointer) (data += self->n_groups * sizeof (guint32));
  if (!self->is_packed)
    data += self->n_codes * sizeof (SlDensityCode);
  self->counts = (gpointer) data;
  self->numbers = (gpointer) (data + (gsize) self->n_groups * self->n_codes * sizeof (guint16));
}

/* @arena: (nullable): NULL for a block that waits */
static SlDensityBlock *
allocate (SlArena *arena, guint n_groups, guint n_codes, gboolean wide, gboolean is_packed)
{
  gsize size = sizeof (SlDensityBlock) + (gsize) n_groups * (wide ? 8 : 4) +
               n_groups * sizeof (guint32) + (is_packed ? 0 : n_codes * sizeof (SlDensityCode)) +
               (gsize) n_groups * n_codes * sizeof (guint16) + n_codes * sizeof (guint16);
  SlDensityBlock *block = arena != NULL ? sl_arena_take (arena, size) : g_malloc0 (size);

  block->size = (guint32) size;
  block->n_groups = (guint16) n_groups;
  block->n_codes = (guint16) n_codes;
  block->wide = wide;
  block->is_packed = is_packed;
  block->is_waiting = arena == NULL;
  place_arrays (block);
  return block;
}

/* Keeps of the small groups' running sums those at the ends of the block's groups. */
static void
pack (SlDensityBlock *self, const Groups *groups)
{
  guint step = 1u << (self->shift - SL_DENSITY_GROUP_SHIFT);

  for (guint group = 0; group < self->n_groups; group++)
    {
      guint last = MIN ((group + 1) * step, groups->n_groups) - 1;
      const guint16 *counts = groups->counts + last * groups->stride;
      guint64 begin = (guint64) groups->begins[group * step] - (guint64) self->begin;

      if (self->wide)
        ((guint64 *) self->begins)[group] = begin;
      else
        ((guint32 *) self->begins)[group] = (guint32) begin;

      self->bytes[group] = groups->bytes[last];
      for (guint code = 0; code < self->n_codes; code++)
        self->counts[(gsize) code * self->n_groups + group] = counts[code];
    }
}

static SlDensityBlock *
block_new (SlArena *arena, const Groups *groups, guint n_codes, gsize n_events, SlTime end)
{
  SlTime begin = groups->begins[0];
  gboolean wide = (guint64) end - (guint64) begin > G_MAXUINT32;
  guint shift = choose_shift (groups->n_groups, n_codes);
  SlDensityBlock *block = allocate (n_codes > MANY_CODES ? NULL : arena,
                                    ((groups->n_groups - 1) >> shift) + 1, n_codes, wide, FALSE);

  block->shift = (guint8) (shift + SL_DENSITY_GROUP_SHIFT);
  block->begin = begin;
  block->end = end;
  block->count = (guint32) n_events;
  pack (block, groups);
  return block;
}

/**
 * sl_density_block_new:
 * @writer: that the block will be added to
 * @events: (array length=n_events): of one block, in time order; at least one
 * @get_bytes_field: (nullable): which field has the bytes moved; %NULL for b always
 *
 * Sums a block up. Any thread, any order.
 *
 * Returns: (transfer full): for sl_density_writer_add() or sl_density_block_discard(); in the memory
 *   of the writer, where blocks lie one behind the other and take as many pages of memory as they
 *   fill, whether or not they are added
 */
SlDensityBlock *
sl_density_block_new (SlDensityWriter *writer,
                      const SlEvent *events,
                      gsize n_events,
                      SlDensityBytesFunc get_bytes_field)
{
  g_autofree Finder *finder = NULL;
  g_autofree guint16 *counts = NULL;
  SlDensityBlock *block;
  Groups groups;
  Sums sums;

  g_return_val_if_fail (n_events > 0 && n_events <= SL_BLOCK_EVENTS, NULL);

  finder = g_new (Finder, 1);
  memset (finder->slots, 0, sizeof finder->slots);
  finder->n_codes = 0;
  finder->get_bytes_field = get_bytes_field;
  find_codes (finder, events, n_events);
  groups = add_up (finder, &sums, events, n_events);
  counts = sums.counts;
  block = block_new (sl_density_writer_get_arena (writer), &groups, finder->n_codes, n_events,
                     events[n_events - 1].time);
  memcpy (block->codes, finder->codes, finder->n_codes * sizeof (SlDensityCode));

  return block;
}

/**
 * sl_density_block_new_from_columns:
 * @columns: counted, not empty
 *
 * Does what sl_density_block_new() does.
 *
 * Returns: (transfer full): for sl_density_writer_add() or sl_density_block_discard()
 */
SlDensityBlock *
sl_density_block_new_from_columns (SlDensityWriter *writer, const SlColumns *columns)
{
  guint n_groups = sl_columns_get_n_groups (columns);
  SlTime begins[SL_COLUMNS_GROUPS];
  Groups groups = { n_groups, begins, columns->bytes_to, columns->counts[0], SL_COLUMNS_PAIRS };
  SlDensityBlock *block;

  for (guint i = 0; i < n_groups; i++)
    begins[i] = sl_columns_get_time (columns, i * SL_COLUMNS_GROUP);

  block = block_new (sl_density_writer_get_arena (writer), &groups, columns->n_pairs,
                     columns->n_events, sl_columns_get_end (columns));
  for (guint i = 0; i < columns->n_pairs; i++)
    block->codes[i] = (SlDensityCode) { columns->pairs[i].kind, columns->pairs[i].agent };

  return block;
}

G_STATIC_ASSERT (SL_DENSITY_GROUP == SL_COLUMNS_GROUP && SL_COLUMNS_PAIRS <= SL_BLOCK_EVENTS);

/**
 * sl_density_block_discard:
 * @self: (transfer full) (nullable): that no writer has got
 */
void
sl_density_block_discard (SlDensityBlock *self)
{
  if (self != NULL && self->is_waiting)
    g_free (self);
}

/* The different ones of the numbers that the block's codes have, and by code which of them. */
static GArray *
find_places (const SlDensityBlock *self, guint n_numbers, guint16 *places)
{
  GArray *numbers = g_array_new (FALSE, FALSE, sizeof (guint16));
  g_autofree guint16 *known = g_new0 (guint16, n_numbers);

  for (guint i = 0; i < self->n_codes; i++)
    {
      guint16 number = self->numbers[i];

      if (known[number] == 0)
        {
          g_array_append_val (numbers, number);
          known[number] = (guint16) numbers->len;
        }
      places[i] = (guint16) (known[number] - 1);
    }

  return numbers;
}

/**
 * sl_density_block_settle:
 * @self: (transfer full): whose codes have their numbers
 * @n_numbers: all numbers are less
 *
 * Returns: (transfer none): the block in the memory of the writer, with each number once
 */
SlDensityBlock *
sl_density_block_settle (SlDensityBlock *self, SlArena *arena, guint n_numbers)
{
  g_autofree guint16 *places = NULL;
  g_autoptr (GArray) numbers = NULL;
  SlDensityBlock *block;

  if (!self->is_waiting)
    return self;

  places = g_new (guint16, self->n_codes);
  numbers = find_places (self, n_numbers, places);
  block = allocate (arena, self->n_groups, numbers->len, self->wide, TRUE);
  block->shift = self->shift;
  block->begin = self->begin;
  block->end = self->end;
  block->count = self->count;
  memcpy (block->begins, self->begins, (gsize) self->n_groups * (self->wide ? 8 : 4));
  memcpy (block->bytes, self->bytes, self->n_groups * sizeof *self->bytes);
  memcpy (block->numbers, numbers->data, numbers->len * sizeof (guint16));
  for (guint code = 0; code < self->n_codes; code++)
    for (guint group = 0; group < self->n_groups; group++)
      block->counts[(gsize) places[code] * self->n_groups + group] +=
          self->counts[(gsize) code * self->n_groups + group];

  g_free (self);
  return block;
}

/**
 * sl_density_block_get_n_codes:
 *
 * Returns: how many pairs of kind and processor the block tells apart
 */
guint
sl_density_block_get_n_codes (const SlDensityBlock *self)
{
  return self->n_codes;
}

/**
 * sl_density_block_get_kind:
 * @code: of the block's own, which no writer has got
 *
 * Returns: its kind
 */
guint16
sl_density_block_get_kind (const SlDensityBlock *self, guint code)
{
  return self->codes[code].kind;
}
