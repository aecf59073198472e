/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-symbol-table.h"

#include "sl-lower-bound.h"

/* No name is longer: what is, is cut. */
#define LONGEST_NAME 4096

/* So many symbols that lie inside of each other are looked through. */
#define MOST_NESTED 64

/* A symbol while the table is filled; @symbol.end is 0 where the size is not known. */
typedef struct
{
  SlSymbol symbol;
  guint64 limit;
  guint rank;
} Entry;

struct _SlSymbolTable
{
  gatomicrefcount ref_count;
  GStringChunk *names;
  GArray *entries; /* of Entry, until the table is sealed */
  GArray *symbols; /* of SlSymbol, by begin, each begin once */
  GArray *reach;   /* of guint64: the greatest end up to each symbol */
};

/**
 * sl_symbol_table_new:
 *
 * Returns: (transfer full): an empty table
 */
SlSymbolTable *
sl_symbol_table_new (void)
{
  SlSymbolTable *self = g_new0 (SlSymbolTable, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->names = g_string_chunk_new (4096);
  self->entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  self->symbols = g_array_new (FALSE, FALSE, sizeof (SlSymbol));
  self->reach = g_array_new (FALSE, FALSE, sizeof (guint64));
  return self;
}

SlSymbolTable *
sl_symbol_table_ref (SlSymbolTable *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
sl_symbol_table_unref (SlSymbolTable *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_string_chunk_free (self->names);
  g_clear_pointer (&self->entries, g_array_unref);
  g_array_unref (self->symbols);
  g_array_unref (self->reach);
  g_free (self);
}

/**
 * sl_symbol_table_add:
 * @size: in bytes; 0 where it is not known: up to the next symbol, or @limit
 * @limit: first address behind all that the symbol can be
 * @rank: of several at one address that of the highest rank stays
 * @name: (array length=length): copied
 *
 * Only before the table is sealed.
 */
void
sl_symbol_table_add (SlSymbolTable *self,
                     guint64 begin,
                     guint64 size,
                     guint64 limit,
                     guint rank,
                     const char *name,
                     gsize length)
{
  Entry entry = { .symbol.begin = begin, .limit = limit, .rank = rank };

  g_return_if_fail (self->entries != NULL);

  length = MIN (length, LONGEST_NAME);
  if (size > 0 && __builtin_add_overflow (begin, size, &entry.symbol.end))
    entry.symbol.end = G_MAXUINT64;
  if (g_utf8_validate (name, (gssize) length, NULL))
    {
      entry.symbol.name = g_string_chunk_insert_len (self->names, name, (gssize) length);
    }
  else
    {
      g_autofree char *valid = g_utf8_make_valid (name, (gssize) length);

      entry.symbol.name = g_string_chunk_insert (self->names, valid);
    }
  g_array_append_val (self->entries, entry);
}

/* By address; of several at one the best first. */
static int
compare_entries (gconstpointer one, gconstpointer other)
{
  const Entry *a = one, *b = other;

  if (a->symbol.begin != b->symbol.begin)
    return a->symbol.begin < b->symbol.begin ? -1 : 1;
  if ((a->symbol.end != 0) != (b->symbol.end != 0))
    return a->symbol.end != 0 ? -1 : 1;
  if (a->rank != b->rank)
    return a->rank > b->rank ? -1 : 1;

  return g_strcmp0 (a->symbol.name, b->symbol.name);
}

/* A symbol without a size goes on to the next one. */
static void
close_symbol (SlSymbol *symbol, const Entry *entry, guint64 next)
{
  if (symbol->end == 0)
    symbol->end = MAX (MIN (entry->limit, next), symbol->begin);
}

/**
 * sl_symbol_table_seal:
 *
 * Puts the symbols in order. Nothing can be added from then on.
 */
void
sl_symbol_table_seal (SlSymbolTable *self)
{
  g_autoptr (GArray) entries = g_steal_pointer (&self->entries);
  guint64 reach = 0;
  guint n = entries != NULL ? entries->len : 0;

  g_return_if_fail (entries != NULL);

  g_array_sort (entries, compare_entries);
  for (guint i = 0; i < n;)
    {
      const Entry *entry = &g_array_index (entries, Entry, i);
      SlSymbol symbol = entry->symbol;
      guint next = i + 1;

      while (next < n && g_array_index (entries, Entry, next).symbol.begin == symbol.begin)
        next++;
      close_symbol (&symbol, entry,
                    next < n ? g_array_index (entries, Entry, next).symbol.begin : G_MAXUINT64);
      reach = MAX (reach, symbol.end);
      g_array_append_val (self->symbols, symbol);
      g_array_append_val (self->reach, reach);
      i = next;
    }
}

/**
 * sl_symbol_table_get_count:
 *
 * Returns: how many symbols a sealed table has
 */
guint
sl_symbol_table_get_count (const SlSymbolTable *self)
{
  return self->symbols->len;
}

/**
 * sl_symbol_table_get:
 * @number: below sl_symbol_table_get_count()
 *
 * Returns: (transfer none): the symbols by their addresses
 */
const SlSymbol *
sl_symbol_table_get (const SlSymbolTable *self, guint number)
{
  g_return_val_if_fail (number < self->symbols->len, NULL);

  return &g_array_index (self->symbols, SlSymbol, number);
}

/**
 * sl_symbol_table_find:
 *
 * Any thread.
 *
 * Returns: (transfer none) (nullable): the innermost symbol that @address lies in
 */
const SlSymbol *
sl_symbol_table_find (const SlSymbolTable *self, guint64 address)
{
  guint low = sl_lower_bound (0, self->symbols->len, i,
                              g_array_index (self->symbols, SlSymbol, i).begin <= address);

  for (guint i = low, left = MOST_NESTED;
       i > 0 && left > 0 && g_array_index (self->reach, guint64, i - 1) > address; i--, left--)
    {
      const SlSymbol *symbol = &g_array_index (self->symbols, SlSymbol, i - 1);

      if (symbol->end > address)
        return symbol;
    }

  return NULL;
}
