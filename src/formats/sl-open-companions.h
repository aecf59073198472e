/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Files that another file says belong to its trace. */

#include "sl-open.h"

G_BEGIN_DECLS

gboolean sl_open_add_companions (GPtrArray *items,
                                 SlOpenProgress progress,
                                 gpointer user_data,
                                 GCancellable *cancellable,
                                 GError **error);

gboolean sl_open_is_neighbour (const char *name);

G_END_DECLS
