/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-page-actions.h"

#include "sl-action-util.h"
#include "sl-axis-breaks.h"
#include "sl-bus-matches.h"
#include "sl-processors.h"
#include "sl-row-levels.h"
#include "sl-row-quiet.h"
#include "sl-row-sort.h"
#include "sl-scene-builder.h"
#include "sl-ticks.h"

/* Which of the actions "view.…" can be done, and what is chosen by them: as the document says it. */

static const char *
get_quiet_rows (SlDocument *document)
{
  return sl_row_quiet_get_id (
      sl_row_quiet_get (sl_document_get_trace_set (document), sl_document_get_state (document)));
}

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
follow_sign (GActionMap *map, SlDocument *document, const char *action, const char *name)
{
  SlViewState *state = sl_document_get_state (document);

  sl_action_set_state (map, action,
                       g_variant_new_boolean (
                           sl_view_state_has_name (state, SL_NAMES_SHOWN_SIGNS, name)));
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

static gboolean
has_several_processors (SlTraceSet *set)
{
  for (guint i = 0; i < sl_trace_set_get_size (set); i++)
    if (sl_processors_count_lanes (sl_trace_set_get_trace (set, i)) > 1)
      return TRUE;

  return FALSE;
}

static void
follow_history (GActionMap *map, GParamSpec *pspec, SlViewHistory *history)
{
  sl_action_set_enabled (map, "undo", sl_view_history_can_undo (history));
  sl_action_set_enabled (map, "redo", sl_view_history_can_redo (history));
}

static void
follow_document (GActionMap *map, guint changes, SlDocument *document)
{
  SlViewState *state = sl_document_get_state (document);
  SlTraceSet *set = sl_document_get_trace_set (document);

  sl_action_set_state (map, "look",
                       g_variant_new_string (sl_style_get_id (sl_view_state_get_style (state))));
  sl_action_set_state (map, "axis", g_variant_new_string (sl_axis_get_id (get_axis (document))));
  sl_action_set_state (map, "sort-rows",
                       g_variant_new_string (sl_row_sort_get_id (sl_row_sort_get (state))));
  sl_action_set_state (map, "quiet-rows", g_variant_new_string (get_quiet_rows (document)));
  follow_sign (map, document, "compress-empty", SL_AXIS_BREAKS);
  follow_sign (map, document, "recorded-events", SL_EVERY_EVENT);
  follow_sign (map, document, "task-levels", SL_TASK_LEVELS);
  follow_sign (map, document, "task-processes", SL_TASK_PROCESSES);
  follow_sign (map, document, "task-processors", SL_TASK_PROCESSORS);
  follow_sign (map, document, "map-attributes", SL_MAP_ATTRIBUTES);
  if (changes == 0 || (changes & (SL_CHANGED_TRACE | SL_CHANGED_SET)) != 0)
    {
      sl_action_set_enabled (map, "task-levels", sl_row_levels_are_in (set));
      sl_action_set_enabled (map, "task-processes", sl_row_processes_are_in (set));
      sl_action_set_enabled (map, "task-processors", has_several_processors (set));
    }
  sl_action_set_enabled (map, "clear-filter", sl_view_state_get_filter (state) != NULL);
  sl_action_set_enabled (map, "map-attributes", has_attributes (document));
  sl_action_set_enabled (map, "look", sl_style_get_obstacle (SL_STYLE_TEXTBOOK, set) == NULL);
  sl_action_set_enabled (map, "symbols", sl_trace_has_code (sl_document_get_trace (document)));
  sl_action_set_enabled (map, "align", sl_document_can_align (document));
  follow_history (map, NULL, sl_document_get_history (document));
}

/**
 * sl_view_action_states_follow:
 * @group: what sl_view_actions_new() makes
 *
 * From here on the actions of @group follow @document.
 */
void
sl_view_action_states_follow (GSimpleActionGroup *group, SlDocument *document)
{
  SlViewHistory *history = sl_document_get_history (document);

  g_signal_connect_object (document, "changed", G_CALLBACK (follow_document), group,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (history, "notify::can-undo", G_CALLBACK (follow_history), group,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (history, "notify::can-redo", G_CALLBACK (follow_history), group,
                           G_CONNECT_SWAPPED);
  follow_document (G_ACTION_MAP (group), 0, document);
}
