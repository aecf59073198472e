/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-perf-unpack.h"

#include <zstd.h>

#include "sl-error.h"
#include "sl-spill.h"
#include "sl-unpack.h"

/* What is unpacked at a time. */
#define STEP_SIZE (64 << 10)

struct _SlPerfUnpack
{
  ZSTD_DStream *stream;
  SlSpill *spill; /* (nullable): made with the first piece */
  guint64 packed_size;
  gboolean is_damaged;
  guint8 room[STEP_SIZE];
};

/**
 * sl_perf_unpack_new:
 * @packed_size: of the file
 */
SlPerfUnpack *
sl_perf_unpack_new (guint64 packed_size)
{
  SlPerfUnpack *self = g_new0 (SlPerfUnpack, 1);

  self->packed_size = packed_size;
  return self;
}

void
sl_perf_unpack_free (SlPerfUnpack *self)
{
  ZSTD_freeDStream (self->stream);
  g_clear_pointer (&self->spill, sl_spill_free);
  g_free (self);
}

static gboolean
begin (SlPerfUnpack *self, GError **error)
{
  if (self->spill != NULL)
    return TRUE;

  self->stream = ZSTD_createDStream ();
  if (self->stream == NULL)
    g_error ("There is not enough memory to unpack a file");
  self->spill = sl_spill_new (sl_unpack_get_limits ()->memory, error);
  return self->spill != NULL;
}

/* A piece of the stream; the second form of the record says how many of its bytes are one. */
static ZSTD_inBuffer
get_piece (const SlPerfRecord *record)
{
  guint64 size;

  if (record->type != SL_PERF_COMPRESSED2)
    return (ZSTD_inBuffer) { record->body, record->size, 0 };
  if (record->size < 8)
    return (ZSTD_inBuffer) { record->body, 0, 0 };

  size = sl_perf_record_get_u64 (record, 0);
  return (ZSTD_inBuffer) { record->body + 8, MIN (size, record->size - 8), 0 };
}

/**
 * sl_perf_unpack_add:
 * @record: of a packed type, in the order of the file
 * @notes: of a piece that is damaged; all behind it is left out
 *
 * Returns: %FALSE with %SL_ERROR_TOO_LARGE, or with %G_IO_ERROR where there is no room
 */
gboolean
sl_perf_unpack_add (SlPerfUnpack *self, const SlPerfRecord *record, SlNotes *notes, GError **error)
{
  ZSTD_inBuffer in = get_piece (record);
  ZSTD_outBuffer out;

  if (self->is_damaged)
    return TRUE;
  if (!begin (self, error))
    return FALSE;

  do
    {
      gsize left;

      out = (ZSTD_outBuffer) { self->room, STEP_SIZE, 0 };
      left = ZSTD_decompressStream (self->stream, &out, &in);
      if (ZSTD_isError (left))
        {
          self->is_damaged = TRUE;
          sl_notes_add (notes, record->offset, 1,
                        "The packed records are damaged: what follows of them is not read (%s)",
                        ZSTD_getErrorName (left));
          return TRUE;
        }
      if (!sl_unpack_check_size ("packed records'", sl_spill_get_size (self->spill) + out.pos,
                                 self->packed_size, sl_unpack_get_limits (), error) ||
          !sl_spill_write (self->spill, self->room, out.pos, error))
        return FALSE;
    }
  while (in.pos < in.size || out.pos == out.size);

  return TRUE;
}

/**
 * sl_perf_unpack_finish:
 *
 * Returns: (transfer full) (nullable): all that was unpacked; %NULL without @error where nothing was packed
 */
SlMapping *
sl_perf_unpack_finish (SlPerfUnpack *self, GError **error)
{
  if (self->spill == NULL || sl_spill_get_size (self->spill) == 0)
    return NULL;

  return sl_mapping_new_take_fd (sl_spill_steal_fd (self->spill), "unpacked records", error);
}
