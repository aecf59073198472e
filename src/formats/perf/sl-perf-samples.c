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

/* Which samples a run has. */
typedef enum
{
  TRACEPOINTS,
  PLAIN, /* where a thread was */
  MIXED,
} Which;

/* What stays the same in a run. Copied, since writing an event could change anything else for all the compiler knows. */
typedef struct
{
  const SlEventDecoder *tracepoints;
  guint32 type_offset;
  guint32 pid_offset;
  guint32 flags_offset;
  guint32 ip_at; /* from a record's begin on, as the others */
  guint32 tid_at;
  guint32 time_at;
  guint32 raw_at;
  guint32 least;         /* bytes of a record */
  gboolean is_raw_there; /* else other fields are before it */
  gboolean is_ns;
  guint64 origin;
  guint64 latest;
  SlPerfTally *tally;
  guint16 cpu;
} Constants;

/* A sample with a time that the run has. */
typedef struct
{
  const guint8 *bytes;
  guint32 size;
  guint64 offset;
  guint64 ns;
  SlTime time;
} Sample;

static Constants
get_constants (const SlPerfRunReader *run)
{
  const SlPerfAttr *head = run->head;
  const SlPerfAttr *only = run->only != NULL ? run->only : head;
  const SlTracingData *tracing = run->decoder->tracepoints.tracing;

  return (Constants) {
    .tracepoints = &run->decoder->tracepoints,
    .type_offset = tracing != NULL ? tracing->type_offset : 0,
    .pid_offset = tracing != NULL ? tracing->pid_offset : 0,
    .flags_offset = tracing != NULL ? tracing->flags_offset : 0,
    .ip_at = SL_PERF_HEADER_SIZE + (guint32) head->ip_at,
    .tid_at = SL_PERF_HEADER_SIZE + (guint32) head->tid_at,
    .time_at = SL_PERF_HEADER_SIZE + (guint32) head->time_at,
    .raw_at = SL_PERF_HEADER_SIZE + only->fixed_size,
    .least = SL_PERF_HEADER_SIZE + head->head_size,
    .is_raw_there = sl_perf_attr_has_raw_next (only),
    .is_ns = run->decoder->is_ns,
    .origin = run->decoder->origin,
    .latest = run->run->last,
    .tally = run->tally,
    .cpu = run->cpu,
  };
}

/* The sample at @at. Returns: %FALSE where none with a time from @last on is there */
static G_ALWAYS_INLINE inline gboolean
find_sample (const SlPerfRunReader *run,
             const Constants *same,
             const SlPerfPosition *at,
             guint64 last,
             Sample *sample)
{
  guint64 now;

  if (G_UNLIKELY (at->left < same->least))
    return FALSE;

  sample->bytes = at->bytes;
  sample->offset = at->offset;
  sample->size = sl_bytes_u16_le (at->bytes + 6);
  sample->ns = sl_bytes_u64_le (at->bytes + same->time_at);
  if (G_UNLIKELY (sample->size < same->least || sample->size > at->left ||
                  sl_bytes_u32_le (at->bytes) != SL_PERF_SAMPLE || sample->ns == 0 ||
                  sample->ns < last || sample->ns > same->latest))
    return FALSE;

  now = G_LIKELY (same->is_ns) ? sample->ns : sl_perf_decoder_convert (run->decoder, sample->ns);
  sample->time = sl_perf_clock_place (now, same->origin);
  return TRUE;
}

/* The record that a sample of @attr holds; %NULL where it holds none. */
static G_ALWAYS_INLINE inline const guint8 *
find_raw (const Constants *same,
          const SlPerfAttr *attr,
          Which which,
          const Sample *sample,
          guint32 *raw_size)
{
  gboolean is_there = which == TRACEPOINTS ? same->is_raw_there : sl_perf_attr_has_raw_next (attr);
  guint32 raw_at = which == TRACEPOINTS ? same->raw_at : SL_PERF_HEADER_SIZE + attr->fixed_size;

  if (G_UNLIKELY (!is_there))
    return sl_perf_attr_find_raw_behind (attr, sample->bytes + SL_PERF_HEADER_SIZE,
                                         sample->size - SL_PERF_HEADER_SIZE, raw_size);
  if (G_UNLIKELY (sample->size < raw_at + 4))
    return NULL;

  *raw_size = sl_bytes_u32_le (sample->bytes + raw_at);
  return *raw_size <= sample->size - raw_at - 4 ? sample->bytes + raw_at + 4 : NULL;
}

/* What the first pass alone looks at. */
static G_ALWAYS_INLINE inline void
see_thread (const Constants *same, const Sample *sample)
{
  guint64 thread = sl_bytes_u64_le (sample->bytes + same->tid_at);

  sl_perf_tally_see_thread (same->tally, (guint32) thread, (guint32) (thread >> 32),
                            (guint64) sample->time + same->origin);
}

/* A sample of a tracepoint, unless it does not hold a whole record of a known one: then the result is %NULL.
 *
 * Returns: what is behind @event; @event for one that is only counted */
static G_ALWAYS_INLINE inline SlEvent *
decode_tracepoint (const SlPerfRunReader *run,
                   const Constants *same,
                   const SlPerfAttr *attr,
                   Which which,
                   const Sample *sample,
                   SlEvent *event)
{
  const SlEventClass *class;
  const guint8 *raw;
  guint32 raw_size;
  SlEventOdd odd;
  guint16 id;

  raw = find_raw (same, attr, which, sample, &raw_size);
  if (G_UNLIKELY (raw == NULL || raw_size < SL_TRACING_COMMON_SIZE))
    return NULL;
  id = sl_bytes_u16_le (raw + same->type_offset);
  class = sl_event_decoder_get_class (same->tracepoints, id);
  if (G_UNLIKELY (class->format == NULL || raw_size < class->least_size))
    return NULL;

  if (same->tally != NULL)
    {
      sl_event_learner_take (same->tally->learner, id, (guint64) sample->time + same->origin, raw,
                             raw_size);
      see_thread (same, sample);
    }
  if (G_UNLIKELY (class->is == SL_EVENT_IS_QUIET))
    return event;

  event->time = sample->time;
  event->offset = sample->offset;
  event->object = 0;
  event->flags = class->flags | SL_LINUX_FLAGS (raw[same->flags_offset], class->role);
  event->kind = class->kind;
  event->cpu = same->cpu;
  odd = sl_event_decoder_fill (same->tracepoints, class, raw, raw_size, FALSE,
                               sl_bytes_u32_le (raw + same->pid_offset), event);
  if (G_UNLIKELY (odd != SL_EVENT_ODD_NOTHING))
    sl_perf_samples_count_odd (run, odd, sample->offset);
  return event + 1;
}

/* Returns: what is behind @event */
static G_ALWAYS_INLINE inline SlEvent *
decode_plain (const Constants *same, const Sample *sample, SlEvent *event)
{
  guint32 tid = sl_bytes_u32_le (sample->bytes + same->tid_at + 4);

  if (same->tally != NULL)
    see_thread (same, sample);
  *event = (SlEvent) {
    .time = sample->time,
    .a = sl_bytes_u64_le (sample->bytes + same->ip_at),
    .b = tid,
    .offset = sample->offset,
    .flags = tid == G_MAXUINT32 ? SL_EVENT_NO_B : 0,
    .kind = SL_KIND_LINUX_SAMPLE,
    .cpu = same->cpu,
  };
  return event + 1;
}

/* Decodes samples up to the first unusual record, and says how many events they are. */
static G_ALWAYS_INLINE inline guint
decode_samples (SlPerfRunReader *run, SlEvent *events, Which which)
{
  const SlPerfAttrs *attrs = sl_perf_records_get_attrs (run->decoder->capture->records);
  const Constants same = get_constants (run);
  const SlPerfAttr *attr = run->head;
  SlPerfPosition at = run->at;
  guint64 last = run->last;
  guint n_left = run->n_left;
  SlEvent *event = events;

  for (; n_left > 0; n_left--)
    {
      SlEvent *next;
      Sample sample;

      if (!find_sample (run, &same, &at, last, &sample))
        break;
      if (which == MIXED)
        attr = sl_perf_attrs_find (attrs, TRUE, sample.bytes + SL_PERF_HEADER_SIZE,
                                   sample.size - SL_PERF_HEADER_SIZE);
      if (which == TRACEPOINTS || (which == MIXED && attr->type == SL_PERF_TYPE_TRACEPOINT))
        next = decode_tracepoint (run, &same, attr, which, &sample, event);
      else
        next = decode_plain (&same, &sample, event);
      if (G_UNLIKELY (next == NULL))
        break;

      event = next;
      last = sample.ns;
      sl_perf_position_move (&at, sample.size);
    }

  run->at = at;
  run->last = last;
  run->n_left = n_left;
  return (guint) (event - events);
}

static guint
decode_tracepoints (SlPerfRunReader *run, SlEvent *events)
{
  return decode_samples (run, events, TRACEPOINTS);
}

static guint
decode_all_plain (SlPerfRunReader *run, SlEvent *events)
{
  return decode_samples (run, events, PLAIN);
}

static guint
decode_mixed (SlPerfRunReader *run, SlEvent *events)
{
  return decode_samples (run, events, MIXED);
}

/**
 * sl_perf_samples_choose:
 *
 * Returns: (nullable): what decodes the samples of the run; %NULL where they do not begin with the same fields, or not with
 *   those that most files have
 */
SlPerfSamplesDecode
sl_perf_samples_choose (const SlPerfRunReader *run)
{
  const SlPerfAttr *head = run->head;
  const SlPerfDecoder *self = run->decoder;

  if (head == NULL || head->is_big || head->time_at < 0 || head->tid_at < 0 || head->ip_at < 0 ||
      (self->has_tracepoints && self->tracepoints.tracing->is_big) ||
      (!run->has_cpu && head->cpu_at >= 0))
    return NULL;
  if (!self->has_tracepoints)
    return decode_all_plain;
  if (run->only == NULL)
    return decode_mixed;
  return run->only->type == SL_PERF_TYPE_TRACEPOINT ? decode_tracepoints : decode_all_plain;
}
