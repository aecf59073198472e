/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-elf-writer.h"

#include <string.h>

static void
put (GByteArray *bytes, guint64 value, guint size)
{
  value = GUINT64_TO_LE (value);
  g_byte_array_append (bytes, (const guint8 *) &value, size);
}

/* A number of the class's size. */
static void
put_word (GByteArray *bytes, const SlElfPlan *plan, guint64 value)
{
  put (bytes, value, plan->is_64_bit ? 8 : 4);
}

static void
put_section (GByteArray *bytes,
             const SlElfPlan *plan,
             guint type,
             guint64 flags,
             guint64 address,
             guint64 offset,
             guint64 size,
             guint link,
             guint64 entry_size)
{
  put (bytes, 0, 4);
  put (bytes, type, 4);
  put_word (bytes, plan, flags);
  put_word (bytes, plan, address);
  put_word (bytes, plan, offset);
  put_word (bytes, plan, size);
  put (bytes, link, 4);
  put (bytes, 0, 4);
  put_word (bytes, plan, 1);
  put_word (bytes, plan, entry_size);
}

static void
put_header (GByteArray *bytes, const SlElfPlan *plan, guint64 sections)
{
  static const guint8 rest[8] = { 0 };

  g_byte_array_append (bytes, (const guint8 *) "\177ELF", 4);
  put (bytes, plan->is_64_bit ? 2 : 1, 1);
  put (bytes, 1, 1);
  put (bytes, 1, 1);
  put (bytes, 0, 1);
  g_byte_array_append (bytes, rest, sizeof rest);
  put (bytes, plan->is_pie ? 3 : 2, 2);
  put (bytes, plan->is_64_bit ? 62 : 3, 2);
  put (bytes, 1, 4);
  put_word (bytes, plan, plan->address);
  put_word (bytes, plan, plan->is_64_bit ? 64 : 52);
  put_word (bytes, plan, sections);
  put (bytes, 0, 4);
  put (bytes, plan->is_64_bit ? 64 : 52, 2);
  put (bytes, plan->is_64_bit ? 56 : 32, 2);
  put (bytes, 1, 2);
  put (bytes, plan->is_64_bit ? 64 : 40, 2);
  put (bytes, 4, 2);
  put (bytes, 3, 2); /* where the sections' names are: all empty */
}

static void
put_load (GByteArray *bytes, const SlElfPlan *plan)
{
  put (bytes, 1, 4);
  if (plan->is_64_bit)
    put (bytes, 5, 4);
  put_word (bytes, plan, SL_ELF_CODE_OFFSET);
  put_word (bytes, plan, plan->address);
  put_word (bytes, plan, plan->address);
  put_word (bytes, plan, plan->code_size);
  put_word (bytes, plan, plan->code_size);
  if (!plan->is_64_bit)
    put (bytes, 5, 4);
  put_word (bytes, plan, 0x1000);
}

static void
put_symbol (GByteArray *bytes, const SlElfPlan *plan, guint64 name, const SlElfSymbol *symbol)
{
  put (bytes, name, 4);
  if (plan->is_64_bit)
    {
      put (bytes, symbol->info, 1);
      put (bytes, 0, 1);
      put (bytes, 1, 2);
    }
  put_word (bytes, plan, plan->address + symbol->offset);
  put_word (bytes, plan, symbol->size);
  if (!plan->is_64_bit)
    {
      put (bytes, symbol->info, 1);
      put (bytes, 0, 1);
      put (bytes, 1, 2);
    }
}

/**
 * sl_elf_write:
 *
 * Returns: (transfer full): the file: header, code, symbols, their names, sections (none, code,
 *   symbols, names)
 */
GBytes *
sl_elf_write (const SlElfPlan *plan)
{
  GByteArray *bytes = g_byte_array_new ();
  g_autoptr (GByteArray) names = g_byte_array_new ();
  guint symbol_size = plan->is_64_bit ? 24 : 16;
  guint64 symbols = SL_ELF_CODE_OFFSET + plan->code_size;
  guint64 strings = symbols + (guint64) plan->n_symbols * symbol_size;
  guint64 n_names = 1;
  guint header_end;

  for (guint i = 0; i < plan->n_symbols; i++)
    n_names += strlen (plan->symbols[i].name) + 1;
  put_header (bytes, plan, strings + n_names);
  put_load (bytes, plan);
  header_end = bytes->len;
  g_byte_array_set_size (bytes, SL_ELF_CODE_OFFSET);
  memset (bytes->data + header_end, 0, SL_ELF_CODE_OFFSET - header_end);
  g_byte_array_append (bytes, plan->code, (guint) plan->code_size);

  put (names, 0, 1);
  for (guint i = 0; i < plan->n_symbols; i++)
    {
      put_symbol (bytes, plan, names->len, &plan->symbols[i]);
      g_byte_array_append (names, (const guint8 *) plan->symbols[i].name,
                           (guint) strlen (plan->symbols[i].name) + 1);
    }
  g_byte_array_append (bytes, names->data, names->len);
  put_section (bytes, plan, 0, 0, 0, 0, 0, 0, 0);
  put_section (bytes, plan, 1, 6, plan->address, SL_ELF_CODE_OFFSET, plan->code_size, 0, 0);
  put_section (bytes, plan, 2, 0, 0, symbols, strings - symbols, 3, symbol_size);
  put_section (bytes, plan, 3, 0, 0, strings, names->len, 0, 0);
  return g_byte_array_free_to_bytes (bytes);
}
