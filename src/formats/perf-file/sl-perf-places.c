/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-perf-places.h"

#include "sl-perf-sample.h"

static gboolean
is_of_tracepoint (const SlPerfAttrs *attrs, const SlPerfRecord *record)
{
  const SlPerfAttr *attr = sl_perf_attrs_get_only (attrs);

  if (attr == NULL)
    attr = sl_perf_attrs_find (attrs, TRUE, record->body, record->size);
  return attr != NULL && attr->type == SL_PERF_TYPE_TRACEPOINT;
}

static void
add_samples_from (GArray *places, const SlPerfRecords *records, guint64 offset)
{
  const SlPerfAttrs *attrs = sl_perf_records_get_attrs (records);
  gboolean is_unpacked = sl_perf_records_is_unpacked (records, offset);
  gboolean is_big = sl_perf_records_are_big (records);
  SlPerfPosition at = { .offset = offset };
  SlPerfRecord record;

  at.bytes = sl_perf_records_find_bytes (records, offset, &at.left);
  while (sl_perf_record_parse (at.bytes, at.left, at.offset, is_big, &record) &&
         !(is_unpacked && record.type >= SL_PERF_FIRST_OF_TOOL))
    {
      if (record.type == SL_PERF_SAMPLE && !is_of_tracepoint (attrs, &record))
        {
          SlPerfPlace place = { .offset = at.offset };
          SlPerfSample sample;

          sl_perf_records_get_sample (records, &record, &sample);
          place.time = sample.time;
          g_array_append_val (places, place);
        }
      sl_perf_position_move (&at, sl_perf_record_get_end (&record) - at.offset);
    }
}

/**
 * sl_perf_places_add_samples:
 * @places: (element-type SlPerfPlace): added to
 * @records: all of which are there
 *
 * Adds the samples that are of no tracepoint.
 */
void
sl_perf_places_add_samples (GArray *places, const SlPerfRecords *records)
{
  guint n_files = sl_input_get_n_files (sl_perf_records_get_input (records));

  for (guint i = 0; i < n_files; i++)
    {
      add_samples_from (places, records, sl_perf_records_get_begin (records, i));
      add_samples_from (places, records, sl_perf_records_get_unpacked_begin (records, i));
    }
}

/* Of one time, in the order of the file. */
static int
compare_places (gconstpointer one, gconstpointer other)
{
  const SlPerfPlace *a = one, *b = other;

  if (a->time != b->time)
    return a->time < b->time ? -1 : 1;
  return a->offset < b->offset ? -1 : a->offset > b->offset;
}

/**
 * sl_perf_places_sort:
 * @places: (element-type SlPerfPlace): gets the order of times
 */
void
sl_perf_places_sort (GArray *places)
{
  g_array_sort (places, compare_places);
}
