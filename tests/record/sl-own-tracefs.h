/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The kernel's tracefs for tests: in the usual place, but seen by this process and its children alone. */

#include <glib.h>

G_BEGIN_DECLS

gboolean sl_own_tracefs_mount (void);
gboolean sl_own_tracefs_move (gboolean to_debugfs);
gboolean sl_own_tracefs_has_instance (void);
void sl_own_tracefs_wait_clean (void);

G_END_DECLS
