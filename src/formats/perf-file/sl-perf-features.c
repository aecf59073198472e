/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-perf-features.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Numbers of features, from Linux, tools/perf/util/header.h. */
enum
{
  FEATURE_TRACING_DATA = 1,
  FEATURE_OS_RELEASE = 4,
  FEATURE_CLOCK_DATA = 29,
};

void
sl_perf_features_clear (SlPerfFeatures *self)
{
  g_clear_pointer (&self->tracing, sl_tracing_data_free);
  g_clear_pointer (&self->release, g_free);
}

/* What was read before something that cannot be followed stays. */
static void
read_tracing (SlPerfFeatures *self,
              const guint8 *bytes,
              gsize size,
              guint64 offset,
              gboolean is_big,
              SlNotes *notes)
{
  g_autoptr (GError) error = NULL;
  SlByteReader reader;

  if (self->tracing != NULL || size == 0)
    return;

  sl_byte_reader_init (&reader, bytes, size, offset);
  self->tracing = sl_tracing_data_new (&reader, &error);
  if (self->tracing != NULL && self->tracing->is_big != is_big)
    {
      sl_notes_add (
          notes, offset, 1,
          "The formats of tracepoints have another byte order than the file: they are not read");
      g_clear_pointer (&self->tracing, sl_tracing_data_free);
      return;
    }
  if (self->tracing == NULL || !sl_tracing_data_read_all (self->tracing, &reader, notes, &error))
    sl_notes_add (notes, offset, 1, "The formats of tracepoints cannot be read to their end: %s",
                  error->message);
}

/* A text behind its size, padded with NUL. */
static void
read_release (SlPerfFeatures *self, const guint8 *bytes, gsize size, gboolean is_big)
{
  if (self->release != NULL || size < 4)
    return;

  self->release =
      g_strndup ((const char *) bytes + 4, MIN (sl_bytes_u32 (bytes, is_big), size - 4));
}

/* The clock of the records and the time of day, both taken at once: a version, the number of the clock, Unix time and the
 * clock's own, in ns. */
static void
read_clock_data (SlPerfFeatures *self, const guint8 *bytes, gsize size, gboolean is_big)
{
  guint64 wall, own;

  if (self->has_wall || size < 24 || sl_bytes_u32 (bytes, is_big) != 1)
    return;

  wall = sl_bytes_u64 (bytes + 8, is_big);
  own = sl_bytes_u64 (bytes + 16, is_big);
  self->has_wall = wall <= G_MAXINT64 && own <= G_MAXINT64;
  self->wall_shift = self->has_wall ? (gint64) wall - (gint64) own : 0;
}

/**
 * sl_perf_features_read:
 *
 * Reads what lies behind the records of a file, unless it is in pipe form.
 */
void
sl_perf_features_read (SlPerfFeatures *self, const SlPerfRecords *records, SlNotes *notes)
{
  gboolean is_big = sl_perf_records_are_big (records);
  const guint8 *bytes;
  guint64 offset;
  gsize size;

  bytes = sl_perf_records_find_feature (records, FEATURE_OS_RELEASE, &size, &offset);
  if (bytes != NULL)
    read_release (self, bytes, size, is_big);
  bytes = sl_perf_records_find_feature (records, FEATURE_CLOCK_DATA, &size, &offset);
  if (bytes != NULL)
    read_clock_data (self, bytes, size, is_big);
  bytes = sl_perf_records_find_feature (records, FEATURE_TRACING_DATA, &size, &offset);
  if (bytes != NULL)
    read_tracing (self, bytes, size, offset, is_big, notes);
  else if (sl_perf_records_is_cut_off (records) &&
           sl_perf_attrs_find_type (sl_perf_records_get_attrs (records), SL_PERF_TYPE_TRACEPOINT) !=
               NULL)
    sl_notes_add (
        notes, SL_OFFSET_NONE, 1,
        N_ ("The formats of tracepoints are stored at the end of the file, which is missing: "
            "tracepoints are only samples, and nothing is known of tasks from them"));
}

/**
 * sl_perf_features_take:
 * @record: of any type
 *
 * Takes what a file in pipe form says among its records.
 */
void
sl_perf_features_take (SlPerfFeatures *self, const SlPerfRecord *record, SlNotes *notes)
{
  if (record->type == SL_PERF_TRACING_DATA)
    read_tracing (self, sl_perf_record_get_data (record), record->data_size,
                  sl_perf_record_get_end (record) - record->data_size, record->is_big, notes);
  else if (record->type == SL_PERF_HEADER_FEATURE && record->size > 8 &&
           sl_perf_record_get_u64 (record, 0) == FEATURE_OS_RELEASE)
    read_release (self, record->body + 8, record->size - 8, record->is_big);
  else if (record->type == SL_PERF_HEADER_FEATURE && record->size > 8 &&
           sl_perf_record_get_u64 (record, 0) == FEATURE_CLOCK_DATA)
    read_clock_data (self, record->body + 8, record->size - 8, record->is_big);
}
