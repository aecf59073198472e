/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-action-util.h"

static GSimpleAction *
find (GActionMap *map, const char *name)
{
  return G_SIMPLE_ACTION (g_action_map_lookup_action (map, name));
}

/**
 * sl_action_add_property:
 * @object: must outlive the action
 *
 * Adds an action that is a property of @object.
 */
void
sl_action_add_property (GActionMap *map, const char *name, gpointer object, const char *property)
{
  g_autoptr (GPropertyAction) action = g_property_action_new (name, object, property);

  g_action_map_add_action (map, G_ACTION (action));
}

/**
 * sl_action_set_enabled:
 * @name: of a simple action in @map
 */
void
sl_action_set_enabled (GActionMap *map, const char *name, gboolean enabled)
{
  g_simple_action_set_enabled (find (map, name), enabled);
}

/**
 * sl_action_set_state:
 * @name: of a simple action in @map
 * @state: (transfer floating): its state from now on
 */
void
sl_action_set_state (GActionMap *map, const char *name, GVariant *state)
{
  g_simple_action_set_state (find (map, name), state);
}
