/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Asking for memory before it is read, where a loop can tell what it comes to next and memory's speed
 * decides. Nothing happens where there is nothing to be read. */

#include <glib.h>

G_BEGIN_DECLS

#define SL_CACHE_LINE 64

static inline void
sl_prefetch (gconstpointer data, gsize size)
{
  for (gsize i = 0; i < size; i += SL_CACHE_LINE)
    __builtin_prefetch ((const guint8 *) data + i);
}

/* What stands a page further on than @data, for who reads on and on: the processor by itself looks
 * ahead to the end of the page only. */
static inline void
sl_prefetch_ahead (gconstpointer data)
{
  __builtin_prefetch ((gconstpointer) ((guintptr) data + 4096));
}

G_END_DECLS
