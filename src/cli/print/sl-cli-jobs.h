/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The jobs of a trace as the options of "jobs", "stats" and "check" ask for them. */

#include "sl-cli-deadlines.h"
#include "sl-cli-traces.h"
#include "sl-cli-writer.h"
#include "sl-job-table.h"

G_BEGIN_DECLS

GPtrArray *
sl_cli_find_all_jobs (const SlCliTraces *set, const SlCliDeadlines *options, GError **error);
void sl_cli_jobs_note_references (const SlCliTraces *set, const GPtrArray *tables);
void sl_cli_jobs_note_unchecked (const SlCliTraces *set, const GPtrArray *tables);
void sl_cli_jobs_print_inversions (SlCliWriter *writer,
                                   const char *prefix,
                                   SlJobTable *jobs,
                                   const SlCliTrace *trace,
                                   const GArray *inversions);

G_END_DECLS
