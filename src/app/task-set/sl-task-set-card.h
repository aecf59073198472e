/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "sl-task-model-store.h"

G_BEGIN_DECLS

#define SL_TYPE_TASK_SET_CARD (sl_task_set_card_get_type ())
G_DECLARE_FINAL_TYPE (SlTaskSetCard, sl_task_set_card, SL, TASK_SET_CARD, AdwBin)

GtkWidget *sl_task_set_card_new (SlTaskModelStore *store, SlModelGroup group, const char *name);
SlModelGroup sl_task_set_card_get_group (SlTaskSetCard *self);
const char *sl_task_set_card_get_name (SlTaskSetCard *self);
gboolean sl_task_set_card_is_invalid (SlTaskSetCard *self);
void sl_task_set_card_update (SlTaskSetCard *self);
void sl_task_set_card_set_fault (SlTaskSetCard *self, const char *key, const char *text);
char *sl_task_set_card_dup_focused_key (SlTaskSetCard *self) G_GNUC_WARN_UNUSED_RESULT;
void sl_task_set_card_focus (SlTaskSetCard *self, const char *key);

G_END_DECLS
