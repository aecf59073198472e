/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Where the kernel's tracing is (tracefs), whether this user may use it, and its small files. */

#include <gio/gio.h>

G_BEGIN_DECLS

/* Instead of the mounted one, for tests. */
#define SL_TRACEFS_VARIABLE "SLACKLINE_TRACEFS"

/**
 * SlTracefsAccess:
 * @SL_TRACEFS_NONE: this kernel, or this sandbox, has none
 * @SL_TRACEFS_NOT_MOUNTED: the kernel has it, but it is not mounted where this process sees it
 * @SL_TRACEFS_REFUSED: others may use it, such as root
 * @SL_TRACEFS_GRANTED: it can be recorded from
 */
typedef enum
{
  SL_TRACEFS_NONE,
  SL_TRACEFS_NOT_MOUNTED,
  SL_TRACEFS_REFUSED,
  SL_TRACEFS_GRANTED,
} SlTracefsAccess;

SlTracefsAccess sl_tracefs_look (void);
char *sl_tracefs_find (GError **error) G_GNUC_WARN_UNUSED_RESULT;
char *sl_tracefs_find_mount (const char *mounts) G_GNUC_WARN_UNUSED_RESULT;

int sl_tracefs_open (const char *folder, const char *name, int flags, GError **error);
char *sl_tracefs_read (const char *folder, const char *name, gsize *size, GError **error)
    G_GNUC_WARN_UNUSED_RESULT;
gboolean sl_tracefs_write (const char *folder, const char *name, const char *text, GError **error);
gboolean sl_tracefs_has (const char *folder, const char *name);
GPtrArray *sl_tracefs_list (const char *folder, const char *name) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
