/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Writes small ELF files: one piece of code, and the symbols of its functions. */

#include <glib.h>

G_BEGIN_DECLS

/**
 * SlElfSymbol:
 * @offset: in the code
 * @size: 0 for a label
 * @info: binding × 16 + type; 0x12 is a global function
 */
typedef struct
{
  const char *name;
  guint64 offset;
  guint64 size;
  guint8 info;
} SlElfSymbol;

/**
 * SlElfPlan:
 * @is_64_bit: else 32
 * @is_pie: type 3 instead of 2
 * @address: that the code is linked for; it lies at offset 0x1000 in the file
 * @code: (array length=code_size):
 * @symbols: (array length=n_symbols):
 */
typedef struct
{
  gboolean is_64_bit;
  gboolean is_pie;
  guint64 address;
  const guint8 *code;
  gsize code_size;
  const SlElfSymbol *symbols;
  guint n_symbols;
} SlElfPlan;

#define SL_ELF_CODE_OFFSET 0x1000

GBytes *sl_elf_write (const SlElfPlan *plan);

G_END_DECLS
