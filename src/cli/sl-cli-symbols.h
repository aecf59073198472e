/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What code is called: the option --symbols, and the files that a trace itself names. */

#include "sl-cli-input.h"

G_BEGIN_DECLS

gboolean
sl_cli_symbols_apply (SlCliTrace *trace, const SlCliRequest *request, guint number, GError **error);
void sl_cli_symbols_load_traced (SlCliTrace *trace);

G_END_DECLS
