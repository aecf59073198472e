/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-kernel-symbols.h"

#include <string.h>

#include "sl-lower-bound.h"

/* Symbols of a list that is not thinned out. */
#define LEAST_SYMBOLS 10000

typedef struct
{
  guint64 address;
  gsize name; /* where it is in the text */
} Symbol;

struct _SlKernelSymbols
{
  char *text; /* with a NUL behind it; what follows one in the file is not read */
  gsize ready;
  GArray *symbols; /* of Symbol, by address; made when the first is asked for */
  gboolean is_trusted;
};

/**
 * sl_kernel_symbols_new:
 * @text: (array length=size): copied
 *
 * Returns: (transfer full): the symbols
 */
SlKernelSymbols *
sl_kernel_symbols_new (const char *text, gsize size)
{
  SlKernelSymbols *self = g_new0 (SlKernelSymbols, 1);

  self->text = g_malloc (size + 1);
  memcpy (self->text, text, size);
  self->text[size] = '\0';
  self->symbols = g_array_new (FALSE, FALSE, sizeof (Symbol));
  return self;
}

void
sl_kernel_symbols_free (SlKernelSymbols *self)
{
  g_array_unref (self->symbols);
  g_free (self->text);
  g_free (self);
}

static int
compare_symbols (gconstpointer one, gconstpointer other)
{
  const Symbol *a = one;
  const Symbol *b = other;

  if (a->address != b->address)
    return a->address < b->address ? -1 : 1;
  return a->name < b->name ? -1 : a->name > b->name;
}

/* “ffffffff81000000 t name\t[module]”: the name, which ends where the line or a blank does. */
static const char *
parse_line (const char *line, guint64 *address)
{
  char *end;

  *address = g_ascii_strtoull (line, &end, 16);
  return end != line && end[0] == ' ' && end[1] != '\0' && end[2] == ' ' ? end + 3 : NULL;
}

/**
 * sl_kernel_symbols_read_line:
 * @at: (inout): in the text of /proc/kallsyms, at the begin of a line; moves behind @line
 * @line: (out): the next line that has a symbol; others are skipped
 *
 * Returns: whether there is one
 */
gboolean
sl_kernel_symbols_read_line (const char **at, SlKernelSymbolLine *line)
{
  while (**at != '\0')
    {
      line->text = *at;
      line->length = strcspn (*at, "\n");
      *at += line->length + ((*at)[line->length] != '\0');
      line->name = parse_line (line->text, &line->address);
      if (line->name == NULL || g_ascii_isspace (line->name[0]))
        continue;

      line->type = line->name[-2];
      return TRUE;
    }

  return FALSE;
}

static void
read_text (SlKernelSymbols *self)
{
  const char *at = self->text;
  SlKernelSymbolLine line;

  while (sl_kernel_symbols_read_line (&at, &line))
    g_array_append_val (self->symbols,
                        ((Symbol) { line.address, (gsize) (line.name - self->text) }));
  g_array_sort (self->symbols, compare_symbols);
}

static const Symbol *
get_symbols (SlKernelSymbols *self)
{
  if (g_once_init_enter (&self->ready))
    {
      read_text (self);
      g_once_init_leave (&self->ready, 1);
    }

  return (const Symbol *) (gpointer) self->symbols->data;
}

/**
 * sl_kernel_symbols_get_text:
 *
 * Returns: (transfer none): the lines as they were recorded
 */
const char *
sl_kernel_symbols_get_text (const SlKernelSymbols *self)
{
  return self->text;
}

/**
 * sl_kernel_symbols_trust_nearest:
 *
 * However short the list is, each function that is asked for is in it. To be called before it is shared.
 */
void
sl_kernel_symbols_trust_nearest (SlKernelSymbols *self)
{
  self->is_trusted = TRUE;
}

/**
 * sl_kernel_symbols_is_whole:
 *
 * Returns: whether each function that is asked for is in the list, as far as can be told
 */
gboolean
sl_kernel_symbols_is_whole (SlKernelSymbols *self)
{
  get_symbols (self);
  return self->is_trusted || self->symbols->len >= LEAST_SYMBOLS;
}

/**
 * sl_kernel_symbols_find:
 * @length: (out): of the name, in bytes
 *
 * Only the very address counts: of a list that was thinned out the nearest symbol would be a wrong one.
 *
 * Returns: (transfer none) (nullable): the name of what is at @address, the first of several; not ended by a NUL
 */
const char *
sl_kernel_symbols_find (SlKernelSymbols *self, guint64 address, gsize *length)
{
  const Symbol *symbols;
  const char *name;
  guint place;

  symbols = get_symbols (self);
  place = sl_lower_bound (0u, self->symbols->len, i, symbols[i].address < address);
  if (place == self->symbols->len || symbols[place].address != address)
    return NULL;

  name = self->text + symbols[place].name;
  *length = strcspn (name, "\t\n ");
  return name;
}

/**
 * sl_kernel_symbols_find_around:
 * @length: (out): of the name
 *
 * Returns: (transfer none) (nullable): the name of the function that @address is in; %NULL too where the list is too short
 *   to be that of a whole kernel, so that the function may not be in it
 */
const char *
sl_kernel_symbols_find_around (SlKernelSymbols *self, guint64 address, gsize *length)
{
  const Symbol *symbols = get_symbols (self);
  const char *name;
  guint place;

  if (!sl_kernel_symbols_is_whole (self))
    return NULL;

  place = sl_lower_bound (0u, self->symbols->len, i, symbols[i].address <= address);
  if (place == 0 || address - symbols[place - 1].address > SL_KERNEL_MOST_FUNCTION)
    return NULL;

  name = self->text + symbols[place - 1].name;
  *length = strcspn (name, "\t\n ");
  return name;
}

/**
 * sl_kernel_symbols_find_address:
 * @address: (out): where the first symbol of that name is
 *
 * Slower than sl_kernel_symbols_find(), but does not read all symbols first.
 *
 * Returns: whether there is one
 */
gboolean
sl_kernel_symbols_find_address (const SlKernelSymbols *self, const char *name, guint64 *address)
{
  gsize length = strlen (name);

  for (const char *at = strstr (self->text, name); at != NULL; at = strstr (at + length, name))
    {
      const char *line = at;

      while (line > self->text && line[-1] != '\n')
        line--;
      if (strchr ("\t\n ", at[length]) != NULL && parse_line (line, address) == at)
        return TRUE;
    }

  return FALSE;
}
