/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Which code was missing, in what commands print. */

#include "sl-cli-json.h"
#include "sl-cli-traces.h"
#include "sl-cli-writer.h"
#include "sl-missing-code.h"

G_BEGIN_DECLS

SlMissingCode *sl_cli_missing_measure (const SlCliTrace *trace);
void sl_cli_missing_add_json (JsonBuilder *builder, const SlMissingCode *missing);
void sl_cli_missing_print (SlCliWriter *writer, const SlMissingCode *missing);
void sl_cli_missing_note (const SlCliTrace *trace, const SlMissingCode *missing);

G_END_DECLS
