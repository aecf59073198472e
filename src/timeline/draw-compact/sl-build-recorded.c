/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Every recorded event as a small tick on its row, so that also those that no sign stands for can be seen
 * and picked: timers posted and deleted, decisions of the scheduler, what a mutex was created for. */

#include "sl-build-density-private.h"

#include <math.h>

#define TICK_HEIGHT 4

/* The lane that all events without an object of their own belong to. */
static gboolean
is_cpu_of (SlRowPen *self, const SlEvent *event)
{
  const SlObject *object =
      sl_object_table_get (sl_trace_get_objects (self->trace), self->lane->object);

  return object->id == event->cpu;
}

static gboolean
has_kind (const SlLane *lane, guint16 kind)
{
  const SlTrack *marks = sl_lane_get_track (lane, SL_ROLE_MARKS);
  guint n_codes = marks != NULL ? sl_track_get_n_codes (marks) : 0;

  for (guint code = 0; code < n_codes; code++)
    {
      guint32 state, detail;

      sl_track_get_code (marks, code, &state, &detail);
      if (state == kind)
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_in_marks (SlTrace *trace, guint16 kind)
{
  for (guint i = 0; i < sl_trace_get_n_lanes (trace); i++)
    {
      const SlLane *lane = sl_trace_get_lane (trace, i);

      if (lane->type == SL_LANE_MARKS && lane->object == 0 && has_kind (lane, kind))
        return TRUE;
    }
  return FALSE;
}

/* An event stands in the row of its object, what has none in the row of marks of its kind, and the rest in
 * the row of its processor. */
static gboolean
belongs_here (SlRowPen *self, SlEvent *event)
{
  sl_trace_resolve (self->trace, event, 1);
  if (event->object != 0 && event->object == self->lane->object)
    return TRUE;
  if (self->lane->type != SL_LANE_MARKS && self->lane->type != SL_LANE_CPU)
    return FALSE;
  if (sl_trace_get_lane_of_object (self->trace, event->object) != NULL)
    return FALSE;
  if (self->lane->type == SL_LANE_MARKS)
    return self->lane->object == 0 && has_kind (self->lane, event->kind);

  return self->lane->type == SL_LANE_CPU && is_cpu_of (self, event) &&
         !is_in_marks (self->trace, event->kind);
}

static void
add_tick (SlRowPen *self, const SlBuildEvent *event)
{
  double x = round (sl_build_x (self, event->event.time)) + 0.5;
  SlElement element = {
    .type = SL_ELEMENT_TICK,
    .row = self->row,
    .target = { SL_TARGET_EVENT, self->info->lane.trace, self->info->key, 0, event->index, 1 },
    .state = event->event.kind,
    .count = 1,
  };
  guint32 number;

  element.span.begin = element.span.end =
      sl_trace_set_to_reference (self->picture->set, self->info->lane.trace, event->event.time);
  number = sl_scene_add_element (self->picture->scene, &element);
  sl_build_place (self->picture, number, sl_box (x - 1, self->base + 1, 2, TICK_HEIGHT));
  sl_build_line (self->picture, SL_LAYER_MARKS, number, sl_box (x, self->base + 1, 0, TICK_HEIGHT),
                 sl_build_paint (self, SL_PAINT_SOFT, -1, 1), 1);
}

/**
 * sl_build_recorded:
 *
 * Draws a tick under the base line for each event of the row at hand, where the user wants them and they are
 * few enough in sight.
 */
void
sl_build_recorded (SlRowPen *self)
{
  const SlKindMask *hidden = sl_view_state_get_hidden_kinds (self->picture->state);
  const GArray *events;
  double strength = self->strength;

  if (!sl_view_state_has_name (self->picture->state, SL_NAMES_SHOWN_SIGNS, SL_EVERY_EVENT) ||
      self->info->part != SL_ROW_STATES || self->lane->density != NULL || self->lane->map != NULL ||
      self->visible.end <= self->visible.begin)
    return;

  events = sl_build_find_events (self);
  for (guint i = 0; events != NULL && i < events->len; i++)
    {
      SlBuildEvent event = g_array_index (events, SlBuildEvent, i);

      if (event.event.time < self->visible.begin || event.event.time >= self->visible.end ||
          sl_kind_mask_has (hidden, event.event.kind) || !belongs_here (self, &event.event))
        continue;

      if (self->filter != NULL)
        self->strength =
            sl_filter_run_match_event (self->filter, &event.event,
                                       i > 0
                                           ? g_array_index (events, SlBuildEvent, i - 1).event.time
                                           : SL_TIME_MIN)
                ? 1
                : SL_STRENGTH_DIMMED;
      add_tick (self, &event);
      self->strength = strength;
    }
}
