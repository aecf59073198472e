/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Texts that are kept once each, and for as long as the pool: what g_intern_string() keeps is never freed. Readable and
 * writable from any thread, shared by count. */

#include <glib.h>

G_BEGIN_DECLS

typedef struct _SlStringPool SlStringPool;

SlStringPool *sl_string_pool_new (void);
SlStringPool *sl_string_pool_ref (SlStringPool *self);
void sl_string_pool_unref (SlStringPool *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlStringPool, sl_string_pool_unref)

const char *sl_string_pool_take (SlStringPool *self, const char *text);

G_END_DECLS
