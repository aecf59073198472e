/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "sl-task-model-store.h"

G_BEGIN_DECLS

#define SL_TYPE_TASK_SET_TITLE (sl_task_set_title_get_type ())
G_DECLARE_FINAL_TYPE (SlTaskSetTitle, sl_task_set_title, SL, TASK_SET_TITLE, AdwBin)

GtkWidget *sl_task_set_title_new (SlTaskModelStore *store, SlModelGroup group, const char *name);
const char *sl_task_set_title_get_name (SlTaskSetTitle *self);
const char *sl_task_set_title_get_error_text (SlTaskSetTitle *self);

G_END_DECLS
