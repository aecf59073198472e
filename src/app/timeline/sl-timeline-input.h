/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What the files that follow the pointer share: where it is, and the gesture under way. */

#include "sl-drag-speed.h"
#include "sl-marker-edit.h"
#include "sl-timeline-private.h"

G_BEGIN_DECLS

typedef enum
{
  SL_DRAG_NONE,
  SL_DRAG_PAN,
  SL_DRAG_SELECT,
  SL_DRAG_ZOOM,
  SL_DRAG_CURSOR,
  SL_DRAG_MARKER,
  SL_DRAG_DRAW,
  SL_DRAG_ROW,
  SL_DRAG_ROW_HEIGHT,
  SL_DRAG_HEADER_WIDTH,
  SL_DRAG_ADDRESSES,
} SlDragType;

struct _SlTimelineInput
{
  SlTimelineWidget *timeline; /* which owns this */

  double x, y;           /* of the pointer; negative while it is elsewhere */
  double last_x, last_y; /* where it was last in the timeline; negative before */
  gboolean is_left;      /* for the keys or a list, which went somewhere since it moved */

  guint gesture;       /* the running step of undo */
  guint wheel_gesture; /* that of the wheel's last turn, */
  guint32 wheel_time;  /* which was then */

  SlDragType drag;
  SlCursor cursor;
  guint marker; /* id of the one that is dragged */
  SlMarkerPart marker_part;
  SlMarker held;      /* as it was before; its strings belong to @held_in */
  SlMarkers *held_in; /* owned; NULL while none is dragged */
  double start_x, start_y, start_scroll;
  int start_header_width, start_chosen_width;
  int start_height; /* of the row, in pixels */
  SlSpan start_visible;
  SlTime start_time;
  const char *row; /* key of the row that is dragged */
  double place;    /* in its map where the pointer was last */
  SlDragSpeed drag_speed;
  GtkGesture *dragging;          /* owned by the timeline */
  GtkEventController *drag_keys; /* weak: of the window, while something is dragged */

  double pan_rest; /* of a pixel, by which the view is still to be panned */
  SlSpan pinch_visible;
  double pinch_x;

  guint fling; /* tick callback; 0 while none runs */
  double fling_speed;
  SlSpan fling_visible; /* what it left in sight */
  gint64 fling_time;
};

guint sl_timeline_input_get_gesture (SlTimelineInput *self);
void sl_timeline_input_begin_gesture (SlTimelineInput *self);
void sl_timeline_input_take_focus (SlTimelineInput *self);
SlTime
sl_timeline_input_find_time (SlTimelineInput *self, double x, double y, GdkModifierType state);
void sl_timeline_input_set_cursor (SlTimelineInput *self, SlCursor cursor, SlTime time);

/* sl-timeline-hit.c */
gboolean sl_timeline_input_is_at_edge (SlTimelineInput *self, double x);
gboolean sl_timeline_input_find_flag (SlTimelineInput *self, double x, double y, SlCursor *cursor);
const SlElement *
sl_timeline_input_find_marker (SlTimelineInput *self, double x, double y, SlMarkerPart *part);
const char *sl_timeline_input_find_border (SlTimelineInput *self, double x, double y);
const SlElement *sl_timeline_input_pick (SlTimelineInput *self, double x, double y);
gboolean
sl_timeline_input_find_addresses (SlTimelineInput *self, double y, const char **row, double *place);

/* sl-timeline-scroll.c */
void sl_timeline_input_add_scrolling (SlTimelineInput *self);
void sl_timeline_input_stop_fling (SlTimelineInput *self);
void sl_timeline_input_start_fling (SlTimelineInput *self, double speed);

/* sl-timeline-drag.c */
void sl_timeline_input_add_dragging (SlTimelineInput *self);
void sl_timeline_input_leave_keys (SlTimelineInput *self);

G_END_DECLS
