/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Where a marker goes: to the edge or event that is meant. */

#include <math.h>

#include "sl-marker-edit.h"
#include "sl-timeline-private.h"

/* An edge is meant from as many pixels away. */
#define REACH 8

typedef struct
{
  SlTimelineWidget *timeline;
  SlView view;
  double x;       /* of the plot: where the pointer is */
  guint row;      /* below the pointer; G_MAXUINT for none */
  double nearest; /* pixels to @time; REACH + 1 while nothing was found */
  SlTime time;
} Snap;

static void
try_time (Snap *self, SlTime time)
{
  double distance = fabs (sl_view_x (&self->view, time) - self->x);

  if (distance > REACH || distance >= self->nearest)
    return;

  self->nearest = distance;
  self->time = time;
}

/* Edges and signs that are drawn: in the row below the pointer, or in all others. */
static gboolean
snap_to_drawn (Snap *self, const SlScene *scene, gboolean in_row)
{
  for (guint i = 1; i < sl_scene_get_n_elements (scene); i++)
    {
      const SlElement *element = sl_scene_get_element (scene, i);

      if (!sl_element_happens (element) || (element->row == self->row) != in_row)
        continue;

      try_time (self, element->span.begin);
      try_time (self, element->span.end);
    }
  return self->nearest <= REACH;
}

/* Not every event has a sign. */
static void
snap_to_event (Snap *self)
{
  SlDocument *document = self->timeline->document;
  SlTraceSet *set = sl_document_get_trace_set (document);
  SlRows *rows = sl_document_get_rows (document);
  guint trace =
      self->row < sl_rows_get_count (rows) ? sl_rows_get (rows, self->row)->lane.trace : 0;
  SlTrace *owner = sl_trace_set_get_trace (set, trace);
  guint64 next = sl_trace_index_at (owner, sl_trace_set_from_reference (set, trace, self->time));

  for (guint64 index = next > 0 ? next - 1 : next; index <= next; index++)
    {
      SlEvent event;

      if (index < sl_trace_get_n_events (owner) && sl_trace_read_event (owner, index, &event))
        try_time (self, sl_trace_set_to_reference (set, trace, event.time));
    }
}

static SlTime
snap (SlTimelineWidget *self, SlTime time)
{
  const SlScene *scene = sl_picture_widget_get_scene (SL_PICTURE_WIDGET (self));
  Snap found = { .timeline = self, .row = G_MAXUINT, .nearest = REACH + 1, .time = time };
  const SlElement *row;
  double x, y;

  if (scene == NULL)
    return time;

  sl_timeline_input_get_pointer (self->input, &x, &y);
  found.view = sl_scene_get_view (scene);
  found.x = sl_timeline_input_get_plot_x (self->input, x);
  row = sl_scene_pick (scene, 1, y);
  if (row != NULL && row->type == SL_ELEMENT_ROW)
    found.row = row->row;
  if (!snap_to_drawn (&found, scene, TRUE) && !snap_to_drawn (&found, scene, FALSE))
    snap_to_event (&found);

  return found.time;
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

  if (sl_timeline_input_find_pointer (self->input, &time))
    return snaps ? snap (self, time) : time;
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
  g_return_if_fail (SL_IS_TIMELINE_WIDGET (self));

  if (self->document != NULL)
    sl_marker_edit_add (self->document, sl_timeline_find_time (self, snaps));
}
