/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Samples, which most records of a file may be: where all look alike, those that follow each other and have nothing odd are
 * decoded in one loop that has all it needs in registers. Whatever else comes is left to sl-perf-decoder.c, which knows each
 * case. */

#include "sl-perf-decoder-private.h"

/**
 * sl_perf_samples_count_odd:
 *
 * Counts what is odd about a record.
 */
void
sl_perf_samples_count_odd (const SlPerfRunReader *run, SlEventOdd odd, guint64 offset)
{
  static const SlPerfFault faults[] = {
    [SL_EVENT_ODD_FORMAT] = SL_PERF_FAULT_FORMAT,
    [SL_EVENT_ODD_SHORT] = SL_PERF_FAULT_SHORT,
    [SL_EVENT_ODD_STATE] = SL_PERF_FAULT_STATE,
  };

  sl_perf_tally_count (run->tally, faults[odd], offset);
}

/* What stays the same in a run. Copied, since writing an event could change anything else for all the compiler knows. */
typedef struct
{
  const SlEventDecoder *tracepoints;
  guint32 type_offset;
  guint32 pid_offset;
  guint32 flags_offset;
  guint32 time_at; /* from a record's begin on, likewise */
  guint32 tid_at;
  guint32 raw_at;
  gboolean is_raw_there; /* else other fields are before it */
  gboolean is_ns;
  guint64 origin;
  guint64 latest;
  SlPerfTally *tally;
  guint16 cpu;
} Constants;

static Constants
get_constants (const SlPerfRunReader *run)
{
  const SlPerfAttr *attr = run->only;
  const SlTracingData *tracing = run->decoder->tracepoints.tracing;

  return (Constants) {
    .tracepoints = &run->decoder->tracepoints,
    .type_offset = tracing != NULL ? tracing->type_offset : 0,
    .pid_offset = tracing != NULL ? tracing->pid_offset : 0,
    .flags_offset = tracing != NULL ? tracing->flags_offset : 0,
    .time_at = SL_PERF_HEADER_SIZE + (guint32) attr->time_at,
    .tid_at = SL_PERF_HEADER_SIZE + (guint32) attr->tid_at,
    .raw_at = SL_PERF_HEADER_SIZE + attr->fixed_size,
    .is_raw_there = sl_perf_attr_has_raw_next (attr),
    .is_ns = run->decoder->is_ns,
    .origin = run->decoder->origin,
    .latest = run->run->last,
    .tally = run->tally,
    .cpu = run->cpu,
  };
}

/* What the first pass alone looks at. */
static G_ALWAYS_INLINE inline void
learn (SlPerfTally *tally,
       guint16 id,
       guint64 thread,
       guint64 time,
       const guint8 *raw,
       guint32 raw_size)
{
  sl_event_learner_take (tally->learner, id, time, raw, raw_size);
  sl_perf_tally_see_thread (tally, (guint32) thread, (guint32) (thread >> 32), time);
}

/* The record that a sample holds; %NULL where it holds none. */
static G_ALWAYS_INLINE inline const guint8 *
find_raw (const Constants *same,
          const SlPerfAttr *attr,
          const guint8 *bytes,
          guint32 size,
          guint32 *raw_size)
{
  if (G_UNLIKELY (!same->is_raw_there))
    return sl_perf_attr_find_raw_behind (attr, bytes + SL_PERF_HEADER_SIZE,
                                         size - SL_PERF_HEADER_SIZE, raw_size);
  if (G_UNLIKELY (size - same->raw_at < 4))
    return NULL;

  *raw_size = sl_bytes_u32_le (bytes + same->raw_at);
  return *raw_size <= size - same->raw_at - 4 ? bytes + same->raw_at + 4 : NULL;
}

/* Samples of tracepoints, up to one that is unusual: that is too short, or has a time that the run has not. */
static guint
decode_tracepoints (SlPerfRunReader *run, SlEvent *events)
{
  const Constants same = get_constants (run);
  SlPerfPosition at = run->at;
  guint64 last = run->last;
  guint n_left = run->n_left;
  SlEvent *event = events;

  for (; n_left > 0; n_left--)
    {
      const SlEventClass *class;
      const guint8 *raw;
      guint32 raw_size, size;
      guint64 ns, now;
      SlEventOdd odd;

      if (G_UNLIKELY (at.left < same.raw_at))
        break;
      size = sl_bytes_u16_le (at.bytes + 6);
      if (G_UNLIKELY (size < same.raw_at || size > at.left ||
                      sl_bytes_u32_le (at.bytes) != SL_PERF_SAMPLE))
        break;
      raw = find_raw (&same, run->only, at.bytes, size, &raw_size);
      if (G_UNLIKELY (raw == NULL || raw_size < SL_TRACING_COMMON_SIZE))
        break;
      class =
          sl_event_decoder_get_class (same.tracepoints, sl_bytes_u16_le (raw + same.type_offset));
      ns = sl_bytes_u64_le (at.bytes + same.time_at);
      if (G_UNLIKELY (class->format == NULL || raw_size < class->least_size || ns == 0 ||
                      ns < last || ns > same.latest))
        break;

      last = ns;
      now = sl_perf_clock_place (G_LIKELY (same.is_ns) ? ns
                                                       : sl_perf_decoder_convert (run->decoder, ns),
                                 same.origin);
      if (same.tally != NULL)
        learn (same.tally, sl_bytes_u16_le (raw + same.type_offset),
               sl_bytes_u64_le (at.bytes + same.tid_at), now + same.origin, raw, raw_size);
      if (G_LIKELY (class->is != SL_EVENT_IS_QUIET))
        {
          event->time = (SlTime) now;
          event->offset = at.offset;
          event->object = 0;
          event->flags = class->flags | SL_LINUX_FLAGS (raw[same.flags_offset], class->role);
          event->kind = class->kind;
          event->cpu = same.cpu;
          odd = sl_event_decoder_fill (same.tracepoints, class, raw, raw_size, FALSE,
                                       sl_bytes_u32_le (raw + same.pid_offset), event);
          if (G_UNLIKELY (odd != SL_EVENT_ODD_NOTHING))
            sl_perf_samples_count_odd (run, odd, at.offset);
          event++;
        }
      sl_perf_position_move (&at, size);
    }

  run->at = at;
  run->last = last;
  run->n_left = n_left;
  return (guint) (event - events);
}

/* Samples that say where a thread was, up to one that has a time that the run has not. */
static guint
decode_plain (SlPerfRunReader *run, SlEvent *events)
{
  const SlPerfAttr *attr = run->only;
  const guint32 least = SL_PERF_HEADER_SIZE + attr->fixed_size;
  const Constants same = get_constants (run);
  const guint32 ip_at = SL_PERF_HEADER_SIZE + (guint32) attr->ip_at;
  SlPerfPosition at = run->at;
  guint64 last = run->last;
  SlEvent *event = events;

  for (; run->n_left > 0; run->n_left--)
    {
      guint32 size, tid;
      guint64 ns, now, thread;

      if (G_UNLIKELY (at.left < least))
        break;
      size = sl_bytes_u16_le (at.bytes + 6);
      ns = sl_bytes_u64_le (at.bytes + same.time_at);
      if (G_UNLIKELY (size < least || size > at.left ||
                      sl_bytes_u32_le (at.bytes) != SL_PERF_SAMPLE || ns == 0 || ns < last ||
                      ns > same.latest))
        break;

      last = ns;
      now = sl_perf_clock_place (G_LIKELY (same.is_ns) ? ns
                                                       : sl_perf_decoder_convert (run->decoder, ns),
                                 same.origin);
      thread = sl_bytes_u64_le (at.bytes + same.tid_at);
      tid = (guint32) (thread >> 32);
      if (same.tally != NULL)
        sl_perf_tally_see_thread (same.tally, (guint32) thread, tid, now + same.origin);
      *event++ = (SlEvent) {
        .time = (SlTime) now,
        .a = sl_bytes_u64_le (at.bytes + ip_at),
        .b = tid,
        .offset = at.offset,
        .flags = tid == G_MAXUINT32 ? SL_EVENT_NO_B : 0,
        .kind = SL_KIND_LINUX_SAMPLE,
        .cpu = same.cpu,
      };
      sl_perf_position_move (&at, size);
    }

  run->at = at;
  run->last = last;
  return (guint) (event - events);
}

/**
 * sl_perf_samples_choose:
 *
 * Returns: (nullable): what decodes the samples of the run; %NULL where they are not all alike, or not like those that most
 *   files have
 */
SlPerfSamplesDecode
sl_perf_samples_choose (const SlPerfRunReader *run)
{
  const SlPerfAttr *attr = run->only;
  const SlPerfDecoder *self = run->decoder;

  if (attr == NULL || attr->is_big || attr->time_at < 0 || attr->tid_at < 0)
    return NULL;
  if (attr->type == SL_PERF_TYPE_TRACEPOINT && self->has_tracepoints)
    return self->tracepoints.tracing->is_big ? NULL : decode_tracepoints;
  return attr->ip_at >= 0 && run->has_cpu ? decode_plain : NULL;
}
