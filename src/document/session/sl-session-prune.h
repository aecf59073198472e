/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Kept views of traces that nobody has opened for long. */

#include <glib.h>

G_BEGIN_DECLS

/* So many views are kept, and so long after a trace was opened last. */
#define SL_SESSION_MOST 500
#define SL_SESSION_DAYS 365

guint sl_session_prune (const char *folder, gint64 now);

G_END_DECLS
