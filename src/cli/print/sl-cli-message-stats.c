/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cli-message-stats.h"

#include "sl-cli-histogram.h"

/**
 * sl_cli_message_stats_add_json:
 * @n_cycles: of the bus in the span
 */
void
sl_cli_message_stats_add_json (JsonBuilder *builder,
                               const SlBtmStatistics *statistics,
                               guint64 n_cycles)
{
  sl_cli_json_begin_object (builder, "messages");
  sl_cli_json_add_count (builder, "cycles", statistics->n_messages);
  sl_cli_json_add_fraction (builder, "share", sl_cli_get_share (statistics->n_messages, n_cycles));
  sl_cli_json_add_count (builder, "branches", statistics->n_branches);
  sl_cli_json_add_count (builder, "pairs", statistics->n_pairs);
  sl_cli_json_begin_object (builder, "causes");
  for (guint i = 0; i < SL_N_BRANCH_CAUSES; i++)
    sl_cli_json_add_count (builder, sl_branch_cause_get_id (i), statistics->causes[i]);
  json_builder_end_object (builder);
  sl_cli_json_add_count (builder, "repeated", statistics->n_repeated);
  sl_cli_json_add_count (builder, "stalled", statistics->n_stalled);
  sl_cli_histogram_add_json (builder, "delay", &statistics->delays);
  sl_cli_histogram_add_json (builder, "pair", &statistics->pairs);
  json_builder_end_object (builder);
}

/**
 * sl_cli_message_stats_print:
 * @n_cycles: of the bus in the span
 */
void
sl_cli_message_stats_print (SlCliWriter *writer,
                            const SlBtmStatistics *statistics,
                            guint64 n_cycles)
{
  static const SlCliColumn columns[] = {
    { "cause", 26, FALSE },
    { "branches", 12, TRUE },
    { "share", 8, TRUE },
  };
  char share[G_ASCII_DTOSTR_BUF_SIZE];
  SlCliTable table;

  sl_cli_writer_format (writer,
                        "branch trace messages: %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT
                        " cycles, %s %% of the bus; %" G_GUINT64_FORMAT
                        " branches, %" G_GUINT64_FORMAT " of them pairs\n",
                        statistics->n_messages, n_cycles,
                        g_ascii_formatd (share, sizeof share, "%.1f",
                                         100 * sl_cli_get_share (statistics->n_messages, n_cycles)),
                        statistics->n_branches, statistics->n_pairs);
  sl_cli_table_init (&table, writer, columns, G_N_ELEMENTS (columns), FALSE);
  for (guint i = 0; i < SL_N_BRANCH_CAUSES; i++)
    {
      if (statistics->causes[i] == 0)
        continue;

      sl_cli_table_text (&table, sl_branch_cause_get_id (i));
      sl_cli_table_decimal (&table, statistics->causes[i]);
      sl_cli_table_share (&table, statistics->causes[i], statistics->n_branches);
    }
  sl_cli_writer_format (writer,
                        "repeated: %" G_GUINT64_FORMAT "; stalled, with two messages outstanding: "
                        "%" G_GUINT64_FORMAT "\n\n",
                        statistics->n_repeated, statistics->n_stalled);
  sl_cli_histogram_print (writer, "delay from what the bus shows of a branch to its first message",
                          "delay", &statistics->delays, NULL, SL_SHOWN_AUTO);
  sl_cli_writer_char (writer, '\n');
  sl_cli_histogram_print (writer, "delay from the first message of a pair to the second", "pair",
                          &statistics->pairs, NULL, SL_SHOWN_AUTO);
}
