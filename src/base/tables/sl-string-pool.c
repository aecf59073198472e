/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-string-pool.h"

/* Bytes of a block of texts. */
#define BLOCK 4096

struct _SlStringPool
{
  gatomicrefcount ref_count;
  GMutex mutex;
  GStringChunk *chunk;
};

/**
 * sl_string_pool_new:
 *
 * Returns: (transfer full): an empty pool
 */
SlStringPool *
sl_string_pool_new (void)
{
  SlStringPool *self = g_new0 (SlStringPool, 1);

  g_atomic_ref_count_init (&self->ref_count);
  g_mutex_init (&self->mutex);
  self->chunk = g_string_chunk_new (BLOCK);
  return self;
}

/**
 * sl_string_pool_ref:
 */
SlStringPool *
sl_string_pool_ref (SlStringPool *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * sl_string_pool_unref:
 */
void
sl_string_pool_unref (SlStringPool *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_string_chunk_free (self->chunk);
  g_mutex_clear (&self->mutex);
  g_free (self);
}

/**
 * sl_string_pool_take:
 *
 * Any thread.
 *
 * Returns: (transfer none): the pool's copy of @text, the same each time, valid as long as the pool
 */
const char *
sl_string_pool_take (SlStringPool *self, const char *text)
{
  const char *copy;

  g_mutex_lock (&self->mutex);
  copy = g_string_chunk_insert_const (self->chunk, text);
  g_mutex_unlock (&self->mutex);
  return copy;
}
