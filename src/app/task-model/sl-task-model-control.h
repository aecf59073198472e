/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "sl-document.h"
#include "sl-task-model-store.h"

G_BEGIN_DECLS

#define SL_TYPE_TASK_MODEL_CONTROL (sl_task_model_control_get_type ())
G_DECLARE_FINAL_TYPE (SlTaskModelControl, sl_task_model_control, SL, TASK_MODEL_CONTROL, AdwBin)

GtkWidget *sl_task_model_control_new (SlTaskModelStore *store,
                                      SlDocument *document,
                                      SlModelGroup group,
                                      const char *name,
                                      const SlModelKey *key);
void sl_task_model_control_add_steps (SlTaskModelControl *self);
void sl_task_model_control_set_name (SlTaskModelControl *self, const char *name);
void sl_task_model_control_set_match (SlTaskModelControl *self, const char *match);
void sl_task_model_control_set_text (SlTaskModelControl *self, const char *text);
void sl_task_model_control_set_fault (SlTaskModelControl *self, const char *fault);
void sl_task_model_control_update (SlTaskModelControl *self);

const SlModelKey *sl_task_model_control_get_key (SlTaskModelControl *self);
const char *sl_task_model_control_get_error_text (SlTaskModelControl *self);
gboolean sl_task_model_control_is_invalid (SlTaskModelControl *self);
GtkWidget *sl_task_model_control_get_focus_widget (SlTaskModelControl *self);

G_END_DECLS
