/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "sl-task-model-subject.h"

G_BEGIN_DECLS

#define SL_TYPE_TASK_MODEL_FIELD (sl_task_model_field_get_type ())
G_DECLARE_FINAL_TYPE (SlTaskModelField, sl_task_model_field, SL, TASK_MODEL_FIELD, AdwActionRow)

GtkWidget *
sl_task_model_field_new (SlDocument *document, SlTaskModelSubject *subject, const SlModelKey *key);
const SlTaskModelSubject *sl_task_model_field_get_subject (SlTaskModelField *self);
const SlModelKey *sl_task_model_field_get_key (SlTaskModelField *self);
const char *sl_task_model_field_get_invalid (SlTaskModelField *self);
void sl_task_model_field_update (SlTaskModelField *self);
void sl_task_model_field_show_hint (SlTaskModelField *self);

G_END_DECLS
