/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-page-actions.h"

#include "sl-action-util.h"
#include "sl-job-link.h"
#include "sl-message.h"
#include "sl-step-obstacle.h"

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
      sl_job_link_begin_steps (sl_trace_view_get_document (user_data));
      return;
    }

  sl_step_mode_set_playing (get_mode (user_data), FALSE);
  for (guint i = 0; i < G_N_ELEMENTS (moves); i++)
    if (g_str_equal (name, moves[i].name))
      sl_step_mode_move (get_mode (user_data), moves[i].unit, moves[i].direction);
}

/* What cannot be switched on says why. Returns: whether it can be */
static gboolean
can_switch_on (gpointer page, const char *obstacle)
{
  if (obstacle != NULL)
    sl_message_show (page, obstacle);
  return obstacle == NULL;
}

static void
step_mode_cb (GSimpleAction *action, GVariant *parameter, gpointer page)
{
  SlStepMode *mode = get_mode (page);

  if (sl_step_mode_get_active (mode))
    sl_step_mode_set_active (mode, FALSE);
  else if (can_switch_on (page, sl_step_obstacle_get (sl_trace_view_get_document (page))))
    sl_job_link_begin_steps (sl_trace_view_get_document (page));
}

static void
predict_cb (GSimpleAction *action, GVariant *parameter, gpointer page)
{
  SlStepMode *mode = get_mode (page);
  gboolean predicts;

  g_object_get (mode, "predict", &predicts, NULL);
  if (!predicts &&
      !can_switch_on (page, sl_step_obstacle_get_to_predict (sl_trace_view_get_document (page))))
    return;

  /* As steps do, with the picked job. */
  if (!predicts)
    sl_job_link_begin_steps (sl_trace_view_get_document (page));
  sl_step_mode_set_predict (mode, !predicts);
}

static void
follow_mode (GActionMap *map, GParamSpec *pspec, SlStepMode *mode)
{
  gboolean is_active, predicts;

  g_object_get (mode, "active", &is_active, "predict", &predicts, NULL);
  sl_action_set_state (map, "step-mode", g_variant_new_boolean (is_active));
  sl_action_set_state (map, "predict", g_variant_new_boolean (predicts));
}

/* What does not tell who runs cannot be gone through. */
static void
follow_document (GActionMap *map, guint changes, SlDocument *document)
{
  gboolean is_possible = sl_step_obstacle_get (document) == NULL;

  for (guint i = 0; i < G_N_ELEMENTS (moves); i++)
    sl_action_set_enabled (map, moves[i].name, is_possible);
}

/**
 * sl_step_actions_add:
 * @page: what the actions work on; it must outlive them
 */
void
sl_step_actions_add (GSimpleActionGroup *group, SlTraceView *page)
{
  static const GActionEntry modes[] = {
    { .name = "step-mode", .activate = step_mode_cb, .state = "false" },
    { .name = "predict", .activate = predict_cb, .state = "false" },
  };
  GActionMap *map = G_ACTION_MAP (group);
  SlDocument *document = sl_trace_view_get_document (page);

  for (guint i = 0; i < G_N_ELEMENTS (moves); i++)
    {
      const GActionEntry entry = { .name = moves[i].name, .activate = move_cb };

      g_action_map_add_action_entries (map, &entry, 1, page);
    }
  g_action_map_add_action_entries (map, modes, G_N_ELEMENTS (modes), page);
  sl_action_add_property (map, "step-play", get_mode (page), "playing");
  g_signal_connect_object (document, "changed", G_CALLBACK (follow_document), group,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (get_mode (page), "notify", G_CALLBACK (follow_mode), group,
                           G_CONNECT_SWAPPED);
  follow_document (map, 0, document);
  follow_mode (map, NULL, get_mode (page));
}
