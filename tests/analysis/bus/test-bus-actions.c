/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Cycles and branches by actions alone: kinds of a format that the library has never heard of. */

#include "sl-action-kinds.h"
#include "sl-analyses.h"
#include "sl-array-source.h"
#include "sl-bus-statistics.h"
#include "sl-load.h"

#define N_EVENTS 3000
#define N_CPUS   4

static guint16 kinds;

static guint16
get_kind (SlAction action)
{
  return (guint16) (kinds + action - SL_ACTION_NONE - 1);
}

static void
add (GArray *events, SlAction action, guint16 cpu, guint64 a, guint64 b)
{
  SlEvent event = {
    .time = events->len * 10,
    .a = a,
    .b = b,
    .offset = events->len,
    .kind = get_kind (action),
    .cpu = cpu,
  };

  g_array_append_val (events, event);
}

static SlTrace *
load (GArray *events, SlActionGroups tells)
{
  g_autoptr (SlSource) source = sl_array_source_new ("foreign", events);
  g_autoptr (GError) error = NULL;
  SlTrace *trace;

  sl_source_set_meaning (source, tells, NULL);
  trace = sl_load_run (source, sl_analyses_get_all (), NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return trace;
}

static const SlLane *
find_lane (SlTrace *trace, const char *name)
{
  guint number;

  return sl_trace_find_lane (trace, name, &number) ? sl_trace_get_lane (trace, number) : NULL;
}

static guint64
get_total (SlTrace *trace, const char *name)
{
  const SlLane *lane = find_lane (trace, name);

  if (lane == NULL)
    return 0;

  return lane->map != NULL ? sl_page_map_get_n_pages (lane->map)
                           : sl_density_get_total (lane->density, lane->measure);
}

static void
test_cycles (void)
{
  static const SlAction actions[] = {
    SL_ACTION_FETCH,      SL_ACTION_MEMORY_READ, SL_ACTION_MEMORY_READ_INVALIDATE,
    SL_ACTION_WRITE_BACK, SL_ACTION_CYCLE,       SL_ACTION_MEMORY_WRITE,
    SL_ACTION_IO_READ,    SL_ACTION_IO_WRITE,    SL_ACTION_SPECIAL_CYCLE,
  };
  g_autoptr (GArray) events = g_array_new (FALSE, FALSE, sizeof (SlEvent));
  g_autoptr (GHashTable) pages = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) ports = g_hash_table_new (NULL, NULL);
  guint64 counts[SL_N_ACTIONS][N_CPUS] = { 0 }, n_bytes = 0;
  g_autoptr (SlTrace) trace = NULL;

  g_test_summary ("Cycles of a foreign bus have rows by kind and processor, a map of addresses and "
                  "one of ports, and what they moved; branches in between move nothing.");
  for (guint i = 0; i < N_EVENTS; i++)
    {
      SlAction action = actions[g_test_rand_int_range (0, G_N_ELEMENTS (actions))];
      guint16 cpu = (guint16) g_test_rand_int_range (0, N_CPUS);
      guint address = (guint) g_test_rand_int_range (0x1000, 0x40000);
      guint64 size = 1u << g_test_rand_int_range (0, 6);

      add (events, action, cpu, address, size);
      counts[action][cpu]++;
      n_bytes += size;
      if (action == SL_ACTION_IO_READ || action == SL_ACTION_IO_WRITE)
        g_hash_table_add (ports, GUINT_TO_POINTER (address));
      else if (action != SL_ACTION_CYCLE && action != SL_ACTION_SPECIAL_CYCLE)
        g_hash_table_add (pages, GUINT_TO_POINTER (address >> 12));
      if (i % 7 == 0)
        add (events, SL_ACTION_BRANCH, cpu, address, 0x1000);
    }

  trace = load (events, SL_TELLS_BUS | SL_TELLS_BRANCHES);
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    for (guint cpu = 0; cpu < N_CPUS; cpu++)
      {
        const char *id = sl_kind_get (get_kind (actions[i]))->id;
        g_autofree char *name =
            cpu == 0 ? g_strdup_printf ("bus:%s", id) : g_strdup_printf ("bus:%s/%u", id, cpu);

        g_assert_cmpuint (get_total (trace, name), ==,
                          actions[i] == SL_ACTION_SPECIAL_CYCLE ? 0 : counts[actions[i]][cpu]);
      }
  g_assert_cmpuint (get_total (trace, "map:memory"), ==, g_hash_table_size (pages));
  g_assert_cmpuint (get_total (trace, "map:ports") > 0, ==, g_hash_table_size (ports) > 0);
  g_assert_cmpuint (get_total (trace, "bus:bytes"), ==, n_bytes);
  g_assert_nonnull (find_lane (trace, "bus:special-cycles"));
  g_assert_cmpuint (sl_trace_get_n_notes (trace), ==, 0);
}

static void
test_statistics (void)
{
  g_autoptr (GArray) events = g_array_new (FALSE, FALSE, sizeof (SlEvent));
  g_autoptr (SlTrace) trace = NULL;
  g_autoptr (SlBusStatistics) statistics = NULL;

  g_test_summary (
      "Statistics of a foreign bus count its cycles alone, and claim nothing of caches.");
  add (events, SL_ACTION_FETCH, 0, 0x1000, 32);
  add (events, SL_ACTION_BRANCH, 0, 0x1010, 0x2000);
  add (events, SL_ACTION_MEMORY_WRITE, 1, 0x2000, 4);
  add (events, SL_ACTION_SPACE, 1, 0x5000, 0);

  trace = load (events, SL_TELLS_BUS | SL_TELLS_BRANCHES);
  statistics = sl_bus_statistics_new (trace, sl_trace_get_span (trace), NULL, NULL, NULL, NULL);
  g_assert_cmpuint (statistics->all.cycles, ==, 2);
  g_assert_cmpuint (statistics->all.bytes, ==, 36);
  g_assert_cmpuint (statistics->cachings[SL_BUS_CACHING_UNKNOWN].cycles, ==, 2);
}

static void
test_branches (void)
{
  g_autoptr (GArray) events = g_array_new (FALSE, FALSE, sizeof (SlEvent));
  g_autoptr (SlTrace) trace = NULL;
  const SlLane *jumps, *straight;

  g_test_summary ("Branches of a foreign format have a row for each processor, and straight runs "
                  "from the target of one to the source of the next.");
  add (events, SL_ACTION_BRANCH, 3, 0x1010, 0x2000);
  add (events, SL_ACTION_BRANCH, 0, 0x9000, 0x8000);
  add (events, SL_ACTION_BRANCH, 3, 0x2040, 0x1000);
  add (events, SL_ACTION_BRANCH, 3, 0x0ff0, 0x3000);
  add (events, SL_ACTION_BRANCH, 3, G_GUINT64_CONSTANT (0x100003010), 0x10);
  add (events, SL_ACTION_BRANCH, 3, 0x3020, 0x10);

  trace = load (events, SL_TELLS_BRANCHES);
  jumps = find_lane (trace, "cpu:3/jumps");
  straight = find_lane (trace, "cpu:3/straight");
  g_assert_nonnull (jumps);
  g_assert_nonnull (straight);
  g_assert_nonnull (find_lane (trace, "cpu:0/jumps"));
  g_assert_null (find_lane (trace, "cpu:1/jumps"));
  g_assert_null (find_lane (trace, "cpu:3/operand-size"));
  g_assert_cmpuint (sl_track_get_count (jumps->tracks[0].track), ==, 4);
  g_assert_cmpuint (sl_track_get_count (straight->tracks[0].track), ==, 2);
  g_assert_cmpuint (sl_trace_get_n_notes (trace), ==, 1);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  kinds = sl_action_kinds_register ("foreign");
  g_test_add_func ("/bus-actions/cycles", test_cycles);
  g_test_add_func ("/bus-actions/statistics", test_statistics);
  g_test_add_func ("/bus-actions/branches", test_branches);
  return g_test_run ();
}
