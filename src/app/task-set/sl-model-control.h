/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "sl-document.h"
#include "sl-model-store.h"

G_BEGIN_DECLS

#define SL_TYPE_MODEL_CONTROL (sl_model_control_get_type ())
G_DECLARE_FINAL_TYPE (SlModelControl, sl_model_control, SL, MODEL_CONTROL, AdwBin)

GtkWidget *sl_model_control_new (SlModelStore *store,
                                 SlDocument *document,
                                 SlModelGroup group,
                                 const char *name,
                                 const SlModelKey *key);
void sl_model_control_add_steps (SlModelControl *self);
void sl_model_control_set_name (SlModelControl *self, const char *name);
void sl_model_control_set_match (SlModelControl *self, const char *match);
void sl_model_control_set_text (SlModelControl *self, const char *text);
void sl_model_control_set_fault (SlModelControl *self, const char *fault);
void sl_model_control_update (SlModelControl *self);

const SlModelKey *sl_model_control_get_key (SlModelControl *self);
const char *sl_model_control_get_complaint (SlModelControl *self);
gboolean sl_model_control_is_wrong (SlModelControl *self);
GtkWidget *sl_model_control_get_focus_widget (SlModelControl *self);

G_END_DECLS
