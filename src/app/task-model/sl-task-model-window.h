/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "sl-document.h"

G_BEGIN_DECLS

#define SL_TYPE_TASK_MODEL_WINDOW (sl_task_model_window_get_type ())
G_DECLARE_FINAL_TYPE (SlTaskModelWindow, sl_task_model_window, SL, TASK_MODEL_WINDOW, AdwWindow)

GtkWidget *sl_task_model_window_new (SlDocument *document, GtkWindow *parent);

G_END_DECLS
