/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Packed files: whatever the bytes say, plain ones within the limit come out, or a reason why not. */
#include "sl-unpack.h"

static const SlUnpackLimits limits = {
  .memory = 4 << 20,
  .ratio = 250,
  .ratio_from = 1 << 20,
  .total = 2 << 20,
};

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (GBytes) bytes = g_bytes_new (data, size);
  g_autoptr (SlMapping) packed = sl_mapping_new_for_bytes (bytes, "fuzz.gz");
  g_autofree char *note = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (SlMapping) plain = sl_unpack (packed, &limits, NULL, NULL, NULL, &note, &error);

  g_assert_true ((plain == NULL) == (error != NULL));
  g_assert_true (note == NULL || plain != NULL);
  g_assert_true (plain == NULL || plain == packed || sl_mapping_get_size (plain) <= limits.total);
  return 0;
}
