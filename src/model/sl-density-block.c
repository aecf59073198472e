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

/* One group's sums, before it is known how many codes the block has. */
typedef struct
{
  guint16 counts[SL_BLOCK_EVENTS / SL_DENSITY_GROUP][N_FOUND + 1];
  guint32 bytes[SL_BLOCK_EVENTS / SL_DENSITY_GROUP];
} Groups;

static void
add_up (Finder *finder, Groups *groups, const SlEvent *events, gsize n_events)
{
  guint32 bytes = 0;

  for (gsize first = 0, group = 0; first < n_events; first += SL_DENSITY_GROUP, group++)
    {
      gsize end = MIN (first + SL_DENSITY_GROUP, n_events);
      guint16 *counts = groups->counts[group];

      memset (counts, 0, sizeof groups->counts[0]);
      for (gsize i = first; i < end; i++)
        {
          guint code = find_code (finder, &events[i]);

          counts[code]++;
          bytes += (guint32) MIN (finder->in_detail[code] ? events[i].detail : events[i].b, 0xffff);
        }
      groups->bytes[group] = bytes;
    }
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

static SlDensityBlock *
allocate (guint n_groups, guint n_codes, gboolean wide)
{
  gsize begins = (gsize) n_groups * (wide ? 8 : 4);
  gsize size = sizeof (SlDensityBlock) + begins + n_groups * sizeof (guint32) +
               n_codes * sizeof (SlDensityCode) + (gsize) n_groups * n_codes * sizeof (guint16) +
               n_codes;
  SlDensityBlock *block = g_malloc0 (size);
  guint8 *data = (guint8 *) (block + 1);

  block->size = (guint32) size;
  block->begins = data;
  block->bytes = (gpointer) (data += begins);
  block->codes = (gpointer) (data += n_groups * sizeof (guint32));
  block->counts = (gpointer) (data += n_codes * sizeof (SlDensityCode));
  block->numbers = data + (gsize) n_groups * n_codes * sizeof (guint16);
  block->n_groups = (guint16) n_groups;
  block->n_codes = (guint16) n_codes;
  block->wide = wide;
  return block;
}

/* Puts the sums of groups of the smallest size into those of the block's. */
static void
pack (SlDensityBlock *self, const Groups *groups, guint n_small, const SlEvent *events)
{
  guint step = 1u << (self->shift - 6);

  for (guint group = 0; group < self->n_groups; group++)
    {
      guint end = MIN ((group + 1) * step, n_small);
      guint64 begin = (guint64) events[(gsize) group << self->shift].time - (guint64) self->begin;

      if (self->wide)
        ((guint64 *) self->begins)[group] = begin;
      else
        ((guint32 *) self->begins)[group] = (guint32) begin;

      self->bytes[group] = groups->bytes[end - 1];
      for (guint code = 0; code < self->n_codes; code++)
        {
          guint16 *counts = self->counts + (gsize) code * self->n_groups;
          guint sum = group > 0 ? counts[group - 1] : 0;

          for (guint small = group * step; small < end; small++)
            sum += groups->counts[small][code];
          counts[group] = (guint16) sum;
        }
    }
}

/**
 * sl_density_block_new:
 * @events: (array length=n_events): of one block, in time order; at least one
 * @in_detail: (nullable): where the bytes moved stand; %NULL for in b always
 *
 * Sums a block up. Any thread, any order.
 *
 * Returns: (transfer full): for sl_density_writer_add()
 */
SlDensityBlock *
sl_density_block_new (const SlEvent *events, gsize n_events, SlDensityBytesFunc in_detail)
{
  guint n_small = (guint) ((n_events + SL_DENSITY_GROUP - 1) / SL_DENSITY_GROUP);
  Finder finder = { .bytes_in_detail = in_detail };
  g_autofree Groups *groups = g_new (Groups, 1);
  SlDensityBlock *block;
  gboolean wide;
  guint shift;

  g_return_val_if_fail (n_events > 0 && n_events <= SL_BLOCK_EVENTS, NULL);

  add_up (&finder, groups, events, n_events);
  shift = choose_shift (n_small, finder.n_codes);
  wide = (guint64) events[n_events - 1].time - (guint64) events[0].time > G_MAXUINT32;
  block = allocate (((n_small - 1) >> shift) + 1, finder.n_codes, wide);
  block->shift = (guint8) (shift + 6);
  block->begin = events[0].time;
  block->end = events[n_events - 1].time;
  block->count = (guint32) n_events;
  memcpy (block->codes, finder.codes, finder.n_codes * sizeof (SlDensityCode));
  pack (block, groups, n_small, events);

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
 * @code: of the block's own
 *
 * Returns: its kind
 */
guint16
sl_density_block_get_kind (const SlDensityBlock *self, guint code)
{
  return self->codes[code].kind;
}

/**
 * sl_density_block_free:
 *
 * For blocks that did not join a writer.
 */
void
sl_density_block_free (SlDensityBlock *self)
{
  g_free (self->before);
  g_free (self);
}
