/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-perf-streams.h"

#include "sl-perf-owners.h"
#include "sl-perf-sample.h"
#include "sl-spill.h"

/* No stream begins further from the others. */
#define MOST_TIME (G_GUINT64_CONSTANT (1) << 61)

typedef struct
{
  const SlPerfStream *found; /* the capture's */
  SlPtStream *stream;
  guint64 first_tsc; /* all bits of it; 0 without times */
} Stream;

struct _SlPerfStreams
{
  SlInput *input; /* the files, and then the streams */
  guint n_files;
  GArray *streams; /* of Stream */
  gboolean has_time;
  guint64 first_tsc;
};

static void
stream_clear (gpointer data)
{
  Stream *self = data;

  g_clear_pointer (&self->stream, sl_pt_stream_free);
}

static const guint8 *
find_piece (SlInput *input, const SlPerfPiece *piece)
{
  SlMapping *file = sl_input_get_file (input, SL_OFFSET_FILE (piece->file_offset));

  return sl_mapping_get_data (file) + SL_OFFSET_BYTE (piece->file_offset);
}

static SlMapping *
view_piece (SlInput *input, const SlPerfPiece *piece, const char *name)
{
  g_autoptr (GBytes) bytes =
      g_bytes_new_with_free_func (find_piece (input, piece), piece->size,
                                  (GDestroyNotify) sl_input_unref, sl_input_ref (input));

  return sl_mapping_new_for_bytes (bytes, name);
}

/* One piece is read where it lies, several are copied behind each other. */
static SlMapping *
join_pieces (SlInput *input, const SlPerfStream *stream, GCancellable *cancellable, GError **error)
{
  g_autofree char *name = g_strdup_printf ("idx %u", stream->index);
  g_autoptr (SlSpill) spill = NULL;

  if (stream->pieces->len == 1)
    return view_piece (input, &g_array_index (stream->pieces, SlPerfPiece, 0), name);

  spill = sl_spill_new (SL_SPILL_MEMORY, error);
  if (spill == NULL)
    return NULL;

  for (guint i = 0; i < stream->pieces->len; i++)
    {
      const SlPerfPiece *piece = &g_array_index (stream->pieces, SlPerfPiece, i);

      if (g_cancellable_set_error_if_cancelled (cancellable, error) ||
          !sl_spill_write (spill, find_piece (input, piece), piece->size, error))
        return NULL;
    }

  return sl_mapping_new_take_fd (sl_spill_steal_fd (spill), name, error);
}

/* An AUX record tells for whom it is by the processor and the thread that wrote it. */
static void
add_losses (const SlPerfCapture *self)
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

static int
compare_offsets (gconstpointer a, gconstpointer b)
{
  const guint64 *one = a;
  const guint64 *other = b;

  return *one < *other ? -1 : *one > *other;
}

/* Offsets in the pieces put together, rising, before which bytes are missing. */
static GArray *
find_breaks (const SlPerfCapture *self, const SlPerfStream *stream)
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

static void
add_stream (SlPerfStreams *self,
            const SlPerfCapture *capture,
            guint number,
            const SlPtStreamOptions *machine,
            SlNotes *notes)
{
  const SlPerfStream *found = g_ptr_array_index (capture->streams, number);
  g_autoptr (GArray) breaks = find_breaks (capture, found);
  g_autoptr (GError) error = NULL;
  SlPtStreamOptions options = *machine;
  Stream stream = { .found = found };

  options.breaks = breaks;
  options.cpu = (guint16) (found->cpu >= 0 ? MIN ((guint32) found->cpu, G_MAXUINT16)
                                           : MIN (found->index, G_MAXUINT16));
  stream.stream = sl_pt_stream_new (self->input, self->n_files + number, &options, notes, &error);
  if (stream.stream == NULL)
    {
      sl_notes_add (notes, g_array_index (found->pieces, SlPerfPiece, 0).file_offset, 1,
                    "The trace data of buffer %u is left out: %s", found->index, error->message);
      return;
    }

  stream.first_tsc =
      sl_pt_stream_has_time (stream.stream)
          ? sl_perf_clock_widen (sl_pt_stream_get_origin (stream.stream), found->reference)
          : 0;
  if (stream.first_tsc != 0)
    {
      self->first_tsc = self->has_time ? MIN (self->first_tsc, stream.first_tsc) : stream.first_tsc;
      self->has_time = TRUE;
    }
  g_array_append_val (self->streams, stream);
}

/* Streams that have no place among the others on an axis of time. */
static void
drop_timeless (SlPerfStreams *self, SlNotes *notes)
{
  for (guint i = self->streams->len; i > 0 && self->has_time; i--)
    {
      const Stream *stream = &g_array_index (self->streams, Stream, i - 1);

      if (stream->first_tsc != 0 && stream->first_tsc - self->first_tsc < MOST_TIME)
        continue;
      sl_notes_add (notes, SL_OFFSET_NONE, 1,
                    "A stream of trace data without a time, while others have one, is left out");
      g_array_remove_index (self->streams, i - 1);
    }
}

/**
 * sl_perf_streams_new:
 * @options: what is known of the machine; the processor is that of each stream
 * @notes: added to; a stream that cannot be decoded is a note
 *
 * Returns: (transfer full) (nullable): %NULL with %G_IO_ERROR where pieces cannot be put together
 */
SlPerfStreams *
sl_perf_streams_new (const SlPerfCapture *capture,
                     const SlPtStreamOptions *options,
                     SlNotes *notes,
                     GCancellable *cancellable,
                     GError **error)
{
  g_autoptr (SlPerfStreams) self = g_new0 (SlPerfStreams, 1);
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func ((GDestroyNotify) sl_mapping_unref);
  SlInput *input = sl_perf_records_get_input (capture->records);

  add_losses (capture);
  self->streams = g_array_new (FALSE, FALSE, sizeof (Stream));
  g_array_set_clear_func (self->streams, stream_clear);
  self->n_files = sl_input_get_n_files (input);
  for (guint i = 0; i < self->n_files; i++)
    g_ptr_array_add (files, sl_mapping_ref (sl_input_get_file (input, i)));
  for (guint i = 0; i < capture->streams->len; i++)
    {
      SlMapping *joined =
          join_pieces (input, g_ptr_array_index (capture->streams, i), cancellable, error);

      if (joined == NULL)
        return NULL;
      g_ptr_array_add (files, joined);
    }

  self->input = sl_input_new ((SlMapping *const *) files->pdata, files->len);
  for (guint i = 0; i < capture->streams->len; i++)
    add_stream (self, capture, i, options, notes);
  drop_timeless (self, notes);
  return g_steal_pointer (&self);
}

void
sl_perf_streams_free (SlPerfStreams *self)
{
  g_clear_pointer (&self->streams, g_array_unref);
  g_clear_pointer (&self->input, sl_input_unref);
  g_free (self);
}

guint
sl_perf_streams_get_count (const SlPerfStreams *self)
{
  return self->streams->len;
}

/**
 * sl_perf_streams_has_time:
 *
 * Returns: whether the streams tell times; else all count bytes
 */
gboolean
sl_perf_streams_has_time (const SlPerfStreams *self)
{
  return self->has_time;
}

/**
 * sl_perf_streams_get_first_tsc:
 *
 * Returns: the TSC at which the first stream begins
 */
guint64
sl_perf_streams_get_first_tsc (const SlPerfStreams *self)
{
  return self->first_tsc;
}

/**
 * sl_perf_streams_to_sources:
 * @capture: that this was made of
 * @clock: whose origin is not after the first TSC
 * @sources: (element-type SlSource): added to
 *
 * Once: the streams go over into the sources.
 */
void
sl_perf_streams_to_sources (SlPerfStreams *self,
                            const SlPerfCapture *capture,
                            SlClock *clock,
                            GPtrArray *sources)
{
  guint64 origin = sl_clock_get_origin (clock);

  for (guint i = 0; i < self->streams->len; i++)
    {
      Stream *stream = &g_array_index (self->streams, Stream, i);

      if (self->has_time)
        sl_pt_stream_shift (stream->stream, (SlTime) MIN (stream->first_tsc - origin, MOST_TIME));
      sl_pt_stream_take_owners (stream->stream,
                                sl_perf_owners_find (capture, stream->found, clock));
      g_ptr_array_add (sources,
                       sl_pt_stream_to_source (g_steal_pointer (&stream->stream), self->input));
    }
}
