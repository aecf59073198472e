/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Which process a thread belongs to, from when on. One thread fills it, and any may read meanwhile. Times are those of the
 * file's clock. */

#include <glib.h>

G_BEGIN_DECLS

typedef struct _SlLinuxProcesses SlLinuxProcesses;

SlLinuxProcesses *sl_linux_processes_new (void);
void sl_linux_processes_free (SlLinuxProcesses *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlLinuxProcesses, sl_linux_processes_free)

void sl_linux_processes_set (SlLinuxProcesses *self, guint32 tid, guint64 time, guint32 tgid);
void sl_linux_processes_bear (SlLinuxProcesses *self, guint32 tid, guint64 time, guint32 maker);
void sl_linux_processes_exec (SlLinuxProcesses *self, guint32 tid, guint64 time);
guint32 sl_linux_processes_get_last (SlLinuxProcesses *self, guint32 tid);
guint32 sl_linux_processes_get_at (SlLinuxProcesses *self, guint32 tid, guint64 time);

G_END_DECLS
