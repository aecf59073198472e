/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-dat-file.h"

#include "sl-dat-options.h"
#include "sl-dat-rows.h"
#include "sl-dat-versions.h"
#include "sl-error.h"
#include "sl-linux-source.h"
#include "sl-lower-bound.h"

#define NS_PER_SECOND G_GUINT64_CONSTANT (1000000000)

static void
buffer_clear (gpointer data)
{
  SlDatBuffer *buffer = data;

  g_free (buffer->name);
  g_free (buffer->clock);
}

static void
row_clear (gpointer data)
{
  g_array_unref (((SlDatRow *) data)->chunks);
}

/* Where the file as a whole does not say it, its first buffer may; the kernel's own choice is “local”. */
static void
set_clock (SlDatFile *self)
{
  for (guint i = 0; i < self->buffers->len && self->clock == NULL; i++)
    self->clock = g_strdup (g_array_index (self->buffers, SlDatBuffer, i).clock);
  if (self->clock == NULL || self->clock[0] == '\0')
    {
      g_free (self->clock);
      self->clock = g_strdup ("local");
    }
}

static void
part_clear (gpointer data)
{
  g_bytes_unref (((SlDatKept *) data)->bytes);
}

static SlDatFile *
read_file (SlMapping *mapping, gboolean with_parts, SlNotes *notes, GError **error)
{
  g_autoptr (SlDatFile) self = g_new0 (SlDatFile, 1);
  SlByteReader reader;
  gboolean is_read;

  self->mapping = sl_mapping_ref (mapping);
  self->peers = sl_tracing_peers_new ();
  self->known = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self->buffers = g_array_new (FALSE, FALSE, sizeof (SlDatBuffer));
  self->rows = g_array_new (FALSE, FALSE, sizeof (SlDatRow));
  g_array_set_clear_func (self->buffers, buffer_clear);
  g_array_set_clear_func (self->rows, row_clear);
  if (with_parts)
    {
      self->parts = g_array_new (FALSE, FALSE, sizeof (SlDatKept));
      g_array_set_clear_func (self->parts, part_clear);
    }
  sl_byte_reader_init (&reader, sl_mapping_get_data (mapping), sl_mapping_get_size (mapping), 0);
  self->tracing = sl_tracing_data_new (&reader, error);
  if (self->tracing == NULL)
    return NULL;

  if (g_str_equal (self->tracing->version, "6"))
    is_read = sl_dat_read_version_6 (self, &reader, notes, error);
  else if (g_str_equal (self->tracing->version, "7"))
    is_read = sl_dat_read_version_7 (self, &reader, notes, error);
  else
    {
      g_set_error (error, SL_ERROR, SL_ERROR_UNSUPPORTED, "The version is “%s”, not 6 or 7",
                   self->tracing->version);
      is_read = FALSE;
    }
  if (!is_read)
    return NULL;

  sl_dat_rows_finish (self);
  set_clock (self);
  if ((self->marks & SL_DAT_MARK_SYMBOLS) != 0 && self->tracing->symbols != NULL)
    sl_kernel_symbols_trust_nearest (self->tracing->symbols);
  return g_steal_pointer (&self);
}

/**
 * sl_dat_file_new:
 * @mapping: held
 * @notes: of what was skipped
 *
 * Reads all but the pages of the CPUs.
 *
 * Returns: (transfer full) (nullable): the file; %NULL with %SL_ERROR_MALFORMED and its like where no page could be found
 */
SlDatFile *
sl_dat_file_new (SlMapping *mapping, SlNotes *notes, GError **error)
{
  return read_file (mapping, FALSE, notes, error);
}

/**
 * sl_dat_file_new_with_parts:
 *
 * Returns: as sl_dat_file_new(), with the parts of the head as they are
 */
SlDatFile *
sl_dat_file_new_with_parts (SlMapping *mapping, SlNotes *notes, GError **error)
{
  return read_file (mapping, TRUE, notes, error);
}

void
sl_dat_file_free (SlDatFile *self)
{
  g_clear_pointer (&self->tracing, sl_tracing_data_free);
  g_clear_pointer (&self->text, g_bytes_unref);
  g_clear_pointer (&self->peers, sl_tracing_peers_free);
  g_clear_pointer (&self->known, g_hash_table_unref);
  g_clear_pointer (&self->buffers, g_array_unref);
  g_clear_pointer (&self->rows, g_array_unref);
  g_clear_pointer (&self->parts, g_array_unref);
  g_clear_pointer (&self->mapping, sl_mapping_unref);
  g_free (self->release);
  g_free (self->earlier_marks);
  g_free (self->clock);
  g_free (self);
}

/**
 * sl_dat_file_get_buffer:
 * @row: its number
 *
 * Returns: (transfer none): the buffer that a row belongs to
 */
const SlDatBuffer *
sl_dat_file_get_buffer (const SlDatFile *self, guint row)
{
  return &g_array_index (self->buffers, SlDatBuffer,
                         g_array_index (self->rows, SlDatRow, row).buffer);
}

/**
 * sl_dat_file_find_place:
 * @row: (out): the number of its row
 * @chunk: (out): the number of the chunk in the row
 *
 * Returns: whether @place is that of an unpacked byte
 */
gboolean
sl_dat_file_find_place (const SlDatFile *self, guint64 place, guint *row, guint *chunk)
{
  const SlDatRow *rows = (const SlDatRow *) (gpointer) self->rows->data;
  const SlDatChunk *chunks;
  guint n_rows = self->rows->len;

  if (n_rows == 0 || place >= self->end_place)
    return FALSE;

  *row =
      sl_lower_bound (1u, n_rows, i, g_array_index (rows[i].chunks, SlDatChunk, 0).place <= place) -
      1;
  chunks = (const SlDatChunk *) (gpointer) rows[*row].chunks->data;
  *chunk = sl_lower_bound (1u, rows[*row].chunks->len, i, chunks[i].place <= place) - 1;
  return place - chunks[*chunk].place < chunks[*chunk].size;
}

/**
 * sl_dat_file_make_clock:
 * @first: the recorded time that ticks are counted from
 *
 * Returns: (transfer full): the clock of all rows
 */
SlClock *
sl_dat_file_make_clock (const SlDatFile *self, guint64 first)
{
  SlUnit unit = sl_linux_clock_get_unit (self->clock);
  SlRate rate = { 0, sl_linux_clock_get_hz (self->clock), 1 };

  if (unit == SL_UNIT_CYCLES && self->tsc_mult > 0)
    rate = (SlRate) { 0, NS_PER_SECOND << self->tsc_shift, self->tsc_mult };

  /* The file shifts times by nanoseconds. */
  if (unit == SL_UNIT_NS)
    first += (guint64) self->shift;
  return sl_clock_new (unit, first, &rate, rate.numerator > 0 ? 1 : 0);
}
