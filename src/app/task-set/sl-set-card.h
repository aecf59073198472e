/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "sl-model-store.h"

G_BEGIN_DECLS

#define SL_TYPE_SET_CARD (sl_set_card_get_type ())
G_DECLARE_FINAL_TYPE (SlSetCard, sl_set_card, SL, SET_CARD, AdwBin)

GtkWidget *sl_set_card_new (SlModelStore *store, SlModelGroup group, const char *name);
SlModelGroup sl_set_card_get_group (SlSetCard *self);
const char *sl_set_card_get_name (SlSetCard *self);
gboolean sl_set_card_is_wrong (SlSetCard *self);
void sl_set_card_update (SlSetCard *self);
void sl_set_card_set_fault (SlSetCard *self, const char *key, const char *text);
char *sl_set_card_dup_focused_key (SlSetCard *self) G_GNUC_WARN_UNUSED_RESULT;
void sl_set_card_focus (SlSetCard *self, const char *key);

G_END_DECLS
