/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-recording.h"

#include "sl-kind.h"

struct _SlRecording
{
  SlLaneBuilder *lane;
  SlTime begin;
  SlStateTrack gaps;
  SlStateTrack *families; /* by family number; they may overlap, so a track each */
  guint n_families;
};

/**
 * sl_recording_new:
 * @begin: where the trace begins
 *
 * Adds the lane "trace", which is empty where all was recorded.
 *
 * Returns: (transfer full): new
 */
SlRecording *
sl_recording_new (SlTraceBuilder *builder, SlTime begin)
{
  SlRecording *self = g_new0 (SlRecording, 1);

  self->begin = begin;
  self->lane = sl_trace_builder_add_lane (builder, SL_LANE_TRACE, "trace", 0);
  sl_state_track_init (&self->gaps,
                       sl_lane_builder_add_track (self->lane, SL_ROLE_STATES, SL_TRACK_SLICES));
  self->n_families = sl_family_get_count ();
  self->families = g_new0 (SlStateTrack, self->n_families);
  for (guint family = 0; family < self->n_families; family++)
    sl_state_track_init (&self->families[family], NULL);

  return self;
}

/**
 * sl_recording_free:
 *
 * The lane stays in the builder.
 */
void
sl_recording_free (SlRecording *self)
{
  g_free (self->families);
  g_free (self);
}

/**
 * sl_recording_begin_gap:
 *
 * Nothing was recorded from @time on, up to sl_recording_end_gap().
 */
void
sl_recording_begin_gap (SlRecording *self, SlTime time, SlGapReason reason)
{
  sl_state_track_set (&self->gaps, time, SL_STATE_GAP, reason);
}

/**
 * sl_recording_end_gap:
 *
 * Does nothing outside of a gap.
 */
void
sl_recording_end_gap (SlRecording *self, SlTime time)
{
  sl_state_track_set (&self->gaps, time, SL_STATE_NONE, 0);
}

/**
 * sl_recording_add_gap:
 * @end: equal to @begin where the length is unknown
 *
 * Nothing was recorded in [@begin, @end); what lies before the end of the last gap is cut off.
 */
void
sl_recording_add_gap (SlRecording *self, SlTime begin, SlTime end, SlGapReason reason)
{
  SlTime last = sl_track_writer_get_end (self->gaps.writer);

  if (self->gaps.state != SL_STATE_NONE)
    return;

  begin = MAX (begin, MAX (last, self->gaps.since));
  if (begin > end)
    return;

  sl_track_writer_add_slice (self->gaps.writer, begin, end, SL_STATE_GAP, reason);
  self->gaps.since = end;
}

/**
 * sl_recording_switch_family:
 * @family: number of a family
 * @recorded: whether its events are recorded from @time on
 *
 * A family that is recorded again without having been switched off before was off since the
 * trace began; call that only where none of its events was seen.
 *
 * Returns: whether that changes anything
 */
gboolean
sl_recording_switch_family (SlRecording *self, SlTime time, guint family, gboolean recorded)
{
  SlStateTrack *track;

  g_return_val_if_fail (family < self->n_families, FALSE);

  track = &self->families[family];
  if (!recorded && track->state != SL_STATE_NONE)
    return FALSE;

  if (track->writer == NULL)
    {
      track->writer = sl_lane_builder_add_track (self->lane, SL_ROLE_NESTED, SL_TRACK_SLICES);
      if (recorded)
        sl_state_track_set (track, self->begin, SL_STATE_NOT_RECORDED, family);
    }

  if (recorded && track->state == SL_STATE_NONE)
    return FALSE;

  if (recorded)
    sl_state_track_set (track, time, SL_STATE_NONE, 0);
  else
    sl_state_track_set (track, time, SL_STATE_NOT_RECORDED, family);

  return TRUE;
}

/**
 * sl_recording_get_n_families:
 *
 * Returns: how many families of kinds there are; their numbers are those below
 */
guint
sl_recording_get_n_families (const SlRecording *self)
{
  return self->n_families;
}

/**
 * sl_recording_has_family:
 *
 * Returns: whether the events of @family are being recorded
 */
gboolean
sl_recording_has_family (const SlRecording *self, guint family)
{
  g_return_val_if_fail (family < self->n_families, FALSE);

  return self->families[family].state == SL_STATE_NONE;
}

/**
 * sl_recording_write:
 *
 * As sl_state_track_write(), for all open slices.
 */
void
sl_recording_write (SlRecording *self, SlTime time)
{
  sl_state_track_write (&self->gaps, time);
  for (guint family = 0; family < self->n_families; family++)
    sl_state_track_write (&self->families[family], time);
}

/**
 * sl_recording_close:
 * @time: the end of the trace
 *
 * Ends all open slices.
 */
void
sl_recording_close (SlRecording *self, SlTime time)
{
  sl_recording_end_gap (self, time);
  for (guint family = 0; family < self->n_families; family++)
    sl_state_track_set (&self->families[family], time, SL_STATE_NONE, 0);
}
