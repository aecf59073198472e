/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Files that another file says belong to its trace. Private to sl_open(). */

#include "sl-open.h"

G_BEGIN_DECLS

gboolean sl_open_add_companions (GPtrArray *items,
                                 SlOpenProgress progress,
                                 gpointer user_data,
                                 GCancellable *cancellable,
                                 GError **error);

G_END_DECLS
