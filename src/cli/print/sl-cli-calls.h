/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Decoding function calls for the option --calls, and which code was missing for it. */

#include "sl-cli-json.h"
#include "sl-cli-traces.h"
#include "sl-cli-writer.h"
#include "sl-missing-code.h"

G_BEGIN_DECLS

gboolean
sl_cli_calls_find (SlCliTraces *set, const SlCliRequest *request, SlSpan span, GError **error);

SlMissingCode *sl_cli_missing_measure (const SlCliTrace *trace);
void sl_cli_missing_add_json (JsonBuilder *builder, const SlMissingCode *missing);
void sl_cli_missing_print (SlCliWriter *writer, const SlMissingCode *missing);

G_END_DECLS
