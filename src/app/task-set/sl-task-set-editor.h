/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "sl-task-model-store.h"
#include "sl-task-set-run.h"

G_BEGIN_DECLS

#define SL_TYPE_TASK_SET_EDITOR (sl_task_set_editor_get_type ())
G_DECLARE_FINAL_TYPE (SlTaskSetEditor, sl_task_set_editor, SL, TASK_SET_EDITOR, AdwBin)

GtkWidget *sl_task_set_editor_new (SlTaskModelStore *store);
gboolean sl_task_set_editor_is_invalid (SlTaskSetEditor *self);
gboolean sl_task_set_editor_show_fault (SlTaskSetEditor *self, const SlTaskSetFault *fault);

G_END_DECLS
