/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The parts of an ELF file that tell which code lies where and what it is called. From the System V
 * ABI, "Object Files" and "Program Loading". Numbers are little endian: Intel PT and Pentiums run
 * nothing else.
 *
 * | offset (64, 32 bit) | size | header |
 * | --- | --- | --- |
 * | 0 | 4 | 7f "ELF" |
 * | 4 | 1 | class: 1 32 bit, 2 64 bit |
 * | 5 | 1 | data: 1 little endian |
 * | 16 | 2 | type: 1 relocatable, 2 executable, 3 shared or PIE |
 * | 18 | 2 | machine: 3 i386, 62 x86-64 |
 * | 32, 28 | 8, 4 | offset of the program headers |
 * | 40, 32 | 8, 4 | offset of the section headers |
 * | 54, 42 | 2, 2 | size and number of the program headers |
 * | 58, 46 | 2, 2 | size and number of the section headers |
 *
 * A program header of type 1 (LOAD) is a piece of the file that lies in memory: offset in the file,
 * address, sizes in both, flags (1: code). Symbols stand in sections of type 2 (.symtab) and 11
 * (.dynsym), their names in the section that "link" says. */

#include "sl-code-map.h"
#include "sl-mapping.h"

G_BEGIN_DECLS

/**
 * SlElfLoad:
 * @offset: in the file
 * @file_size: bytes that the file has of it
 * @address: as linked
 * @size: in memory
 */
typedef struct
{
  guint64 offset;
  guint64 file_size;
  guint64 address;
  guint64 size;
  gboolean is_code;
} SlElfLoad;

/**
 * SlElf:
 * @loads: (element-type SlElfLoad): by address
 * @symbols: of functions; may be empty
 */
typedef struct
{
  gboolean is_64_bit;
  GArray *loads;
  SlSymbolTable *symbols;
} SlElf;

gboolean sl_elf_is (SlMapping *file);
SlElf *sl_elf_new (SlMapping *file, GError **error);
void sl_elf_free (SlElf *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlElf, sl_elf_free)

G_END_DECLS
