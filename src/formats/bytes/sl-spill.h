/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Bytes of unknown number, kept in memory while they are few and in an unlinked file in the cache
 * folder when they are many; then mapped like any file. One thread. */

#include <gio/gio.h>

G_BEGIN_DECLS

/* What stays in memory, in bytes. */
#define SL_SPILL_MEMORY (G_GUINT64_CONSTANT (256) << 20)

typedef struct _SlSpill SlSpill;

SlSpill *sl_spill_new (guint64 memory_limit, GError **error);
void sl_spill_free (SlSpill *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlSpill, sl_spill_free)

gboolean sl_spill_write (SlSpill *self, gconstpointer bytes, gsize size, GError **error);
guint64 sl_spill_get_size (SlSpill *self);
int sl_spill_steal_fd (SlSpill *self);

G_END_DECLS
