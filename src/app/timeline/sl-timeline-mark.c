/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Where cursors, selections and markers go: to the edge or event that is meant. */

#include <glib/gi18n.h>
#include <math.h>

#include "sl-message.h"
#include "sl-time-column.h"
#include "sl-timeline-private.h"

/**
 * sl_timeline_show_snap:
 * @snap: (nullable): what a ring shows to be meant; %NULL for nothing
 */
void
sl_timeline_show_snap (SlTimelineWidget *self, const SlSceneSnap *snap)
{
  if (sl_scene_snap_equal (self->has_snap ? &self->snap : NULL, snap))
    return;

  self->has_snap = snap != NULL;
  if (snap != NULL)
    self->snap = *snap;
  sl_picture_widget_redraw (SL_PICTURE_WIDGET (self));
}

/**
 * sl_timeline_follow_pointer:
 *
 * Where values are shown at the pointer, shows them where it is now.
 */
void
sl_timeline_follow_pointer (SlTimelineWidget *self)
{
  SlViewState *state = sl_document_get_state (self->document);
  SlTime time, shown;
  gboolean has_time = sl_time_column_get_width (state) > 0 &&
                      !sl_view_state_get_cursor (state, SL_CURSOR_A, &shown) &&
                      sl_timeline_input_find_pointer (self->input, &time);

  if (has_time == self->has_pointed && (!has_time || time == self->pointed))
    return;

  self->has_pointed = has_time;
  self->pointed = has_time ? time : 0;
  sl_picture_widget_redraw (SL_PICTURE_WIDGET (self));
}

/* The steps by which keys move markers: so many are what is visible. */
#define NUDGE_PARTS 100

typedef struct
{
  SlView view;
  double x;
  double nearest;
  SlTime time;
} Nearest;

static void
try_time (Nearest *self, SlTime time)
{
  double distance = fabs (sl_view_x (&self->view, time) - self->x);

  if (distance > SL_SNAP_REACH || distance >= self->nearest)
    return;

  self->nearest = distance;
  self->time = time;
}

/* Not every event has a sign. */
static gboolean
find_event (SlTimelineWidget *self, double x, double y, SlSceneSnap *snap)
{
  const SlScene *scene = sl_picture_widget_get_scene (SL_PICTURE_WIDGET (self));
  SlTraceSet *set = sl_document_get_trace_set (self->document);
  SlRows *rows = sl_document_get_rows (self->document);
  const SlElement *row = sl_scene_pick (scene, 1, y);
  Nearest found = { sl_scene_get_view (scene), x, SL_SNAP_REACH + 1, 0 };
  guint number = row != NULL && row->type == SL_ELEMENT_ROW ? row->row : G_MAXUINT;
  guint trace = number < sl_rows_get_count (rows) ? sl_rows_get (rows, number)->lane.trace : 0;
  SlTrace *owner = sl_trace_set_get_trace (set, trace);
  SlTime time = sl_view_time (&found.view, x);
  guint64 next = sl_trace_index_at (owner, sl_trace_set_from_reference (set, trace, time));
  float box[4];

  for (guint64 index = next > 0 ? next - 1 : next; index <= next; index++)
    {
      SlEvent event;

      if (index < sl_trace_get_n_events (owner) && sl_trace_read_event (owner, index, &event))
        try_time (&found, sl_trace_set_to_reference (set, trace, event.time));
    }
  if (found.nearest > SL_SNAP_REACH)
    return FALSE;

  *snap = (SlSceneSnap) { found.time, G_MAXUINT, 0 };
  if (number < sl_rows_get_count (rows) && sl_scene_get_row_box (scene, number, box))
    *snap = (SlSceneSnap) { found.time, number, box[3] / 2 };
  return TRUE;
}

/**
 * sl_timeline_snap:
 * @x: in pixels of the plot
 * @y: in pixels of the timeline: the row there is looked into first
 *
 * Shows a ring at the edge or event that is meant, if there is one.
 *
 * Returns: its time; that at @x where there is none within %SL_SNAP_REACH
 */
SlTime
sl_timeline_snap (SlTimelineWidget *self, double x, double y)
{
  const SlScene *scene = sl_picture_widget_get_scene (SL_PICTURE_WIDGET (self));
  SlSceneSnap snap;
  SlView view;

  if (!sl_timeline_get_view (self, &view))
    return 0;
  if (sl_scene_snap (scene, x, y, &snap) || find_event (self, x, y, &snap))
    {
      sl_timeline_show_snap (self, &snap);
      return snap.time;
    }

  sl_timeline_show_snap (self, NULL);
  return sl_view_time (&view, x);
}

/**
 * sl_timeline_find_time:
 * @snaps: whether an edge or event that is near the pointer is meant
 *
 * Returns: where the user is: below the pointer, or what was picked or focused since that moved, or the
 *   middle of what is seen
 */
SlTime
sl_timeline_find_time (SlTimelineWidget *self, gboolean snaps)
{
  const SlSceneJob *picked = sl_timeline_get_picked (self);
  SlSpan visible = sl_view_state_get_visible (sl_document_get_state (self->document));
  SlSpan span;
  SlTime time;
  double x, y;

  if (sl_timeline_input_find_pointer (self->input, &time))
    {
      if (!snaps)
        return time;
      sl_timeline_input_get_pointer (self->input, &x, &y);
      return sl_timeline_snap (self, sl_timeline_input_get_plot_x (self->input, x), y);
    }
  if (picked != NULL && picked->instant != SL_TIME_MAX)
    return picked->instant;
  if (sl_rows_get_span (sl_document_get_rows (self->document), &self->focus, &span))
    return span.begin;

  return visible.begin + sl_span_duration (visible) / 2;
}

/**
 * sl_timeline_widget_focus_marker:
 *
 * Moves the keyboard's focus to the flag of the chosen marker.
 */
void
sl_timeline_widget_focus_marker (SlTimelineWidget *self)
{
  g_return_if_fail (SL_IS_TIMELINE_WIDGET (self));

  sl_timeline_proxies_focus_marker (self->proxies);
}

/**
 * sl_timeline_widget_mark:
 * @snaps: whether the marker goes to an edge or event that is near the pointer
 *
 * Marks the selected span, or else the instant where the user is.
 */
void
sl_timeline_widget_mark (SlTimelineWidget *self, gboolean snaps)
{
  SlMarkers *before;

  g_return_if_fail (SL_IS_TIMELINE_WIDGET (self));

  if (self->document == NULL)
    return;

  before = sl_view_state_get_markers (sl_document_get_state (self->document));
  sl_marker_edit_add (self->document, sl_timeline_find_time (self, snaps));
  if (sl_view_state_get_markers (sl_document_get_state (self->document)) == before)
    sl_message_show (GTK_WIDGET (self), _ ("There is a marker here already: it is selected now"));
}

/* The rows that are selected, the first and the last as they are shown; else the one below the pointer, or
 * that has the focus. */
static void
find_rows (SlTimelineWidget *self, const char *found[2])
{
  SlRows *rows = sl_document_get_rows (self->document);
  SlViewState *state = sl_document_get_state (self->document);
  double x, y;
  SlTime time;

  found[0] = found[1] = NULL;
  for (guint i = 0; i < sl_rows_get_count (rows); i++)
    if (sl_view_state_has_name (state, SL_NAMES_SELECTED_ROWS, sl_rows_get (rows, i)->key))
      {
        found[1] = sl_rows_get (rows, i)->key;
        found[0] = found[0] != NULL ? found[0] : found[1];
      }
  if (found[0] != NULL)
    return;

  found[0] = self->focus.row;
  if (sl_timeline_input_find_pointer (self->input, &time))
    {
      sl_timeline_input_get_pointer (self->input, &x, &y);
      found[0] = sl_timeline_input_find_row (self->input, y);
    }
  found[1] = found[0];
}

static gboolean
is_seen (SlSpan span, SlSpan visible)
{
  return span.begin < visible.end && MAX (span.end, span.begin + 1) > visible.begin;
}

/* What is selected, below the pointer or focused, or else around that instant, so that it can be seen: what was picked
 * or focused may be out of sight by now. */
static SlSpan
find_span (SlTimelineWidget *self, SlMarkerForm form)
{
  SlViewState *state = sl_document_get_state (self->document);
  SlSpan visible = sl_view_state_get_visible (state);
  const SlElement *element = NULL;
  SlTime time = sl_timeline_find_time (self, TRUE);
  SlSpan span;
  double x, y;

  if (sl_view_state_get_selection (state, &span))
    return span;
  if (!is_seen ((SlSpan) { time, time }, visible))
    time = visible.begin + sl_span_duration (visible) / 2;
  if (form != SL_MARKER_BOX)
    return (SlSpan) { time, time };

  if (sl_timeline_input_find_pointer (self->input, &time))
    {
      sl_timeline_input_get_pointer (self->input, &x, &y);
      element = sl_picture_widget_get_scene (SL_PICTURE_WIDGET (self)) != NULL
                    ? sl_scene_pick (sl_picture_widget_get_scene (SL_PICTURE_WIDGET (self)), x, y)
                    : NULL;
      if (element != NULL && sl_element_happens (element) &&
          element->span.end > element->span.begin)
        return element->span;
    }
  else if (sl_rows_get_span (sl_document_get_rows (self->document), &self->focus, &span) &&
           is_seen (span, visible))
    return span;

  return (SlSpan) { MAX (time - sl_span_duration (visible) / 20, visible.begin),
                    MIN (time + sl_span_duration (visible) / 20, visible.end) };
}

/**
 * sl_timeline_widget_draw:
 * @form: of what is drawn; not a flag
 *
 * Draws over the selected span and rows; where nothing is selected, where the user is.
 */
void
sl_timeline_widget_draw (SlTimelineWidget *self, SlMarkerForm form)
{
  const char *rows[2];

  g_return_if_fail (SL_IS_TIMELINE_WIDGET (self));

  if (self->document == NULL)
    return;

  find_rows (self, rows);
  sl_marker_edit_draw (self->document, form, find_span (self, form), rows[0], rows[1],
                       SL_GESTURE_NONE);
}

/**
 * sl_timeline_nudge_marker:
 * @part: %SL_MARKER_WHOLE, or %SL_MARKER_END for the end to which it was drawn
 * @by: steps to the right
 * @rows: rows down
 *
 * Moves the chosen marker by keys.
 */
void
sl_timeline_nudge_marker (SlTimelineWidget *self, SlMarkerPart part, int by, int rows)
{
  SlSpan visible = sl_view_state_get_visible (sl_document_get_state (self->document));
  const SlMarker *chosen = sl_marker_edit_get_chosen (self->document);

  if (chosen == NULL)
    return;

  sl_marker_edit_nudge (self->document, chosen->id, part,
                        by * MAX (sl_span_duration (visible) / NUDGE_PARTS, 1), rows,
                        SL_GESTURE_NONE);
  sl_timeline_proxies_focus_marker (self->proxies);
}
