/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "sl-task-model.h"

G_BEGIN_DECLS

#define SL_TYPE_TASK_MODEL_STORE (sl_task_model_store_get_type ())
G_DECLARE_FINAL_TYPE (SlTaskModelStore, sl_task_model_store, SL, TASK_MODEL_STORE, GObject)

SlTaskModelStore *sl_task_model_store_new (void);

gboolean sl_task_model_store_load (SlTaskModelStore *self, GFile *file, GError **error);
void sl_task_model_store_start (SlTaskModelStore *self, const char *text, const char *name);
gboolean sl_task_model_store_save (SlTaskModelStore *self,
                                   GFile *file,
                                   const SlFileSet *inputs,
                                   GError **error);
GFile *sl_task_model_store_get_file (SlTaskModelStore *self);
char *sl_task_model_store_dup_name (SlTaskModelStore *self) G_GNUC_WARN_UNUSED_RESULT;
gboolean sl_task_model_store_is_changed (SlTaskModelStore *self);
const char *sl_task_model_store_get_error_text (SlTaskModelStore *self);

SlTaskModel *sl_task_model_store_get_model (SlTaskModelStore *self);
gboolean sl_task_model_store_set (SlTaskModelStore *self,
                                  SlModelGroup group,
                                  const char *name,
                                  const char *match,
                                  const char *key,
                                  const char *value,
                                  GError **error);
void sl_task_model_store_replace (SlTaskModelStore *self, const char *text);
void sl_task_model_store_end_gesture (SlTaskModelStore *self);

gboolean sl_task_model_store_can_undo (SlTaskModelStore *self);
gboolean sl_task_model_store_can_redo (SlTaskModelStore *self);
void sl_task_model_store_undo (SlTaskModelStore *self);
void sl_task_model_store_redo (SlTaskModelStore *self);

G_END_DECLS
