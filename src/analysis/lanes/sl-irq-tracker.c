/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-irq-tracker.h"

#include "sl-object-lane.h"

/**
 * sl_irq_tracker_new:
 * @type: %SL_LANE_IRQ or %SL_LANE_TIMER
 * @object: number of the line or the timer
 *
 * Returns: (transfer full): its lane is in @builder
 */
SlIrqTracker *
sl_irq_tracker_new (SlTraceBuilder *builder, SlLaneType type, guint32 object)
{
  SlIrqTracker *self = g_new0 (SlIrqTracker, 1);

  self->object = object;
  self->counted_at = SL_TIME_MIN;
  self->lane = sl_object_lane_add (builder, type, object);
  sl_depth_tracks_init (&self->active, self->lane, SL_ROLE_STATES, SL_ROLE_NESTED);
  return self;
}

/**
 * sl_irq_tracker_free:
 *
 * The lane stays in the builder.
 */
void
sl_irq_tracker_free (SlIrqTracker *self)
{
  sl_depth_tracks_clear (&self->active);
  g_free (self);
}

/**
 * sl_irq_tracker_begin:
 *
 * The handler starts; it may nest in itself.
 *
 * Returns: which run that is of those that are active, for sl_irq_tracker_end()
 */
guint
sl_irq_tracker_begin (SlIrqTracker *self, SlTime time)
{
  return sl_depth_tracks_begin (&self->active, time, SL_STATE_ACTIVE, 0);
}

/**
 * sl_irq_tracker_end:
 *
 * @depth: as sl_irq_tracker_begin() returned it
 *
 * That run of the handler ends.
 */
void
sl_irq_tracker_end (SlIrqTracker *self, guint depth, SlTime time)
{
  sl_depth_tracks_end_state (&self->active, depth, time, SL_STATE_ACTIVE);
}

/**
 * sl_irq_tracker_begin_unknown:
 *
 * From @time to sl_irq_tracker_end_all() nobody recorded the line.
 */
void
sl_irq_tracker_begin_unknown (SlIrqTracker *self, SlTime time)
{
  sl_depth_tracks_end_all (&self->active, time);
  sl_depth_tracks_begin (&self->active, time, SL_STATE_UNKNOWN, 0);
}

/**
 * sl_irq_tracker_write:
 *
 * As sl_state_track_write(), for all open slices.
 */
void
sl_irq_tracker_write (SlIrqTracker *self, SlTime time)
{
  sl_depth_tracks_write (&self->active, time);
}

/**
 * sl_irq_tracker_end_all:
 *
 * Ends what is open.
 */
void
sl_irq_tracker_end_all (SlIrqTracker *self, SlTime time)
{
  sl_depth_tracks_end_all (&self->active, time);
}

/**
 * sl_irq_tracker_add_mark:
 * @time: not before the last mark
 */
void
sl_irq_tracker_add_mark (SlIrqTracker *self, SlTime time, guint16 kind, guint32 detail)
{
  if (self->marks == NULL)
    self->marks = sl_lane_builder_add_track (self->lane, SL_ROLE_MARKS, SL_TRACK_INSTANTS);

  sl_track_writer_add_instant (self->marks, time, kind, detail);
}

/**
 * sl_irq_tracker_count:
 * @since: when the count before this one was made; %SL_TIME_MIN where that is unknown
 * @time: of the record, not before that of the last count
 * @count: interrupts in between
 *
 * A count is a value of the stretch that ends with its record; what no count covers has
 * %SL_COUNT_UNKNOWN.
 */
void
sl_irq_tracker_count (SlIrqTracker *self, SlTime since, SlTime time, guint32 count)
{
  if (self->values == NULL)
    {
      self->values = sl_lane_builder_add_track (self->lane, SL_ROLE_VALUE, SL_TRACK_VALUES);
      self->totals = sl_lane_builder_add_track (self->lane, SL_ROLE_COUNTED, SL_TRACK_VALUES);
    }

  if (since != SL_TIME_MIN)
    sl_track_writer_add_value (self->values, since, count);
  self->counted_at = time;
  self->total += count;
  sl_track_writer_add_value (self->totals, time, self->total);
}

/**
 * sl_irq_tracker_end_counts:
 *
 * The stretch of the next count does not begin with the last count, or there is none.
 */
void
sl_irq_tracker_end_counts (SlIrqTracker *self)
{
  if (self->counted_at != SL_TIME_MIN)
    sl_track_writer_add_value (self->values, self->counted_at, SL_COUNT_UNKNOWN);

  self->counted_at = SL_TIME_MIN;
}
