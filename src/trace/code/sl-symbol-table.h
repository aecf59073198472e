/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The names of code in one file: which addresses, as the file counts them, are which function. It is
 * filled once, sealed, and immutable from then on; shared by count. */

#include <glib.h>

G_BEGIN_DECLS

/**
 * SlSymbol:
 * @begin: first address
 * @end: first address behind it
 * @name: as the file has it, UTF-8
 */
typedef struct
{
  guint64 begin;
  guint64 end;
  const char *name;
} SlSymbol;

typedef struct _SlSymbolTable SlSymbolTable;

SlSymbolTable *sl_symbol_table_new (void);
SlSymbolTable *sl_symbol_table_ref (SlSymbolTable *self);
void sl_symbol_table_unref (SlSymbolTable *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlSymbolTable, sl_symbol_table_unref)

void sl_symbol_table_add (SlSymbolTable *self,
                          guint64 begin,
                          guint64 size,
                          guint64 limit,
                          guint rank,
                          const char *name,
                          gsize length);
void sl_symbol_table_seal (SlSymbolTable *self);
guint sl_symbol_table_get_count (const SlSymbolTable *self);
const SlSymbol *sl_symbol_table_get (const SlSymbolTable *self, guint number);
const SlSymbol *sl_symbol_table_find (const SlSymbolTable *self, guint64 address);

G_END_DECLS
