/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "sl-density-private.h"

struct _SlDensityWriter
{
  SlArena *arena;      /* of the blocks */
  GPtrArray *segments; /* of SlDensitySegment */
  GArray *codes;       /* of SlDensityCode */
  GHashTable *numbers; /* as of sl_density_code_key(), number + 1 */
  GArray *totals;      /* of guint64, by number of the code */
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
  self->totals = g_array_new (FALSE, TRUE, sizeof (guint64));
  self->numbers = g_hash_table_new (NULL, NULL);
  return self;
}

static guint
add_code (SlDensityWriter *self, guint16 kind, guint16 cpu)
{
  SlDensityCode code = { kind, cpu };
  guint64 total = 0;

  g_array_append_val (self->codes, code);
  g_array_append_val (self->totals, total);
  g_hash_table_insert (self->numbers, sl_density_code_key (kind, cpu),
                       GUINT_TO_POINTER (self->codes->len));
  return self->codes->len - 1;
}

/**
 * sl_density_writer_new_with_codes:
 * @like: the density of a complete trace
 * @blank_kind: of processor 0, one more code
 *
 * Returns: (transfer full): a writer for some of the events of @like; its codes have the same
 *   numbers and tell the same events apart
 */
SlDensityWriter *
sl_density_writer_new_with_codes (const SlDensity *like, guint16 blank_kind)
{
  SlDensityWriter *self = sl_density_writer_new ();

  for (guint i = 0; i < sl_density_get_n_codes (like); i++)
    {
      guint16 kind, cpu;

      sl_density_get_code (like, i, &kind, &cpu);
      add_code (self, kind, cpu);
    }
  add_code (self, blank_kind, 0);
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
  g_array_unref (self->totals);
  g_hash_table_unref (self->numbers);
  g_free (self);
}

static guint
find_number (SlDensityWriter *self, guint16 kind, guint16 cpu)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (self->numbers, sl_density_code_key (kind, cpu)));
}

static guint
get_number (SlDensityWriter *self, const SlDensityCode *code)
{
  guint number = find_number (self, code->kind, code->cpu);

  if (number == 0 && self->codes->len < SL_DENSITY_CODES)
    return add_code (self, code->kind, code->cpu);
  if (number == 0)
    number = find_number (self, SL_DENSITY_OTHERS, 0);

  return number > 0 ? number - 1 : add_code (self, SL_DENSITY_OTHERS, 0);
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
 * @block: (transfer full): made for this writer, that follows those added before
 */
void
sl_density_writer_add (SlDensityWriter *self, SlDensityBlock *block)
{
  guint n_before = self->codes->len;

  for (guint i = 0; i < block->n_codes; i++)
    block->numbers[i] = (guint16) get_number (self, &block->codes[i]);

  block = sl_density_block_settle (block, self->arena, self->codes->len);
  block->first = self->n_events;
  block->bytes_before = self->n_bytes;
  block->n_before = (guint16) n_before;
  block->before = sl_arena_take (self->arena, n_before * sizeof (guint64));
  memcpy (block->before, self->totals->data, n_before * sizeof (guint64));
  for (guint i = 0; i < block->n_codes; i++)
    g_array_index (self->totals, guint64, block->numbers[i]) +=
        block->counts[(gsize) (i + 1) * block->n_groups - 1];

  self->n_events += block->count;
  self->n_bytes += block->bytes[block->n_groups - 1];
  append (self, block);
}

/**
 * sl_density_writer_get_n_codes:
 *
 * Returns: how many pairs of kind and processor are told apart
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
  density->numbers = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < self->codes->len; i++)
    {
      const SlDensityCode *code = &g_array_index (self->codes, SlDensityCode, i);

      g_hash_table_insert (density->numbers, sl_density_code_key (code->kind, code->cpu),
                           GUINT_TO_POINTER (i + 1));
    }
  density->n_blocks = self->n_blocks;
  density->memory = self->memory;
  return density;
}
