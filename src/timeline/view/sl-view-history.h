/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Undo and redo: a stack of view states. */

#include "sl-view-state.h"

G_BEGIN_DECLS

/**
 * SlViewHistory:state: (type SlViewState): the current state, never %NULL
 * SlViewHistory:can-undo:
 * SlViewHistory:can-redo:
 *
 * Properties, each notified when it changes.
 */
#define SL_TYPE_VIEW_HISTORY (sl_view_history_get_type ())
G_DECLARE_FINAL_TYPE (SlViewHistory, sl_view_history, SL, VIEW_HISTORY, GObject)

/* One undo step is at most one gesture: changes that carry the same number coalesce. */
#define SL_GESTURE_NONE 0

SlViewHistory *sl_view_history_new (SlViewState *state);
SlViewState *sl_view_history_get_state (SlViewHistory *self);
void sl_view_history_apply (SlViewHistory *self, SlViewState *state, guint gesture);
void
sl_view_history_set_panels (SlViewHistory *self, const SlViewPanels *panels, gboolean everywhere);
void sl_view_history_turn_page (SlViewHistory *self, const char *page);
void sl_view_history_reset (SlViewHistory *self, SlViewState *state);
guint sl_view_history_new_gesture (SlViewHistory *self);
gboolean sl_view_history_can_undo (SlViewHistory *self);
gboolean sl_view_history_can_redo (SlViewHistory *self);
gboolean sl_view_history_undo (SlViewHistory *self);
gboolean sl_view_history_redo (SlViewHistory *self);
gboolean sl_view_history_cancel (SlViewHistory *self, guint gesture);

G_END_DECLS
