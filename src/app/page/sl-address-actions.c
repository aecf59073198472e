/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-address-actions.h"

#include "sl-address-dialog.h"

/* The actions that go to an address of a map: the first asks for it, the others go on. */

#define JUMP "sl-event-jump"

static SlEventJump *
get_jump (GSimpleAction *action)
{
  return g_object_get_data (G_OBJECT (action), JUMP);
}

static void
address_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  sl_address_dialog_present (sl_trace_view_get_document (user_data), get_jump (action),
                             GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (user_data))));
}

static void
go_on (GSimpleAction *action, int direction, gpointer user_data)
{
  const SlAddressTarget *target = sl_event_jump_get_address (get_jump (action));
  SlAddressTarget again;

  if (target == NULL)
    {
      address_cb (action, NULL, user_data);
      return;
    }

  again = *target;
  sl_event_jump_to_address (get_jump (action), &again, direction);
}

static void
next_access_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  go_on (action, 1, user_data);
}

static void
previous_access_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  go_on (action, -1, user_data);
}

static const GActionEntry entries[] = {
  { .name = "address", .activate = address_cb },
  { .name = "next-access", .activate = next_access_cb },
  { .name = "previous-access", .activate = previous_access_cb },
};

static gboolean
has_map (SlTrace *trace, SlPlane plane)
{
  const SlPageMap *map = sl_trace_get_page_map (trace, plane);

  return map != NULL && sl_page_map_get_n_pages (map) > 0;
}

/* Only traces of a bus and of branches have addresses to go to; the first trace need not be one. */
static void
follow_document (GSimpleActionGroup *group, guint changes, SlDocument *document)
{
  SlTraceSet *set = sl_document_get_trace_set (document);
  gboolean has_addresses = FALSE;

  for (guint i = 0; i < sl_trace_set_get_size (set) && !has_addresses; i++)
    {
      SlTrace *trace = sl_trace_set_get_trace (set, i);

      has_addresses = has_map (trace, SL_PLANE_MEMORY) || has_map (trace, SL_PLANE_PORTS);
    }

  for (guint i = 0; i < G_N_ELEMENTS (entries); i++)
    g_simple_action_set_enabled (G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (group),
                                                                              entries[i].name)),
                                 has_addresses);
}

/**
 * sl_address_actions_add:
 * @page: must outlive @group
 */
void
sl_address_actions_add (GSimpleActionGroup *group, SlTraceView *page)
{
  SlDocument *document = sl_trace_view_get_document (page);
  SlEventJump *jump = sl_event_jump_new (document, GTK_WIDGET (page));

  g_action_map_add_action_entries (G_ACTION_MAP (group), entries, G_N_ELEMENTS (entries), page);
  g_object_set_data_full (G_OBJECT (group), JUMP, jump, (GDestroyNotify) sl_event_jump_free);
  for (guint i = 0; i < G_N_ELEMENTS (entries); i++)
    g_object_set_data (G_OBJECT (
                           g_action_map_lookup_action (G_ACTION_MAP (group), entries[i].name)),
                       JUMP, jump);

  g_signal_connect_object (document, "changed", G_CALLBACK (follow_document), group,
                           G_CONNECT_SWAPPED);
  follow_document (group, 0, document);
}
