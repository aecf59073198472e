/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Lanes of what was called, where the option --calls asks for them. */

#include "sl-cli-traces.h"

G_BEGIN_DECLS

gboolean
sl_cli_calls_find (SlCliTraces *set, const SlCliRequest *request, SlSpan span, GError **error);

G_END_DECLS
