/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What an ELF file says of its code: which of its bytes are loaded where, and which functions are
 * there. Read by libelf and libdw (elfutils), so names are also found in a separate debug file, by
 * build id or .gnu_debuglink, and in a compressed .gnu_debugdata. */

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
SlElf *sl_elf_new (SlMapping *file, const char *path, GError **error);
void sl_elf_free (SlElf *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlElf, sl_elf_free)

G_END_DECLS
