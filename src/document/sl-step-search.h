/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "sl-decision.h"
#include "sl-task-model.h"

G_BEGIN_DECLS

void sl_step_search_run (GObject *source,
                         SlTrace *trace,
                         SlOverlay *overlay,
                         const SlTaskModel *model,
                         GCancellable *cancellable,
                         GAsyncReadyCallback callback);
SlSteps *sl_step_search_run_finish (GAsyncResult *result, GError **error);

G_END_DECLS
