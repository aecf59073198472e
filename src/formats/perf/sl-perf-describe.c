/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-perf-describe.h"

#include "sl-perf-sample.h"

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

/* The record of a tracepoint that a sample holds. */
static gboolean
find_tracepoint (const SlPerfCapture *capture, const SlPerfRecord *record, SlEventRecord *found)
{
  const SlTracingData *tracing = capture->features.tracing;
  const SlPerfAttr *attr;
  const guint8 *raw;
  guint32 size;

  if (tracing == NULL || record->type != SL_PERF_SAMPLE)
    return FALSE;

  attr = sl_perf_attrs_find (sl_perf_records_get_attrs (capture->records), TRUE, record->body,
                             record->size);
  if (attr == NULL || attr->type != SL_PERF_TYPE_TRACEPOINT)
    return FALSE;

  raw = sl_perf_attr_find_raw (attr, record->body, record->size, &size);
  if (raw == NULL || size < SL_TRACING_COMMON_SIZE)
    return FALSE;

  *found = (SlEventRecord) {
    .format = tracing->by_id[sl_bytes_u16 (raw + tracing->type_offset, tracing->is_big)],
    .bytes = raw,
    .size = size,
    .is_big = tracing->is_big,
  };
  return TRUE;
}

/* As of a record of trace.dat; and what perf adds. */
static void
describe_tracepoint (const SlPerfSample *sample, const SlEventRecord *tracepoint, GArray *details)
{
  sl_details_add (details, "timestamp", "%" G_GUINT64_FORMAT, sample->time);
  if (tracepoint->format != NULL)
    {
      sl_details_add (details, "event", "%s:%s", tracepoint->format->system,
                      tracepoint->format->name);
      sl_event_record_describe (tracepoint, details);
    }
  if (sample->has_tid)
    sl_details_add (details, "sample pid/tid", "%u/%u", sample->pid, sample->tid);
  if (sample->period > 0)
    sl_details_add (details, "sample_period", "%" G_GUINT64_FORMAT, sample->period);
}

/**
 * sl_perf_describe:
 * @offset: of a record
 *
 * Returns: as in #SlSourceClass
 */
gboolean
sl_perf_describe (const SlPerfCapture *capture, guint64 offset, GArray *details)
{
  SlEventRecord tracepoint;
  SlPerfRecord record;
  SlPerfSample sample;

  if (!sl_perf_records_read (capture->records, offset, &record))
    return FALSE;

  sl_perf_records_get_sample (capture->records, &record, &sample);
  if (find_tracepoint (capture, &record, &tracepoint))
    {
      describe_tracepoint (&sample, &tracepoint, details);
      return TRUE;
    }

  sl_details_add (details, "type", "%u (%s)", record.type, get_type_name (record.type));
  sl_details_add (details, "misc", "0x%x", record.misc);
  describe_body (&record, details);
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

/**
 * sl_perf_read_field:
 * @field: as sl_perf_describe() calls it
 *
 * Returns: as in #SlSourceClass
 */
gboolean
sl_perf_read_field (const SlPerfCapture *capture,
                    guint64 offset,
                    const char *field,
                    SlFieldValue *value)
{
  SlEventRecord tracepoint;
  SlPerfRecord record;

  return sl_perf_records_read (capture->records, offset, &record) &&
         find_tracepoint (capture, &record, &tracepoint) && tracepoint.format != NULL &&
         sl_event_record_read_field (&tracepoint, field, value);
}

/**
 * sl_perf_list_words:
 *
 * As #SlListWords.
 */
GPtrArray *
sl_perf_list_words (gpointer capture, const char *field)
{
  /* What sl_perf_describe() says besides the fields of the format. */
  static const char *const own[] = {
    "timestamp", "event", "sample-pid-tid", "sample_period", "type",
    "misc",      "ip",    "time",           "cpu",           "pid",
    "tid",       NULL
  };
  const SlTracingData *tracing = ((const SlPerfCapture *) capture)->features.tracing;

  return tracing == NULL || (g_strv_contains (own, field) && !g_str_equal (field, "event"))
             ? NULL
             : sl_event_values_list_words (tracing, field);
}
