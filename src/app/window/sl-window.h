/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-application.h"
#include "sl-document.h"
#include "sl-simulation.h"

G_BEGIN_DECLS

#define SL_TYPE_WINDOW (sl_window_get_type ())
G_DECLARE_FINAL_TYPE (SlWindow, sl_window, SL, WINDOW, AdwApplicationWindow)

SlWindow *sl_window_new (SlApplication *application);
void sl_window_open (SlWindow *self, GPtrArray *files);
void sl_window_open_simulation (SlWindow *self, SlSimulation *simulation);
void sl_window_compare_simulations (SlWindow *self, SlSimulation *one, SlSimulation *other);
void sl_window_open_source (SlWindow *self, SlSource *source);
void sl_window_toast (SlWindow *self, const char *text);
SlDocument *sl_window_get_document (SlWindow *self);

G_END_DECLS
