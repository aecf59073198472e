/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-drag-speed.h"

#include <math.h>

/* What was measured that long ago has 1/e of the weight of what is measured now. */
#define MEMORY_MSEC 40.0

/* A pointer that rested this long before its button was released was put down, not thrown. */
#define REST_MSEC 100

/* From one event to a later one; an event that seems to come from the past is as one at once. */
static guint32
get_passed (guint32 from, guint32 to)
{
  return to - from <= G_MAXUINT32 / 2 ? to - from : 0;
}

/**
 * sl_drag_speed_begin:
 * @time: of the event by which the pointer took hold
 * @x: where, in pixels
 */
void
sl_drag_speed_begin (SlDragSpeed *self, guint32 time, double x)
{
  g_return_if_fail (self != NULL);

  *self = (SlDragSpeed) { .time = time, .x = x };
}

/**
 * sl_drag_speed_move:
 * @time: of the event
 * @x: where the pointer is now
 *
 * Events of the same time count as one; of those that were left out between two, the way counts.
 */
void
sl_drag_speed_move (SlDragSpeed *self, guint32 time, double x)
{
  double passed, weight;

  g_return_if_fail (self != NULL);

  passed = get_passed (self->time, time);
  if (passed <= 0)
    return;

  weight = self->has_speed ? 1 - exp (-passed / MEMORY_MSEC) : 1;
  self->speed += weight * ((x - self->x) / passed * 1000 - self->speed);
  self->has_speed = TRUE;
  self->x = x;
  self->time = time;
}

/**
 * sl_drag_speed_release:
 * @time: of the event by which the pointer let go
 *
 * Returns: pixels a second; 0 where the pointer had come to rest
 */
double
sl_drag_speed_release (const SlDragSpeed *self, guint32 time)
{
  g_return_val_if_fail (self != NULL, 0);

  return get_passed (self->time, time) < REST_MSEC ? self->speed : 0;
}
