/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Large pieces of zeros straight from the system: what is not touched takes no memory, and what is
 * given back is gone. */

#include <glib.h>

G_BEGIN_DECLS

gpointer sl_zero_pages_map (gsize size) G_GNUC_WARN_UNUSED_RESULT;
void sl_zero_pages_fill (gpointer pages, gsize size);
void sl_zero_pages_unmap (gpointer pages, gsize size);

G_END_DECLS
