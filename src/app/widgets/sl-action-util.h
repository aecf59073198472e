/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

void
sl_action_add_property (GActionMap *map, const char *name, gpointer object, const char *property);
void sl_action_set_enabled (GActionMap *map, const char *name, gboolean enabled);
void sl_action_set_state (GActionMap *map, const char *name, GVariant *state);

G_END_DECLS
