/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Lanes of what was called, where the option --calls asks for them. */

#include "sl-cli-set.h"

G_BEGIN_DECLS

gboolean
sl_cli_calls_find (SlCliSet *set, const SlCliRequest *request, SlSpan span, GError **error);

G_END_DECLS
