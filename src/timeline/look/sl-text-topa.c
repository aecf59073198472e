/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-text-topa.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "sl-time-text.h"

/**
 * sl_text_topa_address:
 *
 * Returns: (transfer full): the address in hex, in groups of four as the manual has them
 */
char *
sl_text_topa_address (guint64 address)
{
  g_autofree char *digits = g_strdup_printf ("%" G_GINT64_MODIFIER "x", address);
  gsize n = strlen (digits);
  GString *text = g_string_new (NULL);

  for (gsize i = 0; i < n; i++)
    {
      if (i > 0 && (n - i) % 4 == 0)
        g_string_append_c (text, '_');
      g_string_append_c (text, digits[i]);
    }

  return g_string_free (text, FALSE);
}

/**
 * sl_text_topa_size:
 *
 * Returns: (transfer full): a region's size, which is a power of two, in KiB or MiB
 */
char *
sl_text_topa_size (guint64 size)
{
  if (size >= 1 << 20 && size % (1 << 20) == 0)
    return g_strdup_printf ("%" G_GUINT64_FORMAT " MiB", size >> 20);
  if (size >= 1 << 10 && size % (1 << 10) == 0)
    return g_strdup_printf ("%" G_GUINT64_FORMAT " KiB", size >> 10);
  return g_strdup_printf ("%" G_GUINT64_FORMAT " B", size);
}

static char *
dup_count (guint64 count)
{
  g_autofree char *digits = g_strdup_printf ("%" G_GUINT64_FORMAT, count);

  return sl_time_text_group (digits);
}

/**
 * sl_text_topa_table:
 * @table: physical address
 *
 * Returns: (transfer full): the table's letter, by the order in which output comes to them; its
 *   address where output does not
 */
char *
sl_text_topa_table (const SlTopaLayout *layout, guint64 table)
{
  char *name = sl_topa_layout_dup_table (layout, table);

  return name != NULL ? name : sl_text_topa_address (table);
}

/**
 * sl_text_topa_place:
 * @entry: its number
 *
 * Returns: (transfer full): "A1" for entry 1 of table A; the range's name where there are no tables
 */
char *
sl_text_topa_place (const SlTopaLayout *layout, guint entry)
{
  return layout->uses_tables ? sl_topa_layout_dup_place (layout, entry) : g_strdup ("OutputRegion");
}

/**
 * sl_text_topa_target:
 *
 * Returns: (transfer full): what the manual calls the address that the entry holds
 */
char *
sl_text_topa_target (const SlTopaLayout *layout, guint entry)
{
  const SlTopaEntry *info = sl_topa_layout_get_entry (layout, entry);
  g_autofree char *place = NULL;

  if ((info->flags & SL_TOPA_ENTRY_END) != 0)
    {
      place = sl_text_topa_table (layout, info->base);
      return g_strdup_printf ("TableBase %s", place);
    }

  place = sl_topa_layout_dup_place (layout, entry);
  return g_strdup_printf ("OutputBase %s", place);
}

/**
 * sl_text_topa_region:
 *
 * Returns: (transfer full): what the manual calls the region that the entry leads to
 */
char *
sl_text_topa_region (const SlTopaLayout *layout, guint entry)
{
  g_autofree char *place = sl_topa_layout_dup_place (layout, entry);

  return layout->uses_tables ? g_strdup_printf ("OutputRegion %s", place)
                             : g_strdup ("OutputRegion");
}

/* Bytes of the region that one lap wrote. */
static guint64
count_bytes (const SlTopaLayout *layout, guint entry, gboolean newest)
{
  guint64 bytes = 0;

  for (guint i = 0; i < layout->pieces->len; i++)
    {
      const SlTopaPiece *piece = &g_array_index (layout->pieces, SlTopaPiece, i);

      if (piece->entry == entry && !piece->is_missing && (piece->age == SL_TOPA_NEW) == newest)
        bytes += piece->length;
    }

  return bytes;
}

/**
 * sl_text_topa_fill:
 *
 * Returns: (transfer full): how full the entry's region is, and with what
 */
char *
sl_text_topa_fill (const SlTopaLayout *layout, guint entry)
{
  guint64 newest = count_bytes (layout, entry, TRUE), older = count_bytes (layout, entry, FALSE);
  g_autofree char *new_text = dup_count (newest);
  g_autofree char *old_text = dup_count (older);

  if (newest > 0 && older > 0)
    return g_strdup_printf (_ ("%s bytes of this lap, %s of the one before"), new_text, old_text);
  if (newest > 0)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s byte written", "%s bytes written",
                                         (gulong) newest),
                            new_text);
  if (older > 0)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s byte of the lap before",
                                         "%s bytes of the lap before", (gulong) older),
                            old_text);

  return g_strdup (_ ("not yet written"));
}

/**
 * sl_text_topa_entry:
 *
 * Returns: (transfer full): one sentence for what an entry says
 */
char *
sl_text_topa_entry (const SlTopaLayout *layout, guint entry)
{
  const SlTopaEntry *info = sl_topa_layout_get_entry (layout, entry);
  g_autofree char *table = sl_text_topa_table (layout, info->table);
  g_autofree char *address = sl_text_topa_address (info->base);
  g_autofree char *size = sl_text_topa_size (info->size);

  if (sl_topa_layout_is_damaged (layout, entry))
    return sl_text_topa_damage (layout);
  if (entry == layout->bad_entry && layout->rule != NULL)
    return g_strdup_printf (_ ("Entry %u of table %s: %s"), info->index, table, layout->rule);
  if ((info->flags & SL_TOPA_ENTRY_END) != 0)
    return g_strdup_printf (_ ("Entry %u of table %s ends it and points to the table at %s"),
                            info->index, table, address);
  if ((info->flags & SL_TOPA_ENTRY_STOP) != 0)
    return g_strdup_printf (
        _ ("Entry %u of table %s points to %s at %s; tracing stops when it is full"), info->index,
        table, size, address);
  if ((info->flags & SL_TOPA_ENTRY_INT) != 0)
    return g_strdup_printf (
        _ ("Entry %u of table %s points to %s at %s; an interrupt is raised when it is full"),
        info->index, table, size, address);

  return g_strdup_printf (_ ("Entry %u of table %s points to %s at %s"), info->index, table, size,
                          address);
}

/**
 * sl_text_topa_damage:
 *
 * Returns: (transfer full) (nullable): one sentence where a table is probably damaged
 */
char *
sl_text_topa_damage (const SlTopaLayout *layout)
{
  const SlTopaEntry *first;
  g_autofree char *table = NULL;

  if (layout->first_damaged == SL_TOPA_NO_ENTRY)
    return NULL;

  first = sl_topa_layout_get_entry (layout, layout->first_damaged);
  table = sl_text_topa_table (layout, first->table);
  return g_strdup_printf (_ ("Table %s is probably damaged: %u entries from entry %u on are all "
                             "zeros, which taken literally are regions of 4 KiB at address 0"),
                          table, layout->n_damaged, first->index);
}

/* Where output stopped by STOP, which is not where it would. */
static char *
dup_stopped (const SlTopaLayout *layout)
{
  const SlTopaEntry *entry;
  g_autofree char *table = NULL;

  if (!sl_topa_layout_has_stopped (layout))
    return g_strdup (_ ("stopped"));

  entry = sl_topa_layout_get_entry (layout, layout->current);
  table = sl_text_topa_table (layout, entry->table);
  return g_strdup_printf (_ ("stopped: table %s, entry %u was full"), table, entry->index);
}

static const char *
get_ending (const SlTopaLayout *layout)
{
  const SlTopaEntry *last;

  if (layout->failure != NULL)
    return _ ("ended by an error");
  if (layout->has_wrapped)
    return _ ("wrapped: the oldest bytes were overwritten");
  if (layout->ring != SL_TOPA_NO_ENTRY)
    return _ ("wraps when full");

  last = sl_topa_layout_get_entry (layout, layout->entries->len - 1);
  return (last->flags & SL_TOPA_ENTRY_STOP) != 0 ? _ ("stops when full")
                                                 : _ ("where it ends is unknown");
}

/**
 * sl_text_topa_summary:
 *
 * Returns: (transfer full): how much memory there is and what was written, in a line
 */
char *
sl_text_topa_summary (const SlTopaLayout *layout)
{
  guint n_tables = 0, n_regions = 0;
  guint64 size = 0;
  g_autofree char *size_text = NULL;
  g_autofree char *written = dup_count (layout->size);
  g_autofree char *tables = NULL;
  g_autofree char *regions = NULL;
  g_autofree char *ending = NULL;

  if (layout->entries->len == 0)
    return g_strdup (_ ("no table could be read"));

  for (guint i = 0; i < layout->entries->len; i++)
    {
      const SlTopaEntry *entry = sl_topa_layout_get_entry (layout, i);

      n_tables += i == 0 || sl_topa_layout_get_entry (layout, i - 1)->table != entry->table;
      if (entry->size == 0 || i == layout->bad_entry || sl_topa_layout_is_damaged (layout, i))
        continue;
      n_regions++;
      size += entry->size;
    }

  size_text = sl_text_topa_size (size);
  tables =
      g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u table", "%u tables", n_tables), n_tables);
  regions = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u region of %s",
                                          "%u regions of %s in all", n_regions),
                             n_regions, size_text);
  ending = (layout->registers.values[SL_TOPA_STATUS] & SL_TOPA_STATUS_STOPPED) != 0 &&
                   layout->failure == NULL
               ? dup_stopped (layout)
               : g_strdup (get_ending (layout));
  return layout->uses_tables ? g_strdup_printf (_ ("%s, %s · %s bytes in the stream · %s"), tables,
                                                regions, written, ending)
                             : g_strdup_printf (_ ("one range of %s · %s bytes in the stream · %s"),
                                                size_text, written, ending);
}
