/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-perf-capture.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "sl-event.h"
#include "sl-perf-folder.h"
#include "sl-perf-sample.h"
#include "sl-perf-unpack.h"

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

/* What is counted on the way and told at the end. */
typedef struct
{
  SlPerfCapture *capture;
  SlNotes *notes;
  SlPerfUnpack *packed; /* (nullable): records that are */
  GArray *final_losses; /* of SlPerfPlace: without a time */
  GHashTable *losses;   /* cpu → what the last records count beyond those on the way */
  GError *error;
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
  /* The numbers of the files come first. */
  guint most =
      SL_INPUT_MAX_FILES - sl_input_get_n_files (sl_perf_records_get_input (capture->records));
  SlPerfPiece piece = {
    .file_offset = sl_perf_record_get_end (record) - record->data_size,
    .size = record->data_size,
    .offset = sl_perf_record_get_u64 (record, 8),
  };

  if (record->data_size < sl_perf_record_get_u64 (record, 0))
    sl_notes_add (self->notes, record->offset, 1,
                  N_ ("The file ends inside the trace data of a processor"));
  if (piece.size == 0)
    return;
  if (stream == NULL && capture->streams->len == most)
    {
      sl_notes_add (self->notes, record->offset, 1,
                    "There are more than %u streams of trace data; the rest are left out", most);
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

static void
count_loss (Walk *self, guint32 cpu, gint64 n_lost)
{
  gpointer key = GUINT_TO_POINTER (cpu);
  gint64 sum = GPOINTER_TO_SIZE (g_hash_table_lookup (self->losses, key));

  g_hash_table_insert (self->losses, key, GSIZE_TO_POINTER ((gsize) (sum + n_lost)));
}

static void
note_kernel_loss (Walk *self, const SlPerfRecord *record)
{
  guint64 flags = sl_perf_record_get_u64 (record, 16);

  if ((flags & SL_PERF_AUX_TRUNCATED) != 0)
    sl_notes_add (self->notes, record->offset, 1,
                  N_ ("The kernel lost trace data because its buffer was full"));
  if ((flags & SL_PERF_AUX_COLLISION) != 0)
    sl_notes_add (self->notes, record->offset, 1,
                  N_ ("Trace data was lost to another user of the processor's tracing"));
  if ((flags & SL_PERF_AUX_PARTIAL) != 0)
    sl_notes_add (
        self->notes, record->offset, 1,
        N_ ("The processor could not trace for some of the time, as in a virtual machine"));
}

/* Records that perf itself wrote when the recording ended come last, and count what was lost of each event. */
static void
add_lost_samples (Walk *self, const SlPerfRecord *record)
{
  SlPerfPlace place = { .offset = record->offset };

  g_array_append_val (self->final_losses, place);
}

/* A buffer that is overwritten is filled from its end, so that the file has its latest record first. */
static inline void
add_to_rows (Walk *self,
             const SlPerfRecord *record,
             const SlPerfAttr *attr,
             guint32 cpu,
             guint64 time)
{
  guint64 end = sl_perf_record_get_end (record);

  if (G_UNLIKELY (attr != NULL && attr->is_overwritten && time > 0))
    sl_perf_rows_add_backward (self->capture->rows, record->offset, end, cpu, time);
  else
    sl_perf_rows_add (self->capture->rows, record->offset, end, cpu, time);
}

static void
add_event (Walk *self, const SlPerfRecord *record)
{
  const SlPerfAttrs *attrs = sl_perf_records_get_attrs (self->capture->records);
  SlPerfPlace place = { .offset = record->offset };
  SlPerfSample sample;

  sl_perf_records_get_sample (self->capture->records, record, &sample);
  place.time = sample.has_time ? sample.time : 0;
  if (record->type == SL_PERF_LOST_SAMPLES && place.time == 0)
    {
      add_lost_samples (self, record);
      return;
    }

  if (record->type == SL_PERF_AUX)
    note_kernel_loss (self, record);
  else if (record->type == SL_PERF_LOST && sample.has_cpu)
    count_loss (self, sample.cpu, -(gint64) sl_perf_record_get_u64 (record, 8));
  if (record->type != SL_PERF_SAMPLE)
    g_array_append_val (self->capture->places, place);
  add_to_rows (self, record,
               sl_perf_attrs_find (attrs, record->type == SL_PERF_SAMPLE, record->body,
                                   record->size),
               sample.has_cpu && place.time > 0 ? sample.cpu : SL_PERF_NO_CPU, place.time);
}

/* Most records of a file may be these. */
static void
add_sample (Walk *self, const SlPerfRecord *record)
{
  const SlPerfAttrs *attrs = sl_perf_records_get_attrs (self->capture->records);
  const SlPerfAttr *attr = sl_perf_attrs_get_only (attrs);
  guint32 cpu = SL_PERF_NO_CPU;
  guint64 time = 0;

  if (attr == NULL)
    attr = sl_perf_attrs_find (attrs, TRUE, record->body, record->size);
  if (attr == NULL || attr->type != SL_PERF_TYPE_TRACEPOINT)
    {
      add_event (self, record);
      return;
    }

  if (attr->time_at >= 0)
    time = sl_perf_record_get_u64 (record, (gsize) attr->time_at);
  if (attr->cpu_at >= 0 && time > 0)
    cpu = sl_perf_record_get_u32 (record, (gsize) attr->cpu_at);
  add_to_rows (self, record, attr, cpu, time);
}

static gboolean
unpack (Walk *self, const SlPerfRecord *record)
{
  if (self->packed == NULL)
    self->packed = sl_perf_unpack_new (
        SL_OFFSET_BYTE (sl_perf_records_get_unpacked_begin (self->capture->records,
                                                            SL_OFFSET_FILE (record->offset))));
  return sl_perf_unpack_add (self->packed, record, self->notes, &self->error);
}

/* Returns: FALSE where the file cannot be read at all. */
static gboolean
add_record (Walk *self, const SlPerfRecord *record)
{
  switch (record->type)
    {
    case SL_PERF_MMAP:
    case SL_PERF_LOST:
    case SL_PERF_COMM:
    case SL_PERF_EXIT:
    case SL_PERF_FORK:
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
    case SL_PERF_ID_INDEX:
      sl_perf_records_add_ids (self->capture->records, record);
      break;
    case SL_PERF_TRACING_DATA:
    case SL_PERF_HEADER_FEATURE:
      sl_perf_features_take (&self->capture->features, record, self->notes);
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
      return unpack (self, record);
    default:
      if (record->type < SL_PERF_FIRST_OF_TOOL)
        sl_notes_add (self->notes, record->offset, 1, "Records of type %u are ignored",
                      MIN (record->type, 64));
      break;
    }
  return TRUE;
}

/* What was lost of a processor behind its last record, and the records that say so. */
static void
add_final_losses (Walk *self)
{
  SlPerfCapture *capture = self->capture;
  const SlPerfAttrs *attrs = sl_perf_records_get_attrs (capture->records);
  GHashTableIter iter;
  gpointer cpu, n_lost;

  for (guint i = 0; i < self->final_losses->len; i++)
    {
      guint64 offset = g_array_index (self->final_losses, SlPerfPlace, i).offset;
      guint32 number = SL_PERF_NO_CPU;
      SlPerfRecord record;

      if (!sl_perf_records_read (capture->records, offset, &record))
        continue;
      if (sl_perf_attrs_find_cpu (attrs, record.body, record.size, &number) &&
          (record.misc & SL_PERF_MISC_LOST_BY_FILTER) == 0)
        count_loss (self, number, (gint64) MIN (sl_perf_record_get_u64 (&record, 0), G_MAXUINT32));
      sl_perf_rows_add_last (capture->rows, offset, number);
    }

  g_hash_table_iter_init (&iter, self->losses);
  while (self->final_losses->len > 0 && g_hash_table_iter_next (&iter, &cpu, &n_lost))
    if ((gint64) GPOINTER_TO_SIZE (n_lost) > 0)
      g_hash_table_insert (capture->tail_losses, cpu, n_lost);
}

/* All records from @offset on. What was packed holds no other packed records, nor anything that perf adds. */
static gboolean
walk_from (Walk *self, guint64 offset)
{
  const SlPerfRecords *records = self->capture->records;
  gboolean is_unpacked = sl_perf_records_is_unpacked (records, offset);
  gboolean is_big = sl_perf_records_are_big (records);
  SlPerfPosition at = { .offset = offset };
  SlPerfRecord record;

  at.bytes = sl_perf_records_find_bytes (records, offset, &at.left);
  sl_perf_rows_add_samples (self->capture->rows, sl_perf_records_get_attrs (records), &at);
  while (sl_perf_record_parse (at.bytes, at.left, at.offset, is_big, &record) &&
         !(is_unpacked && record.type >= SL_PERF_FIRST_OF_TOOL))
    {
      if (record.type == SL_PERF_SAMPLE)
        add_sample (self, &record);
      else if (!add_record (self, &record))
        return FALSE;
      sl_perf_position_move (&at, sl_perf_record_get_end (&record) - at.offset);
      sl_perf_rows_add_samples (self->capture->rows, sl_perf_records_get_attrs (records), &at);
    }
  sl_perf_records_note_end (records, at.offset, self->notes);
  return TRUE;
}

/* All records of a file, and then those that were packed in it. */
static gboolean
walk_file (Walk *self, guint file)
{
  SlPerfRecords *records = self->capture->records;
  g_autoptr (SlPerfUnpack) packed = NULL;
  SlMapping *unpacked;

  if (!walk_from (self, sl_perf_records_get_begin (records, file)))
    return FALSE;

  packed = g_steal_pointer (&self->packed);
  unpacked = packed != NULL ? sl_perf_unpack_finish (packed, &self->error) : NULL;
  if (unpacked == NULL)
    return self->error == NULL;

  sl_perf_records_take_unpacked (records, file, unpacked);
  return walk_from (self, sl_perf_records_get_unpacked_begin (records, file));
}

static gboolean
walk_records (Walk *self)
{
  guint n_files = sl_input_get_n_files (sl_perf_records_get_input (self->capture->records));

  for (guint i = 0; i < n_files; i++)
    {
      if (!walk_file (self, i))
        return FALSE;
    }

  return TRUE;
}

static void
finish_walk (Walk *self)
{
  SlPerfCapture *capture = self->capture;
  const SlPerfAttr *attr;
  guint64 config;

  attr = sl_perf_attrs_find_type (sl_perf_records_get_attrs (capture->records),
                                  (guint32) self->pmu_type);
  config = attr != NULL ? attr->config : 0;
  if (self->mtc_frequency_bits != 0 && (config & self->mtc_bit) != 0)
    capture->timing.mtc_frequency = (guint32) ((config & self->mtc_frequency_bits) >>
                                               __builtin_ctzll (self->mtc_frequency_bits)) &
                                    0xf;
  if (self->is_other_trace)
    g_ptr_array_set_size (capture->streams, 0);

  sl_perf_features_read (&capture->features, capture->records, self->notes);
  /* Samples say whose code a stream is, and nothing else that is asked of these places. */
  if (capture->streams->len > 0)
    sl_perf_places_add_samples (capture->places, capture->records);
  sl_perf_places_sort (capture->places);
  sl_perf_rows_turn_round (capture->rows);
  add_final_losses (self);
  sl_perf_rows_settle (capture->rows, &capture->first);
  capture->is_of_tasks = sl_perf_attrs_are_of_tasks (sl_perf_records_get_attrs (capture->records));
  if (capture->rows->n_displaced > 0)
    sl_notes_add (self->notes, SL_OFFSET_NONE, capture->rows->n_displaced,
                  N_ ("Records are not in the order of their times"));
}

/**
 * sl_perf_capture_new:
 * @input: as for sl_perf_records_new()
 * @notes: added to
 *
 * Goes over all records once.
 *
 * Returns: (transfer full) (nullable): %NULL as sl_perf_records_new(), or with %SL_ERROR_TOO_LARGE
 */
SlPerfCapture *
sl_perf_capture_new (SlInput *input, SlNotes *notes, GError **error)
{
  g_autoptr (SlPerfRecords) records = sl_perf_records_new (input, notes, error);
  g_autoptr (SlPerfCapture) self = NULL;
  Walk walk = { .notes = notes };
  gboolean is_read;

  if (records == NULL)
    return NULL;

  walk.capture = self = g_new0 (SlPerfCapture, 1);
  walk.final_losses = g_array_new (FALSE, FALSE, sizeof (SlPerfPlace));
  walk.losses = g_hash_table_new (NULL, NULL);
  self->records = g_steal_pointer (&records);
  self->rows = sl_perf_rows_new ();
  self->tail_losses = g_hash_table_new (NULL, NULL);
  self->places = g_array_new (FALSE, FALSE, sizeof (SlPerfPlace));
  self->streams = g_ptr_array_new_with_free_func (stream_free);

  sl_perf_folder_note_missing (self->records, notes);
  is_read = walk_records (&walk);
  if (is_read)
    finish_walk (&walk);
  g_array_unref (walk.final_losses);
  g_hash_table_unref (walk.losses);
  g_clear_pointer (&walk.packed, sl_perf_unpack_free);
  if (!is_read)
    g_propagate_error (error, walk.error);
  return is_read ? g_steal_pointer (&self) : NULL;
}

void
sl_perf_capture_free (SlPerfCapture *self)
{
  g_clear_pointer (&self->records, sl_perf_records_free);
  g_clear_pointer (&self->rows, sl_perf_rows_free);
  g_clear_pointer (&self->tail_losses, g_hash_table_unref);
  g_clear_pointer (&self->places, g_array_unref);
  g_clear_pointer (&self->streams, g_ptr_array_unref);
  sl_perf_features_clear (&self->features);
  g_free (self);
}

/**
 * sl_perf_capture_has_tracepoint:
 *
 * Returns: whether that was recorded
 */
gboolean
sl_perf_capture_has_tracepoint (const SlPerfCapture *self, const char *system, const char *name)
{
  const SlPerfAttrs *attrs = sl_perf_records_get_attrs (self->records);
  const SlEventFormat *format = self->features.tracing != NULL
                                    ? sl_tracing_data_find (self->features.tracing, system, name)
                                    : NULL;

  for (guint i = 0; format != NULL && i < sl_perf_attrs_get_count (attrs); i++)
    {
      const SlPerfAttr *attr = sl_perf_attrs_get (attrs, i);

      if (attr->type == SL_PERF_TYPE_TRACEPOINT && attr->config == format->id)
        return TRUE;
    }

  return FALSE;
}
