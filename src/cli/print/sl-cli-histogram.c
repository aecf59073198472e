/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cli-histogram.h"

#include <string.h>

/**
 * sl_cli_get_share:
 *
 * Returns: the share, 0 … 1; 0 of nothing
 */
double
sl_cli_get_share (guint64 part, guint64 whole)
{
  return whole > 0 ? (double) part / (double) whole : 0;
}

/**
 * sl_cli_table_share:
 *
 * Writes the share of @part in @whole into the next cell.
 */
void
sl_cli_table_share (SlCliTable *table, guint64 part, guint64 whole)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  sl_cli_table_text (table,
                     g_ascii_formatd (text, sizeof text, "%.4f", sl_cli_get_share (part, whole)));
}

/**
 * sl_cli_table_bar:
 * @most: what is as long as the longest bar
 *
 * Writes a bar into the next cell where there is anything.
 */
void
sl_cli_table_bar (SlCliTable *table, guint64 count, guint64 most)
{
  char bar[SL_CLI_BAR + 1];
  guint length = count > 0 ? MAX ((guint) (sl_cli_get_share (count, most) * SL_CLI_BAR), 1) : 0;

  memset (bar, '#', length);
  bar[length] = '\0';
  sl_cli_table_text (table, bar);
}

/**
 * sl_cli_get_most:
 *
 * Returns: the largest of the counts, 1 at least
 */
guint64
sl_cli_get_most (const guint64 *counts, guint n_counts)
{
  guint64 most = 1;

  for (guint i = 0; i < n_counts; i++)
    most = MAX (most, counts[i]);
  return most;
}

/**
 * sl_cli_histogram_add_json:
 * @name: of the member to add
 */
void
sl_cli_histogram_add_json (JsonBuilder *builder, const char *name, const SlGapHistogram *gaps)
{
  guint first, last;
  gboolean known = sl_gap_histogram_get_used (gaps, &first, &last);

  sl_cli_json_begin_object (builder, name);
  sl_cli_json_add_count (builder, "count", gaps->gaps.count);
  sl_cli_json_add_count (builder, "unknown", gaps->n_unknown);
  if (known)
    {
      sl_cli_json_add_count (builder, "min", (guint64) gaps->gaps.min);
      sl_cli_json_add_fraction (builder, "mean", sl_range_get_mean (&gaps->gaps));
      sl_cli_json_add_count (builder, "max", (guint64) gaps->gaps.max);
    }
  else
    {
      sl_cli_json_add_string (builder, "min", NULL);
      sl_cli_json_add_string (builder, "mean", NULL);
      sl_cli_json_add_string (builder, "max", NULL);
    }
  sl_cli_json_begin_array (builder, "bins");
  for (guint bin = first; known && bin <= last; bin++)
    {
      SlSpan span = sl_gap_histogram_get_span (bin);

      json_builder_begin_object (builder);
      sl_cli_json_add_count (builder, "from", (guint64) span.begin);
      sl_cli_json_add_count (builder, "to", (guint64) span.end);
      sl_cli_json_add_count (builder, "count", gaps->bins[bin]);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  json_builder_end_object (builder);
}

static void
print_extremes (SlCliWriter *writer, const char *title, const SlGapHistogram *gaps)
{
  char mean[G_ASCII_DTOSTR_BUF_SIZE];

  sl_cli_writer_format (writer,
                        "%s: min %" G_GINT64_FORMAT ", mean %s, max %" G_GINT64_FORMAT
                        " ticks; %" G_GUINT64_FORMAT " of unknown length\n",
                        title, gaps->gaps.min,
                        g_ascii_formatd (mean, sizeof mean, "%.2f",
                                         sl_range_get_mean (&gaps->gaps)),
                        gaps->gaps.max, gaps->n_unknown);
}

static void
print_length (SlCliTable *table, const SlClock *clock, gint64 ticks)
{
  sl_cli_table_duration (table, clock, (SlSpan) { 0, ticks });
}

/* The same in the unit of times that was asked for. */
static void
print_extremes_in (SlCliWriter *writer,
                   const char *title,
                   const SlGapHistogram *gaps,
                   const SlClock *clock,
                   SlShownUnit unit)
{
  g_autofree char *min = g_strdup_printf ("%s_min", title);
  g_autofree char *mean = g_strdup_printf ("%s_mean", title);
  g_autofree char *max = g_strdup_printf ("%s_max", title);
  const SlCliColumn columns[] = {
    { min, 12, TRUE },
    { mean, 12, TRUE },
    { max, 12, TRUE },
    { "unknown", 8, TRUE },
  };
  SlCliTable table;

  sl_cli_table_init (&table, writer, columns, G_N_ELEMENTS (columns), FALSE);
  sl_cli_table_set_unit (&table, unit);
  print_length (&table, clock, gaps->gaps.min);
  print_length (&table, clock, (gint64) sl_range_get_mean (&gaps->gaps));
  print_length (&table, clock, gaps->gaps.max);
  sl_cli_table_decimal (&table, gaps->n_unknown);
  sl_cli_writer_format (writer, "\n");
}

/**
 * sl_cli_histogram_print:
 * @title: what it is of
 * @what: one of them, for the columns
 * @clock: (nullable): that counts them; %NULL for ticks
 * @unit: in which they are printed
 *
 * Writes extremes, the mean and a table of bars, of what there is any of.
 */
void
sl_cli_histogram_print (SlCliWriter *writer,
                        const char *title,
                        const char *what,
                        const SlGapHistogram *gaps,
                        const SlClock *clock,
                        SlShownUnit unit)
{
  g_autofree char *from = g_strdup_printf ("%s_from", what);
  g_autofree char *to = g_strdup_printf ("%s_to", what);
  const SlCliColumn columns[] = {
    { from, 12, TRUE },   { to, 12, TRUE },          { "count", 12, TRUE },
    { "share", 8, TRUE }, { "", SL_CLI_BAR, FALSE },
  };
  gboolean in_unit = clock != NULL && unit != SL_SHOWN_AUTO && unit != SL_SHOWN_TICKS;
  SlCliTable table;
  guint first, last;

  if (!sl_gap_histogram_get_used (gaps, &first, &last))
    {
      sl_cli_writer_format (writer, "%s: none\n", title);
      return;
    }

  if (in_unit)
    print_extremes_in (writer, title, gaps, clock, unit);
  else
    print_extremes (writer, title, gaps);
  sl_cli_table_init (&table, writer, columns, G_N_ELEMENTS (columns), FALSE);
  sl_cli_table_set_unit (&table, in_unit ? unit : SL_SHOWN_AUTO);
  for (guint bin = first; bin <= last; bin++)
    {
      SlSpan span = sl_gap_histogram_get_span (bin);

      if (gaps->bins[bin] == 0)
        continue;
      print_length (&table, clock, span.begin);
      print_length (&table, clock, span.end);
      sl_cli_table_decimal (&table, gaps->bins[bin]);
      sl_cli_table_share (&table, gaps->bins[bin], gaps->gaps.count);
      sl_cli_table_bar (&table, gaps->bins[bin], sl_cli_get_most (gaps->bins, SL_GAP_BINS));
    }
}
