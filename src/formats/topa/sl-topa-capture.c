/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-topa-capture.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "sl-error.h"
#include "sl-pt-packet.h"

/* A state file is some lines of text; a dump that was given in its place is not read as one. */
#define MAX_STATE_SIZE (1 << 20)

#define PSB_LENGTH 16

struct _SlTopaCapture
{
  SlTopaState *state;
  SlTopaMemory *memory;
  SlTopaLayout *layout;
  SlNotes *notes;
};

/**
 * sl_topa_capture_new:
 * @state: the bytes of a state file
 *
 * Returns: (transfer full) (nullable): the capture, as yet without dumps; or %NULL with @error
 */
SlTopaCapture *
sl_topa_capture_new (SlMapping *state, GError **error)
{
  g_autoptr (SlTopaState) parsed = NULL;
  SlTopaCapture *self;

  if (sl_mapping_get_size (state) > MAX_STATE_SIZE)
    {
      g_set_error (error, SL_ERROR, SL_ERROR_TOO_LARGE,
                   "The state file has %" G_GSIZE_FORMAT " bytes; at most %d are read",
                   sl_mapping_get_size (state), MAX_STATE_SIZE);
      return NULL;
    }

  parsed = sl_topa_state_parse ((const char *) sl_mapping_get_data (state),
                                sl_mapping_get_size (state), error);
  if (parsed == NULL)
    return NULL;

  self = g_new0 (SlTopaCapture, 1);
  self->state = g_steal_pointer (&parsed);
  self->memory = sl_topa_memory_new ();
  self->notes = sl_notes_new ();
  return self;
}

void
sl_topa_capture_free (SlTopaCapture *self)
{
  sl_topa_state_free (self->state);
  sl_topa_memory_free (self->memory);
  g_clear_pointer (&self->layout, sl_topa_layout_unref);
  sl_notes_unref (self->notes);
  g_free (self);
}

const SlTopaState *
sl_topa_capture_get_state (const SlTopaCapture *self)
{
  return self->state;
}

/**
 * sl_topa_capture_guess_base:
 * @name: of a dump, without folders
 *
 * Returns: the address that the state file gives for it; that of its first dump where it names
 *   another; else 0
 */
guint64
sl_topa_capture_guess_base (const SlTopaCapture *self, const char *name)
{
  GArray *dumps = self->state->dumps;

  for (guint i = 0; i < dumps->len; i++)
    {
      const SlTopaDump *dump = &g_array_index (dumps, SlTopaDump, i);

      if (strcmp (dump->file, name) == 0)
        return dump->base;
    }

  return dumps->len > 0 ? g_array_index (dumps, SlTopaDump, 0).base : 0;
}

/**
 * sl_topa_capture_add_dump:
 * @dump: held
 * @base: as for sl_topa_memory_add()
 *
 * Returns: as sl_topa_memory_add()
 */
gboolean
sl_topa_capture_add_dump (SlTopaCapture *self, SlMapping *dump, guint64 base, GError **error)
{
  return sl_topa_memory_add (self->memory, dump, base, error);
}

/* A ring's oldest packet is torn: packets can be told from the first PSB on. */
static void
note_first_psb (SlTopaCapture *self, SlMapping *stream)
{
  static const guint8 psb[PSB_LENGTH] = { 2, 0x82, 2, 0x82, 2, 0x82, 2, 0x82,
                                          2, 0x82, 2, 0x82, 2, 0x82, 2, 0x82 };
  const guint8 *data = sl_mapping_get_data (stream);
  gsize size = sl_mapping_get_size (stream);
  const guint8 *found = size > 0 ? memmem (data, size, psb, PSB_LENGTH) : NULL;

  if (found != NULL)
    sl_notes_add (self->notes, (guint64) (found - data), 1,
                  N_ ("The first PSB, where decoding begins"));
  else if (size > 0)
    sl_notes_add (self->notes, SL_OFFSET_NONE, 1,
                  N_ ("The stream contains no PSB: its packets cannot be decoded"));
}

/* The time stamp among the packets that belong to the PSB at @psb; 0 if there is none. */
static guint64
read_tsc (const guint8 *data, guint64 end, guint64 psb)
{
  SlPtContext context = { 0 };
  SlPtPacket packet;

  for (guint64 at = psb; at < end && sl_pt_packet_read (&context, data + at, end - at, &packet) &&
                         packet.type != SL_PT_PSBEND;
       at += packet.length)
    {
      if (packet.type == SL_PT_TSC)
        return packet.a;
    }

  return 0;
}

/* The first time stamp that a PSB tells in a part of the stream, or the last; 0 if none does. */
static guint64
find_tsc (SlMapping *stream, guint64 begin, guint64 end, gboolean last)
{
  const guint8 *data = sl_mapping_get_data (stream);
  guint64 found = 0;

  for (guint64 psb = sl_pt_find_psb (data, end, begin); psb < end && (last || found == 0);
       psb = sl_pt_find_psb (data, end, psb + PSB_LENGTH))
    {
      guint64 tsc = read_tsc (data, end, psb);

      found = tsc != 0 ? tsc : found;
    }

  return found;
}

/* Where nobody says whether output went round, bytes after the newest may be of a recording before
 * this one: then the clock goes back from them to what was written last. */
static gboolean
is_stale (const SlTopaCapture *self, SlMapping *stream)
{
  guint64 old_begin = self->layout->size, new_begin = self->layout->size, old_tsc, new_tsc;

  if (self->state->wrapped != SL_TOPA_WRAPPED_UNKNOWN || !self->layout->has_wrapped)
    return FALSE;

  for (guint i = self->layout->pieces->len; i > 0; i--)
    {
      const SlTopaPiece *piece = &g_array_index (self->layout->pieces, SlTopaPiece, i - 1);

      if (piece->age == SL_TOPA_NEW)
        new_begin = piece->offset;
      if (piece->age != SL_TOPA_EARLIER)
        old_begin = piece->offset;
    }

  old_tsc = find_tsc (stream, old_begin, new_begin, TRUE);
  new_tsc = find_tsc (stream, new_begin, self->layout->size, FALSE);
  return old_tsc != 0 && new_tsc != 0 && old_tsc > new_tsc;
}

static SlMapping *
rebuild_once (SlTopaCapture *self, GCancellable *cancellable, GError **error)
{
  g_autoptr (SlSpill) spill = sl_spill_new (SL_SPILL_MEMORY, error);

  if (spill == NULL)
    return NULL;

  g_clear_pointer (&self->layout, sl_topa_layout_unref);
  self->layout = sl_topa_rebuild (self->state, self->memory, self->notes);
  if (!sl_topa_copy_stream (self->layout, self->memory, spill, cancellable, error))
    return NULL;

  return sl_mapping_new_take_fd (sl_spill_steal_fd (spill), "stream", error);
}

/**
 * sl_topa_capture_rebuild:
 *
 * Rebuilds the stream, once. Blocks; a large stream goes to a file in the cache folder. Where the
 * tables broke a rule, the stream ends before that and the layout tells it.
 *
 * Returns: (transfer full) (nullable): the stream, which may be empty; or %NULL with %G_IO_ERROR
 */
SlMapping *
sl_topa_capture_rebuild (SlTopaCapture *self, GCancellable *cancellable, GError **error)
{
  g_autoptr (SlMapping) stream = NULL;

  g_return_val_if_fail (self->layout == NULL, NULL);

  stream = rebuild_once (self, cancellable, error);
  if (stream != NULL && is_stale (self, stream))
    {
      g_clear_pointer (&self->notes, sl_notes_unref);
      g_clear_pointer (&stream, sl_mapping_unref);
      self->notes = sl_notes_new ();
      self->state->wrapped = SL_TOPA_WRAPPED_NO;
      stream = rebuild_once (self, cancellable, error);
      sl_notes_add (self->notes, SL_OFFSET_NONE, 1,
                    N_ ("Bytes after the newest are from an earlier recording, since their time "
                        "stamps are later: they are left out"));
    }

  if (stream != NULL)
    note_first_psb (self, stream);
  return g_steal_pointer (&stream);
}

/**
 * sl_topa_capture_get_layout:
 *
 * Returns: (transfer none): after sl_topa_capture_rebuild(), where the stream lay in memory
 */
SlTopaLayout *
sl_topa_capture_get_layout (const SlTopaCapture *self)
{
  return self->layout;
}

/**
 * sl_topa_capture_get_notes:
 *
 * Returns: (transfer none): what was odd; offsets are the stream's
 */
SlNotes *
sl_topa_capture_get_notes (const SlTopaCapture *self)
{
  return self->notes;
}
