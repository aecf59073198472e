/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Loads a trace in the background and tells of its generations in the main context. */

#include "sl-load.h"

G_BEGIN_DECLS

/**
 * SlLoaderOpenFunc:
 *
 * Makes the source, in the loading thread.
 *
 * Returns: (transfer full): the source; %NULL with @error
 */
typedef SlSource *(*SlLoaderOpenFunc) (gpointer data, GCancellable *cancellable, GError **error);

#define SL_TYPE_LOADER (sl_loader_get_type ())
G_DECLARE_FINAL_TYPE (SlLoader, sl_loader, SL, LOADER, GObject)

SlLoader *sl_loader_new (void);
void sl_loader_load_async (SlLoader *self,
                           SlLoaderOpenFunc open,
                           gpointer data,
                           GDestroyNotify data_free,
                           const SlAnalysis *const *analyses,
                           GAsyncReadyCallback callback,
                           gpointer user_data);
SlTrace *sl_loader_load_finish (GAsyncResult *result, GError **error);
void sl_loader_cancel (SlLoader *self);
gboolean sl_loader_is_loading (SlLoader *self);
double sl_loader_get_progress (SlLoader *self);

G_END_DECLS
