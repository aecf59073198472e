/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Removes a folder when this process ends, however it ends: a child process waits for that. */

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _SlInstanceWatcher SlInstanceWatcher;

SlInstanceWatcher *sl_instance_watcher_new (const char *path, GError **error);
void sl_instance_watcher_free (SlInstanceWatcher *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlInstanceWatcher, sl_instance_watcher_free)

G_END_DECLS
