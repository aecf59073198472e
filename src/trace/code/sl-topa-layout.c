/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-topa-layout.h"

#include "sl-lower-bound.h"

/**
 * sl_topa_layout_new:
 *
 * Returns: (transfer full): a layout without entries, for its maker to fill
 */
SlTopaLayout *
sl_topa_layout_new (void)
{
  SlTopaLayout *self = g_new0 (SlTopaLayout, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->entries = g_array_new (FALSE, FALSE, sizeof (SlTopaEntry));
  self->pieces = g_array_new (FALSE, FALSE, sizeof (SlTopaPiece));
  self->current = SL_TOPA_NO_ENTRY;
  self->ring = SL_TOPA_NO_ENTRY;
  self->bad_entry = SL_TOPA_NO_ENTRY;
  self->first_damaged = SL_TOPA_NO_ENTRY;
  return self;
}

SlTopaLayout *
sl_topa_layout_ref (SlTopaLayout *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
sl_topa_layout_unref (SlTopaLayout *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_array_unref (self->entries);
  g_array_unref (self->pieces);
  g_free (self->rule);
  g_free (self->failure);
  g_free (self);
}

/**
 * sl_topa_layout_get_entry:
 * @entry: a number below that of the entries
 *
 * Returns: (transfer none): the entry
 */
const SlTopaEntry *
sl_topa_layout_get_entry (const SlTopaLayout *self, guint entry)
{
  g_return_val_if_fail (entry < self->entries->len, NULL);

  return &g_array_index (self->entries, SlTopaEntry, entry);
}

/**
 * sl_topa_layout_find_entry:
 * @table: physical address of a table
 * @index: of an entry in it
 *
 * Returns: its number, or %SL_TOPA_NO_ENTRY if output never comes to it
 */
guint
sl_topa_layout_find_entry (const SlTopaLayout *self, guint64 table, guint64 index)
{
  for (guint i = 0; i < self->entries->len; i++)
    {
      const SlTopaEntry *entry = &g_array_index (self->entries, SlTopaEntry, i);

      if (entry->table == table && entry->index == index)
        return i;
    }

  return SL_TOPA_NO_ENTRY;
}

/**
 * sl_topa_layout_has_stopped:
 *
 * Returns: whether output has stopped since the region of the current entry, which has STOP, was full
 */
gboolean
sl_topa_layout_has_stopped (const SlTopaLayout *self)
{
  const SlTopaEntry *entry =
      self->current != SL_TOPA_NO_ENTRY ? sl_topa_layout_get_entry (self, self->current) : NULL;

  return entry != NULL && (entry->flags & SL_TOPA_ENTRY_STOP) != 0 &&
         (self->registers.values[SL_TOPA_STATUS] & SL_TOPA_STATUS_STOPPED) != 0 &&
         self->filled == entry->size;
}

/**
 * sl_topa_layout_is_damaged:
 *
 * Returns: whether the entry is one of those that are probably none
 */
gboolean
sl_topa_layout_is_damaged (const SlTopaLayout *self, guint entry)
{
  return self->first_damaged != SL_TOPA_NO_ENTRY && entry >= self->first_damaged &&
         entry - self->first_damaged < self->n_damaged;
}

/**
 * sl_topa_layout_find_piece:
 * @offset: in the stream
 *
 * Returns: (transfer none) (nullable): the piece that holds the byte, or %NULL past the stream's
 *   end
 */
const SlTopaPiece *
sl_topa_layout_find_piece (const SlTopaLayout *self, guint64 offset)
{
  guint low;

  if (offset >= self->size)
    return NULL;

  /* The last piece that starts at or before the byte; one that is missing takes no room, so that
   * of several with one offset the last is the one with the byte. */
  low = sl_lower_bound (0, self->pieces->len, i,
                        g_array_index (self->pieces, SlTopaPiece, i).offset <= offset);

  for (; low > 0; low--)
    {
      const SlTopaPiece *piece = &g_array_index (self->pieces, SlTopaPiece, low - 1);

      if (!piece->is_missing)
        return piece;
    }

  return NULL;
}

/* A, B … Z, AA, AB … */
static char *
get_letters (guint number)
{
  char letters[8];
  guint at = sizeof letters;

  letters[--at] = '\0';
  for (number++; number > 0; number = (number - 1) / 26)
    letters[--at] = (char) ('A' + (number - 1) % 26);
  return g_strdup (letters + at);
}

/**
 * sl_topa_layout_dup_table:
 * @table: physical address
 *
 * Returns: (transfer full) (nullable): the table's letter, by the order in which output comes to them;
 *   %NULL where output does not
 */
char *
sl_topa_layout_dup_table (const SlTopaLayout *layout, guint64 table)
{
  guint n = 0;

  for (guint i = 0; i < layout->entries->len; i++)
    {
      const SlTopaEntry *entry = sl_topa_layout_get_entry (layout, i);

      if (entry->table == table)
        return get_letters (n);
      if (i + 1 < layout->entries->len &&
          sl_topa_layout_get_entry (layout, i + 1)->table != entry->table)
        n++;
    }

  return NULL;
}

/**
 * sl_topa_layout_dup_place:
 * @entry: its number
 *
 * Returns: (transfer full): "A1" for entry 1 of table A; empty where there are no tables
 */
char *
sl_topa_layout_dup_place (const SlTopaLayout *layout, guint entry)
{
  const SlTopaEntry *info = sl_topa_layout_get_entry (layout, entry);
  g_autofree char *table = sl_topa_layout_dup_table (layout, info->table);

  return layout->uses_tables ? g_strdup_printf ("%s%u", table, info->index) : g_strdup ("");
}
