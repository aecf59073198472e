/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The manual's "ToPA Errors", by the numbers under which the messages name them:
 *
 * | rule | what |
 * | --- | --- |
 * | 1 | a reserved bit is set |
 * | 2a | a table does not start at a multiple of 4 KiB |
 * | 2b | a region does not start at a multiple of its size |
 * | 2c | an address is beyond MAXPHYADDR |
 * | 3 | the output offset is not inside its region |
 * | 4a | STOP or INT with END |
 * | 4b | END in entry 0 |
 * | 4c | where a table may have one region only: entry 1 is no END that leads to its own table |
 */
#include "sl-topa-walk.h"

#define PAGE          4096
#define RESERVED_BITS (G_GUINT64_CONSTANT (0xc2a)) /* 1, 3, 5, 11:10 */
#define BASE_BITS     (~G_GUINT64_CONSTANT (0xfff))
#define MAX_INDEX     0x1ffffff

typedef struct
{
  SlTopaLayout *layout;
  const SlTopaState *state;
  const SlTopaMemory *memory;
  GHashTable *seen; /* SlTopaEntry's place to its number + 1 */
} Walk;

static guint
hash_place (gconstpointer key)
{
  const SlTopaEntry *entry = key;

  return g_int64_hash (&entry->table) * 31 + entry->index;
}

static gboolean
equal_places (gconstpointer a, gconstpointer b)
{
  const SlTopaEntry *one = a, *other = b;

  return one->table == other->table && one->index == other->index;
}

static gboolean
is_beyond (const SlTopaState *state, guint64 address)
{
  return address >> state->max_physical_address != 0;
}

static void G_GNUC_PRINTF (2, 3) fail (SlTopaLayout *layout, const char *format, ...)
{
  va_list arguments;

  /* The first error is the one that ended output. */
  if (layout->failure != NULL)
    return;

  va_start (arguments, format);
  layout->failure = g_strdup_vprintf (format, arguments);
  va_end (arguments);
}

static guint
find_lowest_bit (guint64 value)
{
  return (guint) __builtin_ctzll (value);
}

/* What is wrong with the entry, with its rule; NULL if nothing is. */
static char *
check_entry (const Walk *self, const SlTopaEntry *entry)
{
  guint64 reserved = entry->raw & RESERVED_BITS;

  if (reserved != 0)
    return g_strdup_printf ("reserved bit %u set (rule 1)", find_lowest_bit (reserved));
  if (is_beyond (self->state, entry->raw & BASE_BITS))
    return g_strdup_printf ("base 0x%" G_GINT64_MODIFIER
                            "x beyond MAXPHYADDR, which is %u bits (rule 2c)",
                            entry->base, self->state->max_physical_address);
  if ((entry->flags & SL_TOPA_ENTRY_END) != 0)
    {
      if ((entry->flags & SL_TOPA_ENTRY_STOP) != 0)
        return g_strdup ("STOP with END (rule 4a)");
      if ((entry->flags & SL_TOPA_ENTRY_INT) != 0)
        return g_strdup ("INT with END (rule 4a)");
      if (entry->index == 0)
        return g_strdup ("END in entry 0 (rule 4b)");
    }
  else if ((entry->base & (entry->size - 1)) != 0)
    return g_strdup_printf ("region base 0x%" G_GINT64_MODIFIER
                            "x not aligned to its size 0x%" G_GINT64_MODIFIER "x (rule 2b)",
                            entry->base, entry->size);

  if (self->state->has_single_entries && entry->index == 1)
    {
      if ((entry->flags & SL_TOPA_ENTRY_END) == 0)
        return g_strdup ("entry 1 without END on a processor of one region a table (rule 4c)");
      if (entry->base != entry->table)
        return g_strdup ("END to another table on a processor of one region a table (rule 4c)");
    }

  return NULL;
}

static SlTopaEntry
decode_entry (guint64 table, guint32 index, guint64 raw)
{
  SlTopaEntry entry = { .table = table, .index = index, .raw = raw, .base = raw & BASE_BITS };

  entry.flags = (guint32) (raw & (SL_TOPA_ENTRY_END | SL_TOPA_ENTRY_INT | SL_TOPA_ENTRY_STOP));
  if ((entry.flags & SL_TOPA_ENTRY_END) == 0)
    entry.size = (guint64) PAGE << (raw >> 6 & 0xf);
  return entry;
}

/* Whether output may come to a table there. */
static gboolean
check_table (const Walk *self, guint64 table, const char *what)
{
  if ((table & (PAGE - 1)) != 0)
    {
      fail (self->layout, "%s: table base 0x%" G_GINT64_MODIFIER "x not aligned to 4 KiB (rule 2a)",
            what, table);
      return FALSE;
    }
  if (is_beyond (self->state, table))
    {
      fail (self->layout,
            "%s: table base 0x%" G_GINT64_MODIFIER
            "x beyond MAXPHYADDR, which is %u bits (rule 2c)",
            what, table, self->state->max_physical_address);
      return FALSE;
    }

  return TRUE;
}

/* Appends the entry unless output came to it before, which closes the ring. FALSE ends the walk. */
static gboolean
visit (Walk *self, SlTopaEntry place)
{
  GArray *entries = self->layout->entries;
  guint seen = GPOINTER_TO_UINT (g_hash_table_lookup (self->seen, &place));
  guint64 address, raw;
  g_autofree char *wrong = NULL;
  SlTopaEntry entry;

  if (seen != 0)
    {
      self->layout->ring = seen - 1;
      return FALSE;
    }

  if (__builtin_add_overflow (place.table, (guint64) place.index * 8, &address) ||
      !sl_topa_memory_read_u64 (self->memory, address, &raw))
    {
      g_autofree char *held = sl_topa_memory_describe (self->memory);

      fail (self->layout,
            "table 0x%" G_GINT64_MODIFIER "x, entry %u: is at 0x%" G_GINT64_MODIFIER
            "x, which is not in any dump (%s)",
            place.table, place.index, place.table + (guint64) place.index * 8, held);
      return FALSE;
    }

  entry = decode_entry (place.table, place.index, raw);
  g_array_append_val (entries, entry);
  g_hash_table_insert (self->seen, g_memdup2 (&place, sizeof place),
                       GUINT_TO_POINTER (entries->len));
  wrong = check_entry (self, &entry);
  if (wrong == NULL)
    return TRUE;

  self->layout->bad_entry = entries->len - 1;
  fail (self->layout,
        "table 0x%" G_GINT64_MODIFIER "x, entry %u, raw 0x%016" G_GINT64_MODIFIER "x: %s",
        entry.table, entry.index, entry.raw, wrong);
  self->layout->rule = g_steal_pointer (&wrong);
  return FALSE;
}

/* Follows the entries from @table's first on, until they close a ring, stop or break a rule. */
static void
walk_from (Walk *self, guint64 table, const char *what)
{
  SlTopaEntry place = { .table = table };

  if (!check_table (self, table, what))
    return;

  while (visit (self, place))
    {
      const SlTopaEntry *entry =
          sl_topa_layout_get_entry (self->layout, self->layout->entries->len - 1);

      if (self->layout->entries->len >= SL_TOPA_MAX_ENTRIES)
        {
          fail (self->layout, "more than %u entries, without a closed ring or a STOP",
                SL_TOPA_MAX_ENTRIES);
          return;
        }
      if ((entry->flags & SL_TOPA_ENTRY_STOP) != 0)
        return;

      if ((entry->flags & SL_TOPA_ENTRY_END) != 0)
        place = (SlTopaEntry) { .table = entry->base };
      else if (place.index < MAX_INDEX)
        place.index++;
      else
        place.index = 0;
    }
}

static void
reset (Walk *self)
{
  g_hash_table_remove_all (self->seen);
  g_array_set_size (self->layout->entries, 0);
  g_clear_pointer (&self->layout->failure, g_free);
  g_clear_pointer (&self->layout->rule, g_free);
  self->layout->bad_entry = SL_TOPA_NO_ENTRY;
  self->layout->ring = SL_TOPA_NO_ENTRY;
}

static guint
find (const Walk *self, guint64 table, guint64 index)
{
  SlTopaEntry place = { .table = table, .index = (guint32) index };

  return GPOINTER_TO_UINT (g_hash_table_lookup (self->seen, &place)) - 1;
}

/**
 * sl_topa_walk:
 * @layout: with the registers; its entries, @current and @ring are set, and @failure where a rule
 *   is broken: then also @bad_entry, if it is an entry that breaks it
 * @memory: with the tables
 * @notes: what is odd but no error
 *
 * Follows output from the table that tracing started with, or, where that is unknown or never
 * leads to the current entry, from the current table.
 */
void
sl_topa_walk (SlTopaLayout *layout,
              const SlTopaState *state,
              const SlTopaMemory *memory,
              SlNotes *notes)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (hash_place, equal_places, g_free, NULL);
  Walk walk = { layout, state, memory, seen };

  if (state->has_start_table && state->start_table != layout->table_base)
    {
      walk_from (&walk, state->start_table, "start_table");
      layout->current = find (&walk, layout->table_base, layout->table_index);

      /* With a rule broken on the way the pointers may be as the error left them. */
      if (layout->current != SL_TOPA_NO_ENTRY || layout->bad_entry != SL_TOPA_NO_ENTRY)
        return;

      sl_notes_add (notes, SL_OFFSET_NONE, 1,
                    "The start table 0x%" G_GINT64_MODIFIER
                    "x never leads to the current table 0x%" G_GINT64_MODIFIER
                    "x, from which the stream is rebuilt instead",
                    state->start_table, layout->table_base);
      reset (&walk);
    }

  walk_from (&walk, layout->table_base, "IA32_RTIT_OUTPUT_BASE");
  layout->current = find (&walk, layout->table_base, layout->table_index);
  if (layout->current == SL_TOPA_NO_ENTRY)
    fail (layout,
          "the current entry %" G_GUINT64_FORMAT " of table 0x%" G_GINT64_MODIFIER
          "x is never reached: the table ends after entry %u",
          layout->table_index, layout->table_base,
          layout->entries->len > 0
              ? sl_topa_layout_get_entry (layout, layout->entries->len - 1)->index
              : 0);
}

/**
 * sl_topa_walk_single_range:
 * @layout: as for sl_topa_walk(); the range becomes its one entry, a ring of one
 *
 * The rules for output without tables.
 */
void
sl_topa_walk_single_range (SlTopaLayout *layout, const SlTopaState *state)
{
  guint64 mask = (state->registers.values[SL_TOPA_MASK_POINTERS] & G_MAXUINT32) | 0x7f;
  SlTopaEntry entry = { .base = layout->table_base, .size = mask + 1, .raw = mask };

  if ((mask & (mask + 1)) != 0)
    fail (layout, "the single range's mask 0x%" G_GINT64_MODIFIER "x is not ones from bit 0 up",
          mask);
  else if ((layout->table_base & mask) != 0)
    fail (layout,
          "the single range's base 0x%" G_GINT64_MODIFIER
          "x is not aligned to its size 0x%" G_GINT64_MODIFIER "x",
          layout->table_base, mask + 1);
  else if (is_beyond (state, layout->table_base))
    fail (layout,
          "the single range's base 0x%" G_GINT64_MODIFIER
          "x is beyond MAXPHYADDR, which is %u bits",
          layout->table_base, state->max_physical_address);
  else if (layout->output_offset > mask)
    fail (layout,
          "the output offset 0x%" G_GINT64_MODIFIER
          "x is beyond the single range, whose mask is 0x%" G_GINT64_MODIFIER "x",
          layout->output_offset, mask);

  g_array_append_val (layout->entries, entry);
  layout->current = layout->ring = 0;
  if (layout->failure != NULL)
    layout->bad_entry = 0;
}
