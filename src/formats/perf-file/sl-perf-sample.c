/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-perf-sample.h"

/* The fields that a sample begins with. */
static void
read_sample (const SlPerfAttr *attr, const SlPerfRecord *record, SlPerfSample *sample)
{
  if (attr->ip_at >= 0)
    sample->ip = sl_perf_record_get_u64 (record, (gsize) attr->ip_at);
  if (attr->tid_at >= 0)
    {
      sample->has_tid = TRUE;
      sample->pid = sl_perf_record_get_u32 (record, (gsize) attr->tid_at);
      sample->tid = sl_perf_record_get_u32 (record, (gsize) attr->tid_at + 4);
    }
  if (attr->time_at >= 0)
    sample->time = sl_perf_record_get_u64 (record, (gsize) attr->time_at);
  sample->has_time = sample->time != 0;
  if (attr->cpu_at >= 0)
    {
      sample->has_cpu = TRUE;
      sample->cpu = sl_perf_record_get_u32 (record, (gsize) attr->cpu_at);
    }
  if (attr->period_at >= 0)
    sample->period = sl_perf_record_get_u64 (record, (gsize) attr->period_at);
}

/* The fields that another record ends with. */
static void
read_trailer (const SlPerfAttr *attr, const SlPerfRecord *record, SlPerfSample *sample)
{
  guint32 size = sl_perf_attr_get_trailer_size (attr);
  gsize at = record->size - size;

  if (!attr->has_trailer || record->size < size)
    return;

  if ((attr->sample_type & SL_PERF_HAS_TID) != 0)
    {
      sample->has_tid = TRUE;
      sample->pid = sl_perf_record_get_u32 (record, at);
      sample->tid = sl_perf_record_get_u32 (record, at + 4);
      at += 8;
    }
  if ((attr->sample_type & SL_PERF_HAS_TIME) != 0)
    {
      sample->time = sl_perf_record_get_u64 (record, at);
      sample->has_time = sample->time != 0;
      at += 8;
    }
  at += (attr->sample_type & SL_PERF_HAS_ID) != 0 ? 8 : 0;
  at += (attr->sample_type & SL_PERF_HAS_STREAM_ID) != 0 ? 8 : 0;
  if ((attr->sample_type & SL_PERF_HAS_CPU) != 0)
    {
      sample->has_cpu = TRUE;
      sample->cpu = sl_perf_record_get_u32 (record, at);
    }
}

/**
 * sl_perf_records_get_sample:
 * @sample: (out): all zeros where the record does not tell; a time of 0, which perf writes for what
 *   was there before it began, is none
 */
void
sl_perf_records_get_sample (const SlPerfRecords *self,
                            const SlPerfRecord *record,
                            SlPerfSample *sample)
{
  gboolean is_sample = record->type == SL_PERF_SAMPLE;
  const SlPerfAttr *attr =
      sl_perf_attrs_find (sl_perf_records_get_attrs (self), is_sample, record->body, record->size);

  *sample = (SlPerfSample) { 0 };
  if (attr == NULL || record->type >= SL_PERF_FIRST_OF_TOOL)
    return;

  if (is_sample)
    read_sample (attr, record, sample);
  else
    read_trailer (attr, record, sample);
}
