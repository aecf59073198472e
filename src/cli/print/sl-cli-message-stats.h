/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What "stats" says of the branch trace messages of a capture. */

#include "sl-btm-statistics.h"
#include "sl-cli-json.h"
#include "sl-cli-writer.h"

G_BEGIN_DECLS

void sl_cli_message_stats_add_json (JsonBuilder *builder,
                                    const SlBtmStatistics *statistics,
                                    guint64 n_cycles);
void sl_cli_message_stats_print (SlCliWriter *writer,
                                 const SlBtmStatistics *statistics,
                                 guint64 n_cycles);

G_END_DECLS
