/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-step-actions.h"

/* The actions "view.step-…" and "view.predict". */

static SlStepMode *
get_mode (gpointer user_data)
{
  return sl_document_get_step_mode (sl_trace_view_get_document (user_data));
}

static const struct
{
  const char *name;
  SlStepUnit unit;
  int direction;
} moves[] = {
  { "step-event", SL_STEP_EVENT, 1 },       { "step-event-back", SL_STEP_EVENT, -1 },
  { "step-decision", SL_STEP_DECISION, 1 }, { "step-decision-back", SL_STEP_DECISION, -1 },
  { "step-job", SL_STEP_JOB, 1 },           { "step-job-back", SL_STEP_JOB, -1 },
};

/* A step begins the mode where it is not on. */
static void
move_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  const char *name = g_action_get_name (G_ACTION (action));

  if (!sl_step_mode_get_active (get_mode (user_data)))
    {
      sl_step_mode_set_active (get_mode (user_data), TRUE);
      return;
    }

  sl_step_mode_set_playing (get_mode (user_data), FALSE);
  for (guint i = 0; i < G_N_ELEMENTS (moves); i++)
    if (g_str_equal (name, moves[i].name))
      sl_step_mode_move (get_mode (user_data), moves[i].unit, moves[i].direction);
}

static void
add_property (GSimpleActionGroup *group, const char *name, gpointer object, const char *property)
{
  g_autoptr (GPropertyAction) action = g_property_action_new (name, object, property);

  g_action_map_add_action (G_ACTION_MAP (group), G_ACTION (action));
}

/* What does not tell who runs cannot be gone through. */
static void
follow_document (GSimpleActionGroup *group, guint changes, SlDocument *document)
{
  gboolean is_possible = sl_step_mode_is_possible (sl_document_get_step_mode (document));

  for (guint i = 0; i < G_N_ELEMENTS (moves); i++)
    g_simple_action_set_enabled (G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (group),
                                                                              moves[i].name)),
                                 is_possible);
}

/**
 * sl_step_actions_add:
 * @page: what the actions work on; it must outlive them
 */
void
sl_step_actions_add (GSimpleActionGroup *group, SlTraceView *page)
{
  SlDocument *document = sl_trace_view_get_document (page);

  for (guint i = 0; i < G_N_ELEMENTS (moves); i++)
    {
      const GActionEntry entry = { .name = moves[i].name, .activate = move_cb };

      g_action_map_add_action_entries (G_ACTION_MAP (group), &entry, 1, page);
    }
  add_property (group, "step-mode", get_mode (page), "active");
  add_property (group, "step-play", get_mode (page), "playing");
  add_property (group, "predict", get_mode (page), "predict");
  g_signal_connect_object (document, "changed", G_CALLBACK (follow_document), group,
                           G_CONNECT_SWAPPED);
  follow_document (group, 0, document);
}
