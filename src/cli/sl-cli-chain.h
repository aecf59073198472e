/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-cli-traces.h"
#include "sl-cli-writer.h"

G_BEGIN_DECLS

void sl_cli_chain_print (const SlCliTraces *set,
                         GPtrArray *tables,
                         SlCliWriter *writer,
                         gboolean as_csv,
                         SlShownUnit unit);

G_END_DECLS
