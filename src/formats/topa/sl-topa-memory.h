/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Physical memory as far as dumps hold it: stretches of mapped files, by address. */

#include "sl-mapping.h"

G_BEGIN_DECLS

/* One thread while dumps are added, any thread afterwards. */
typedef struct _SlTopaMemory SlTopaMemory;

SlTopaMemory *sl_topa_memory_new (void);
void sl_topa_memory_free (SlTopaMemory *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlTopaMemory, sl_topa_memory_free)

gboolean sl_topa_memory_add (SlTopaMemory *self, SlMapping *dump, guint64 base, GError **error);

guint64 sl_topa_memory_get_size (const SlTopaMemory *self);
gboolean sl_topa_memory_read_u64 (const SlTopaMemory *self, guint64 address, guint64 *value);
const guint8 *sl_topa_memory_peek (const SlTopaMemory *self, guint64 address, guint64 *length);
char *sl_topa_memory_describe (const SlTopaMemory *self) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
