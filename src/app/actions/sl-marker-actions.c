/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-page-actions.h"

#include "sl-action-util.h"
#include "sl-marker-edit.h"

/* The actions that set markers and go from one to another. */

static void
mark (SlTraceView *page, gboolean snaps)
{
  SlTimelineWidget *timeline = sl_trace_view_get_timeline (page);

  sl_timeline_widget_mark (timeline, snaps);
  sl_timeline_widget_focus_marker (timeline);
}

static void
mark_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  mark (user_data, TRUE);
}

static void
mark_exactly_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  mark (user_data, FALSE);
}

/* The name is what comes next: the entry for it gets the keys. */
static void
draw_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  static const struct
  {
    const char *action;
    SlMarkerForm form;
  } forms[] = {
    { "draw-box", SL_MARKER_BOX },
    { "draw-arrow", SL_MARKER_ARROW },
    { "draw-text", SL_MARKER_TEXT },
  };

  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    if (g_str_equal (forms[i].action, g_action_get_name (G_ACTION (action))))
      sl_timeline_widget_draw (sl_trace_view_get_timeline (user_data), forms[i].form);
  sl_trace_view_focus_panel (user_data, "markers");
}

/* Whoever walks through the list goes on there. */
static void
step (SlTraceView *page, int direction)
{
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (GTK_WIDGET (page)));
  gboolean is_in_list =
      focus != NULL && gtk_widget_get_ancestor (focus, GTK_TYPE_COLUMN_VIEW) != NULL;

  if (sl_marker_edit_step (sl_trace_view_get_document (page), direction) && !is_in_list)
    sl_timeline_widget_focus_marker (sl_trace_view_get_timeline (page));
}

static void
next_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  step (user_data, 1);
}

static void
previous_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  step (user_data, -1);
}

/* The chosen one, or where there is none, one that is set now. */
static void
edit_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  if (sl_marker_edit_get_chosen (sl_trace_view_get_document (user_data)) == NULL)
    mark (user_data, TRUE);
  sl_trace_view_focus_panel (user_data, "markers");
}

static void
delete_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  SlDocument *document = sl_trace_view_get_document (user_data);
  const SlMarker *chosen = sl_marker_edit_get_chosen (document);

  if (chosen != NULL)
    sl_marker_edit_delete (document, chosen->id);
}

static void
follow_document (GActionMap *map, guint changes, SlDocument *document)
{
  SlMarkers *markers = sl_view_state_get_markers (sl_document_get_state (document));
  gboolean has_markers = sl_markers_get_count (markers) > 0;

  sl_action_set_enabled (map, "next-marker", has_markers);
  sl_action_set_enabled (map, "previous-marker", has_markers);
  sl_action_set_enabled (map, "delete-marker", sl_marker_edit_get_chosen (document) != NULL);
}

/**
 * sl_marker_actions_add:
 * @page: must outlive @group
 */
void
sl_marker_actions_add (GSimpleActionGroup *group, SlTraceView *page)
{
  static const GActionEntry entries[] = {
    { .name = "mark", .activate = mark_cb },
    { .name = "mark-exactly", .activate = mark_exactly_cb },
    { .name = "draw-box", .activate = draw_cb },
    { .name = "draw-arrow", .activate = draw_cb },
    { .name = "draw-text", .activate = draw_cb },
    { .name = "next-marker", .activate = next_cb },
    { .name = "previous-marker", .activate = previous_cb },
    { .name = "edit-marker", .activate = edit_cb },
    { .name = "delete-marker", .activate = delete_cb },
  };
  SlDocument *document = sl_trace_view_get_document (page);

  g_action_map_add_action_entries (G_ACTION_MAP (group), entries, G_N_ELEMENTS (entries), page);
  g_signal_connect_object (document, "changed", G_CALLBACK (follow_document), group,
                           G_CONNECT_SWAPPED);
  follow_document (G_ACTION_MAP (group), 0, document);
}
