/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What a screen reader is told without asking: it says all of what gets the focus, and then each
 * description that is another one while that has the focus. */

#include "sl-accessible-program.h"

G_BEGIN_DECLS

typedef struct _SlAccessibleListener SlAccessibleListener;

SlAccessibleListener *sl_accessible_listener_new (SlAccessibleProgram *program);
void sl_accessible_listener_free (SlAccessibleListener *self);
guint sl_accessible_listener_count_focused (SlAccessibleListener *self);
guint sl_accessible_listener_count_active (SlAccessibleListener *self);
guint sl_accessible_listener_count_active_before_focus (SlAccessibleListener *self);
const char *sl_accessible_listener_get_changed (SlAccessibleListener *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlAccessibleListener, sl_accessible_listener_free)

G_END_DECLS
