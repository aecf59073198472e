/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "sl-document.h"

G_BEGIN_DECLS

#define SL_TYPE_MODEL_WINDOW (sl_model_window_get_type ())
G_DECLARE_FINAL_TYPE (SlModelWindow, sl_model_window, SL, MODEL_WINDOW, AdwWindow)

GtkWidget *sl_model_window_new (SlDocument *document, GtkWindow *parent);

G_END_DECLS
