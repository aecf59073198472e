/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What code is called: the options --symbols and --symbols-from-trace. */

#include "sl-cli-input.h"

G_BEGIN_DECLS

gboolean
sl_cli_symbols_apply (SlCliTrace *trace, const SlCliRequest *request, guint number, GError **error);
void sl_cli_symbols_note_unread (const SlCliTrace *trace, const SlCliRequest *request);

G_END_DECLS
