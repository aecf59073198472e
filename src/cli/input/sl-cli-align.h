/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Where joined traces stand by themselves: what --align asks for. */

#include "sl-cli-input.h"
#include "sl-trace-align.h"

G_BEGIN_DECLS

SlTraceSet *sl_cli_align (const char *how, GPtrArray *traces, SlTracePlace *places, GError **error);

G_END_DECLS
