/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Memory that grows by large chunks and goes all at once, for what lives as long as a trace and
 * is made by several threads. Chunks are huge pages where the system has them: to get 200 MB by
 * small ones took a fifth of opening a trace. */

#include <glib.h>

G_BEGIN_DECLS

typedef struct _SlArena SlArena;

SlArena *sl_arena_new (void);
SlArena *sl_arena_ref (SlArena *self);
void sl_arena_unref (SlArena *self);

gpointer sl_arena_take (SlArena *self, gsize size);

G_END_DECLS
