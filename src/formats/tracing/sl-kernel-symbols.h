/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Functions of a kernel by their addresses: the text of /proc/kallsyms, a line “ffffffff81000000 t name” each. */

#include <glib.h>

G_BEGIN_DECLS

/* The most bytes of a function: an address further behind the last symbol belongs to no function. */
#define SL_KERNEL_MOST_FUNCTION (1u << 20)

/**
 * SlKernelSymbolLine:
 * @type: as nm has it, such as 't'
 * @name: ends where the line or a blank does
 * @text: (array length=length): all of the line, without its end
 */
typedef struct
{
  guint64 address;
  char type;
  const char *name;
  const char *text;
  gsize length;
} SlKernelSymbolLine;

gboolean sl_kernel_symbols_read_line (const char **at, SlKernelSymbolLine *line);

/* Safe from any thread. */
typedef struct _SlKernelSymbols SlKernelSymbols;

SlKernelSymbols *sl_kernel_symbols_new (const char *text, gsize size);
void sl_kernel_symbols_free (SlKernelSymbols *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlKernelSymbols, sl_kernel_symbols_free)

void sl_kernel_symbols_trust_nearest (SlKernelSymbols *self);
gboolean sl_kernel_symbols_is_whole (SlKernelSymbols *self);
const char *sl_kernel_symbols_get_text (const SlKernelSymbols *self);
const char *sl_kernel_symbols_find (SlKernelSymbols *self, guint64 address, gsize *length);
const char *sl_kernel_symbols_find_around (SlKernelSymbols *self, guint64 address, gsize *length);
gboolean
sl_kernel_symbols_find_address (const SlKernelSymbols *self, const char *name, guint64 *address);

G_END_DECLS
