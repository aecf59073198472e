/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Files that no path leads to: on another machine, behind a URI. */

#include "sl-input.h"
#include "sl-mapping.h"

G_BEGIN_DECLS

gboolean sl_open_remote_check (GFile *file, GError **error);
SlMapping *sl_open_remote_map (GFile *file,
                               const char *name,
                               SlOpenProgress progress,
                               gpointer user_data,
                               GCancellable *cancellable,
                               GError **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
