/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Symbols as text: System.map, /proc/kallsyms, what nm prints, and the maps that the GNU linker
 * writes.
 *
 *   ffffffff81000000 T _text                          System.map, kallsyms, nm
 *   0000000000401136 0000000000000016 T main          nm -S: with the size
 *                   0x0000000000401136                main      ld -Map: a symbol
 *    .text          0x0000000000401136       0x16 main.o         ld -Map: a piece of a section */

#include "sl-mapping.h"
#include "sl-symbol-table.h"

G_BEGIN_DECLS

SlSymbolTable *sl_symbol_list_read (SlMapping *file, GError **error);

G_END_DECLS
