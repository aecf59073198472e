/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Shares, bars and histograms, as tables for people and as JSON for scripts. */

#include "sl-cli-json.h"
#include "sl-cli-table.h"
#include "sl-gap-histogram.h"

G_BEGIN_DECLS

/* Characters of the longest bar. */
#define SL_CLI_BAR 40

double sl_cli_get_share (guint64 part, guint64 whole);
guint64 sl_cli_get_most (const guint64 *counts, guint n_counts);
void sl_cli_table_share (SlCliTable *table, guint64 part, guint64 whole);
void sl_cli_table_bar (SlCliTable *table, guint64 count, guint64 most);
void sl_cli_histogram_add_json (JsonBuilder *builder, const char *name, const SlGapHistogram *gaps);
void sl_cli_histogram_print (SlCliWriter *writer,
                             const char *title,
                             const char *what,
                             const SlGapHistogram *gaps,
                             const SlClock *clock,
                             SlShownUnit unit);

G_END_DECLS
