/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Programs and lists of symbols: whatever the bytes say, every symbol is found where it begins, and no
 * name is demangled without an end. */
#include "sl-demangle.h"
#include "sl-elf.h"
#include "sl-symbol-list.h"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

static void
check (SlSymbolTable *table)
{
  for (guint i = 0; i < sl_symbol_table_get_count (table); i++)
    {
      const SlSymbol *symbol = sl_symbol_table_get (table, i);
      G_GNUC_UNUSED g_autofree char *name = sl_demangle (symbol->name);

      g_assert_cmpuint (symbol->begin, <=, symbol->end);
      if (symbol->end > symbol->begin)
        g_assert_true (sl_symbol_table_find (table, symbol->begin) == symbol);
    }
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (GBytes) bytes = g_bytes_new (data, size);
  g_autoptr (SlMapping) mapping = sl_mapping_new_for_bytes (bytes, "fuzz");
  g_autoptr (SlElf) elf = sl_elf_new (mapping, NULL, NULL);
  g_autoptr (SlSymbolTable) list = sl_symbol_list_read (mapping, NULL);

  if (elf != NULL)
    check (elf->symbols);
  if (list != NULL)
    check (list);
  return 0;
}
