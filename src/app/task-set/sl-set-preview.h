/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-model-store.h"
#include "sl-picture-widget.h"
#include "sl-set-run.h"

G_BEGIN_DECLS

#define SL_TYPE_SET_PREVIEW (sl_set_preview_get_type ())
G_DECLARE_FINAL_TYPE (SlSetPreview, sl_set_preview, SL, SET_PREVIEW, SlPictureWidget)

GtkWidget *sl_set_preview_new (void);
void sl_set_preview_show (SlSetPreview *self, SlSetRun *run);
void sl_set_preview_set_stale (SlSetPreview *self, gboolean is_stale);
void sl_set_preview_zoom (SlSetPreview *self, double factor);
void sl_set_preview_reset_zoom (SlSetPreview *self);

G_END_DECLS
