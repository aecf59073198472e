/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Tells when files that are open change on the disk. */

#include <gio/gio.h>

G_BEGIN_DECLS

GPtrArray *
sl_file_watch_start (GPtrArray *files, gpointer owner, GCallback changed) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
