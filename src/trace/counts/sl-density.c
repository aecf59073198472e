/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-density-private.h"

/**
 * sl_density_ref:
 *
 * Returns: @self
 */
SlDensity *
sl_density_ref (SlDensity *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * sl_density_unref:
 *
 * Frees @self with the last reference.
 */
void
sl_density_unref (SlDensity *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_ptr_array_unref (self->segments);
  sl_arena_unref (self->arena);
  g_array_unref (self->codes);
  g_hash_table_unref (self->numbers);
  g_mutex_clear (&self->lock);
  g_free (self->columns);
  g_free (self->peaks);
  g_free (self);
}

/**
 * sl_density_get_n_codes:
 *
 * Returns: how many pairs of kind and processor there are
 */
guint
sl_density_get_n_codes (const SlDensity *self)
{
  return self->codes->len;
}

/**
 * sl_density_get_code:
 * @kind: (out):
 * @cpu: (out):
 */
void
sl_density_get_code (const SlDensity *self, guint code, guint16 *kind, guint16 *cpu)
{
  const SlDensityCode *found;

  g_return_if_fail (code < self->codes->len);

  found = &g_array_index (self->codes, SlDensityCode, code);
  *kind = found->kind;
  *cpu = found->cpu;
}

/**
 * sl_density_find_code:
 * @kind: of an event that was counted
 *
 * Returns: the code that such events count in, which may be that of all others
 */
guint
sl_density_find_code (const SlDensity *self, guint16 kind, guint16 cpu)
{
  guint number =
      GPOINTER_TO_UINT (g_hash_table_lookup (self->numbers, sl_density_code_key (kind, cpu)));

  if (number == 0)
    number = GPOINTER_TO_UINT (
        g_hash_table_lookup (self->numbers, sl_density_code_key (SL_DENSITY_OTHERS, 0)));

  return number > 0 ? number - 1 : 0;
}

/**
 * sl_density_get_span:
 *
 * Returns: from the first event to one tick after the last; empty without events
 */
SlSpan
sl_density_get_span (const SlDensity *self)
{
  if (self->n_blocks == 0)
    return (SlSpan) { 0, 0 };

  return (SlSpan) { sl_density_get_block (self, 0)->begin,
                    sl_time_add (sl_density_get_block (self, self->n_blocks - 1)->end, 1) };
}

/**
 * sl_density_get_memory:
 *
 * Returns: bytes, of which snapshots share most
 */
gsize
sl_density_get_memory (const SlDensity *self)
{
  return sizeof *self + self->memory;
}

/**
 * sl_density_count_before:
 *
 * Returns: the running count at @time, as queries see it
 */
guint64
sl_density_count_before (SlDensity *self, guint measure, SlTime time)
{
  guint64 block = 0;
  SlDensityPlace place = sl_density_find_place (self, &block, time, 0);

  return sl_density_read (&place, measure);
}

/**
 * sl_density_get_total:
 *
 * Returns: what was counted in the whole trace
 */
guint64
sl_density_get_total (const SlDensity *self, guint measure)
{
  SlDensityPlace place = { .block = NULL };

  if (self->n_blocks > 0)
    place.block = sl_density_get_block (self, self->n_blocks - 1);
  place.whole = TRUE;

  return sl_density_read (&place, measure);
}
