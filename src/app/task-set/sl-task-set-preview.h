/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-picture-widget.h"
#include "sl-task-model-store.h"
#include "sl-task-set-run.h"

G_BEGIN_DECLS

#define SL_TYPE_TASK_SET_PREVIEW (sl_task_set_preview_get_type ())
G_DECLARE_FINAL_TYPE (SlTaskSetPreview, sl_task_set_preview, SL, TASK_SET_PREVIEW, SlPictureWidget)

GtkWidget *sl_task_set_preview_new (void);
void sl_task_set_preview_show (SlTaskSetPreview *self, SlTaskSetRun *run);
void sl_task_set_preview_set_stale (SlTaskSetPreview *self, gboolean is_stale);
void sl_task_set_preview_zoom (SlTaskSetPreview *self, double factor);
void sl_task_set_preview_reset_zoom (SlTaskSetPreview *self);

G_END_DECLS
