/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-background.h"
#include "sl-decision.h"
#include "sl-task-model.h"

G_BEGIN_DECLS

SlBackground *sl_step_search_new (SlBackgroundFunc done, gpointer owner);
void sl_step_search_start (SlBackground *self,
                           SlTrace *trace,
                           SlAnnotations *annotations,
                           const SlTaskModel *model,
                           SlJobTable *known);

G_END_DECLS
