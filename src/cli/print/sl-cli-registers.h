/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The registers of a processor's tracing, for people and for scripts. */

#include "sl-cli-json.h"
#include "sl-cli-writer.h"
#include "sl-topa-layout.h"

G_BEGIN_DECLS

void sl_cli_registers_add_json (JsonBuilder *builder, const SlTopaLayout *layout);
void sl_cli_registers_print (SlCliWriter *writer, const SlTopaLayout *layout);

G_END_DECLS
