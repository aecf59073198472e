/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Which code lies where in memory: the files that were mapped, what their functions are called and
 * where their bytes are. Filled once, sealed, and immutable from then on; shared by count. */

#include "sl-symbol-table.h"

G_BEGIN_DECLS

/* Code that every process has, such as the kernel's; and when it is not known whose an address is. */
#define SL_CODE_ANY_PROCESS G_MAXUINT32

/* A process that has no code of its own. */
#define SL_CODE_NO_PROCESS 0

/* Where it is not said whose address space a file lies in. */
#define SL_CODE_NO_CR3 G_MAXUINT64

/* Where a file lies at the addresses that it was linked for. */
#define SL_CODE_NO_BASE G_MAXUINT64

/**
 * SlCodeFile:
 * @path: of the file, as bytes; relative to the folder of the trace
 * @other_path: (nullable): where it is looked for if it is not there
 * @process: in whose memory; or %SL_CODE_ANY_PROCESS
 * @cr3: in which address space, in place of @process; or %SL_CODE_NO_CR3
 * @address: where the byte at @file_offset lies; or %SL_CODE_NO_BASE
 * @size: in memory, in bytes; 0 for all of the file
 * @file_offset: of the first byte that lies there
 *
 * What a trace or the user says of a file that was mapped.
 */
typedef struct
{
  char *path;
  char *other_path;
  guint32 process;
  guint64 cr3;
  guint64 address;
  guint64 size;
  guint64 file_offset;
} SlCodeFile;

GPtrArray *sl_code_files_new (void);
SlCodeFile *sl_code_file_new (const char *path, guint32 process, guint64 address);
void sl_code_file_free (SlCodeFile *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlCodeFile, sl_code_file_free)

/**
 * SlCodeSection:
 * @file_offset: of the first byte
 * @size: in bytes
 * @address: in memory
 */
typedef struct
{
  guint64 file_offset;
  guint64 size;
  guint64 address;
} SlCodeSection;

/**
 * SlCodeModule:
 * @path: of the file
 * @process: as of #SlCodeFile
 * @begin: first address
 * @end: first address behind it
 * @bias: what to add to an address of @symbols
 * @symbols: (nullable): sealed
 * @sections: (nullable) (element-type SlCodeSection): the bytes of code, where the file has them
 *
 * A file in the memory of a process.
 */
typedef struct
{
  char *path;
  guint32 process;
  guint64 begin;
  guint64 end;
  guint64 bias;
  SlSymbolTable *symbols;
  GArray *sections;
} SlCodeModule;

/**
 * SlCodePlace:
 * @module: what the address lies in
 * @begin: first address of the function
 * @end: first address behind it
 * @name: (nullable): of the function; %NULL where the module has none there. Not demangled
 */
typedef struct
{
  const SlCodeModule *module;
  guint64 begin;
  guint64 end;
  const char *name;
} SlCodePlace;

typedef struct _SlCodeMap SlCodeMap;

SlCodeMap *sl_code_map_new (void);
SlCodeMap *sl_code_map_ref (SlCodeMap *self);
void sl_code_map_unref (SlCodeMap *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlCodeMap, sl_code_map_unref)

void sl_code_map_add (SlCodeMap *self, const SlCodeModule *module);
guint32 sl_code_map_add_space (SlCodeMap *self, guint64 cr3);
void sl_code_map_seal (SlCodeMap *self);
guint sl_code_map_get_count (const SlCodeMap *self);
const SlCodeModule *sl_code_map_get (const SlCodeMap *self, guint number);
guint32 sl_code_map_find_space (const SlCodeMap *self, guint64 cr3);
gboolean sl_code_map_has_spaces (const SlCodeMap *self);
gboolean
sl_code_map_find (const SlCodeMap *self, guint32 process, guint64 address, SlCodePlace *place);
char *sl_code_map_dup_text (const SlCodeMap *self,
                            guint32 process,
                            guint64 address) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
