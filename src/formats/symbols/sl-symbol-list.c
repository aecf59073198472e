/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-symbol-list.h"

#include <string.h>

#include "sl-error.h"

/* The last symbol of a list has no end: it is taken to be this long at most. */
#define LAST_SIZE 4096

#define MOST_WORDS 4

/* Words of one line, in the file. */
typedef struct
{
  const char *text[MOST_WORDS + 1];
  gsize length[MOST_WORDS + 1];
  guint n; /* one too many for lines that go on */
  gboolean is_indented;
} Line;

static void
split (Line *self, const char *text, gsize length)
{
  gsize at = 0;

  *self = (Line) { .is_indented = length > 0 && (text[0] == ' ' || text[0] == '\t') };
  while (self->n <= MOST_WORDS)
    {
      gsize begin;

      while (at < length && g_ascii_isspace (text[at]))
        at++;
      if (at == length)
        return;

      begin = at;
      while (at < length && !g_ascii_isspace (text[at]))
        at++;
      self->text[self->n] = text + begin;
      self->length[self->n++] = at - begin;
    }
}

/* A number in hex of 1 to 16 digits. */
static gboolean
parse_hex (const Line *line, guint word, gboolean has_prefix, guint64 *number)
{
  const char *text = line->text[word];
  gsize length = line->length[word];

  if (has_prefix)
    {
      if (length < 3 || text[0] != '0' || text[1] != 'x')
        return FALSE;
      text += 2;
      length -= 2;
    }
  if (length == 0 || length > 16)
    return FALSE;

  *number = 0;
  for (gsize i = 0; i < length; i++)
    {
      if (!g_ascii_isxdigit (text[i]))
        return FALSE;
      *number = *number << 4 | (guint64) g_ascii_xdigit_value (text[i]);
    }

  return TRUE;
}

/* The letter that nm has for what is code; absolute ones (A) are in old maps of kernels. */
static gboolean
is_code_letter (const Line *line, guint word)
{
  return line->length[word] == 1 && strchr ("tTwWiVA", line->text[word][0]) != NULL;
}

static gboolean
is_letter (const Line *line, guint word)
{
  return line->length[word] == 1 && (g_ascii_isalpha (line->text[word][0]) ||
                                     line->text[word][0] == '?' || line->text[word][0] == '-');
}

static void
add (SlSymbolTable *table, const Line *line, guint word, guint64 address, guint64 size)
{
  guint64 limit = address > G_MAXUINT64 - LAST_SIZE ? G_MAXUINT64 : address + LAST_SIZE;

  /* A large function may lie before another: what comes next is its end, however far. */
  sl_symbol_table_add (table, address, size, limit, 0, line->text[word], line->length[word]);
}

/* Whether the line is one of a list; whether it names code or not. */
static gboolean
read_nm (SlSymbolTable *table, const Line *line)
{
  guint64 address, size;

  if (line->n < 3 || !parse_hex (line, 0, FALSE, &address))
    return FALSE;
  if (is_letter (line, 1))
    {
      /* kallsyms has the module of a symbol behind it. */
      if (is_code_letter (line, 1))
        add (table, line, 2, address, 0);
      return TRUE;
    }
  if (line->n != 4 || !parse_hex (line, 1, FALSE, &size) || !is_letter (line, 2))
    return FALSE;

  if (is_code_letter (line, 2))
    add (table, line, 3, address, size);
  return TRUE;
}

/* A symbol of the linker's map: an address and a name, deep in the line. What is assigned or
 * provided has more words. */
static gboolean
read_map (SlSymbolTable *table, const Line *line)
{
  guint64 address;

  if (!line->is_indented || line->n != 2 || !parse_hex (line, 0, TRUE, &address) ||
      line->text[1][0] == '.' || g_ascii_isdigit (line->text[1][0]))
    return FALSE;

  add (table, line, 1, address, 0);
  return TRUE;
}

/**
 * sl_symbol_list_read:
 *
 * Lines that say something else are passed over.
 *
 * Returns: (transfer full) (nullable): a sealed table; %NULL with %SL_ERROR_MALFORMED where no line
 *   names code
 */
SlSymbolTable *
sl_symbol_list_read (SlMapping *file, GError **error)
{
  g_autoptr (SlSymbolTable) table = sl_symbol_table_new ();
  const char *text = (const char *) sl_mapping_get_data (file);
  gsize size = sl_mapping_get_size (file);

  for (gsize at = 0; at < size;)
    {
      const char *newline = memchr (text + at, '\n', size - at);
      gsize length = newline != NULL ? (gsize) (newline - text) - at : size - at;
      Line line;

      split (&line, text + at, length);
      if (!read_nm (table, &line))
        read_map (table, &line);
      at += length + 1;
    }

  sl_symbol_table_seal (table);
  if (sl_symbol_table_get_count (table) > 0)
    return g_steal_pointer (&table);

  g_set_error (error, SL_ERROR, SL_ERROR_MALFORMED,
               "The file is neither ELF nor a list of symbols: no line reads as “ADDRESS T NAME” "
               "(nm, System.map) or as one of a linker’s map");
  return NULL;
}
