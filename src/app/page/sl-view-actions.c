/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-view-actions.h"

#include <glib/gi18n.h>

#include "sl-address-actions.h"
#include "sl-bus-matches.h"
#include "sl-export-dialog.h"
#include "sl-job-link.h"
#include "sl-rate-dialog.h"
#include "sl-row-edit.h"
#include "sl-row-levels.h"
#include "sl-save-dialog.h"
#include "sl-scene-builder.h"
#include "sl-step-actions.h"
#include "sl-symbols-dialog.h"
#include "sl-task-model-window.h"
#include "sl-ticks.h"
#include "sl-traces-dialog.h"

/* The actions "view.…" of a window that shows a trace: for its header bar, its menu and its
 * keys. They live as long as the page. */

static SlDocument *
get_document (gpointer user_data)
{
  return sl_trace_view_get_document (user_data);
}

static GtkWindow *
get_window (gpointer user_data)
{
  return GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (user_data)));
}

static void
undo_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  sl_view_history_undo (sl_document_get_history (get_document (user_data)));
}

static void
redo_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  sl_view_history_redo (sl_document_get_history (get_document (user_data)));
}

static void
focus_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  gtk_widget_grab_focus (user_data);
}

static void
find_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  sl_trace_view_find (user_data);
}

static void
rate_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  sl_rate_dialog_present (get_document (user_data), 0, get_window (user_data));
}

static void
symbols_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  sl_symbols_dialog_present (get_document (user_data), 0, get_window (user_data));
}

static void
traces_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  sl_traces_dialog_present (get_document (user_data), get_window (user_data));
}

static void
align_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  sl_document_align (get_document (user_data));
}

static void
compare_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  SlDocument *document = get_document (user_data);
  guint traces[SL_N_SIDES] = { 0, g_variant_get_uint32 (parameter) };

  if (traces[SL_SIDE_B] > 0 &&
      traces[SL_SIDE_B] < sl_trace_set_get_size (sl_document_get_trace_set (document)))
    sl_document_compare (document, traces);
}

static void
stop_comparing_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  sl_document_compare (get_document (user_data), NULL);
}

static void
model_closed_cb (SlTraceView *page)
{
  g_object_set_data (G_OBJECT (page), "model-window", NULL);
}

/* One for each trace: a second wish finds the first window. */
static void
model_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  GtkWidget *window = g_object_get_data (user_data, "model-window");

  if (window == NULL)
    {
      window = sl_task_model_window_new (get_document (user_data), get_window (user_data));
      g_object_set_data (user_data, "model-window", window);
      g_signal_connect_object (window, "destroy", G_CALLBACK (model_closed_cb), user_data,
                               G_CONNECT_SWAPPED);
    }
  gtk_window_present (GTK_WINDOW (window));
}

static void
export_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  sl_export_dialog_present (sl_trace_view_get_timeline (user_data), get_document (user_data),
                            get_window (user_data));
}

static void
show_all_rows_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  sl_row_edit_show_all (get_document (user_data));
}

/* Shows or hides what is not shown by default. */
static void
toggle_sign (SlDocument *document, const char *name)
{
  SlViewState *state = sl_document_get_state (document);
  gboolean shown = sl_view_state_has_name (state, SL_NAMES_SHOWN_SIGNS, name);

  sl_document_take_state (document,
                          sl_view_state_with_name (state, SL_NAMES_SHOWN_SIGNS, name, !shown),
                          SL_GESTURE_NONE);
}

static void
recorded_events_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  toggle_sign (get_document (user_data), SL_EVERY_EVENT);
}

static void
task_levels_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  toggle_sign (get_document (user_data), SL_TASK_LEVELS);
}

static void
map_attributes_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  toggle_sign (get_document (user_data), SL_MAP_ATTRIBUTES);
}

static void
axis_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  SlDocument *document = get_document (user_data);
  SlAxis axis;

  if (!sl_axis_find (g_variant_get_string (parameter, NULL), &axis))
    return;

  /* Where both axes are the same, the choice says nothing about the next trace. */
  if (axis == SL_AXIS_TSC && sl_ticks_are_elapsed (sl_document_get_clock (document)))
    axis = SL_AXIS_TIME;
  sl_document_take_state (document,
                          sl_view_state_with_axis (sl_document_get_state (document), axis),
                          SL_GESTURE_NONE);
}

static void
look_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  SlDocument *document = get_document (user_data);
  SlStyle style;

  if (sl_style_find (g_variant_get_string (parameter, NULL), &style))
    sl_document_take_state (document,
                            sl_view_state_with_style (sl_document_get_state (document), style),
                            SL_GESTURE_NONE);
}

static void
toggle_look_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  SlDocument *document = get_document (user_data);
  SlViewState *state = sl_document_get_state (document);
  SlStyle other =
      sl_view_state_get_style (state) == SL_STYLE_TEXTBOOK ? SL_STYLE_COMPACT : SL_STYLE_TEXTBOOK;
  const char *obstacle = sl_style_get_obstacle (other, sl_document_get_trace_set (document));

  if (obstacle != NULL)
    {
      sl_save_dialog_notify (user_data, obstacle);
      return;
    }

  sl_document_take_state (document, sl_view_state_with_style (state, other), SL_GESTURE_NONE);
}

static void
next_page_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  sl_trace_view_turn (user_data, 1);
}

static void
previous_page_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  sl_trace_view_turn (user_data, -1);
}

/* The keys go on from there. */
static void
step_miss (SlTraceView *page, int direction)
{
  sl_job_link_step_miss (sl_trace_view_get_document (page), direction);
  gtk_widget_grab_focus (GTK_WIDGET (sl_trace_view_get_timeline (page)));
}

static void
next_miss_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  step_miss (user_data, 1);
}

static void
previous_miss_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  step_miss (user_data, -1);
}

static void
back_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  sl_document_go_back (get_document (user_data));
}

static void
show_page_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  sl_trace_view_show_panel (user_data, g_variant_get_string (parameter, NULL));
}

static void
misses_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  sl_trace_view_show_panel (user_data, "misses");
  next_miss_cb (action, parameter, user_data);
}

static const GActionEntry entries[] = {
  { .name = "undo", .activate = undo_cb },
  { .name = "redo", .activate = redo_cb },
  { .name = "find", .activate = find_cb },
  { .name = "focus", .activate = focus_cb },
  { .name = "rate", .activate = rate_cb },
  { .name = "symbols", .activate = symbols_cb },
  { .name = "traces", .activate = traces_cb },
  { .name = "align", .activate = align_cb },
  { .name = "compare", .activate = compare_cb, .parameter_type = "u" },
  { .name = "stop-comparing", .activate = stop_comparing_cb },
  { .name = "model", .activate = model_cb },
  { .name = "export", .activate = export_cb },
  { .name = "show-all-rows", .activate = show_all_rows_cb },
  { .name = "recorded-events", .activate = recorded_events_cb, .state = "false" },
  { .name = "task-levels", .activate = task_levels_cb, .state = "false" },
  { .name = "map-attributes", .activate = map_attributes_cb, .state = "false" },
  { .name = "axis", .activate = axis_cb, .parameter_type = "s", .state = "'time'" },
  { .name = "look", .activate = look_cb, .parameter_type = "s", .state = "'compact'" },
  { .name = "toggle-look", .activate = toggle_look_cb },
  { .name = "next-page", .activate = next_page_cb },
  { .name = "previous-page", .activate = previous_page_cb },
  { .name = "next-miss", .activate = next_miss_cb },
  { .name = "previous-miss", .activate = previous_miss_cb },
  { .name = "back", .activate = back_cb },
  { .name = "misses", .activate = misses_cb },
  { .name = "show-page", .activate = show_page_cb, .parameter_type = "s" },
};

/* The one that is chosen, among those that can be. */
static SlAxis
get_axis (SlDocument *document)
{
  SlAxis axis = sl_view_state_get_axis (sl_document_get_state (document));

  return axis == SL_AXIS_TIME && sl_ticks_are_elapsed (sl_document_get_clock (document))
             ? SL_AXIS_TSC
             : axis;
}

static void
follow_sign (GSimpleActionGroup *group, SlDocument *document, const char *action, const char *name)
{
  gboolean shown =
      sl_view_state_has_name (sl_document_get_state (document), SL_NAMES_SHOWN_SIGNS, name);

  g_simple_action_set_state (G_SIMPLE_ACTION (
                                 g_action_map_lookup_action (G_ACTION_MAP (group), action)),
                             g_variant_new_boolean (shown));
}

static gboolean
has_attributes (SlDocument *document)
{
  SlTraceSet *set = sl_document_get_trace_set (document);

  for (guint i = 0; i < sl_trace_set_get_size (set); i++)
    if (sl_bus_matches_may_go_by_attribute (sl_trace_set_get_trace (set, i)))
      return TRUE;

  return FALSE;
}

static void
follow_document (GSimpleActionGroup *group, guint changes, SlDocument *document)
{
  SlViewHistory *history = sl_document_get_history (document);
  GAction *axis = g_action_map_lookup_action (G_ACTION_MAP (group), "axis");
  GAction *look = g_action_map_lookup_action (G_ACTION_MAP (group), "look");
  GAction *undo = g_action_map_lookup_action (G_ACTION_MAP (group), "undo");
  GAction *redo = g_action_map_lookup_action (G_ACTION_MAP (group), "redo");
  GAction *symbols = g_action_map_lookup_action (G_ACTION_MAP (group), "symbols");
  GAction *levels = g_action_map_lookup_action (G_ACTION_MAP (group), "task-levels");
  GAction *attributes = g_action_map_lookup_action (G_ACTION_MAP (group), "map-attributes");
  GAction *align = g_action_map_lookup_action (G_ACTION_MAP (group), "align");

  g_simple_action_set_state (G_SIMPLE_ACTION (look),
                             g_variant_new_string (sl_style_get_id (
                                 sl_view_state_get_style (sl_document_get_state (document)))));
  g_simple_action_set_state (G_SIMPLE_ACTION (axis),
                             g_variant_new_string (sl_axis_get_id (get_axis (document))));
  follow_sign (group, document, "recorded-events", SL_EVERY_EVENT);
  follow_sign (group, document, "task-levels", SL_TASK_LEVELS);
  follow_sign (group, document, "map-attributes", SL_MAP_ATTRIBUTES);
  g_simple_action_set_enabled (G_SIMPLE_ACTION (levels),
                               sl_row_levels_are_in (sl_document_get_trace_set (document)));
  g_simple_action_set_enabled (G_SIMPLE_ACTION (attributes), has_attributes (document));
  g_simple_action_set_enabled (G_SIMPLE_ACTION (look),
                               sl_style_get_obstacle (SL_STYLE_TEXTBOOK, sl_document_get_trace_set (
                                                                             document)) == NULL);
  g_simple_action_set_enabled (G_SIMPLE_ACTION (undo), sl_view_history_can_undo (history));
  g_simple_action_set_enabled (G_SIMPLE_ACTION (redo), sl_view_history_can_redo (history));
  g_simple_action_set_enabled (G_SIMPLE_ACTION (symbols),
                               sl_trace_has_code (sl_document_get_trace (document)));
  g_simple_action_set_enabled (G_SIMPLE_ACTION (align), sl_document_can_align (document));
}

static void
history_cb (GSimpleActionGroup *group, GParamSpec *pspec, SlViewHistory *history)
{
  GAction *undo = g_action_map_lookup_action (G_ACTION_MAP (group), "undo");
  GAction *redo = g_action_map_lookup_action (G_ACTION_MAP (group), "redo");

  g_simple_action_set_enabled (G_SIMPLE_ACTION (undo), sl_view_history_can_undo (history));
  g_simple_action_set_enabled (G_SIMPLE_ACTION (redo), sl_view_history_can_redo (history));
}

static void
add_property (GSimpleActionGroup *group, const char *name, gpointer object, const char *property)
{
  g_autoptr (GPropertyAction) action = g_property_action_new (name, object, property);

  g_action_map_add_action (G_ACTION_MAP (group), G_ACTION (action));
}

/**
 * sl_view_actions_new:
 * @page: what the actions work on; it must outlive them
 */
GSimpleActionGroup *
sl_view_actions_new (SlTraceView *page)
{
  GSimpleActionGroup *group = g_simple_action_group_new ();
  SlDocument *document = sl_trace_view_get_document (page);

  g_action_map_add_action_entries (G_ACTION_MAP (group), entries, G_N_ELEMENTS (entries), page);
  sl_address_actions_add (group, page);
  sl_step_actions_add (group, page);
  add_property (group, "details", page, "details-visible");
  add_property (group, "list", page, "list-visible");
  add_property (group, "list-maximized", page, "list-maximized");
  add_property (group, "colour-blind", sl_trace_view_get_timeline (page), "colour-blind");

  g_signal_connect_object (document, "changed", G_CALLBACK (follow_document), group,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (sl_document_get_history (document), "notify::can-undo",
                           G_CALLBACK (history_cb), group, G_CONNECT_SWAPPED);
  g_signal_connect_object (sl_document_get_history (document), "notify::can-redo",
                           G_CALLBACK (history_cb), group, G_CONNECT_SWAPPED);
  follow_document (group, 0, document);
  return group;
}
