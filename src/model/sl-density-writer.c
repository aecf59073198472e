/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "sl-density-private.h"

struct _SlDensityWriter
{
  SlArena *arena;      /* of the blocks */
  GPtrArray *segments; /* of SlDensitySegment */
  GArray *codes;       /* of SlDensityCode */
  GHashTable *numbers; /* code → number + 1 */
  guint64 totals[SL_DENSITY_CODES];
  guint64 n_events;
  guint64 n_bytes;
  guint64 n_blocks;
  gsize memory;
};

void
sl_density_segment_unref (SlDensitySegment *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_free (self);
}

static SlDensitySegment *
segment_ref (SlDensitySegment *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * sl_density_writer_new:
 *
 * Returns: (transfer full): a writer without events
 */
SlDensityWriter *
sl_density_writer_new (void)
{
  SlDensityWriter *self = g_new0 (SlDensityWriter, 1);

  self->arena = sl_arena_new ();
  self->segments = g_ptr_array_new_with_free_func ((GDestroyNotify) sl_density_segment_unref);
  self->codes = g_array_new (FALSE, FALSE, sizeof (SlDensityCode));
  self->numbers = g_hash_table_new (NULL, NULL);
  return self;
}

/**
 * sl_density_writer_free:
 *
 * Snapshots stay.
 */
void
sl_density_writer_free (SlDensityWriter *self)
{
  g_ptr_array_unref (self->segments);
  sl_arena_unref (self->arena);
  g_array_unref (self->codes);
  g_hash_table_unref (self->numbers);
  g_free (self);
}

static guint
get_number (SlDensityWriter *self, const SlDensityCode *code)
{
  gpointer key = GUINT_TO_POINTER ((guint) code->kind << 16 | code->cpu);
  guint number = GPOINTER_TO_UINT (g_hash_table_lookup (self->numbers, key));

  if (number > 0)
    return number - 1;
  if (self->codes->len == SL_DENSITY_CODES)
    return SL_DENSITY_CODES - 1;

  g_array_append_val (self->codes, *code);
  g_hash_table_insert (self->numbers, key, GUINT_TO_POINTER (self->codes->len));
  return self->codes->len - 1;
}

static void
append (SlDensityWriter *self, SlDensityBlock *block)
{
  SlDensitySegment *segment;

  if (self->n_blocks % SL_DENSITY_SEGMENT == 0)
    {
      segment = g_new0 (SlDensitySegment, 1);
      g_atomic_ref_count_init (&segment->ref_count);
      g_ptr_array_add (self->segments, segment);
      self->memory += sizeof *segment;
    }

  segment = g_ptr_array_index (self->segments, self->segments->len - 1);
  segment->begins[segment->n_blocks] = block->begin;
  segment->blocks[segment->n_blocks++] = block;
  self->n_blocks++;
  self->memory += block->size + block->n_before * sizeof (guint64);
}

/**
 * sl_density_writer_get_arena:
 *
 * Returns: (transfer none): where its blocks lie; the one thing here that other threads use
 */
SlArena *
sl_density_writer_get_arena (const SlDensityWriter *self)
{
  return self->arena;
}

/**
 * sl_density_writer_add:
 * @block: made for this writer, that follows those added before
 */
void
sl_density_writer_add (SlDensityWriter *self, SlDensityBlock *block)
{
  gsize size_before = self->codes->len * sizeof (guint64);

  block->first = self->n_events;
  block->bytes_before = self->n_bytes;
  block->n_before = (guint16) self->codes->len;
  block->before = sl_arena_take (self->arena, size_before);
  memcpy (block->before, self->totals, size_before);
  for (guint i = 0; i < block->n_codes; i++)
    {
      guint number = get_number (self, &block->codes[i]);

      block->numbers[i] = (guint8) number;
      self->totals[number] += block->counts[(gsize) (i + 1) * block->n_groups - 1];
    }

  self->n_events += block->count;
  self->n_bytes += block->bytes[block->n_groups - 1];
  append (self, block);
}

/**
 * sl_density_writer_get_n_codes:
 *
 * Returns: how many pairs of kind and processor were seen
 */
guint
sl_density_writer_get_n_codes (const SlDensityWriter *self)
{
  return self->codes->len;
}

/**
 * sl_density_writer_get_code:
 * @code: below the number of codes; numbers stay what they are
 * @kind: (out):
 * @cpu: (out):
 */
void
sl_density_writer_get_code (const SlDensityWriter *self, guint code, guint16 *kind, guint16 *cpu)
{
  const SlDensityCode *found;

  g_return_if_fail (code < self->codes->len);

  found = &g_array_index (self->codes, SlDensityCode, code);
  *kind = found->kind;
  *cpu = found->cpu;
}

/**
 * sl_density_writer_snapshot:
 *
 * Returns: (transfer full): what was added until now
 */
SlDensity *
sl_density_writer_snapshot (SlDensityWriter *self)
{
  SlDensity *density = g_new0 (SlDensity, 1);

  g_atomic_ref_count_init (&density->ref_count);
  g_mutex_init (&density->lock);
  density->arena = sl_arena_ref (self->arena);
  density->segments = g_ptr_array_new_with_free_func ((GDestroyNotify) sl_density_segment_unref);
  for (guint i = 0; i < self->segments->len; i++)
    g_ptr_array_add (density->segments, segment_ref (g_ptr_array_index (self->segments, i)));
  density->codes = g_array_copy (self->codes);
  density->n_blocks = self->n_blocks;
  density->memory = self->memory;
  return density;
}
