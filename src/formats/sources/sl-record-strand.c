/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-record-strand.h"

typedef struct
{
  SlRecordRun run;
  guint64 start; /* records of the strand before it */
} Piece;

/**
 * sl_record_strand_new:
 *
 * Returns: (transfer full): a strand without records
 */
SlRecordStrand *
sl_record_strand_new (void)
{
  SlRecordStrand *self = g_new0 (SlRecordStrand, 1);

  self->pieces = g_array_new (FALSE, FALSE, sizeof (Piece));
  return self;
}

void
sl_record_strand_free (SlRecordStrand *self)
{
  g_array_unref (self->pieces);
  g_free (self);
}

/**
 * sl_record_strand_append:
 * @run: begins no earlier than the strand ends
 */
void
sl_record_strand_append (SlRecordStrand *self, const SlRecordRun *run)
{
  Piece piece = { *run, self->n_records };

  g_array_append_val (self->pieces, piece);
  self->n_records += run->count;
}

/**
 * sl_record_strand_append_strand:
 *
 * Appends all runs of @other.
 */
void
sl_record_strand_append_strand (SlRecordStrand *self, const SlRecordStrand *other)
{
  for (guint i = 0; i < other->pieces->len; i++)
    sl_record_strand_append (self, &g_array_index (other->pieces, Piece, i).run);
}

/* Number of the piece that holds @record, which the strand must have. */
static guint
find_piece (const SlRecordStrand *self, guint64 record)
{
  guint low = 0;
  guint high = self->pieces->len;

  while (high - low > 1)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (self->pieces, Piece, middle).start <= record)
        low = middle;
      else
        high = middle;
    }

  return low;
}

static SlRecordBlock
make_block (const SlRecordContext *context, const SlRecordRun *run, guint64 first, guint n_records)
{
  SlMapping *mapping = sl_input_get_file (context->input, run->file);
  guint64 offset = run->offset + first * context->format->record_size;

  return (SlRecordBlock) {
    .records = sl_mapping_get_data (mapping) + offset,
    .n_records = n_records,
    .n_before = first,
    .file = run->file,
    .offset = offset,
  };
}

/**
 * sl_record_context_decode:
 * @first: number of a record in @run
 * @n_records: as many as @run has from there, or fewer
 *
 * Returns: number of events written to @events, which has room for @n_records
 */
guint
sl_record_context_decode (const SlRecordContext *self,
                          const SlRecordRun *run,
                          guint64 first,
                          guint n_records,
                          gpointer state,
                          SlEvent *events)
{
  SlRecordBlock block = make_block (self, run, first, n_records);
  guint n_events = self->format->decode (self->user_data, &block, state, events);

  g_return_val_if_fail (n_events <= n_records, 0);
  return n_events;
}

/**
 * sl_record_strand_decode:
 * @first: number of a record in the strand
 * @n_records: at most %SL_BLOCK_EVENTS, and no more than the strand has from @first
 * @state: (nullable): changed as the records say
 * @events: room for @n_records
 * @intact: set to %FALSE where the file was damaged below the records; else left
 *
 * Returns: number of events
 */
guint
sl_record_strand_decode (const SlRecordStrand *self,
                         const SlRecordContext *context,
                         guint64 first,
                         guint64 n_records,
                         gpointer state,
                         SlEvent *events,
                         gboolean *intact)
{
  guint n_events = 0;
  guint number = find_piece (self, first);

  while (n_records > 0)
    {
      const Piece *piece = &g_array_index (self->pieces, Piece, number++);
      guint64 skip = first - piece->start;
      guint part = MIN (n_records, piece->run.count - skip);
      guint64 end = piece->run.offset + (skip + part) * context->format->record_size;

      n_events +=
          sl_record_context_decode (context, &piece->run, skip, part, state, events + n_events);
      if (!sl_damage_check_range (context->damage, piece->run.file, end))
        *intact = FALSE;

      first += part;
      n_records -= part;
    }

  return n_events;
}

/**
 * sl_record_strand_fill:
 * @state: (nullable): before the records
 *
 * Fills @columns with the events of the records, of which there are at most %SL_BLOCK_EVENTS.
 *
 * Returns: %FALSE where they lie in several runs, the file was damaged below them, or columns
 *   cannot tell them
 */
gboolean
sl_record_strand_fill (const SlRecordStrand *self,
                       const SlRecordContext *context,
                       guint64 first,
                       guint n_records,
                       gconstpointer state,
                       SlColumns *columns)
{
  const Piece *piece = &g_array_index (self->pieces, Piece, find_piece (self, first));
  guint64 skip = first - piece->start;
  SlRecordBlock block;

  if (n_records > piece->run.count - skip)
    return FALSE;

  block = make_block (context, &piece->run, skip, n_records);
  columns->n_gaps = 0;
  return context->format->fill (context->user_data, &block, state, columns) &&
         sl_damage_check_range (context->damage, piece->run.file,
                                block.offset + n_records * context->format->record_size);
}

/**
 * sl_record_strand_summarize:
 *
 * Writes to @summary what the records do to a state; see #SlRecordFormat.
 */
void
sl_record_strand_summarize (const SlRecordStrand *self,
                            const SlRecordContext *context,
                            guint64 first,
                            guint64 n_records,
                            gpointer summary)
{
  g_autofree gpointer part_summary = g_malloc0 (context->format->state_size);
  guint number = find_piece (self, first);

  memset (summary, 0, context->format->state_size);
  while (n_records > 0)
    {
      const Piece *piece = &g_array_index (self->pieces, Piece, number++);
      guint64 skip = first - piece->start;
      guint part = MIN (n_records, piece->run.count - skip);
      SlRecordBlock block = make_block (context, &piece->run, skip, part);

      memset (part_summary, 0, context->format->state_size);
      context->format->summarize (context->user_data, &block, part_summary);
      context->format->combine (context->user_data, summary, part_summary);
      first += part;
      n_records -= part;
    }
}
