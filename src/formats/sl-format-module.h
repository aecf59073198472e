/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Formats in modules: where they lie and how one is loaded. */

#include <gmodule.h>

#include "sl-format.h"

G_BEGIN_DECLS

GPtrArray *sl_format_module_list (void);
const SlFormat *sl_format_module_load (const char *path, GModule **module, GError **error);

G_END_DECLS
