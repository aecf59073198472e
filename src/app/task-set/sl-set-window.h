/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "sl-model-store.h"

G_BEGIN_DECLS

#define SL_TYPE_SET_WINDOW (sl_set_window_get_type ())
G_DECLARE_FINAL_TYPE (SlSetWindow, sl_set_window, SL, SET_WINDOW, AdwApplicationWindow)

SlSetWindow *sl_set_window_new (GtkApplication *application);
void sl_set_window_open (SlSetWindow *self, GFile *file);
void sl_set_window_take_sets (GtkApplication *application, GPtrArray *files);

G_END_DECLS
