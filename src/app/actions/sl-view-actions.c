/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-page-actions.h"

#include <glib/gi18n.h>

#include "sl-action-util.h"
#include "sl-axis-breaks.h"
#include "sl-dialogs.h"
#include "sl-event-text.h"
#include "sl-message.h"
#include "sl-miss-actions.h"
#include "sl-output-actions.h"
#include "sl-row-edit.h"
#include "sl-row-quiet.h"
#include "sl-row-sort.h"
#include "sl-scene-builder.h"
#include "sl-task-model-window.h"
#include "sl-ticks.h"
#include "sl-wake-link.h"

/* The actions "view.…" of a window that shows a trace: for its header bar, its menu and its
 * keys. They live as long as the page. */

static void
undo (SlDocument *document)
{
  sl_view_history_undo (sl_document_get_history (document));
}

static void
redo (SlDocument *document)
{
  sl_view_history_redo (sl_document_get_history (document));
}

static void
clear_filter (SlDocument *document)
{
  sl_document_take_state (document,
                          sl_view_state_with_filter (sl_document_get_state (document), NULL, FALSE),
                          SL_GESTURE_NONE);
}

static void
stop_comparing (SlDocument *document)
{
  sl_document_compare (document, NULL);
}

static void
focus (SlTraceView *page)
{
  gtk_widget_grab_focus (GTK_WIDGET (page));
}

static void
set_rate (SlDocument *document, GtkWindow *window)
{
  sl_rate_dialog_present (document, 0, window);
}

static void
set_symbols (SlDocument *document, GtkWindow *window)
{
  sl_symbols_dialog_present (document, 0, window);
}

static void
compare (SlDocument *document, guint number)
{
  guint traces[SL_N_SIDES] = { 0, number };

  if (number > 0 && number < sl_trace_set_get_size (sl_document_get_trace_set (document)))
    sl_document_compare (document, traces);
}

static GtkWindow *
get_window (SlTraceView *page)
{
  return GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (page)));
}

static void
model_closed_cb (SlTraceView *page)
{
  g_object_set_data (G_OBJECT (page), "model-window", NULL);
}

/* One for each trace: a second wish finds the first window. */
static void
show_model (SlTraceView *page)
{
  GtkWidget *window = g_object_get_data (G_OBJECT (page), "model-window");

  if (window == NULL)
    {
      window = sl_task_model_window_new (sl_trace_view_get_document (page), get_window (page));
      g_object_set_data (G_OBJECT (page), "model-window", window);
      g_signal_connect_object (window, "destroy", G_CALLBACK (model_closed_cb), page,
                               G_CONNECT_SWAPPED);
    }
  gtk_window_present (GTK_WINDOW (window));
}

static void export(SlTraceView *page)
{
  sl_export_dialog_present (sl_trace_view_get_timeline (page), sl_trace_view_get_document (page),
                            get_window (page));
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

/* Tasks are grouped by one thing or by none. */
static void
toggle_grouping (SlDocument *document, const char *name)
{
  static const char *const all[] = { SL_TASK_LEVELS, SL_TASK_PROCESSES, SL_TASK_PROCESSORS };
  SlViewState *state = sl_document_get_state (document);
  gboolean shown = sl_view_state_has_name (state, SL_NAMES_SHOWN_SIGNS, name);
  g_autoptr (SlViewState) next = sl_view_state_ref (state);

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    {
      g_autoptr (SlViewState) last = g_steal_pointer (&next);

      next = sl_view_state_with_name (last, SL_NAMES_SHOWN_SIGNS, all[i],
                                      !shown && g_str_equal (all[i], name));
    }
  sl_document_take_state (document, g_steal_pointer (&next), SL_GESTURE_NONE);
}

/* The next key after a choice in a menu is meant for the timeline, not for a menu that is closed. */
static SlDocument *
leave_menu (SlTraceView *page)
{
  gtk_widget_grab_focus (GTK_WIDGET (sl_trace_view_get_timeline (page)));
  return sl_trace_view_get_document (page);
}

static void
sort_rows (SlTraceView *page, const char *id)
{
  SlDocument *document = leave_menu (page);
  SlRowSort sort;

  if (sl_row_sort_find (id, &sort))
    sl_document_take_state (document, sl_row_sort_set (sl_document_get_state (document), sort),
                            SL_GESTURE_NONE);
}

static void
set_quiet_rows (SlTraceView *page, const char *id)
{
  SlDocument *document = leave_menu (page);
  SlRowQuiet quiet;

  if (sl_row_quiet_find (id, &quiet))
    sl_document_take_state (document, sl_row_quiet_set (sl_document_get_state (document), quiet),
                            SL_GESTURE_NONE);
}

static void
set_axis (SlDocument *document, const char *id)
{
  SlAxis axis;

  if (!sl_axis_find (id, &axis) ||
      (axis == SL_AXIS_WALL && !sl_clock_has_wall (sl_document_get_clock (document))))
    return;

  /* Where both axes are the same, the choice says nothing about the next trace. */
  if (axis == SL_AXIS_TSC && sl_ticks_are_elapsed (sl_document_get_clock (document)))
    axis = SL_AXIS_TIME;
  sl_document_take_state (document,
                          sl_view_state_with_axis (sl_document_get_state (document), axis),
                          SL_GESTURE_NONE);
}

static void
set_look (SlDocument *document, const char *id)
{
  SlStyle style;

  if (sl_style_find (id, &style))
    sl_document_take_state (document,
                            sl_view_state_with_style (sl_document_get_state (document), style),
                            SL_GESTURE_NONE);
}

static void
toggle_look (SlTraceView *page)
{
  SlDocument *document = sl_trace_view_get_document (page);
  SlViewState *state = sl_document_get_state (document);
  SlStyle other =
      sl_view_state_get_style (state) == SL_STYLE_TEXTBOOK ? SL_STYLE_COMPACT : SL_STYLE_TEXTBOOK;
  const char *obstacle = sl_style_get_obstacle (other, sl_document_get_trace_set (document));

  if (obstacle != NULL)
    sl_message_show (GTK_WIDGET (page), obstacle);
  else
    sl_document_take_state (document, sl_view_state_with_style (state, other), SL_GESTURE_NONE);
}

/* Where nothing could be compressed that is said, and the view stays as it is. */
static void
toggle_breaks (SlTraceView *page)
{
  SlDocument *document = sl_trace_view_get_document (page);
  SlViewState *state = sl_document_get_state (document);
  SlTraceSet *set = sl_document_get_trace_set (document);
  const char *obstacle = NULL;
  SlSpan breaks[SL_VIEW_BREAKS];

  if (!sl_view_state_has_name (state, SL_NAMES_SHOWN_SIGNS, SL_AXIS_BREAKS))
    {
      obstacle = sl_axis_breaks_get_obstacle (set, state);
      if (obstacle == NULL &&
          sl_axis_breaks_find (set, sl_document_get_hits (document), breaks) == 0)
        obstacle = _ ("Nothing to compress: every fiftieth of the trace has events");
    }
  if (obstacle != NULL)
    sl_message_show (GTK_WIDGET (page), obstacle);
  else
    toggle_sign (document, SL_AXIS_BREAKS);
}

/* Along the chain of wake-ups: below 0 to the cause, above to the effect. */
static void
step_wake (SlTraceView *page, int direction)
{
  SlDocument *document = sl_trace_view_get_document (page);
  guint trace = sl_view_state_get_picked (sl_document_get_state (document))->trace;
  SlSpan delay;
  SlWakeStep step = sl_wake_link_step (document, direction, &delay);
  g_autofree char *later = NULL;
  const char *text = NULL;

  if (step == SL_WAKE_STEP_DONE && delay.end > delay.begin)
    {
      g_autofree char *duration = sl_event_text_duration (document, trace, delay);

      /* Translators: a duration such as 5 ms */
      text = later =
          g_strdup_printf (_ ("It woke no task before it ended: this is %s later"), duration);
    }
  else if (step == SL_WAKE_STEP_NO_PICK)
    text = _ ("Select a job or a slice of a task first");
  else if (step == SL_WAKE_STEP_UNKNOWN && direction < 0)
    text = _ ("The trace does not record what woke it");
  else if (step == SL_WAKE_STEP_INTERRUPT)
    text = _ ("The chain begins here: nothing wakes an interrupt");
  else if (step == SL_WAKE_STEP_AWAKE)
    text = _ ("Nothing woke it for this job: it was already awake when the job was released");
  else if (step == SL_WAKE_STEP_UNKNOWN)
    text = _ ("It wakes no task from here on");
  else if (step == SL_WAKE_STEP_NO_ROW && direction < 0)
    text = _ (
        "What woke the task has no row: it is hidden, or an interrupt without a line of its own");
  else if (step == SL_WAKE_STEP_NO_ROW)
    text = _ ("The task that it wakes is hidden");
  if (text != NULL)
    sl_message_show (GTK_WIDGET (page), text);
  else
    sl_message_withdraw (GTK_WIDGET (page));
  gtk_widget_grab_focus (GTK_WIDGET (sl_trace_view_get_timeline (page)));
}

static void
show_misses (SlTraceView *page)
{
  sl_trace_view_show_panel (page, "misses");
  sl_miss_actions_step (page, 1);
}

/* One of the functions is there: what is done with the document, with the page, by a fixed number,
 * with a fixed text or the parameter. */
static const struct
{
  const char *name;
  void (*act) (SlDocument *document);
  void (*act_with) (SlDocument *document, const char *text);
  void (*act_by) (SlDocument *document, guint number);
  void (*ask) (SlDocument *document, GtkWindow *window);
  void (*page_act) (SlTraceView *page);
  void (*page_with) (SlTraceView *page, const char *text);
  void (*page_by) (SlTraceView *page, int direction);
  const char *text;
  int direction;
  const char *type; /* of the parameter; NULL for none */
  const char *state;
} actions[] = {
  { .name = "undo", .act = undo },
  { .name = "redo", .act = redo },
  { .name = "find", .page_act = sl_trace_view_find },
  { .name = "clear-filter", .act = clear_filter },
  { .name = "focus", .page_act = focus },
  { .name = "rate", .ask = set_rate },
  { .name = "symbols", .ask = set_symbols },
  { .name = "traces", .ask = sl_traces_dialog_present },
  { .name = "align", .act = sl_document_align },
  { .name = "compare", .act_by = compare, .type = "u" },
  { .name = "stop-comparing", .act = stop_comparing },
  { .name = "model", .page_act = show_model },
  { .name = "export", .page_act = export },
  { .name = "show-hidden-rows", .act = sl_row_edit_show_hidden },
  { .name = "show-all-rows", .act = sl_row_edit_show_all },
  { .name = "compress-empty", .page_act = toggle_breaks, .state = "false" },
  { .name = "recorded-events", .act_with = toggle_sign, .text = SL_EVERY_EVENT, .state = "false" },
  { .name = "task-levels", .act_with = toggle_grouping, .text = SL_TASK_LEVELS, .state = "false" },
  { .name = "task-processes",
    .act_with = toggle_grouping,
    .text = SL_TASK_PROCESSES,
    .state = "false" },
  { .name = "task-processors",
    .act_with = toggle_grouping,
    .text = SL_TASK_PROCESSORS,
    .state = "false" },
  { .name = "map-attributes",
    .act_with = toggle_sign,
    .text = SL_MAP_ATTRIBUTES,
    .state = "false" },
  { .name = "sort-rows", .page_with = sort_rows, .type = "s", .state = "'appearance'" },
  { .name = "quiet-rows", .page_with = set_quiet_rows, .type = "s", .state = "'full'" },
  { .name = "axis", .act_with = set_axis, .type = "s", .state = "'time'" },
  { .name = "look", .act_with = set_look, .type = "s", .state = "'compact'" },
  { .name = "toggle-look", .page_act = toggle_look },
  { .name = "next-page", .page_by = sl_trace_view_turn, .direction = 1 },
  { .name = "previous-page", .page_by = sl_trace_view_turn, .direction = -1 },
  { .name = "next-hit", .page_by = sl_trace_view_step_hit, .direction = 1 },
  { .name = "previous-hit", .page_by = sl_trace_view_step_hit, .direction = -1 },
  { .name = "next-miss", .page_by = sl_miss_actions_step, .direction = 1 },
  { .name = "previous-miss", .page_by = sl_miss_actions_step, .direction = -1 },
  { .name = "waker", .page_by = step_wake, .direction = -1 },
  { .name = "woken", .page_by = step_wake, .direction = 1 },
  { .name = "back", .act = sl_document_go_back },
  { .name = "misses", .page_act = show_misses },
  { .name = "show-page", .page_with = sl_trace_view_focus_panel, .type = "s" },
};

static void
activate_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  SlTraceView *page = user_data;
  SlDocument *document = sl_trace_view_get_document (page);
  const char *text;
  guint i = 0;

  while (strcmp (actions[i].name, g_action_get_name (G_ACTION (action))) != 0)
    i++;
  text = g_strcmp0 (actions[i].type, "s") == 0 ? g_variant_get_string (parameter, NULL)
                                               : actions[i].text;
  if (actions[i].act != NULL)
    actions[i].act (document);
  else if (actions[i].act_with != NULL)
    actions[i].act_with (document, text);
  else if (actions[i].act_by != NULL)
    actions[i].act_by (document, g_variant_get_uint32 (parameter));
  else if (actions[i].ask != NULL)
    actions[i].ask (document, get_window (page));
  else if (actions[i].page_act != NULL)
    actions[i].page_act (page);
  else if (actions[i].page_with != NULL)
    actions[i].page_with (page, text);
  else
    actions[i].page_by (page, actions[i].direction);
}

/**
 * sl_view_actions_new:
 * @page: what the actions work on; it must outlive them
 */
GSimpleActionGroup *
sl_view_actions_new (SlTraceView *page)
{
  GSimpleActionGroup *group = g_simple_action_group_new ();
  GActionMap *map = G_ACTION_MAP (group);
  SlDocument *document = sl_trace_view_get_document (page);

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    {
      const GActionEntry entry = { .name = actions[i].name,
                                   .activate = activate_cb,
                                   .parameter_type = actions[i].type,
                                   .state = actions[i].state };

      g_action_map_add_action_entries (map, &entry, 1, page);
    }
  sl_address_actions_add (group, page);
  sl_marker_actions_add (group, page);
  sl_session_actions_add (group, page);
  sl_output_actions_add (map, sl_trace_view_get_timeline (page), sl_trace_view_get_document (page));
  sl_step_actions_add (group, page);
  sl_measure_actions_add (group, page);
  sl_action_add_property (map, "lecture", sl_trace_view_get_lecture (page), "active");
  sl_action_add_property (map, "lecture-sentence", sl_trace_view_get_lecture (page), "sentence");
  sl_action_add_property (map, "details", page, "details-visible");
  sl_action_add_property (map, "list", page, "list-visible");
  sl_action_add_property (map, "list-maximized", page, "list-maximized");
  sl_action_add_property (map, "colour-blind", sl_trace_view_get_timeline (page), "colour-blind");

  sl_view_action_states_follow (group, document);
  return group;
}
