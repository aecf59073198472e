/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Memory that grows by large chunks and goes all at once, for what lives as long as a trace and
 * is made by several threads. Chunks are huge pages where the system has them: to get 200 MB by
 * small ones took a fifth of opening a trace. */

typedef struct _SlArena SlArena;

SlArena *sl_arena_new (void);
SlArena *sl_arena_ref (SlArena *self);
void sl_arena_unref (SlArena *self);

gpointer sl_arena_take (SlArena *self, gsize size);
const char *sl_arena_copy_text (SlArena *self, const char *text);

/* Large pieces of zeros straight from the system: what is not touched takes no memory, and what is
 * given back is gone. */

gpointer sl_zero_pages_map (gsize size) G_GNUC_WARN_UNUSED_RESULT;
void sl_zero_pages_fill (gpointer pages, gsize size);
void sl_zero_pages_unmap (gpointer pages, gsize size);

G_END_DECLS
