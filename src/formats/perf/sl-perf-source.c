/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-perf-source.h"

#include "sl-kind.h"

/* No time is further from the clock's origin: what claims to be is damaged. */
#define MOST_TIME (G_GINT64_CONSTANT (1) << 61)

struct _SlPerfSource
{
  SlSource parent;

  SlPerfCapture *capture;
  SlMapping *mapping;
  SlClock *clock;
};

G_DEFINE_FINAL_TYPE (SlPerfSource, sl_perf_source, SL_TYPE_SOURCE)

static guint64
sl_perf_source_get_n_blocks (SlSource *source)
{
  return (SL_PERF_SOURCE (source)->capture->places->len + SL_BLOCK_EVENTS - 1) / SL_BLOCK_EVENTS;
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

static void
set_parameters (SlEvent *event, const SlPerfRecord *record, const SlPerfSample *sample)
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
      event->kind = SL_KIND_LINUX_LOST_SAMPLES;
      event->a = sl_perf_record_get_u64 (record, 0);
      break;
    default:
      event->kind = SL_KIND_LINUX_SAMPLE;
      set_threads (event, 0, sample->has_tid ? sample->tid : G_MAXUINT32);
      event->a = sample->ip;
      break;
    }
}

/* Where a time stands on the trace's clock, which counts TSC ticks or nanoseconds. */
static SlTime
convert_time (const SlPerfSource *self, guint64 ns)
{
  guint64 now = sl_clock_get_unit (self->clock) == SL_UNIT_NS
                    ? ns
                    : sl_perf_clock_from_ns (&self->capture->clock, ns);
  gint64 since = (gint64) (now - sl_clock_get_origin (self->clock));

  return CLAMP (since, 0, MOST_TIME);
}

/* Damaged times may convert to earlier ones: they stand where the one before does. */
static void
convert_times (SlPerfSource *self)
{
  SlTime last = 0;

  for (guint i = 0; i < self->capture->places->len; i++)
    {
      SlPerfPlace *place = &g_array_index (self->capture->places, SlPerfPlace, i);

      if (place->time != 0)
        last = MAX (last, convert_time (self, place->time));
      place->time = (guint64) last;
    }
}

static void
make_event (const SlPerfSource *self, const SlPerfPlace *place, SlEvent *event)
{
  SlPerfRecord record;
  SlPerfSample sample;

  *event = (SlEvent) {
    .time = (SlTime) place->time,
    .offset = place->offset,
    .kind = SL_KIND_LINUX_SAMPLE,
  };

  /* A file that has shrunk since reads as zeros. */
  if (!sl_perf_records_read (self->capture->records, place->offset, &record))
    {
      event->flags = SL_EVENT_BAD_TIME;
      return;
    }

  sl_perf_records_get_sample (self->capture->records, &record, &sample);
  set_parameters (event, &record, &sample);
  event->cpu = sample.has_cpu ? (guint16) MIN (sample.cpu, G_MAXUINT16) : 0;
  if (!sample.has_time)
    event->flags |= SL_EVENT_GUESSED;
  else if (convert_time (self, sample.time) != event->time)
    event->flags |= SL_EVENT_BAD_TIME;
}

static gssize
sl_perf_source_read_block (SlSource *source, guint64 block, SlEvent *events)
{
  SlPerfSource *self = SL_PERF_SOURCE (source);
  guint64 first = block * SL_BLOCK_EVENTS;
  guint n_events;

  if (block >= sl_perf_source_get_n_blocks (source))
    return -1;

  n_events = (guint) MIN (SL_BLOCK_EVENTS, self->capture->places->len - first);
  for (guint i = 0; i < n_events; i++)
    make_event (self, &g_array_index (self->capture->places, SlPerfPlace, first + i), &events[i]);
  return n_events;
}

static SlClock *
sl_perf_source_get_clock (SlSource *source)
{
  return SL_PERF_SOURCE (source)->clock;
}

static const char *
get_type_name (guint32 type)
{
  static const char *const names[] = {
    [SL_PERF_MMAP] = "MMAP",
    [SL_PERF_LOST] = "LOST",
    [SL_PERF_COMM] = "COMM",
    [SL_PERF_EXIT] = "EXIT",
    [SL_PERF_FORK] = "FORK",
    [SL_PERF_SAMPLE] = "SAMPLE",
    [SL_PERF_MMAP2] = "MMAP2",
    [SL_PERF_AUX] = "AUX",
    [SL_PERF_ITRACE_START] = "ITRACE_START",
    [SL_PERF_LOST_SAMPLES] = "LOST_SAMPLES",
    [SL_PERF_SWITCH] = "SWITCH",
    [SL_PERF_SWITCH_CPU_WIDE] = "SWITCH_CPU_WIDE",
  };

  return type < G_N_ELEMENTS (names) && names[type] != NULL ? names[type] : "?";
}

static void
add_u32 (GArray *details, const char *name, const SlPerfRecord *record, gsize at)
{
  sl_details_add (details, name, "%u", sl_perf_record_get_u32 (record, at));
}

static void
add_u64 (GArray *details, const char *name, const SlPerfRecord *record, gsize at)
{
  sl_details_add (details, name, "0x%" G_GINT64_MODIFIER "x", sl_perf_record_get_u64 (record, at));
}

static void
add_text (GArray *details, const char *name, const SlPerfRecord *record, gsize at)
{
  g_autofree char *bytes = NULL;
  g_autofree char *text = NULL;

  if (record->size <= at)
    return;

  bytes = g_strndup ((const char *) record->body + at, record->size - at);
  text = g_utf8_make_valid (bytes, -1);
  sl_details_add (details, name, "%s", text);
}

static void
describe_body (const SlPerfRecord *record, GArray *details)
{
  switch (record->type)
    {
    case SL_PERF_MMAP:
    case SL_PERF_MMAP2:
      add_u32 (details, "pid", record, 0);
      add_u32 (details, "tid", record, 4);
      add_u64 (details, "addr", record, 8);
      add_u64 (details, "len", record, 16);
      add_u64 (details, "pgoff", record, 24);
      add_text (details, "filename", record, record->type == SL_PERF_MMAP ? 32 : 64);
      break;
    case SL_PERF_COMM:
      add_u32 (details, "pid", record, 0);
      add_u32 (details, "tid", record, 4);
      add_text (details, "comm", record, 8);
      break;
    case SL_PERF_FORK:
    case SL_PERF_EXIT:
      add_u32 (details, "pid", record, 0);
      add_u32 (details, "ppid", record, 4);
      add_u32 (details, "tid", record, 8);
      add_u32 (details, "ptid", record, 12);
      break;
    case SL_PERF_AUX:
      add_u64 (details, "aux_offset", record, 0);
      add_u64 (details, "aux_size", record, 8);
      add_u64 (details, "flags", record, 16);
      break;
    case SL_PERF_ITRACE_START:
      add_u32 (details, "pid", record, 0);
      add_u32 (details, "tid", record, 4);
      break;
    case SL_PERF_LOST:
      add_u64 (details, "id", record, 0);
      add_u64 (details, "lost", record, 8);
      break;
    case SL_PERF_LOST_SAMPLES:
      add_u64 (details, "lost", record, 0);
      break;
    case SL_PERF_SWITCH_CPU_WIDE:
      add_u32 (details, "next_prev_pid", record, 0);
      add_u32 (details, "next_prev_tid", record, 4);
      break;
    default:
      break;
    }
}

static gboolean
sl_perf_source_describe (SlSource *source, guint64 offset, GArray *details)
{
  SlPerfSource *self = SL_PERF_SOURCE (source);
  SlPerfRecord record;
  SlPerfSample sample;

  if (SL_OFFSET_FILE (offset) != 0 ||
      !sl_perf_records_read (self->capture->records, offset, &record))
    return FALSE;

  sl_details_add (details, "type", "%u (%s)", record.type, get_type_name (record.type));
  sl_details_add (details, "misc", "0x%x", record.misc);
  describe_body (&record, details);
  sl_perf_records_get_sample (self->capture->records, &record, &sample);
  if (record.type == SL_PERF_SAMPLE)
    sl_details_add (details, "ip", "0x%" G_GINT64_MODIFIER "x", sample.ip);
  if (sample.has_tid)
    sl_details_add (details, "sample pid/tid", "%u/%u", sample.pid, sample.tid);
  if (sample.has_time)
    sl_details_add (details, "time", "%" G_GUINT64_FORMAT " ns", sample.time);
  if (sample.has_cpu)
    sl_details_add (details, "cpu", "%u", sample.cpu);
  return TRUE;
}

static char *
sl_perf_source_get_object_name (SlSource *source, SlObjectType type, guint64 id, SlTime time)
{
  SlPerfSource *self = SL_PERF_SOURCE (source);
  guint64 now = sl_clock_to_absolute (self->clock, time);

  if (type != SL_OBJECT_TASK || id > G_MAXUINT32)
    return NULL;

  return sl_perf_capture_get_name (self->capture, (guint32) id,
                                   sl_clock_get_unit (self->clock) == SL_UNIT_NS
                                       ? now
                                       : sl_perf_clock_to_ns (&self->capture->clock, now));
}

static void
sl_perf_source_finalize (GObject *object)
{
  SlPerfSource *self = SL_PERF_SOURCE (object);

  g_clear_pointer (&self->capture, sl_perf_capture_free);
  g_clear_pointer (&self->mapping, sl_mapping_unref);
  g_clear_pointer (&self->clock, sl_clock_unref);
  G_OBJECT_CLASS (sl_perf_source_parent_class)->finalize (object);
}

static void
sl_perf_source_class_init (SlPerfSourceClass *klass)
{
  SlSourceClass *source_class = SL_SOURCE_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = sl_perf_source_finalize;
  source_class->read_block = sl_perf_source_read_block;
  source_class->get_n_blocks = sl_perf_source_get_n_blocks;
  source_class->get_clock = sl_perf_source_get_clock;
  source_class->describe = sl_perf_source_describe;
  source_class->get_object_name = sl_perf_source_get_object_name;
}

static void
sl_perf_source_init (SlPerfSource *self)
{
}

/**
 * sl_perf_source_new:
 * @capture: (transfer full): whose times of places become ticks of @clock
 * @mapping: the file that @capture was read from; held
 * @clock: of TSC ticks, where the capture knows how times convert; or of nanoseconds. Held
 *
 * Returns: (transfer full): a source of the records that are events; offsets are those of file 0
 */
SlSource *
sl_perf_source_new (SlPerfCapture *capture, SlMapping *mapping, SlClock *clock)
{
  SlPerfSource *self = g_object_new (SL_TYPE_PERF_SOURCE, NULL);

  self->capture = capture;
  self->mapping = sl_mapping_ref (mapping);
  self->clock = sl_clock_ref (clock);
  convert_times (self);
  return SL_SOURCE (self);
}
