/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-pt-stream-private.h"

#include <glib/gi18n-lib.h>

#include "sl-error.h"
#include "sl-kind.h"
#include "sl-lower-bound.h"
#include "sl-pt-flow.h"
#include "sl-source-extras.h"

/**
 * sl_pt_stream_new:
 * @input: holds the bytes; must live as long as the stream
 * @file: number of the file in @input that is the stream, from end to end
 * @options: copied, with its breaks
 * @notes: added to
 *
 * Finds out where a stream can be entered and whether it has times. What is not decoded before the
 * first PSB is a note.
 *
 * Returns: (transfer full) (nullable): the stream; %NULL with %SL_ERROR_MALFORMED if there is no PSB
 */
SlPtStream *
sl_pt_stream_new (SlInput *input,
                  guint file,
                  const SlPtStreamOptions *options,
                  SlNotes *notes,
                  GError **error)
{
  g_autoptr (SlPtStream) self = g_new0 (SlPtStream, 1);
  SlMapping *mapping = sl_input_get_file (input, file);

  self->extras = sl_source_extras_new ();
  self->data = sl_mapping_get_data (mapping);
  self->size = sl_mapping_get_size (mapping);
  self->base = SL_OFFSET (file, 0);
  self->options = *options;
  self->segments = g_array_new (FALSE, FALSE, sizeof (SlSegment));
  self->breaks = options->breaks != NULL ? g_array_copy (options->breaks)
                                         : g_array_new (FALSE, FALSE, sizeof (guint64));
  self->options.breaks = NULL;
  self->restarts = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->first_psb = sl_pt_stream_find_psb (self, 0);
  if (self->first_psb == self->size)
    {
      g_set_error (error, SL_ERROR, SL_ERROR_MALFORMED,
                   "There is no PSB packet (02 82, 8 times) in %" G_GSIZE_FORMAT
                   " bytes, and decoding begins at one",
                   self->size);
      return NULL;
    }

  if (self->first_psb > 0)
    sl_notes_add (notes, self->base, self->first_psb,
                  N_ ("Bytes before the first PSB, where decoding begins"));
  sl_pt_stream_find_segments (self, notes);
  return g_steal_pointer (&self);
}

void
sl_pt_stream_free (SlPtStream *self)
{
  g_clear_pointer (&self->extras, sl_source_extras_unref);
  g_clear_pointer (&self->segments, g_array_unref);
  g_clear_pointer (&self->breaks, g_array_unref);
  g_clear_pointer (&self->restarts, g_array_unref);
  g_clear_pointer (&self->owners, g_array_unref);
  g_free (self);
}

/**
 * sl_pt_stream_has_time:
 *
 * Returns: whether times are ticks of the TSC; else they are offsets in the stream
 */
gboolean
sl_pt_stream_has_time (const SlPtStream *self)
{
  return self->has_time;
}

/**
 * sl_pt_stream_get_origin:
 *
 * Returns: the TSC at time 0; 0 without times
 */
guint64
sl_pt_stream_get_origin (const SlPtStream *self)
{
  return self->origin;
}

/**
 * sl_pt_stream_shift:
 * @by: ticks; no time may leave the range of #SlTime by it
 *
 * Lets the stream's times count from another tick than its first TSC: those of streams that share
 * one clock. Before a source is made of it, and only where there are times.
 */
void
sl_pt_stream_shift (SlPtStream *self, SlTime by)
{
  g_return_if_fail (self->has_time);

  self->origin -= (guint64) by;
  for (guint i = 0; i < self->segments->len; i++)
    {
      SlSegment *segment = &g_array_index (self->segments, SlSegment, i);

      segment->a += by;
      if (segment->b != SL_TIME_MAX)
        segment->b += by;
    }
}

/* The last segment that begins at @offset or before. */
static const SlSegment *
find_segment (const SlPtStream *self, guint64 offset)
{
  const SlSegment *segments = (const SlSegment *) (gpointer) self->segments->data;

  return &segments[sl_lower_bound (1, self->segments->len, i, segments[i].offset <= offset) - 1];
}

/* Walks there as the decoder does, so that the packet's address is complete. */
static gboolean
describe (gpointer user_data, guint64 offset, GArray *details)
{
  const SlPtStream *self = user_data;
  const SlSegment *segment = find_segment (self, offset);
  gsize wanted = offset - self->base;
  gsize at = segment->offset - self->base;
  gsize end = at + segment->size;
  gsize next_psb = sl_pt_find_psb (self->data, end, at);
  SlPtContext context = { 0 };

  if (offset < segment->offset || wanted >= end)
    return FALSE;

  while (at < wanted)
    {
      SlPtRun run = { 0 };
      SlPtPacket packet;

      at += sl_pt_run_read (&run, &context, self->data + at, wanted - at);
      if (at == wanted)
        break;
      if (!sl_pt_packet_read (&context, self->data + at, end - at, &packet) ||
          (at + packet.length > next_psb && at < next_psb))
        {
          at = next_psb;
          context = (SlPtContext) { 0 };
          continue;
        }

      at += packet.length;
      if (packet.type == SL_PT_PSB)
        next_psb = sl_pt_find_psb (self->data, end, at);
    }

  return at == wanted && sl_pt_packet_describe (&context, self->data + at, end - at, details);
}

/**
 * sl_pt_stream_to_source:
 * @self: (transfer full):
 * @input: the one that the stream was made of
 *
 * Returns: (transfer full): a source of the stream's events. Its clock counts TSC ticks, or bytes
 */
SlSource *
sl_pt_stream_to_source (SlPtStream *self, SlInput *input)
{
  static const SlSegmentFormat format = {
    .state_size = sizeof (SlPtDecoder),
    .begin = sl_pt_decoder_begin,
    .decode = sl_pt_decoder_decode,
    .describe = describe,
  };
  SlRate rate = { 0, self->options.hz, 1 };
  g_autoptr (SlClock) clock = self->has_time ? sl_clock_new (SL_UNIT_CYCLES, self->origin, &rate,
                                                             self->options.hz > 0 ? 1 : 0)
                                             : sl_clock_new (SL_UNIT_BYTES, 0, NULL, 0);

  SlSource *source = sl_segment_source_new (&format, input, self->segments, clock, self,
                                            (GDestroyNotify) sl_pt_stream_free);
  SlFlowStream *flow = sl_pt_flow_new (self);

  if (flow != NULL)
    sl_source_extras_take_flow_stream (self->extras, flow);
  sl_source_share_extras (source, self->extras);
  return source;
}
