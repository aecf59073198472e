/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-page-actions.h"

#include "sl-action-util.h"
#include "sl-dialogs.h"

/* The actions that go to an address of a map: the first asks for it, the others go on. And the one that
 * asks for any place. */

#define JUMP "sl-event-jump"

/* Where to is asked for, unless the direction is to go on in. */
static const struct
{
  const char *name;
  int direction;
} actions[] = {
  { "address", 0 },
  { "next-access", 1 },
  { "previous-access", -1 },
};

static void
activate_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  SlEventJump *jump = g_object_get_data (G_OBJECT (action), JUMP);
  const SlAddressTarget *target = sl_event_jump_get_address (jump);
  SlAddressTarget again;
  guint i = 0;

  while (strcmp (actions[i].name, g_action_get_name (G_ACTION (action))) != 0)
    i++;
  if (actions[i].direction == 0 || target == NULL)
    {
      sl_address_dialog_present (sl_trace_view_get_document (user_data), jump,
                                 GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (user_data))));
      return;
    }

  again = *target;
  sl_event_jump_to_address (jump, &again, actions[i].direction);
}

static void
go_to_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  sl_go_to_dialog_present (sl_trace_view_get_document (user_data),
                           g_object_get_data (G_OBJECT (action), JUMP),
                           sl_trace_view_get_timeline (user_data),
                           GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (user_data))));
}

static gboolean
has_map (SlTrace *trace, SlPlane plane)
{
  const SlPageMap *map = sl_trace_get_page_map (trace, plane);

  return map != NULL && sl_page_map_get_n_pages (map) > 0;
}

/* Only traces of a bus and of branches have addresses to go to; the first trace need not be one. */
static void
follow_document (GActionMap *map, guint changes, SlDocument *document)
{
  SlTraceSet *set = sl_document_get_trace_set (document);
  gboolean has_addresses = FALSE;

  for (guint i = 0; i < sl_trace_set_get_size (set) && !has_addresses; i++)
    {
      SlTrace *trace = sl_trace_set_get_trace (set, i);

      has_addresses = has_map (trace, SL_PLANE_MEMORY) || has_map (trace, SL_PLANE_PORTS);
    }

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    sl_action_set_enabled (map, actions[i].name, has_addresses);
}

/**
 * sl_address_actions_add:
 * @page: must outlive @group
 */
void
sl_address_actions_add (GSimpleActionGroup *group, SlTraceView *page)
{
  SlDocument *document = sl_trace_view_get_document (page);
  GActionMap *map = G_ACTION_MAP (group);
  SlEventJump *jump = sl_event_jump_new (document, GTK_WIDGET (page));
  const GActionEntry go_to = { .name = "go-to", .activate = go_to_cb };

  g_object_set_data_full (G_OBJECT (group), JUMP, jump, (GDestroyNotify) sl_event_jump_free);
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    {
      const GActionEntry entry = { .name = actions[i].name, .activate = activate_cb };

      g_action_map_add_action_entries (map, &entry, 1, page);
      g_object_set_data (G_OBJECT (g_action_map_lookup_action (map, actions[i].name)), JUMP, jump);
    }
  g_action_map_add_action_entries (map, &go_to, 1, page);
  g_object_set_data (G_OBJECT (g_action_map_lookup_action (map, go_to.name)), JUMP, jump);
  g_signal_connect_object (document, "changed", G_CALLBACK (follow_document), group,
                           G_CONNECT_SWAPPED);
  follow_document (map, 0, document);
}
