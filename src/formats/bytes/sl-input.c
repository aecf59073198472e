/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-input.h"

struct _SlInput
{
  gatomicrefcount ref_count;
  GPtrArray *files; /* of SlMapping */
  guint64 size;
};

/**
 * sl_input_new:
 * @mappings: (array length=n_mappings): held
 * @n_mappings: 1 … %SL_INPUT_MAX_FILES
 *
 * Returns: (transfer full): the files as one input, in this order
 */
SlInput *
sl_input_new (SlMapping *const *mappings, guint n_mappings)
{
  SlInput *self;

  g_return_val_if_fail (n_mappings > 0 && n_mappings <= SL_INPUT_MAX_FILES, NULL);

  self = g_new0 (SlInput, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->files = g_ptr_array_new_with_free_func ((GDestroyNotify) sl_mapping_unref);
  for (guint i = 0; i < n_mappings; i++)
    {
      g_ptr_array_add (self->files, sl_mapping_ref (mappings[i]));
      self->size += sl_mapping_get_size (mappings[i]);
    }

  return self;
}

/**
 * sl_input_ref:
 *
 * Returns: (transfer full): @self
 */
SlInput *
sl_input_ref (SlInput *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * sl_input_unref:
 * @self: (transfer full):
 */
void
sl_input_unref (SlInput *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_ptr_array_unref (self->files);
  g_free (self);
}

/**
 * sl_input_get_n_files:
 *
 * Returns: above 0; sl_input_get_file() takes numbers below
 */
guint
sl_input_get_n_files (SlInput *self)
{
  return self->files->len;
}

/**
 * sl_input_get_file:
 * @file: its number, as in SL_OFFSET()
 *
 * Returns: (transfer none): the mapping
 */
SlMapping *
sl_input_get_file (SlInput *self, guint file)
{
  g_return_val_if_fail (file < self->files->len, NULL);

  return g_ptr_array_index (self->files, file);
}

/**
 * sl_input_get_size:
 *
 * Returns: bytes in all files together
 */
guint64
sl_input_get_size (SlInput *self)
{
  return self->size;
}
