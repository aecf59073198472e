/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "sl-task-model.h"

G_BEGIN_DECLS

#define SL_TYPE_MODEL_STORE (sl_model_store_get_type ())
G_DECLARE_FINAL_TYPE (SlModelStore, sl_model_store, SL, MODEL_STORE, GObject)

SlModelStore *sl_model_store_new (void);

gboolean sl_model_store_load (SlModelStore *self, GFile *file, GError **error);
void sl_model_store_start (SlModelStore *self, const char *text, const char *name);
gboolean
sl_model_store_save (SlModelStore *self, GFile *file, const SlFileSet *inputs, GError **error);
GFile *sl_model_store_get_file (SlModelStore *self);
char *sl_model_store_dup_name (SlModelStore *self) G_GNUC_WARN_UNUSED_RESULT;
gboolean sl_model_store_is_changed (SlModelStore *self);
const char *sl_model_store_get_complaint (SlModelStore *self);

SlTaskModel *sl_model_store_get_model (SlModelStore *self);
gboolean sl_model_store_set (SlModelStore *self,
                             SlModelGroup group,
                             const char *name,
                             const char *match,
                             const char *key,
                             const char *value,
                             GError **error);
void sl_model_store_replace (SlModelStore *self, const char *text);
void sl_model_store_end_gesture (SlModelStore *self);

gboolean sl_model_store_can_undo (SlModelStore *self);
gboolean sl_model_store_can_redo (SlModelStore *self);
void sl_model_store_undo (SlModelStore *self);
void sl_model_store_redo (SlModelStore *self);

G_END_DECLS
