/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-perf-decoder-private.h"

#include "sl-perf-sample.h"

/* Records of the kernel say less than the tracepoints of the same. */
static void
set_roles (SlPerfDecoder *self)
{
  const SlPerfCapture *capture = self->capture;

  if (!sl_perf_capture_has_tracepoint (capture, "sched", "sched_switch"))
    return;

  self->roles[SL_PERF_SWITCH] = SL_PERF_ROLE_TOLD;
  self->roles[SL_PERF_SWITCH_CPU_WIDE] = SL_PERF_ROLE_TOLD;
  self->roles[SL_PERF_COMM] = SL_PERF_ROLE_TOLD;
  self->roles[SL_PERF_FORK] =
      sl_perf_capture_has_tracepoint (capture, "sched", "sched_process_fork") ? SL_PERF_ROLE_TOLD
                                                                              : SL_PERF_ROLE_LIFE;
  self->roles[SL_PERF_EXIT] =
      sl_perf_capture_has_tracepoint (capture, "sched", "sched_process_exit") ? SL_PERF_ROLE_TOLD
                                                                              : SL_PERF_ROLE_LIFE;
}

/**
 * sl_perf_decoder_new:
 * @capture: must outlive the decoder
 * @clock: of TSC ticks, where the capture knows how times convert; or of nanoseconds. Held
 * @notes: of what formats leave open
 *
 * Returns: (transfer full): what decodes the runs of @capture
 */
SlPerfDecoder *
sl_perf_decoder_new (const SlPerfCapture *capture, SlClock *clock, SlNotes *notes)
{
  SlPerfDecoder *self = g_new0 (SlPerfDecoder, 1);

  self->capture = capture;
  self->clock = sl_clock_ref (clock);
  self->origin = sl_clock_get_origin (clock);
  self->is_ns = sl_clock_get_unit (clock) == SL_UNIT_NS;
  self->has_tracepoints = capture->features.tracing != NULL;
  if (self->has_tracepoints)
    sl_event_decoder_init (&self->tracepoints, capture->features.tracing, capture->features.release,
                           notes);
  set_roles (self);
  return self;
}

void
sl_perf_decoder_free (SlPerfDecoder *self)
{
  sl_event_decoder_clear (&self->tracepoints);
  g_clear_pointer (&self->clock, sl_clock_unref);
  g_free (self);
}

/**
 * sl_perf_decoder_set_names:
 * @names: that marks are found in; must outlive the decoder
 */
void
sl_perf_decoder_set_names (SlPerfDecoder *self, const SlLinuxNames *names)
{
  self->tracepoints.names = names;
}

/**
 * sl_perf_capture_convert:
 * @clock: as for sl_perf_decoder_new()
 * @ns: of the kernel's clock
 *
 * Returns: the same on @clock, counted from its zero
 */
guint64
sl_perf_capture_convert (const SlPerfCapture *self, SlClock *clock, guint64 ns)
{
  return sl_clock_get_unit (clock) == SL_UNIT_NS
             ? ns
             : sl_perf_clock_from_ns (&self->clock, ns, self->first);
}

/* Threads that are not known have the number -1. */
static void
set_threads (SlEvent *event, guint32 tid, guint32 other)
{
  event->a = tid;
  event->b = other;
  if (tid == G_MAXUINT32)
    event->flags |= SL_EVENT_NO_A;
  if (other == G_MAXUINT32)
    event->flags |= SL_EVENT_NO_B;
}

static void
set_switch (SlEvent *event, const SlPerfRecord *record, const SlPerfSample *sample)
{
  gboolean is_wide = record->type == SL_PERF_SWITCH_CPU_WIDE;

  if ((record->misc & SL_PERF_MISC_SWITCH_OUT) == 0)
    event->kind = SL_KIND_LINUX_SWITCH_IN;
  else if ((record->misc & SL_PERF_MISC_SWITCH_OUT_PREEMPT) != 0)
    event->kind = SL_KIND_LINUX_PREEMPTED;
  else
    event->kind = SL_KIND_LINUX_SWITCH_OUT;
  set_threads (event, sample->has_tid ? sample->tid : G_MAXUINT32,
               is_wide ? sl_perf_record_get_u32 (record, 4) : G_MAXUINT32);
}

static gboolean
is_lost_samples (const SlPerfRecords *records, const SlPerfRun *run)
{
  SlPerfRecord record;

  return sl_perf_records_read (records, run->offset, &record) &&
         record.type == SL_PERF_LOST_SAMPLES;
}

/* What was written when the recording ended counts for each event what was lost all the time. The first of a processor
 * says what was lost behind its last record. */
static void
set_lost_samples (const SlPerfRunReader *run,
                  SlEvent *event,
                  const SlPerfRecord *record,
                  gboolean has_time)
{
  const SlPerfCapture *capture = run->decoder->capture;
  gpointer key = GUINT_TO_POINTER ((guint) run->cpu);
  gsize n_lost;

  event->kind = SL_KIND_LINUX_LOST_SAMPLES;
  event->a = sl_perf_record_get_u64 (record, 0);
  if (has_time)
    {
      event->flags |= (record->misc & SL_PERF_MISC_LOST_BY_FILTER) == 0
                          ? SL_EVENT_LOST
                          : SL_LINUX_FLAGS (0, SL_PERF_ROLE_TOLD);
      return;
    }

  event->flags |= SL_LINUX_FLAGS (0, SL_PERF_ROLE_TOLD);
  if (!run->has_cpu || (record->misc & SL_PERF_MISC_LOST_BY_FILTER) != 0 ||
      (run->has_before && is_lost_samples (capture->records, run->run - 1)))
    return;

  n_lost = GPOINTER_TO_SIZE (g_hash_table_lookup (capture->tail_losses, key));
  event->detail = (guint32) MIN (n_lost, G_MAXUINT32);
  event->flags |= n_lost > 0 ? SL_EVENT_LOST : 0;
}

static void
set_parameters (const SlPerfRunReader *run,
                SlEvent *event,
                const SlPerfRecord *record,
                const SlPerfSample *sample)
{
  switch (record->type)
    {
    case SL_PERF_SWITCH:
    case SL_PERF_SWITCH_CPU_WIDE:
      set_switch (event, record, sample);
      break;
    case SL_PERF_COMM:
      event->kind = SL_KIND_LINUX_COMM;
      set_threads (event, sl_perf_record_get_u32 (record, 4), sl_perf_record_get_u32 (record, 0));
      break;
    case SL_PERF_FORK:
    case SL_PERF_EXIT:
      event->kind = record->type == SL_PERF_FORK ? SL_KIND_LINUX_FORK : SL_KIND_LINUX_EXIT;
      set_threads (event, sl_perf_record_get_u32 (record, 8), sl_perf_record_get_u32 (record, 12));
      break;
    case SL_PERF_ITRACE_START:
      event->kind = SL_KIND_LINUX_ITRACE_START;
      set_threads (event, sl_perf_record_get_u32 (record, 4), sl_perf_record_get_u32 (record, 0));
      break;
    case SL_PERF_MMAP:
    case SL_PERF_MMAP2:
      event->kind = SL_KIND_LINUX_MMAP;
      event->a = sl_perf_record_get_u64 (record, 8);
      event->b = sl_perf_record_get_u64 (record, 16);
      break;
    case SL_PERF_AUX:
      event->kind = SL_KIND_LINUX_AUX;
      event->a = sl_perf_record_get_u64 (record, 0);
      event->b = sl_perf_record_get_u64 (record, 8);
      if ((sl_perf_record_get_u64 (record, 16) & (SL_PERF_AUX_TRUNCATED | SL_PERF_AUX_COLLISION)) !=
          0)
        event->flags |= SL_EVENT_LOST;
      break;
    case SL_PERF_LOST:
      event->kind = SL_KIND_LINUX_LOST;
      event->a = sl_perf_record_get_u64 (record, 8);
      event->flags |= SL_EVENT_LOST;
      break;
    case SL_PERF_LOST_SAMPLES:
      set_lost_samples (run, event, record, sample->has_time);
      break;
    default:
      event->kind = SL_KIND_LINUX_SAMPLE;
      set_threads (event, 0, sample->has_tid ? sample->tid : G_MAXUINT32);
      event->a = sample->ip;
      break;
    }
}

/* The time of a record, where the run has it; else that of the record before. */
static inline SlTime
take_time (SlPerfRunReader *run, guint64 time, guint64 offset, guint32 *flags)
{
  if (G_LIKELY (time >= run->last && time <= run->run->last))
    run->last = time;
  else if (time != 0)
    {
      *flags |= SL_EVENT_BAD_TIME;
      sl_perf_tally_count (run->tally, SL_PERF_FAULT_TIME, offset);
    }
  if (run->last == 0)
    return 0;
  return sl_perf_clock_place (sl_perf_decoder_convert (run->decoder, run->last),
                              run->decoder->origin);
}

static gboolean
is_loss (const SlEvent *event)
{
  return (event->kind == SL_KIND_LINUX_LOST || event->kind == SL_KIND_LINUX_LOST_SAMPLES) &&
         (event->flags & SL_EVENT_LOST) != 0;
}

/* A record of the kernel's own, or a sample that is of no tracepoint. */
static void
decode_plain (SlPerfRunReader *run, const SlPerfRecord *record, SlEvent *event)
{
  const SlPerfDecoder *self = run->decoder;
  SlPerfSample sample;
  SlPerfRole role;

  sl_perf_records_get_sample (self->capture->records, record, &sample);
  *event = (SlEvent) { .offset = record->offset };
  event->cpu = run->has_cpu     ? run->cpu
               : sample.has_cpu ? (guint16) MIN (sample.cpu, G_MAXUINT16)
                                : 0;
  event->time = take_time (run, sample.time, record->offset, &event->flags);
  event->flags |= sample.has_time ? 0 : SL_EVENT_GUESSED;
  set_parameters (run, event, record, &sample);
  run->has_loss |= is_loss (event);
  role = record->type < G_N_ELEMENTS (self->roles) ? self->roles[record->type] : 0;
  /* What was there before recording began has no life that begins. */
  if (role == SL_PERF_ROLE_LIFE && !sample.has_time)
    role = SL_PERF_ROLE_TOLD;
  event->flags |= SL_LINUX_FLAGS (0, role);
  if (run->tally != NULL && sample.has_tid)
    sl_perf_tally_see_thread (run->tally, sample.pid, sample.tid,
                              (guint64) event->time + self->origin);
}

/* What the first pass alone looks at. */
static void
learn (const SlPerfRunReader *run,
       const SlPerfAttr *attr,
       const SlPerfRecord *record,
       const guint8 *raw,
       guint32 raw_size,
       SlTime time)
{
  const SlTracingData *tracing = run->decoder->tracepoints.tracing;
  guint16 id = sl_bytes_u16 (raw + tracing->type_offset, tracing->is_big);

  if (tracing->by_id[id] != NULL)
    sl_event_learner_take (run->tally->learner, id, (guint64) time + run->decoder->origin, raw,
                           raw_size);
  if (attr->tid_at >= 0)
    sl_perf_tally_see_thread (run->tally, sl_perf_record_get_u32 (record, (gsize) attr->tid_at),
                              sl_perf_record_get_u32 (record, (gsize) attr->tid_at + 4),
                              (guint64) time + run->decoder->origin);
}

/* A sample of a tracepoint. Returns: %FALSE for one that is only counted. */
static inline gboolean
decode_tracepoint (SlPerfRunReader *run,
                   const SlPerfAttr *attr,
                   const SlPerfRecord *record,
                   const guint8 *raw,
                   guint32 raw_size,
                   SlEvent *event)
{
  const SlPerfDecoder *self = run->decoder;
  const SlTracingData *tracing = self->tracepoints.tracing;
  const gboolean is_big = tracing->is_big;
  const SlEventClass *class =
      sl_event_decoder_get_class (&self->tracepoints,
                                  sl_bytes_u16 (raw + tracing->type_offset, is_big));
  guint32 common_pid = sl_bytes_u32 (raw + tracing->pid_offset, is_big);
  guint32 flags = class->flags | SL_LINUX_FLAGS (raw[tracing->flags_offset], class->role);
  guint64 ns = attr->time_at >= 0 ? sl_perf_record_get_u64 (record, (gsize) attr->time_at) : 0;
  SlTime time = take_time (run, ns, record->offset, &flags);
  SlEventOdd odd;

  if (run->tally != NULL)
    learn (run, attr, record, raw, raw_size, time);
  if (class->is == SL_EVENT_IS_QUIET)
    return FALSE;

  event->time = time;
  event->offset = record->offset;
  event->object = 0;
  event->flags = flags;
  event->kind = class->kind;
  event->cpu = run->cpu;
  odd = G_UNLIKELY (is_big) ? sl_event_decoder_fill (&self->tracepoints, class, raw, raw_size, TRUE,
                                                     common_pid, event)
                            : sl_event_decoder_fill (&self->tracepoints, class, raw, raw_size,
                                                     FALSE, common_pid, event);
  if (G_UNLIKELY (odd != SL_EVENT_ODD_NOTHING))
    sl_perf_samples_count_odd (run, odd, record->offset);
  return TRUE;
}

static inline gboolean
decode_record (SlPerfRunReader *run, const SlPerfRecord *record, SlEvent *event)
{
  const SlPerfDecoder *self = run->decoder;
  const SlPerfAttr *attr = run->only;
  const guint8 *raw;
  guint32 raw_size;

  if (record->type == SL_PERF_SAMPLE && self->has_tracepoints)
    {
      if (attr == NULL)
        attr = sl_perf_attrs_find (sl_perf_records_get_attrs (self->capture->records), TRUE,
                                   record->body, record->size);
      if (attr != NULL && attr->type == SL_PERF_TYPE_TRACEPOINT)
        {
          raw = sl_perf_attr_find_raw (attr, record->body, record->size, &raw_size);
          if (G_LIKELY (raw != NULL && raw_size >= SL_TRACING_COMMON_SIZE))
            return decode_tracepoint (run, attr, record, raw, raw_size, event);
          sl_perf_tally_count (run->tally, SL_PERF_FAULT_RAW, record->offset);
        }
    }

  decode_plain (run, record, event);
  return TRUE;
}

/* Whether the run begins with a loss, so that one behind the last record before it. */
static gboolean
begins_with_loss (SlPerfRunReader run)
{
  SlPerfRecord record;
  SlEvent event;

  if (!sl_perf_records_read (run.decoder->capture->records, run.run->offset, &record) ||
      (record.type != SL_PERF_LOST && record.type != SL_PERF_LOST_SAMPLES))
    return FALSE;

  run.tally = NULL;
  run.has_before = TRUE;
  run.last = run.run->first;
  decode_plain (&run, &record, &event);
  return is_loss (&event);
}

/* Marks the last event before each loss on the processor: what follows it there is known to be missing from then on. */
static void
mark_losses (const SlPerfRunReader *run, gboolean has_next, SlEvent *events, guint n_events)
{
  SlPerfRunReader next = *run;

  for (guint i = 1; run->has_loss && i < n_events; i++)
    if (is_loss (&events[i]) && !is_loss (&events[i - 1]))
      events[i - 1].flags |= SL_LINUX_LOSS_FOLLOWS;
  if (!has_next || n_events == 0 || is_loss (&events[n_events - 1]))
    return;

  next.run++;
  if (begins_with_loss (next))
    events[n_events - 1].flags |= SL_LINUX_LOSS_FOLLOWS;
}

/* Returns: %FALSE if there is no record left, for instance because the file has shrunk. */
static gboolean
decode_next (SlPerfRunReader *run, SlEvent *events, guint *n_events)
{
  gboolean is_big = sl_perf_records_are_big (run->decoder->capture->records);
  SlPerfRecord record;

  if (!sl_perf_record_parse (run->at.bytes, run->at.left, run->at.offset, is_big, &record))
    return FALSE;

  *n_events += (guint) decode_record (run, &record, &events[*n_events]);
  sl_perf_position_move (&run->at, sl_perf_record_get_end (&record) - run->at.offset);
  run->n_left--;
  return TRUE;
}

/**
 * sl_perf_decoder_decode:
 * @row: number of the row
 * @run: number of the run in the row
 * @events: (out caller-allocates): room for %SL_PERF_RUN_RECORDS
 * @tally: (nullable): where the run is read for the first time
 *
 * Returns: how many events the run has
 */
guint
sl_perf_decoder_decode (const SlPerfDecoder *self,
                        guint row,
                        guint64 run,
                        SlEvent *events,
                        SlPerfTally *tally)
{
  const SlPerfRow *found = &g_array_index (self->capture->rows->rows, SlPerfRow, row);
  const SlPerfRun *runs = (const SlPerfRun *) (gpointer) found->runs->data;
  SlPerfRunReader reader = {
    .decoder = self,
    .only = sl_perf_attrs_get_only (sl_perf_records_get_attrs (self->capture->records)),
    .head = sl_perf_attrs_get_head (sl_perf_records_get_attrs (self->capture->records)),
    .run = &runs[run],
    .cpu = found->cpu != SL_PERF_NO_CPU ? (guint16) MIN (found->cpu, G_MAXUINT16) : 0,
    .has_cpu = found->cpu != SL_PERF_NO_CPU,
    .has_before = run > 0,
    .last = runs[run].first,
    .tally = tally,
    .n_left = runs[run].n_records,
    .at = { .offset = runs[run].offset },
  };
  SlPerfSamplesDecode decode = sl_perf_samples_choose (&reader);
  guint n_events = 0;

  reader.at.bytes =
      sl_perf_records_find_bytes (self->capture->records, reader.at.offset, &reader.at.left);
  while (reader.n_left > 0)
    {
      if (decode != NULL)
        n_events += decode (&reader, &events[n_events]);
      if (reader.n_left > 0 && !decode_next (&reader, events, &n_events))
        break;
    }

  mark_losses (&reader, run + 1 < found->runs->len, events, n_events);
  if (tally != NULL)
    tally->n_runtime += runs[run].n_records - reader.n_left - n_events;
  return n_events;
}
