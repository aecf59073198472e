/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "sl-model-store.h"

G_BEGIN_DECLS

#define SL_TYPE_SET_TITLE (sl_set_title_get_type ())
G_DECLARE_FINAL_TYPE (SlSetTitle, sl_set_title, SL, SET_TITLE, AdwBin)

GtkWidget *sl_set_title_new (SlModelStore *store, SlModelGroup group, const char *name);
const char *sl_set_title_get_name (SlSetTitle *self);
const char *sl_set_title_get_complaint (SlSetTitle *self);

G_END_DECLS
