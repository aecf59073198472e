/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "sl-model-store.h"
#include "sl-set-run.h"

G_BEGIN_DECLS

#define SL_TYPE_SET_EDITOR (sl_set_editor_get_type ())
G_DECLARE_FINAL_TYPE (SlSetEditor, sl_set_editor, SL, SET_EDITOR, AdwBin)

GtkWidget *sl_set_editor_new (SlModelStore *store);
gboolean sl_set_editor_is_wrong (SlSetEditor *self);
gboolean sl_set_editor_show_fault (SlSetEditor *self, const SlSetFault *fault);
void sl_set_editor_add (SlSetEditor *self, SlModelGroup group);

G_END_DECLS
