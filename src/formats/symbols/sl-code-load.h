/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* From the names of files that were mapped to what their code is called and where it lies. */

#include "sl-code-map.h"
#include "sl-source.h"

G_BEGIN_DECLS

SlCodeFile *sl_code_load_parse (const char *text, GError **error);
char *sl_code_load_dup_place (const SlCodeFile *file) G_GNUC_WARN_UNUSED_RESULT;
gboolean sl_code_load_add (GPtrArray *files, const char *text, GError **error);
char **sl_code_load_list_traced (SlSource *source);
SlCodeMap *sl_code_load (GPtrArray *given, SlSource *source, GError **error);

G_END_DECLS
