/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cut-symbols.h"

#include <string.h>

#include "sl-kernel-symbols.h"
#include "sl-lower-bound.h"

/* Smaller addresses are offsets of per-CPU variables, not functions; a number in a record would often match one. */
#define LEAST_ADDRESS (G_GUINT64_CONSTANT (16) << 20)

typedef struct
{
  guint64 address;
  gsize line; /* where it is in the text */
  gsize length;
  gboolean is_needed;
} Symbol;

struct _SlCutSymbols
{
  const char *text; /* owned */
  GArray *symbols;  /* of Symbol, by address */
  guint64 end;      /* behind the last function */
};

static int
compare_addresses (gconstpointer one, gconstpointer other)
{
  const Symbol *a = one, *b = other;

  if (a->address != b->address)
    return a->address < b->address ? -1 : 1;
  return a->line < b->line ? -1 : a->line > b->line;
}

/**
 * sl_cut_symbols_new:
 * @text: as /proc/kallsyms: “ffffffff81000000 t name” in each line; copied
 *
 * Returns: (transfer full): the symbols, none of them needed so far
 */
SlCutSymbols *
sl_cut_symbols_new (const char *text)
{
  SlCutSymbols *self = g_new0 (SlCutSymbols, 1);
  SlKernelSymbolLine line;
  const char *at;

  self->text = at = g_strdup (text);
  self->symbols = g_array_new (FALSE, FALSE, sizeof (Symbol));
  while (sl_kernel_symbols_read_line (&at, &line))
    {
      Symbol symbol = { line.address, (gsize) (line.text - self->text), line.length, FALSE };

      if (symbol.address >= LEAST_ADDRESS)
        g_array_append_val (self->symbols, symbol);
    }
  g_array_sort (self->symbols, compare_addresses);
  if (self->symbols->len > 0)
    self->end = g_array_index (self->symbols, Symbol, self->symbols->len - 1).address;
  self->end += MIN (SL_KERNEL_MOST_FUNCTION, G_MAXUINT64 - self->end);
  return self;
}

void
sl_cut_symbols_free (SlCutSymbols *self)
{
  g_array_unref (self->symbols);
  g_free ((char *) self->text);
  g_free (self);
}

/* All names of one place are needed: each reader has its own rule which of them it shows. So is the next symbol, where the
 * function ends: libtraceevent finds none in the last one of a list. */
static void
add_address (SlCutSymbols *self, guint64 address)
{
  Symbol *symbols = (Symbol *) (gpointer) self->symbols->data;
  guint behind = sl_lower_bound (0u, self->symbols->len, i, symbols[i].address <= address);

  if (behind < self->symbols->len)
    symbols[behind].is_needed = TRUE;
  for (guint i = behind; i > 0 && symbols[i - 1].address == symbols[behind - 1].address; i--)
    symbols[i - 1].is_needed = TRUE;
}

/**
 * sl_cut_symbols_add_page:
 * @bytes: (array length=size): a page of the ring buffer
 *
 * Its records need the symbols that their addresses are in.
 */
void
sl_cut_symbols_add_page (SlCutSymbols *self,
                         const SlRingLayout *layout,
                         const guint8 *bytes,
                         gsize size)
{
  const guint8 *record;
  SlRingPage page;
  guint32 length;

  if (self->symbols->len == 0)
    return;

  sl_ring_page_open (&page, layout, bytes, size);
  while ((record = sl_ring_page_next (&page, layout->is_big, &length)) != NULL)
    for (guint32 at = 0; at + layout->commit_size <= length; at += 4)
      {
        guint64 word = layout->commit_size == 8 ? sl_bytes_u64 (record + at, layout->is_big)
                                                : sl_bytes_u32 (record + at, layout->is_big);

        if (word >= g_array_index (self->symbols, Symbol, 0).address && word < self->end)
          add_address (self, word);
      }
}

static int
compare_lines (gconstpointer one, gconstpointer other)
{
  const Symbol *a = *(const Symbol *const *) one, *b = *(const Symbol *const *) other;

  return a->line < b->line ? -1 : a->line > b->line;
}

/**
 * sl_cut_symbols_pick:
 *
 * Returns: (transfer full): the lines of those that are needed, in their order
 */
GString *
sl_cut_symbols_pick (const SlCutSymbols *self)
{
  g_autoptr (GPtrArray) needed = g_ptr_array_new ();
  GString *lines = g_string_new (NULL);

  for (guint i = 0; i < self->symbols->len; i++)
    if (g_array_index (self->symbols, Symbol, i).is_needed)
      g_ptr_array_add (needed, &g_array_index (self->symbols, Symbol, i));
  g_ptr_array_sort (needed, compare_lines);
  for (guint i = 0; i < needed->len; i++)
    {
      const Symbol *symbol = g_ptr_array_index (needed, i);

      g_string_append_len (lines, self->text + symbol->line, (gssize) symbol->length);
      g_string_append_c (lines, '\n');
    }
  return lines;
}
