/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* All formats, built in and from modules, and which of them reads a file. */

#include "sl-format.h"

G_BEGIN_DECLS

/**
 * SlFormatInfo:
 * @format: what it is; %NULL where the module did not load
 * @module_path: (nullable): %NULL for a built-in format
 * @failure: (nullable): why the module did not load
 */
typedef struct
{
  const SlFormat *format;
  const char *module_path;
  const char *failure;
} SlFormatInfo;

guint sl_formats_get_count (void);
const SlFormatInfo *sl_formats_get (guint number);
const SlFormat *sl_formats_find (const char *id);
const SlFormat *sl_formats_detect (const SlProbe *probe, GError **error);
gboolean sl_formats_add (const SlFormat *format, GError **error);

/* The symbol that a module exports: its format. */
#define SL_FORMAT_MODULE_SYMBOL "sl_format_module_get"
typedef const SlFormat *(*SlFormatModuleFunc) (void);

G_END_DECLS
