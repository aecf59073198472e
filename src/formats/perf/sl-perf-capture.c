/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-perf-capture.h"

#include <string.h>

#include "sl-input.h"

/* The private words of AUXTRACE_INFO for Intel PT, from tools/perf/util/intel-pt.c. */
typedef enum
{
  INFO_PMU_TYPE = 0,
  INFO_TIME_SHIFT = 1,
  INFO_TIME_MULT = 2,
  INFO_TIME_ZERO = 3,
  INFO_HAS_TIME_ZERO = 4,
  INFO_IS_SNAPSHOT = 8,
  INFO_MTC_BIT = 10,
  INFO_MTC_FREQUENCY_BITS = 11,
  INFO_CTC_NUMERATOR = 12,
  INFO_CTC_DENOMINATOR = 13,
  INFO_NOMINAL_RATIO = 15,
} InfoWord;

#define INFO_INTEL_PT 1

/* One is the file's own. */
#define MOST_STREAMS (SL_INPUT_MAX_FILES - 1)

/* What is counted on the way and told at the end. */
typedef struct
{
  SlPerfCapture *capture;
  SlNotes *notes;
  guint64 pmu_type;
  guint64 mtc_bit;
  guint64 mtc_frequency_bits;
  gboolean is_other_trace; /* not Intel PT */
} Walk;

static void
stream_free (gpointer data)
{
  SlPerfStream *self = data;

  g_array_unref (self->pieces);
  g_array_unref (self->losses);
  g_free (self);
}

static SlPerfStream *
find_stream (SlPerfCapture *self, guint32 index)
{
  for (guint i = 0; i < self->streams->len; i++)
    {
      SlPerfStream *stream = g_ptr_array_index (self->streams, i);

      if (stream->index == index)
        return stream;
    }

  return NULL;
}

static guint64
get_info (const SlPerfRecord *record, InfoWord word)
{
  return sl_perf_record_get_u64 (record, 8 + 8 * (gsize) word);
}

static void
read_info (Walk *self, const SlPerfRecord *record)
{
  SlPerfCapture *capture = self->capture;
  SlPtTiming *timing = &capture->timing;
  guint64 numerator = get_info (record, INFO_CTC_NUMERATOR);
  guint64 denominator = get_info (record, INFO_CTC_DENOMINATOR);
  guint64 ratio = get_info (record, INFO_NOMINAL_RATIO);

  if (sl_perf_record_get_u32 (record, 0) != INFO_INTEL_PT)
    {
      self->is_other_trace = TRUE;
      sl_notes_add (self->notes, record->offset, 1,
                    "The trace data of the processor is of type %u; only 1, Intel PT, is read",
                    sl_perf_record_get_u32 (record, 0));
      return;
    }

  self->pmu_type = get_info (record, INFO_PMU_TYPE);
  self->mtc_bit = get_info (record, INFO_MTC_BIT);
  self->mtc_frequency_bits = get_info (record, INFO_MTC_FREQUENCY_BITS);
  capture->is_snapshot = get_info (record, INFO_IS_SNAPSHOT) != 0;
  if (numerator > 0 && numerator <= G_MAXUINT32 && denominator > 0 && denominator <= G_MAXUINT32)
    {
      timing->ctc_numerator = (guint32) numerator;
      timing->ctc_denominator = (guint32) denominator;
    }
  if (ratio <= G_MAXUINT8)
    timing->nominal_ratio = (guint32) ratio;

  if (get_info (record, INFO_HAS_TIME_ZERO) != 0 &&
      !sl_perf_clock_init (&capture->clock, get_info (record, INFO_TIME_SHIFT),
                           get_info (record, INFO_TIME_MULT), get_info (record, INFO_TIME_ZERO)))
    sl_notes_add (self->notes, record->offset, 1,
                  "The conversion of times is invalid: shift %" G_GUINT64_FORMAT
                  ", mult %" G_GUINT64_FORMAT,
                  get_info (record, INFO_TIME_SHIFT), get_info (record, INFO_TIME_MULT));
}

static void
add_piece (Walk *self, const SlPerfRecord *record)
{
  SlPerfCapture *capture = self->capture;
  guint32 index = sl_perf_record_get_u32 (record, 24);
  SlPerfStream *stream = find_stream (capture, index);
  SlPerfPiece piece = {
    .file_offset = sl_perf_record_get_end (record) - record->data_size,
    .size = record->data_size,
    .offset = sl_perf_record_get_u64 (record, 8),
  };

  if (record->data_size < sl_perf_record_get_u64 (record, 0))
    sl_notes_add (self->notes, record->offset, 1,
                  "The file ends inside the trace data of a processor");
  if (piece.size == 0)
    return;
  if (stream == NULL && capture->streams->len == MOST_STREAMS)
    {
      sl_notes_add (self->notes, record->offset, 1,
                    "There are more than %d streams of trace data; the rest are left out",
                    MOST_STREAMS);
      return;
    }

  if (stream == NULL)
    {
      stream = g_new0 (SlPerfStream, 1);
      stream->index = index;
      stream->tid = sl_perf_record_get_u32 (record, 28);
      stream->cpu = (gint32) sl_perf_record_get_u32 (record, 32);
      stream->reference = sl_perf_record_get_u64 (record, 16);
      stream->pieces = g_array_new (FALSE, FALSE, sizeof (SlPerfPiece));
      stream->losses = g_array_new (FALSE, FALSE, sizeof (guint64));
      g_ptr_array_add (capture->streams, stream);
    }
  g_array_append_val (stream->pieces, piece);
}

/* Remembers a record that tells the name of a thread. */
static void
add_name (SlPerfCapture *self, guint32 tid, guint64 time, guint64 offset)
{
  GArray *names = g_hash_table_lookup (self->names, GUINT_TO_POINTER (tid));
  SlPerfPlace place = { time, offset };

  if (names == NULL)
    {
      names = g_array_new (FALSE, FALSE, sizeof (SlPerfPlace));
      g_hash_table_insert (self->names, GUINT_TO_POINTER (tid), names);
    }
  g_array_append_val (names, place);
}

/* A thread is called what the one was that made it. */
static void
inherit_name (SlPerfCapture *self, const SlPerfRecord *record, guint64 time)
{
  guint32 tid = sl_perf_record_get_u32 (record, 8);
  guint32 parent = sl_perf_record_get_u32 (record, 12);
  GArray *names = g_hash_table_lookup (self->names, GUINT_TO_POINTER (parent));

  if (names != NULL && tid != parent)
    add_name (self, tid, time, g_array_index (names, SlPerfPlace, names->len - 1).offset);
}

static void
note_kernel_loss (Walk *self, const SlPerfRecord *record)
{
  guint64 flags = sl_perf_record_get_u64 (record, 16);

  if ((flags & SL_PERF_AUX_TRUNCATED) != 0)
    sl_notes_add (self->notes, record->offset, 1,
                  "The kernel lost trace data because its buffer was full");
  if ((flags & SL_PERF_AUX_COLLISION) != 0)
    sl_notes_add (self->notes, record->offset, 1,
                  "Trace data was lost to another user of the processor's tracing");
  if ((flags & SL_PERF_AUX_PARTIAL) != 0)
    sl_notes_add (self->notes, record->offset, 1,
                  "The processor could not trace for some of the time, as in a virtual machine");
}

static void
add_event (Walk *self, const SlPerfRecord *record)
{
  SlPerfPlace place = { .offset = record->offset };
  SlPerfSample sample;

  sl_perf_records_get_sample (self->capture->records, record, &sample);
  place.time = sample.has_time ? sample.time : 0;
  if (record->type == SL_PERF_COMM)
    add_name (self->capture, sl_perf_record_get_u32 (record, 4), place.time, record->offset);
  else if (record->type == SL_PERF_FORK)
    inherit_name (self->capture, record, place.time);
  else if (record->type == SL_PERF_AUX)
    note_kernel_loss (self, record);
  g_array_append_val (self->capture->places, place);
}

static void
add_record (Walk *self, const SlPerfRecord *record)
{
  switch (record->type)
    {
    case SL_PERF_MMAP:
    case SL_PERF_LOST:
    case SL_PERF_COMM:
    case SL_PERF_EXIT:
    case SL_PERF_FORK:
    case SL_PERF_SAMPLE:
    case SL_PERF_MMAP2:
    case SL_PERF_AUX:
    case SL_PERF_ITRACE_START:
    case SL_PERF_LOST_SAMPLES:
    case SL_PERF_SWITCH:
    case SL_PERF_SWITCH_CPU_WIDE:
      add_event (self, record);
      break;
    case SL_PERF_HEADER_ATTR:
      sl_perf_records_add_attr (self->capture->records, record);
      break;
    case SL_PERF_AUXTRACE_INFO:
      read_info (self, record);
      break;
    case SL_PERF_AUXTRACE:
      add_piece (self, record);
      break;
    case SL_PERF_TIME_CONV:
      if (self->capture->clock.mult == 0)
        sl_perf_clock_init (&self->capture->clock, sl_perf_record_get_u64 (record, 0),
                            sl_perf_record_get_u64 (record, 8),
                            sl_perf_record_get_u64 (record, 16));
      break;
    case SL_PERF_COMPRESSED:
    case SL_PERF_COMPRESSED2:
      sl_notes_add (self->notes, record->offset, 1,
                    "Compressed records are not supported: record without the option -z");
      break;
    default:
      if (record->type < SL_PERF_FIRST_OF_TOOL)
        sl_notes_add (self->notes, record->offset, 1, "Records of type %u are ignored",
                      MIN (record->type, 64));
      break;
    }
}

static int
compare_places (gconstpointer a, gconstpointer b)
{
  const SlPerfPlace *one = a;
  const SlPerfPlace *other = b;

  return one->time < other->time ? -1 : one->time > other->time;
}

/* An AUX record tells for whom it is by the processor and the thread that wrote it. */
static void
add_losses (SlPerfCapture *self)
{
  for (guint i = 0; i < self->places->len; i++)
    {
      SlPerfRecord record;
      SlPerfSample sample;
      guint64 end;

      if (!sl_perf_records_read (self->records, g_array_index (self->places, SlPerfPlace, i).offset,
                                 &record) ||
          record.type != SL_PERF_AUX ||
          (sl_perf_record_get_u64 (&record, 16) &
           (SL_PERF_AUX_TRUNCATED | SL_PERF_AUX_COLLISION)) == 0)
        continue;

      sl_perf_records_get_sample (self->records, &record, &sample);
      end = sl_perf_record_get_u64 (&record, 0) + sl_perf_record_get_u64 (&record, 8);
      for (guint j = 0; j < self->streams->len; j++)
        {
          SlPerfStream *stream = g_ptr_array_index (self->streams, j);

          if (stream->cpu >= 0 ? sample.has_cpu && sample.cpu == (guint32) stream->cpu
                               : sample.has_tid && sample.tid == stream->tid)
            g_array_append_val (stream->losses, end);
        }
    }
}

/**
 * sl_perf_capture_new:
 * @mapping: must live as long as the result
 * @notes: added to
 *
 * Goes over all records once.
 *
 * Returns: (transfer full) (nullable): %NULL as sl_perf_records_new()
 */
SlPerfCapture *
sl_perf_capture_new (SlMapping *mapping, SlNotes *notes, GError **error)
{
  g_autoptr (SlPerfRecords) records = sl_perf_records_new (mapping, notes, error);
  g_autoptr (SlPerfCapture) self = NULL;
  Walk walk = { .notes = notes };
  SlPerfRecord record;
  guint64 at, config;

  if (records == NULL)
    return NULL;

  walk.capture = self = g_new0 (SlPerfCapture, 1);
  self->records = g_steal_pointer (&records);
  self->places = g_array_new (FALSE, FALSE, sizeof (SlPerfPlace));
  self->streams = g_ptr_array_new_with_free_func (stream_free);
  self->names = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_array_unref);

  for (at = sl_perf_records_get_begin (self->records);
       sl_perf_records_read (self->records, at, &record); at = sl_perf_record_get_end (&record))
    add_record (&walk, &record);
  sl_perf_records_note_end (self->records, at, notes);

  config = sl_perf_records_find_config (self->records, (guint32) walk.pmu_type);
  if (walk.mtc_frequency_bits != 0 && (config & walk.mtc_bit) != 0)
    self->timing.mtc_frequency = (guint32) ((config & walk.mtc_frequency_bits) >>
                                            __builtin_ctzll (walk.mtc_frequency_bits)) &
                                 0xf;
  if (walk.is_other_trace)
    g_ptr_array_set_size (self->streams, 0);
  g_array_sort (self->places, compare_places);
  add_losses (self);
  return g_steal_pointer (&self);
}

void
sl_perf_capture_free (SlPerfCapture *self)
{
  g_clear_pointer (&self->records, sl_perf_records_free);
  g_clear_pointer (&self->places, g_array_unref);
  g_clear_pointer (&self->streams, g_ptr_array_unref);
  g_clear_pointer (&self->names, g_hash_table_unref);
  g_free (self);
}

/**
 * sl_perf_capture_get_name:
 * @time: in the kernel's nanoseconds
 *
 * Returns: (transfer full) (nullable): what the thread was called then, with its number
 */
char *
sl_perf_capture_get_name (const SlPerfCapture *self, guint32 tid, guint64 time)
{
  GArray *names = g_hash_table_lookup (self->names, GUINT_TO_POINTER (tid));
  g_autofree char *bytes = NULL;
  g_autofree char *name = NULL;
  SlPerfRecord record;
  guint i = 0;

  if (names == NULL)
    return NULL;

  while (i + 1 < names->len && g_array_index (names, SlPerfPlace, i + 1).time <= time)
    i++;
  if (!sl_perf_records_read (self->records, g_array_index (names, SlPerfPlace, i).offset,
                             &record) ||
      record.size <= 8)
    return NULL;

  bytes = g_strndup ((const char *) record.body + 8, record.size - 8);
  name = g_utf8_make_valid (bytes, -1);
  return g_strdup_printf ("%s %u", name, tid);
}

static int
compare_offsets (gconstpointer a, gconstpointer b)
{
  const guint64 *one = a;
  const guint64 *other = b;

  return *one < *other ? -1 : *one > *other;
}

/**
 * sl_perf_capture_find_breaks:
 *
 * Returns: (transfer full): offsets in the pieces put together, rising, before which bytes are
 *   missing
 */
GArray *
sl_perf_capture_find_breaks (const SlPerfCapture *self, const SlPerfStream *stream)
{
  GArray *breaks = g_array_new (FALSE, FALSE, sizeof (guint64));
  guint64 begin = 0;

  g_array_sort (stream->losses, compare_offsets);
  for (guint i = 0, loss = 0; i < stream->pieces->len; i++)
    {
      const SlPerfPiece *piece = &g_array_index (stream->pieces, SlPerfPiece, i);

      if (i > 0 && (self->is_snapshot || piece->offset != (piece - 1)->offset + (piece - 1)->size))
        g_array_append_val (breaks, begin);
      for (; loss < stream->losses->len; loss++)
        {
          guint64 after = g_array_index (stream->losses, guint64, loss) - piece->offset;
          guint64 place = begin + after;

          if (g_array_index (stream->losses, guint64, loss) < piece->offset)
            continue;
          if (after >= piece->size)
            break;
          if (after > 0 || breaks->len == 0 ||
              g_array_index (breaks, guint64, breaks->len - 1) != place)
            g_array_append_val (breaks, place);
        }
      begin += piece->size;
    }

  return breaks;
}
