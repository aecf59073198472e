/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What the jobs of tasks waited for, all jobs of a task together. */

#include "sl-cli-json.h"
#include "sl-cli-table.h"
#include "sl-cli-traces.h"
#include "sl-cli-words.h"
#include "sl-job-table.h"

G_BEGIN_DECLS

void sl_cli_waits_begin (SlCliTable *table, SlCliWriter *writer);
void sl_cli_waits_print (SlCliTable *table,
                         const SlCliTrace *trace,
                         const SlCliNames *names,
                         SlJobTable *jobs,
                         guint32 task);
void sl_cli_waits_add_json (JsonBuilder *builder,
                            const SlCliNames *names,
                            SlJobTable *jobs,
                            guint32 task);

G_END_DECLS
