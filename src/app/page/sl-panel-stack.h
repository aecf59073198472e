/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-document-widget.h"

G_BEGIN_DECLS

#define SL_TYPE_PANEL_STACK (sl_panel_stack_get_type ())
G_DECLARE_FINAL_TYPE (SlPanelStack, sl_panel_stack, SL, PANEL_STACK, SlDocumentWidget)

void sl_panel_stack_set_row (SlPanelStack *self, const char *row);
void sl_panel_stack_find (SlPanelStack *self);
void sl_panel_stack_set_settings (SlPanelStack *self, GSettings *settings);
void sl_panel_stack_step_hit (SlPanelStack *self, int direction);
void sl_panel_stack_turn (SlPanelStack *self, int by);
const char *sl_panel_stack_get_page (SlPanelStack *self);
const char *sl_panel_stack_get_title (SlPanelStack *self);
void sl_panel_stack_set_page (SlPanelStack *self, const char *name);
GtkSelectionModel *sl_panel_stack_get_pages (SlPanelStack *self);
gboolean sl_panel_stack_show (SlPanelStack *self, const char *name);
void sl_panel_stack_focus (SlPanelStack *self);

G_END_DECLS
