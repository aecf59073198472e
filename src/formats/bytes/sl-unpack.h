/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Peels compression and single-file archives, so that formats see the plain bytes. */

#include "sl-input.h"

G_BEGIN_DECLS

/**
 * SlUnpackLimits:
 * @memory: bytes that stay in memory; more goes to a file
 * @ratio: a file may unpack to so many times its size
 * @ratio_from: but may always reach so many bytes
 * @total: and never more than so many
 */
typedef struct
{
  guint64 memory;
  guint64 ratio;
  guint64 ratio_from;
  guint64 total;
} SlUnpackLimits;

extern const SlUnpackLimits sl_unpack_default_limits;

const SlUnpackLimits *sl_unpack_get_limits (void);
void sl_unpack_set_total (guint64 total);

SlMapping *sl_unpack (SlMapping *packed,
                      const SlUnpackLimits *limits,
                      SlOpenProgress progress,
                      gpointer user_data,
                      GCancellable *cancellable,
                      char **note,
                      GError **error);
gboolean sl_unpack_check_size (const char *title,
                               guint64 size,
                               guint64 packed_size,
                               const SlUnpackLimits *limits,
                               GError **error);
gboolean sl_unpack_is_session (const guint8 *head, gsize size);
char *sl_unpack_strip_name (const char *name);

G_END_DECLS
