/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cli-bus-stats.h"

#include <string.h>

#include "sl-cli-table.h"
#include "sl-kind.h"

/* Characters of the longest bar. */
#define BAR 40

static double
get_share (guint64 part, guint64 whole)
{
  return whole > 0 ? (double) part / (double) whole : 0;
}

static void
add_hex (JsonBuilder *builder, const char *name, guint64 address)
{
  char text[SL_CLI_NUMBER_LENGTH + 1];

  text[sl_cli_format_hex (text, address)] = '\0';
  sl_cli_json_add_string (builder, name, text);
}

/* @name: the member that says what is summed up, with @value */
static void
add_sum (JsonBuilder *builder,
         const char *name,
         const char *value,
         const SlBusSum *sum,
         const SlBusSum *all)
{
  json_builder_begin_object (builder);
  sl_cli_json_add_string (builder, name, value);
  sl_cli_json_add_count (builder, "cycles", sum->cycles);
  sl_cli_json_add_fraction (builder, "share", get_share (sum->cycles, all->cycles));
  sl_cli_json_add_count (builder, "bytes", sum->bytes);
  sl_cli_json_add_fraction (builder, "bytes_share", get_share (sum->bytes, all->bytes));
  json_builder_end_object (builder);
}

static void
add_mix (JsonBuilder *builder, const SlBusStatistics *statistics)
{
  sl_cli_json_begin_array (builder, "kinds");
  for (guint i = 0; i < statistics->kinds->len; i++)
    {
      const SlBusKindSum *sum = &g_array_index (statistics->kinds, SlBusKindSum, i);

      add_sum (builder, "kind", sl_kind_get (sum->kind)->id, &sum->sum, &statistics->all);
    }
  json_builder_end_array (builder);

  sl_cli_json_begin_array (builder, "caching");
  for (guint i = 0; i < SL_N_BUS_CACHINGS; i++)
    {
      if (statistics->cachings[i].cycles > 0)
        add_sum (builder, "caching", sl_bus_caching_get_id (i), &statistics->cachings[i],
                 &statistics->memory);
    }
  json_builder_end_array (builder);
}

static void
add_gaps (JsonBuilder *builder, const SlGapHistogram *gaps)
{
  guint first, last;
  gboolean known = sl_gap_histogram_get_used (gaps, &first, &last);

  sl_cli_json_begin_object (builder, "gaps");
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

/* @name: of the member that says which address it is
 * @shift: what the tally leaves out of it */
static void
add_tally (JsonBuilder *builder,
           const SlAddressTally *tally,
           const char *name,
           guint shift,
           guint n_hottest)
{
  g_autoptr (GArray) hottest = sl_address_tally_dup_hottest (tally, n_hottest);

  sl_cli_json_add_count (builder, "count", sl_address_tally_get_n_addresses (tally));
  json_builder_set_member_name (builder, "exact");
  json_builder_add_boolean_value (builder, sl_address_tally_is_exact (tally));
  sl_cli_json_add_count (builder, "error", sl_address_tally_get_error (tally));
  sl_cli_json_begin_array (builder, "hottest");
  for (guint i = 0; i < hottest->len; i++)
    {
      const SlAddressCount *hot = &g_array_index (hottest, SlAddressCount, i);

      json_builder_begin_object (builder);
      add_hex (builder, name, hot->address << shift);
      sl_cli_json_add_count (builder, "cycles", hot->count);
      sl_cli_json_add_fraction (builder, "share",
                                get_share (hot->count, sl_address_tally_get_count (tally)));
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
add_working_set (JsonBuilder *builder, const SlBusStatistics *statistics, SlClock *clock)
{
  sl_cli_json_begin_array (builder, "working_set");
  for (guint i = 0; i < SL_BUS_PARTS; i++)
    {
      if (statistics->bounds[i] == statistics->bounds[i + 1])
        continue;

      json_builder_begin_object (builder);
      sl_cli_json_add_absolute (builder, "from",
                                sl_clock_to_absolute (clock, statistics->bounds[i]));
      sl_cli_json_add_absolute (builder, "to",
                                sl_clock_to_absolute (clock, statistics->bounds[i + 1]));
      sl_cli_json_add_count (builder, "pages", statistics->working_set[i]);
      sl_cli_json_add_count (builder, "new", statistics->new_pages[i]);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

/**
 * sl_cli_bus_stats_add_json:
 * @name: of the member to add
 * @n_hottest: how many pages and how many ports to list
 */
void
sl_cli_bus_stats_add_json (JsonBuilder *builder,
                           const char *name,
                           const SlBusStatistics *statistics,
                           SlClock *clock,
                           guint n_hottest)
{
  sl_cli_json_begin_object (builder, name);
  sl_cli_json_add_absolute (builder, "from", sl_clock_to_absolute (clock, statistics->span.begin));
  sl_cli_json_add_absolute (builder, "to", sl_clock_to_absolute (clock, statistics->span.end));
  sl_cli_json_add_count (builder, "cycles", statistics->all.cycles);
  sl_cli_json_add_count (builder, "bytes", statistics->all.bytes);
  add_mix (builder, statistics);
  if (statistics->has_times)
    add_gaps (builder, &statistics->gaps);
  else
    sl_cli_json_add_string (builder, "gaps", NULL);

  sl_cli_json_begin_object (builder, "pages");
  sl_cli_json_add_count (builder, "size", 1u << SL_BUS_PAGE_SHIFT);
  if (statistics->memory.cycles > 0)
    {
      add_hex (builder, "lowest", statistics->lowest);
      add_hex (builder, "highest", statistics->highest);
    }
  else
    {
      sl_cli_json_add_string (builder, "lowest", NULL);
      sl_cli_json_add_string (builder, "highest", NULL);
    }
  add_tally (builder, statistics->pages, "page", SL_BUS_PAGE_SHIFT, n_hottest);
  add_working_set (builder, statistics, clock);
  json_builder_end_object (builder);

  sl_cli_json_begin_object (builder, "ports");
  add_tally (builder, statistics->ports, "port", 0, n_hottest);
  json_builder_end_object (builder);
  json_builder_end_object (builder);
}

static void
write_share (SlCliTable *table, guint64 part, guint64 whole)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  sl_cli_table_text (table, g_ascii_formatd (text, sizeof text, "%.4f", get_share (part, whole)));
}

static void
print_sum (SlCliTable *table, const char *name, const SlBusSum *sum, const SlBusSum *all)
{
  sl_cli_table_text (table, name);
  sl_cli_table_decimal (table, sum->cycles);
  write_share (table, sum->cycles, all->cycles);
  sl_cli_table_decimal (table, sum->bytes);
  write_share (table, sum->bytes, all->bytes);
}

static void
print_mix (SlCliWriter *writer, const SlBusStatistics *statistics)
{
  static const SlCliColumn kind_columns[] = {
    { "kind", 24, FALSE }, { "cycles", 12, TRUE },      { "share", 8, TRUE },
    { "bytes", 14, TRUE }, { "bytes_share", 11, TRUE },
  };
  static const SlCliColumn caching_columns[] = {
    { "caching", 24, FALSE }, { "cycles", 12, TRUE },      { "share", 8, TRUE },
    { "bytes", 14, TRUE },    { "bytes_share", 11, TRUE },
  };
  SlCliTable table;

  sl_cli_table_init (&table, writer, kind_columns, G_N_ELEMENTS (kind_columns), FALSE);
  for (guint i = 0; i < statistics->kinds->len; i++)
    {
      const SlBusKindSum *sum = &g_array_index (statistics->kinds, SlBusKindSum, i);

      print_sum (&table, sl_kind_get (sum->kind)->id, &sum->sum, &statistics->all);
    }
  print_sum (&table, "all", &statistics->all, &statistics->all);
  sl_cli_writer_char (writer, '\n');

  sl_cli_table_init (&table, writer, caching_columns, G_N_ELEMENTS (caching_columns), FALSE);
  for (guint i = 0; i < SL_N_BUS_CACHINGS; i++)
    {
      if (statistics->cachings[i].cycles > 0)
        print_sum (&table, sl_bus_caching_get_id (i), &statistics->cachings[i],
                   &statistics->memory);
    }
}

/* A bar where there is anything. */
static void
write_bar (SlCliTable *table, guint64 count, guint64 most)
{
  char bar[BAR + 1];
  guint length = count > 0 ? MAX ((guint) (get_share (count, most) * BAR), 1) : 0;

  memset (bar, '#', length);
  bar[length] = '\0';
  sl_cli_table_text (table, bar);
}

static guint64
get_most (const guint64 *counts, guint n_counts)
{
  guint64 most = 1;

  for (guint i = 0; i < n_counts; i++)
    most = MAX (most, counts[i]);
  return most;
}

static void
print_gaps (SlCliWriter *writer, const SlBusStatistics *statistics)
{
  static const SlCliColumn columns[] = {
    { "gap_from", 12, TRUE }, { "gap_to", 12, TRUE }, { "count", 12, TRUE },
    { "share", 8, TRUE },     { "", BAR, FALSE },
  };
  const SlGapHistogram *gaps = &statistics->gaps;
  char mean[G_ASCII_DTOSTR_BUF_SIZE];
  SlCliTable table;
  guint first, last;

  if (!statistics->has_times)
    {
      sl_cli_writer_text (writer, "gaps: none, since the trace has no times\n");
      return;
    }
  if (!sl_gap_histogram_get_used (gaps, &first, &last))
    {
      sl_cli_writer_text (writer, "gaps: none\n");
      return;
    }

  sl_cli_writer_format (writer,
                        "gaps: min %" G_GINT64_FORMAT ", mean %s, max %" G_GINT64_FORMAT
                        " ticks; %" G_GUINT64_FORMAT " of unknown length\n",
                        gaps->gaps.min,
                        g_ascii_formatd (mean, sizeof mean, "%.2f",
                                         sl_range_get_mean (&gaps->gaps)),
                        gaps->gaps.max, gaps->n_unknown);
  sl_cli_table_init (&table, writer, columns, G_N_ELEMENTS (columns), FALSE);
  for (guint bin = first; bin <= last; bin++)
    {
      SlSpan span = sl_gap_histogram_get_span (bin);

      sl_cli_table_signed (&table, span.begin);
      sl_cli_table_signed (&table, span.end);
      sl_cli_table_decimal (&table, gaps->bins[bin]);
      write_share (&table, gaps->bins[bin], gaps->gaps.count);
      write_bar (&table, gaps->bins[bin], get_most (gaps->bins, SL_GAP_BINS));
    }
}

static void
print_tally_head (SlCliWriter *writer, const char *what, const SlAddressTally *tally)
{
  gboolean is_exact = sl_address_tally_is_exact (tally);

  sl_cli_writer_format (writer, "%s: %s%" G_GUINT64_FORMAT, what, is_exact ? "" : "about ",
                        sl_address_tally_get_n_addresses (tally));
  if (!is_exact)
    sl_cli_writer_format (writer, "; counts may be too low by %" G_GUINT64_FORMAT,
                          sl_address_tally_get_error (tally));
}

static void
print_hottest (SlCliWriter *writer,
               const SlAddressTally *tally,
               const char *name,
               guint shift,
               guint n_hottest)
{
  const SlCliColumn columns[] = { { name, 18, TRUE },
                                  { "cycles", 12, TRUE },
                                  { "share", 8, TRUE } };
  g_autoptr (GArray) hottest = sl_address_tally_dup_hottest (tally, n_hottest);
  SlCliTable table;

  if (hottest->len == 0)
    return;

  sl_cli_table_init (&table, writer, columns, G_N_ELEMENTS (columns), FALSE);
  for (guint i = 0; i < hottest->len; i++)
    {
      const SlAddressCount *hot = &g_array_index (hottest, SlAddressCount, i);

      sl_cli_table_hex (&table, hot->address << shift);
      sl_cli_table_decimal (&table, hot->count);
      write_share (&table, hot->count, sl_address_tally_get_count (tally));
    }
}

static void
print_working_set (SlCliWriter *writer, const SlBusStatistics *statistics, SlClock *clock)
{
  static const SlCliColumn columns[] = {
    { "from", 16, TRUE }, { "to", 16, TRUE }, { "pages", 9, TRUE },
    { "new", 9, TRUE },   { "", BAR, FALSE },
  };
  SlCliTable table;

  sl_cli_table_init (&table, writer, columns, G_N_ELEMENTS (columns), FALSE);
  for (guint i = 0; i < SL_BUS_PARTS; i++)
    {
      if (statistics->bounds[i] == statistics->bounds[i + 1])
        continue;

      sl_cli_table_decimal (&table, sl_clock_to_absolute (clock, statistics->bounds[i]));
      sl_cli_table_decimal (&table, sl_clock_to_absolute (clock, statistics->bounds[i + 1]));
      sl_cli_table_decimal (&table, statistics->working_set[i]);
      sl_cli_table_decimal (&table, statistics->new_pages[i]);
      write_bar (&table, statistics->working_set[i],
                 get_most (statistics->working_set, SL_BUS_PARTS));
    }
}

/**
 * sl_cli_bus_stats_print:
 * @n_hottest: how many pages and how many ports to list
 *
 * Writes tables for people.
 */
void
sl_cli_bus_stats_print (SlCliWriter *writer,
                        const SlBusStatistics *statistics,
                        SlClock *clock,
                        guint n_hottest)
{
  print_mix (writer, statistics);
  sl_cli_writer_char (writer, '\n');
  print_gaps (writer, statistics);
  sl_cli_writer_char (writer, '\n');

  print_tally_head (writer, "pages of 4 KiB", statistics->pages);
  if (statistics->memory.cycles > 0)
    sl_cli_writer_format (writer, ", from 0x%" G_GINT64_MODIFIER "x to 0x%" G_GINT64_MODIFIER "x",
                          statistics->lowest, statistics->highest);
  sl_cli_writer_char (writer, '\n');
  print_hottest (writer, statistics->pages, "page", SL_BUS_PAGE_SHIFT, n_hottest);
  sl_cli_writer_char (writer, '\n');

  print_tally_head (writer, "ports", statistics->ports);
  sl_cli_writer_char (writer, '\n');
  print_hottest (writer, statistics->ports, "port", 0, n_hottest);
  sl_cli_writer_char (writer, '\n');

  sl_cli_writer_text (writer, "working set: pages touched in each part of the span\n");
  print_working_set (writer, statistics, clock);
}
