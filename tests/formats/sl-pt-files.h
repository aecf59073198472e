/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Intel PT streams that tests read from the folder of real traces. */

#include <gio/gio.h>

G_BEGIN_DECLS

char *sl_pt_files_find (const char *name) G_GNUC_WARN_UNUSED_RESULT;
GBytes *sl_pt_files_read (const char *name) G_GNUC_WARN_UNUSED_RESULT;
GBytes *sl_pt_files_read_aux (const char *name, guint32 index) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
