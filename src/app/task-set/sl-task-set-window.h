/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "sl-task-model-store.h"

G_BEGIN_DECLS

#define SL_TYPE_TASK_SET_WINDOW (sl_task_set_window_get_type ())
G_DECLARE_FINAL_TYPE (SlTaskSetWindow,
                      sl_task_set_window,
                      SL,
                      TASK_SET_WINDOW,
                      AdwApplicationWindow)

SlTaskSetWindow *sl_task_set_window_new (GtkApplication *application);
void sl_task_set_window_open (SlTaskSetWindow *self, GFile *file);
void sl_task_set_window_take_sets (GtkApplication *application, GPtrArray *files);

G_END_DECLS
