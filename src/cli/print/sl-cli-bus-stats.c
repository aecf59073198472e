/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cli-bus-stats.h"

#include "sl-cli-histogram.h"
#include "sl-cli-message-stats.h"
#include "sl-cli-table.h"
#include "sl-kind.h"

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
  sl_cli_json_add_fraction (builder, "share", sl_cli_get_share (sum->cycles, all->cycles));
  sl_cli_json_add_count (builder, "bytes", sum->bytes);
  sl_cli_json_add_fraction (builder, "bytes_share", sl_cli_get_share (sum->bytes, all->bytes));
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
add_agents (JsonBuilder *builder, const SlBusStatistics *statistics)
{
  sl_cli_json_begin_array (builder, "agents");
  for (guint i = 0; i < statistics->agents->len; i++)
    {
      const SlBusAgent *agent = &g_array_index (statistics->agents, SlBusAgent, i);

      json_builder_begin_object (builder);
      sl_cli_json_add_count (builder, "agent", agent->agent);
      sl_cli_json_add_count (builder, "cycles", agent->sum.cycles);
      sl_cli_json_add_fraction (builder, "share",
                                sl_cli_get_share (agent->sum.cycles, statistics->all.cycles));
      sl_cli_json_add_count (builder, "bytes", agent->sum.bytes);
      sl_cli_json_add_fraction (builder, "bytes_share",
                                sl_cli_get_share (agent->sum.bytes, statistics->all.bytes));
      sl_cli_json_begin_array (builder, "kinds");
      for (guint k = 0; k < agent->kinds->len; k++)
        {
          const SlBusKindSum *sum = &g_array_index (agent->kinds, SlBusKindSum, k);

          add_sum (builder, "kind", sl_kind_get (sum->kind)->id, &sum->sum, &agent->sum);
        }
      json_builder_end_array (builder);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
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
                                sl_cli_get_share (hot->count, sl_address_tally_get_count (tally)));
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
  add_agents (builder, statistics);
  sl_cli_json_begin_object (builder, "reads");
  sl_cli_json_add_count (builder, "cycles", statistics->reads.all);
  sl_cli_json_add_count (builder, "cacheable", statistics->reads.cacheable);
  sl_cli_json_add_string (builder, "trace",
                          sl_bus_extent_get_id (sl_bus_reads_get_extent (&statistics->reads)));
  json_builder_end_object (builder);
  if (statistics->has_times)
    sl_cli_histogram_add_json (builder, "gaps", &statistics->gaps);
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
  if (statistics->messages.n_messages > 0)
    sl_cli_message_stats_add_json (builder, &statistics->messages, statistics->all.cycles);
  json_builder_end_object (builder);
}

static void
print_sum (SlCliTable *table, const char *name, const SlBusSum *sum, const SlBusSum *all)
{
  sl_cli_table_text (table, name);
  sl_cli_table_decimal (table, sum->cycles);
  sl_cli_table_share (table, sum->cycles, all->cycles);
  sl_cli_table_decimal (table, sum->bytes);
  sl_cli_table_share (table, sum->bytes, all->bytes);
}

/* Of several processors. */
static void
print_agents (SlCliWriter *writer, const SlBusStatistics *statistics)
{
  static const SlCliColumn columns[] = {
    { "agent", 24, FALSE }, { "cycles", 12, TRUE },      { "share", 8, TRUE },
    { "bytes", 14, TRUE },  { "bytes_share", 11, TRUE },
  };
  SlCliTable table;

  if (statistics->agents->len < 2)
    return;

  sl_cli_table_init (&table, writer, columns, G_N_ELEMENTS (columns), FALSE);
  for (guint i = 0; i < statistics->agents->len; i++)
    {
      const SlBusAgent *agent = &g_array_index (statistics->agents, SlBusAgent, i);
      g_autofree char *name = g_strdup_printf ("agent:%u", agent->agent);

      print_sum (&table, name, &agent->sum, &statistics->all);
      for (guint k = 0; k < agent->kinds->len; k++)
        {
          const SlBusKindSum *sum = &g_array_index (agent->kinds, SlBusKindSum, k);
          g_autofree char *kind = g_strconcat ("  ", sl_kind_get (sum->kind)->id, NULL);

          print_sum (&table, kind, &sum->sum, &agent->sum);
        }
    }
  sl_cli_writer_char (writer, '\n');
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

  if (statistics->reads.all > 0)
    sl_cli_writer_format (writer,
                          "\nfetches and reads: %" G_GUINT64_FORMAT ", cacheable %" G_GUINT64_FORMAT
                          ": %s\n",
                          statistics->reads.all, statistics->reads.cacheable,
                          sl_bus_extent_get_id (sl_bus_reads_get_extent (&statistics->reads)));
}

static void
print_gaps (SlCliWriter *writer, const SlBusStatistics *statistics)
{
  if (!statistics->has_times)
    sl_cli_writer_text (writer, "gaps: none, since the trace has no times\n");
  else
    sl_cli_histogram_print (writer, "gaps", "gap", &statistics->gaps, NULL, SL_SHOWN_AUTO);
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
      sl_cli_table_share (&table, hot->count, sl_address_tally_get_count (tally));
    }
}

static void
print_working_set (SlCliWriter *writer, const SlBusStatistics *statistics, SlClock *clock)
{
  static const SlCliColumn columns[] = {
    { "from", 16, TRUE }, { "to", 16, TRUE },        { "pages", 9, TRUE },
    { "new", 9, TRUE },   { "", SL_CLI_BAR, FALSE },
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
      sl_cli_table_bar (&table, statistics->working_set[i],
                        sl_cli_get_most (statistics->working_set, SL_BUS_PARTS));
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
  print_agents (writer, statistics);
  print_gaps (writer, statistics);
  sl_cli_writer_char (writer, '\n');
  if (statistics->messages.n_messages > 0)
    {
      sl_cli_message_stats_print (writer, &statistics->messages, statistics->all.cycles);
      sl_cli_writer_char (writer, '\n');
    }

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
