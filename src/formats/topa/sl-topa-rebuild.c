/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-topa-rebuild.h"

#include <string.h>

#define PAGE       4096
#define COPY_CHUNK (1 << 20)

typedef struct
{
  SlTopaLayout *layout;
  const SlTopaMemory *memory;
  SlNotes *notes;
  guint64 left; /* bytes that the stream may still grow by: no byte of memory is in it twice */
  gboolean is_over;
} Rebuild;

static void
add_piece (Rebuild *self, SlTopaPiece piece)
{
  SlTopaLayout *layout = self->layout;

  if (piece.length == 0)
    return;

  piece.offset = layout->size;
  if (piece.is_missing)
    sl_notes_add (
        self->notes, piece.offset, piece.length,
        "Bytes of a region are in no dump or cannot be read; the stream continues without them");
  else
    layout->size += piece.length;
  g_array_append_val (layout->pieces, piece);
}

/* Memory that is closed to the processor's output reads as ones, which begin no packet. */
static gboolean
is_unreadable (const guint8 *page)
{
  return page[0] == 0xff && memcmp (page, page + 1, PAGE - 1) == 0;
}

/* How many bytes from @address on, which @bytes holds @length of, are readable or not, as the
 * first is. Only whole pages can be unreadable. */
static guint64
measure_run (const guint8 *bytes, guint64 address, guint64 length, gboolean *is_missing)
{
  guint64 at = 0;

  *is_missing = (address & (PAGE - 1)) == 0 && length >= PAGE && is_unreadable (bytes);
  while (at < length)
    {
      guint64 next = MIN (length, at + (PAGE - ((address + at) & (PAGE - 1))));
      gboolean is_page = next - at == PAGE;

      if ((is_page && is_unreadable (bytes + at)) != *is_missing)
        break;
      at = next;
    }

  return at;
}

/* Appends the bytes of a region from @begin to @end, as far as there are dumps of them. */
static void
add_bytes (Rebuild *self, guint entry, guint64 begin, guint64 end, SlTopaAge age)
{
  const SlTopaEntry *region = sl_topa_layout_get_entry (self->layout, entry);

  while (begin < end && !self->is_over)
    {
      SlTopaPiece piece = { .address = region->base + begin, .entry = entry, .age = age };
      guint64 length;
      const guint8 *bytes = sl_topa_memory_peek (self->memory, piece.address, &length);

      length = MIN (length, end - begin);
      if (bytes != NULL)
        length = measure_run (bytes, piece.address, length, &piece.is_missing);
      else
        piece.is_missing = TRUE;

      if (!piece.is_missing && length > self->left)
        {
          sl_notes_add (self->notes, self->layout->size, 1,
                        "Regions overlap: the stream would have more bytes than the dumps hold and "
                        "ends here");
          self->is_over = TRUE;
          return;
        }

      if (!piece.is_missing)
        self->left -= length;
      piece.length = length;
      add_piece (self, piece);
      begin += length;
    }
}

static void
add_regions (Rebuild *self, guint first, guint end, SlTopaAge age)
{
  for (guint i = first; i < end; i++)
    add_bytes (self, i, 0, sl_topa_layout_get_entry (self->layout, i)->size, age);
}

static gboolean
has_bytes (const Rebuild *self, guint entry, guint64 begin)
{
  const SlTopaEntry *region = sl_topa_layout_get_entry (self->layout, entry);

  while (begin < region->size)
    {
      guint64 length;
      const guint8 *bytes = sl_topa_memory_peek (self->memory, region->base + begin, &length);

      length = MIN (length, region->size - begin);
      if (bytes != NULL && (bytes[0] != 0 || memcmp (bytes, bytes + 1, length - 1) != 0))
        return TRUE;
      begin += length;
    }

  return FALSE;
}

/* Buffers are zeroed before tracing starts, and zeros are what follows the newest byte unless
 * output has been there before. */
static gboolean
has_old_bytes (const Rebuild *self)
{
  const SlTopaLayout *layout = self->layout;

  if (has_bytes (self, layout->current, layout->filled))
    return TRUE;
  for (guint i = layout->current + 1; i < layout->entries->len; i++)
    if (has_bytes (self, i, 0))
      return TRUE;

  return FALSE;
}

static gboolean
find_wrapped (const Rebuild *self, SlTopaWrapped told)
{
  const SlTopaLayout *layout = self->layout;
  gboolean can_wrap = layout->ring != SL_TOPA_NO_ENTRY && layout->current >= layout->ring;

  if (told == SL_TOPA_WRAPPED_YES && !can_wrap)
    sl_notes_add (
        self->notes, SL_OFFSET_NONE, 1,
        "According to the state file, output wrapped, but the current entry is not part of a ring");
  if (!can_wrap || told == SL_TOPA_WRAPPED_NO)
    return FALSE;
  if (told == SL_TOPA_WRAPPED_YES)
    return TRUE;

  if (!has_old_bytes (self))
    return FALSE;

  sl_notes_add (self->notes, SL_OFFSET_NONE, 1,
                "Output is assumed to have wrapped, since bytes after the newest are not zero");
  return TRUE;
}

static gboolean
is_stopped_by (const SlTopaLayout *layout, const SlTopaEntry *entry)
{
  /* One edition of the manual leaves the offset at the region's size, another one below. */
  return (entry->flags & SL_TOPA_ENTRY_STOP) != 0 &&
         (layout->registers.values[SL_TOPA_STATUS] & SL_TOPA_STATUS_STOPPED) != 0 &&
         (layout->output_offset == entry->size || layout->output_offset == entry->size - 1);
}

/* An END is left at once: where the pointer stands on one, output stands at what it leads to. */
static void
leave_end (SlTopaLayout *layout)
{
  const SlTopaEntry *entry = sl_topa_layout_get_entry (layout, layout->current);

  if ((entry->flags & SL_TOPA_ENTRY_END) == 0)
    return;

  layout->output_offset = 0;
  if (layout->current + 1 < layout->entries->len)
    layout->current++;
  else if (layout->ring != SL_TOPA_NO_ENTRY)
    layout->current = layout->ring;
}

/* How far the current region is written; with rule 3 broken, not at all. */
static void
find_filled (SlTopaLayout *layout)
{
  const SlTopaEntry *entry = sl_topa_layout_get_entry (layout, layout->current);

  if (layout->current == layout->bad_entry)
    return;

  if (is_stopped_by (layout, entry))
    layout->filled = entry->size;
  else if (layout->output_offset < entry->size)
    layout->filled = layout->output_offset;
  else if (entry->size > 0 && layout->failure == NULL)
    {
      layout->bad_entry = layout->current;
      g_free (layout->rule); /* of an entry that output has not come to */
      layout->rule =
          g_strdup_printf ("output offset 0x%" G_GINT64_MODIFIER
                           "x not inside the region of 0x%" G_GINT64_MODIFIER "x bytes (rule 3)",
                           layout->output_offset, entry->size);
      layout->failure = g_strdup_printf ("table 0x%" G_GINT64_MODIFIER
                                         "x, entry %u, raw 0x%016" G_GINT64_MODIFIER "x: %s",
                                         entry->table, entry->index, entry->raw, layout->rule);
    }
}

/* An entry of zeros is by the letter a region of 4 KiB at address 0, where no output goes. Two in a
 * row are a page that was cleared or never written. */
static void
find_damaged (Rebuild *self)
{
  SlTopaLayout *layout = self->layout;
  guint n = 0;

  for (guint i = 0; i < layout->entries->len && layout->uses_tables; i += MAX (n, 1))
    {
      const SlTopaEntry *first = sl_topa_layout_get_entry (layout, i);

      for (n = 0; i + n < layout->entries->len; n++)
        {
          const SlTopaEntry *entry = sl_topa_layout_get_entry (layout, i + n);

          if (entry->raw != 0 || entry->table != first->table)
            break;
        }
      if (n > layout->n_damaged && n > 1)
        {
          layout->first_damaged = i;
          layout->n_damaged = n;
        }
    }

  if (layout->n_damaged > 0)
    sl_notes_add (self->notes, SL_OFFSET_NONE, 1,
                  "The table at 0x%" G_GINT64_MODIFIER "x is probably damaged: %u entries from "
                  "entry %u on are all zeros",
                  sl_topa_layout_get_entry (layout, layout->first_damaged)->table,
                  layout->n_damaged,
                  sl_topa_layout_get_entry (layout, layout->first_damaged)->index);
}

/* A rule broken by an entry that output has not come to is nothing that happened. */
static void
forgive_later (Rebuild *self, SlTopaWrapped told)
{
  SlTopaLayout *layout = self->layout;

  if (layout->failure == NULL || layout->current == SL_TOPA_NO_ENTRY ||
      layout->bad_entry == layout->current || told == SL_TOPA_WRAPPED_YES)
    return;

  sl_notes_add (self->notes, SL_OFFSET_NONE, 1,
                "Output would end at an entry that it has not reached: %s", layout->failure);
  g_clear_pointer (&layout->failure, g_free);
}

static void
join_pieces (Rebuild *self)
{
  SlTopaLayout *layout = self->layout;
  guint current = layout->current;
  guint begin = 0;

  if (current == SL_TOPA_NO_ENTRY)
    {
      guint end = layout->entries->len;

      add_regions (self, 0, MIN (end, layout->bad_entry), SL_TOPA_NEW);
      return;
    }

  if (layout->has_wrapped)
    {
      begin = layout->ring;
      add_regions (self, 0, begin, SL_TOPA_EARLIER);
      if (begin > 0)
        sl_notes_add (self->notes, layout->size, 1,
                      "Between the tables that led into the ring and the ring's oldest byte laps "
                      "were overwritten");
      add_bytes (self, current, layout->filled, sl_topa_layout_get_entry (layout, current)->size,
                 SL_TOPA_OLD);
      add_regions (self, current + 1, layout->entries->len, SL_TOPA_OLD);
    }

  add_regions (self, begin, current, SL_TOPA_NEW);
  add_bytes (self, current, 0, layout->filled, SL_TOPA_NEW);
}

static void
note_registers (const SlTopaLayout *layout, SlNotes *notes)
{
  const guint64 *values = layout->registers.values;

  if ((layout->registers.known >> SL_TOPA_CONTROL & 1) == 0)
    sl_notes_add (notes, SL_OFFSET_NONE, 1,
                  "IA32_RTIT_CTL is not given: output to tables is assumed");
  /* The processor leaves TraceEn set where a full region or an error has ended output. */
  if ((values[SL_TOPA_CONTROL] & SL_TOPA_CONTROL_TRACE_EN) != 0 &&
      (values[SL_TOPA_STATUS] & (SL_TOPA_STATUS_STOPPED | SL_TOPA_STATUS_ERROR)) == 0)
    sl_notes_add (notes, SL_OFFSET_NONE, 1,
                  "TraceEn was set when the registers were read: the pointers may be stale and the "
                  "newest bytes missing");
  if ((values[SL_TOPA_CONTROL] & SL_TOPA_CONTROL_FABRIC_EN) != 0)
    sl_notes_add (
        notes, SL_OFFSET_NONE, 1,
        "FabricEn was set: output went to the trace fabric, the contents of memory are older");
  if ((values[SL_TOPA_STATUS] & SL_TOPA_STATUS_ERROR) != 0 && layout->failure == NULL)
    sl_notes_add (notes, SL_OFFSET_NONE, 1,
                  "The processor reports an operational error, but no entry on the way breaks a "
                  "rule");
}

/**
 * sl_topa_rebuild:
 * @memory: with tables and regions
 * @notes: what is odd, with offsets in the stream
 *
 * Finds out where the stream's bytes are and in which order they were written. A rule that was
 * broken, or a table that no dump holds, is the layout's @failure; the bytes before it are there
 * all the same.
 *
 * Returns: (transfer full): the layout
 */
SlTopaLayout *
sl_topa_rebuild (const SlTopaState *state, const SlTopaMemory *memory, SlNotes *notes)
{
  SlTopaLayout *layout = sl_topa_layout_new ();
  guint64 pointers = state->registers.values[SL_TOPA_MASK_POINTERS];
  Rebuild rebuild = { layout, memory, notes, sl_topa_memory_get_size (memory), FALSE };

  layout->uses_tables = sl_topa_state_uses_tables (state);
  layout->registers = state->registers;
  layout->table_base = state->registers.values[SL_TOPA_OUTPUT_BASE];
  layout->table_index = layout->uses_tables ? (pointers & G_MAXUINT32) >> 7 : 0;
  layout->output_offset = pointers >> 32;

  if (layout->uses_tables)
    sl_topa_walk (layout, state, memory, notes);
  else
    sl_topa_walk_single_range (layout, state);

  find_damaged (&rebuild);
  if (layout->current != SL_TOPA_NO_ENTRY)
    {
      forgive_later (&rebuild, state->wrapped);
      leave_end (layout);
      find_filled (layout);
      if (layout->failure == NULL)
        layout->has_wrapped = find_wrapped (&rebuild, state->wrapped);
    }

  join_pieces (&rebuild);
  note_registers (layout, notes);
  return layout;
}

/**
 * sl_topa_copy_stream:
 * @layout: from the same @memory
 *
 * Appends the stream's bytes to @spill, missing ones left out. Blocks.
 *
 * Returns: %TRUE, or %FALSE with %G_IO_ERROR where they cannot be written or @cancellable says so
 */
gboolean
sl_topa_copy_stream (const SlTopaLayout *layout,
                     const SlTopaMemory *memory,
                     SlSpill *spill,
                     GCancellable *cancellable,
                     GError **error)
{
  for (guint i = 0; i < layout->pieces->len; i++)
    {
      const SlTopaPiece *piece = &g_array_index (layout->pieces, SlTopaPiece, i);

      for (guint64 done = 0; done < piece->length && !piece->is_missing;)
        {
          guint64 length;
          const guint8 *bytes = sl_topa_memory_peek (memory, piece->address + done, &length);

          length = MIN (MIN (length, piece->length - done), COPY_CHUNK);
          if (g_cancellable_set_error_if_cancelled (cancellable, error) ||
              !sl_spill_write (spill, bytes, length, error))
            return FALSE;
          done += length;
        }
    }

  return TRUE;
}
