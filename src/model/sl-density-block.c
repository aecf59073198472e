/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Summing one block of events up: what every record of a huge trace passes through. */

#include <string.h>

#include "sl-density-private.h"

/* Codes found in one block, by an open table that a byte of hash looks into. */
#define N_SLOTS 512
#define N_FOUND 255

/* Counts of one block never take more than this many numbers. */
#define MAX_COUNTS 2048

typedef struct
{
  guint32 key[N_SLOTS]; /* kind and processor, + 1 for empty slots to be 0 */
  guint8 code[N_SLOTS];
  SlDensityCode codes[N_FOUND + 1];
  gboolean in_detail[N_FOUND + 1];
  guint n_codes;
  SlDensityBytesFunc bytes_in_detail;
} Finder;

static guint
add_code (Finder *self, const SlEvent *event, guint slot, guint32 key)
{
  guint code = MIN (self->n_codes, N_FOUND);

  if (self->n_codes < N_FOUND)
    {
      self->codes[code] = (SlDensityCode) { event->kind, event->cpu };
      self->in_detail[code] = self->bytes_in_detail != NULL && self->bytes_in_detail (event->kind);
      self->n_codes++;
      self->key[slot] = key;
      self->code[slot] = (guint8) code;
      return code;
    }

  return N_FOUND - 1;
}

static inline guint
find_code (Finder *self, const SlEvent *event)
{
  guint32 key = ((guint32) event->kind << 16 | event->cpu) + 1;
  guint slot = (event->kind ^ (guint) event->cpu * 37) % N_SLOTS;

  while (self->key[slot] != key)
    {
      if (self->key[slot] == 0)
        return add_code (self, event, slot, key);
      slot = (slot + 1) % N_SLOTS;
    }

  return self->code[slot];
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
  guint16 counts[SL_BLOCK_EVENTS / SL_DENSITY_GROUP][N_FOUND + 1];
} Sums;

static Groups
add_up (Finder *finder, Sums *sums, const SlEvent *events, gsize n_events)
{
  guint32 bytes = 0;
  guint group = 0;

  for (gsize first = 0; first < n_events; first += SL_DENSITY_GROUP, group++)
    {
      gsize end = MIN (first + SL_DENSITY_GROUP, n_events);
      guint16 *counts = sums->counts[group];

      if (group > 0)
        memcpy (counts, sums->counts[group - 1], sizeof sums->counts[0]);
      else
        memset (counts, 0, sizeof sums->counts[0]);
      for (gsize i = first; i < end; i++)
        {
          guint code = find_code (finder, &events[i]);

          counts[code]++;
          bytes += (guint32) MIN (finder->in_detail[code] ? events[i].detail : events[i].b, 0xffff);
        }
      sums->begins[group] = events[first].time;
      sums->bytes[group] = bytes;
    }

  return (Groups) { group, sums->begins, sums->bytes, sums->counts[0], N_FOUND + 1 };
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

/* The block's own arrays lie behind it. */
static void
place_arrays (SlDensityBlock *self)
{
  guint8 *data = (guint8 *) (self + 1);

  self->begins = data;
  self->bytes = (gpointer) (data += (gsize) self->n_groups * (self->wide ? 8 : 4));
  self->codes = (gpointer) (data += self->n_groups * sizeof (guint32));
  self->counts = (gpointer) (data += self->n_codes * sizeof (SlDensityCode));
  self->numbers = data + (gsize) self->n_groups * self->n_codes * sizeof (guint16);
}

static SlDensityBlock *
allocate (SlArena *arena, guint n_groups, guint n_codes, gboolean wide)
{
  gsize size = sizeof (SlDensityBlock) + (gsize) n_groups * (wide ? 8 : 4) +
               n_groups * sizeof (guint32) + n_codes * sizeof (SlDensityCode) +
               (gsize) n_groups * n_codes * sizeof (guint16) + n_codes;
  SlDensityBlock *block = sl_arena_take (arena, size);

  block->size = (guint32) size;
  block->n_groups = (guint16) n_groups;
  block->n_codes = (guint16) n_codes;
  block->wide = wide;
  place_arrays (block);
  return block;
}

/* Keeps of the small groups' running sums those at the ends of the block's groups. */
static void
pack (SlDensityBlock *self, const Groups *groups)
{
  guint step = 1u << (self->shift - 6);

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

G_STATIC_ASSERT (SL_DENSITY_GROUP == 1 << 6);

static SlDensityBlock *
block_new (SlArena *arena, const Groups *groups, guint n_codes, gsize n_events, SlTime end)
{
  SlTime begin = groups->begins[0];
  gboolean wide = (guint64) end - (guint64) begin > G_MAXUINT32;
  guint shift = choose_shift (groups->n_groups, n_codes);
  SlDensityBlock *block = allocate (arena, ((groups->n_groups - 1) >> shift) + 1, n_codes, wide);

  block->shift = (guint8) (shift + 6);
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
 * @in_detail: (nullable): where the bytes moved stand; %NULL for in b always
 *
 * Sums a block up. Any thread, any order.
 *
 * Returns: (transfer none): for sl_density_writer_add(); in the memory of the writer, where blocks
 *   lie one behind the other and take as many pages of memory as they fill, whether or not they are
 *   added
 */
SlDensityBlock *
sl_density_block_new (SlDensityWriter *writer,
                      const SlEvent *events,
                      gsize n_events,
                      SlDensityBytesFunc in_detail)
{
  Finder finder = { .bytes_in_detail = in_detail };
  g_autofree Sums *sums = NULL;
  SlDensityBlock *block;
  Groups groups;

  g_return_val_if_fail (n_events > 0 && n_events <= SL_BLOCK_EVENTS, NULL);

  sums = g_new (Sums, 1);
  groups = add_up (&finder, sums, events, n_events);
  block = block_new (sl_density_writer_get_arena (writer), &groups, finder.n_codes, n_events,
                     events[n_events - 1].time);
  memcpy (block->codes, finder.codes, finder.n_codes * sizeof (SlDensityCode));

  return block;
}

/**
 * sl_density_block_new_from_columns:
 * @columns: counted, not empty
 *
 * Does what sl_density_block_new() does.
 *
 * Returns: (transfer none): for sl_density_writer_add()
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

G_STATIC_ASSERT (SL_DENSITY_GROUP == SL_COLUMNS_GROUP && SL_COLUMNS_PAIRS <= N_FOUND);

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
 * @code: of the block's own
 *
 * Returns: its kind
 */
guint16
sl_density_block_get_kind (const SlDensityBlock *self, guint code)
{
  return self->codes[code].kind;
}
