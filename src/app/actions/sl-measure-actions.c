/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-page-actions.h"

#include <glib/gi18n.h>
#include <string.h>

#include "sl-action-util.h"
#include "sl-follow-link.h"
#include "sl-message.h"
#include "sl-text-state.h"
#include "sl-time-column.h"

/* The actions that measure and follow. */

/* From what is selected to what it has to do with, and back. */

static const struct
{
  const char *name;
  SlFollow follow;
  const char *nothing; /* said where it leads nowhere */
} actions[] = {
  { "across", SL_FOLLOW_ACROSS,
    N_ ("The task has no other row: it is not running, or its processor is unknown") },
  { "obstacle", SL_FOLLOW_OBSTACLE, N_ ("No other task is known to keep this one from running") },
  { "lock", SL_FOLLOW_LOCK, N_ ("The task does not wait for a lock next") },
  { "move-to", SL_FOLLOW_MOVE_TO, N_ ("The task runs on no other processor afterwards") },
  { "move-from", SL_FOLLOW_MOVE_FROM, N_ ("The task ran on no other processor before") },
};

static void
focus_timeline (SlTraceView *page)
{
  gtk_widget_grab_focus (GTK_WIDGET (sl_trace_view_get_timeline (page)));
}

/* (transfer full): where no other task keeps it from running, what it does instead */
static char *
dup_nothing (SlDocument *document, guint action)
{
  SlRows *rows = sl_document_get_rows (document);
  g_autofree char *state = NULL;
  guint32 object;
  SlItem slice;

  if (actions[action].follow == SL_FOLLOW_OBSTACLE &&
      sl_follow_link_find_slice (document, &object, &slice))
    state = sl_text_state (rows, sl_view_state_get_picked (sl_document_get_state (document))->trace,
                           SL_LANE_TASK, slice.state, slice.detail);
  if (state == NULL || state[0] == '\0')
    return g_strdup (_ (actions[action].nothing));

  /* Translators: that no other task keeps this one from running, and its state, such as "suspended" */
  return g_strdup_printf (_ ("%s. Its state is: %s"), _ (actions[action].nothing), state);
}

static void
follow_cb (GSimpleAction *action, GVariant *parameter, gpointer page)
{
  const char *name = g_action_get_name (G_ACTION (action));
  SlDocument *document = sl_trace_view_get_document (page);
  g_autofree char *text = NULL;
  guint i = 0;

  while (!g_str_equal (actions[i].name, name))
    i++;
  switch (sl_follow_link_go (document, actions[i].follow))
    {
    case SL_FOLLOW_NO_PICK:
      text = g_strdup (_ ("Select a slice of a task or a processor first"));
      break;
    case SL_FOLLOW_NOTHING:
      text = dup_nothing (document, i);
      break;
    case SL_FOLLOW_NO_ROW:
      text = g_strdup (_ ("The event that it leads to has no row"));
      break;
    case SL_FOLLOW_DONE:
    default:
      break;
    }
  if (text != NULL)
    sl_message_show (page, text);
  else
    sl_message_withdraw (page);
  focus_timeline (page);
}

static void
go_back (SlTraceView *page, int direction)
{
  if (!sl_follow_link_return (sl_trace_view_get_document (page), direction))
    sl_message_show (GTK_WIDGET (page), direction < 0
                                            ? _ ("Nothing was followed to here")
                                            : _ ("This is the end of the way that was followed"));
  focus_timeline (page);
}

static void
back_cb (GSimpleAction *action, GVariant *parameter, gpointer page)
{
  go_back (page, -1);
}

static void
forth_cb (GSimpleAction *action, GVariant *parameter, gpointer page)
{
  go_back (page, 1);
}

/* How times are written, and what rows say beside their names. */

static SlViewState *
get_state (gpointer page)
{
  return sl_document_get_state (sl_trace_view_get_document (page));
}

static void
unit_cb (GSimpleAction *action, GVariant *parameter, gpointer page)
{
  SlShownUnit unit;

  /* Not to stay in a menu that is closed: the next key is meant for the timeline. */
  gtk_widget_grab_focus (GTK_WIDGET (sl_trace_view_get_timeline (page)));
  if (sl_shown_unit_find (g_variant_get_string (parameter, NULL), &unit))
    sl_document_take_state (sl_trace_view_get_document (page),
                            sl_view_state_with_unit (get_state (page), unit), SL_GESTURE_NONE);
}

static void
wall_cb (GSimpleAction *action, GVariant *parameter, gpointer page)
{
  SlAxis axis =
      sl_view_state_get_axis (get_state (page)) == SL_AXIS_WALL ? SL_AXIS_TIME : SL_AXIS_WALL;

  gtk_widget_grab_focus (GTK_WIDGET (sl_trace_view_get_timeline (page)));
  sl_document_take_state (sl_trace_view_get_document (page),
                          sl_view_state_with_axis (get_state (page), axis), SL_GESTURE_NONE);
}

static void
values_cb (GSimpleAction *action, GVariant *parameter, gpointer page)
{
  gboolean shown = sl_view_state_has_name (get_state (page), SL_NAMES_SHOWN_SIGNS, SL_TIME_COLUMN);

  sl_document_take_state (sl_trace_view_get_document (page),
                          sl_view_state_with_name (get_state (page), SL_NAMES_SHOWN_SIGNS,
                                                   SL_TIME_COLUMN, !shown),
                          SL_GESTURE_NONE);
}

/* An action that is never enabled, so that the menu names what the trace lacks. */
static void
show_lack (GActionMap *map, gboolean lacks)
{
  g_autoptr (GSimpleAction) action = NULL;

  if (!lacks)
    {
      g_action_map_remove_action (map, "no-wall-clock");
      return;
    }
  if (g_action_map_lookup_action (map, "no-wall-clock") != NULL)
    return;

  action = g_simple_action_new ("no-wall-clock", NULL);
  g_simple_action_set_enabled (action, FALSE);
  g_action_map_add_action (map, G_ACTION (action));
}

static void
follow_document (GActionMap *map, guint changes, SlDocument *document)
{
  SlViewState *state = sl_document_get_state (document);
  const SlClock *clock = sl_document_get_clock (document);
  gboolean has_wall = sl_clock_has_wall (clock);

  sl_action_set_state (map, "unit",
                       g_variant_new_string (
                           sl_shown_unit_get_id (sl_view_state_get_unit (state))));
  sl_action_set_enabled (map, "unit", sl_clock_has_rate (clock));
  sl_action_set_state (map, "wall-clock",
                       g_variant_new_boolean (has_wall &&
                                              sl_view_state_get_axis (state) == SL_AXIS_WALL));
  sl_action_set_enabled (map, "wall-clock", has_wall);
  show_lack (map, !has_wall);
  sl_action_set_state (map, "values",
                       g_variant_new_boolean (
                           sl_view_state_has_name (state, SL_NAMES_SHOWN_SIGNS, SL_TIME_COLUMN)));
}

static void
add_following (GSimpleActionGroup *group, SlTraceView *page)
{
  static const GActionEntry ways[] = {
    { .name = "follow-back", .activate = back_cb },
    { .name = "follow-forth", .activate = forth_cb },
  };

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    {
      const GActionEntry entry = { .name = actions[i].name, .activate = follow_cb };

      g_action_map_add_action_entries (G_ACTION_MAP (group), &entry, 1, page);
    }
  g_action_map_add_action_entries (G_ACTION_MAP (group), ways, G_N_ELEMENTS (ways), page);
}

/**
 * sl_measure_actions_add:
 * @page: must outlive @group
 */
void
sl_measure_actions_add (GSimpleActionGroup *group, SlTraceView *page)
{
  static const GActionEntry entries[] = {
    { .name = "unit", .activate = unit_cb, .parameter_type = "s", .state = "'auto'" },
    { .name = "wall-clock", .activate = wall_cb, .state = "false" },
    { .name = "values", .activate = values_cb, .state = "false" },
  };
  SlDocument *document = sl_trace_view_get_document (page);

  add_following (group, page);
  g_action_map_add_action_entries (G_ACTION_MAP (group), entries, G_N_ELEMENTS (entries), page);
  g_signal_connect_object (document, "changed", G_CALLBACK (follow_document), group,
                           G_CONNECT_SWAPPED);
  follow_document (G_ACTION_MAP (group), 0, document);
}
