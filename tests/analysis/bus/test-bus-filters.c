/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Filters over bus traces: what zones, page maps and columns say of blocks against what the filter
 * says of each event. */

#include "sl-bus-attribute.h"
#include "sl-bus-kinds.h"
#include "sl-bus-lanes.h"
#include "sl-bus-matches.h"
#include "sl-bus-recipe.h"
#include "sl-load.h"
#include "sl-unmapped.h"

#define N_FILTERS 60

typedef struct
{
  SlTrace *trace;
  SlByuRandom random;
  SlEvent *events;
  guint n_none, n_some, n_all; /* zones of which the filters said so */
} Fixture;

static guint
below (Fixture *self, guint n)
{
  return sl_byu_random_below (&self->random, n);
}

static SlEvent
pick_event (Fixture *self)
{
  guint64 index = sl_byu_random_next (&self->random) % sl_trace_get_n_events (self->trace);
  SlEvent event = { 0 };

  g_assert_true (sl_trace_read_event (self->trace, index, &event));
  return event;
}

/* A number around @number: most of all itself, and what lies at the ends of its page. */
static guint64
shake (Fixture *self, guint64 number)
{
  switch (below (self, 5))
    {
    case 0:
      return number + 1;
    case 1:
      return number & ~(guint64) 0xfff;
    case 2:
      return number | 0xfff;
    case 3:
      return number >> below (self, 33);
    default:
      return number;
    }
}

static char *
make_number_comparison (Fixture *self, const char *field, guint64 number)
{
  static const char *const operators[] = { "=", "!=", "<", "<=", ">", ">=" };
  guint64 low = shake (self, number);
  guint64 high = low + 1 + (G_GUINT64_CONSTANT (1) << below (self, 26));

  if (below (self, 2) == 0 && high > low)
    return g_strdup_printf ("%s in %" G_GUINT64_FORMAT "..%" G_GUINT64_FORMAT, field, low, high);

  return g_strdup_printf ("%s %s %" G_GUINT64_FORMAT, field,
                          operators[below (self, G_N_ELEMENTS (operators))], low);
}

static char *
make_comparison (Fixture *self)
{
  SlEvent event = pick_event (self);

  switch (below (self, 12))
    {
    case 0:
    case 1:
      return g_strdup_printf ("kind %s %s", below (self, 3) == 0 ? "!=" : "=",
                              sl_kind_get (event.kind)->id);
    case 2:
      return make_number_comparison (self, "cpu", event.cpu);
    case 3:
      return make_number_comparison (self, "b", event.b);
    case 4:
      return make_number_comparison (self, "size", sl_bus_event_get_bytes (&event));
    case 5:
      return make_number_comparison (self, "tick", (guint64) event.time);
    case 6:
      return make_number_comparison (self, "delta", below (self, 100));
    default:
      return make_number_comparison (self, "a", event.a);
    }
}

static char *
make_expression (Fixture *self, guint depth)
{
  g_autofree char *left = NULL;
  g_autofree char *right = NULL;

  if (depth == 0 || below (self, 3) == 0)
    return make_comparison (self);

  left = make_expression (self, depth - 1);
  if (below (self, 4) == 0)
    return g_strdup_printf ("not (%s)", left);

  right = make_expression (self, depth - 1);
  return g_strdup_printf ("(%s) %s (%s)", left, below (self, 2) == 0 ? "and" : "or", right);
}

#define N_AGENTS 256

/* The kinds of bus cycles, and the codes that nobody knows. */
#define N_KINDS (SL_N_BUILTIN_KINDS + 256)

/* What the events themselves say of a filter. */
typedef struct
{
  guint64 groups[SL_N_PLANES][SL_N_PAGE_GROUPS];
  guint64 (*of_kinds)[N_AGENTS];           /* by number of the kind, then by processor */
  guint64 attributes[SL_N_BUS_ATTRIBUTES]; /* of memory */
} Counts;

static guint
number_kind (guint16 kind)
{
  return kind < SL_N_BUILTIN_KINDS ? kind : SL_N_BUILTIN_KINDS + kind - SL_KIND_UNKNOWN_BUS;
}

/* Returns: all matches */
static guint
count_by_event (Fixture *self, SlFilterRun *run, guint zone, Counts *counts)
{
  SlTime previous = zone > 0 ? sl_trace_get_zone (self->trace, zone - 1)->time_max : SL_TIME_MIN;
  gssize n_events = sl_trace_read_block (self->trace, zone, self->events);
  guint count = 0;

  for (gssize i = 0; i < n_events; i++)
    {
      const SlEvent *event = &self->events[i];
      const guint8 groups[] = { sl_page_group_of_memory (event->kind),
                                sl_page_group_of_ports (event->kind) };

      if (sl_filter_run_match_event (run, event, previous))
        {
          count++;
          counts->of_kinds[number_kind (event->kind)][event->cpu]++;
          for (SlPlane plane = 0; plane < SL_N_PLANES; plane++)
            if (groups[plane] != SL_PAGE_NO_GROUP)
              counts->groups[plane][groups[plane]]++;
          if (groups[SL_PLANE_MEMORY] != SL_PAGE_NO_GROUP)
            counts->attributes[event->detail & 3]++;
        }
      previous = event->time;
    }

  return count;
}

/* Each row against the events of its kind and processor; what has no row is in that of the others. */
static void
check_lanes (Fixture *self, const SlBusMatches *matches, Counts *counts)
{
  const SlLane *others = NULL;
  guint64 n_others = 0;

  for (guint i = 0; i < sl_trace_get_n_lanes (self->trace); i++)
    {
      const SlLane *lane = sl_trace_get_lane (self->trace, i);
      guint64 *count;
      guint16 kind, cpu;
      guint measure;

      if (lane->density == NULL || lane->measure >= sl_density_get_n_codes (lane->density))
        continue;

      sl_density_get_code (lane->density, lane->measure, &kind, &cpu);
      if (kind == SL_DENSITY_OTHERS)
        {
          others = lane;
          continue;
        }
      count = &counts->of_kinds[number_kind (kind)][cpu];
      g_assert_cmpint (sl_bus_matches_find_measure (matches, lane, &measure), ==, *count > 0);
      g_assert_cmpuint (sl_density_get_total (matches->density, measure), ==, *count);
      *count = 0;
    }

  /* Special cycles have a code and no row of this sort. */
  for (guint kind = 0; kind < N_KINDS; kind++)
    for (guint cpu = 0; cpu < N_AGENTS; cpu++)
      if (kind >= SL_N_BUILTIN_KINDS || sl_bus_kind_get_class ((guint16) kind) != SL_BUS_SPECIAL)
        n_others += counts->of_kinds[kind][cpu];
  g_assert_true (n_others == 0 || others != NULL);
  if (n_others > 0)
    g_assert_cmpuint (sl_density_get_total (matches->density, others->measure), >=, n_others);
}

static void
check_matches (Fixture *self, SlFilter *filter, guint64 n_events, Counts *counts)
{
  g_autoptr (SlBusMatchFinder) finder =
      sl_bus_match_finder_new (self->trace, sl_filter_run_new (filter, self->trace, NULL));
  g_autoptr (SlBusMatches) matches = NULL;
  guint64 n_counted = 0;
  double done = 0;

  while (sl_bus_match_finder_step (finder))
    {
      g_autoptr (SlBusMatches) until_now = sl_bus_match_finder_snapshot (finder);

      g_assert_false (until_now->is_complete);
      g_assert_cmpfloat (until_now->done, >, done);
      g_assert_cmpfloat (until_now->done, <, 1);
      done = until_now->done;
    }
  matches = sl_bus_match_finder_snapshot (finder);
  g_assert_true (matches->is_complete);
  g_assert_cmpfloat (matches->done, ==, 1);
  g_assert_cmpuint (matches->n_events, ==, n_events);

  for (guint code = 0; code < sl_density_get_n_codes (matches->density); code++)
    {
      guint16 kind, cpu;

      sl_density_get_code (matches->density, code, &kind, &cpu);
      if (kind != SL_BUS_NO_MATCH)
        n_counted += sl_density_get_total (matches->density, code);
    }
  g_assert_cmpuint (n_counted, ==, n_events);

  for (SlPlane plane = 0; plane < SL_N_PLANES; plane++)
    {
      const SlPageMap *map = matches->maps[plane];
      guint64 found[SL_N_PAGE_GROUPS] = { 0 };

      g_assert_cmpuint (sl_page_map_get_n_tiles (map, 0), ==, sl_trace_get_n_blocks (self->trace));
      for (guint64 i = 0; i < sl_page_map_get_n_tiles (map, 0); i++)
        {
          const SlPageTile *tile = sl_page_map_get_tile (map, 0, i);

          g_assert_cmpint (tile->begins[0], ==,
                           sl_trace_get_zone (self->trace, (guint) i)->time_min);
          for (guint cell = 0; cell < tile->n_cells; cell++)
            found[sl_page_tile_get_cell (tile, cell).group] +=
                sl_page_tile_get_cell (tile, cell).count;
        }
      g_assert_cmpmem (found, sizeof found, counts->groups[plane], sizeof found);
    }
  check_lanes (self, matches, counts);
}

/* The same with memory grouped by its type; @filter: (nullable): none */
static void
check_attributes (Fixture *self, SlFilter *filter, const Counts *counts)
{
  g_autoptr (SlBusMatchFinder) finder =
      sl_bus_match_finder_new (self->trace, filter != NULL
                                                ? sl_filter_run_new (filter, self->trace, NULL)
                                                : NULL);
  g_autoptr (SlBusMatches) matches = NULL;
  guint64 found[SL_N_BUS_ATTRIBUTES] = { 0 };
  const SlPageMap *map;

  if (!sl_source_has_trait (sl_trace_get_source (self->trace), SL_TRAIT_BUS_ATTRIBUTES))
    return;

  sl_bus_match_finder_group_by_attribute (finder);
  while (sl_bus_match_finder_step (finder))
    ;
  matches = sl_bus_match_finder_snapshot (finder);
  map = matches->maps[SL_PLANE_MEMORY];
  g_assert_true (matches->by_attribute);
  g_assert_cmpuint (sl_page_map_get_n_tiles (map, 0), ==, sl_trace_get_n_blocks (self->trace));
  for (guint64 i = 0; i < sl_page_map_get_n_tiles (map, 0); i++)
    {
      const SlPageTile *tile = sl_page_map_get_tile (map, 0, i);

      for (guint cell = 0; cell < tile->n_cells; cell++)
        found[sl_page_tile_get_cell (tile, cell).group] += sl_page_tile_get_cell (tile, cell).count;
    }
  g_assert_cmpmem (found, sizeof found, counts->attributes, sizeof found);
}

static void
check_filter (Fixture *self, const char *text, gboolean with_matches)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SlFilter) filter = sl_filter_parse (text, &error);
  g_autoptr (SlFilterRun) run = NULL;
  g_autofree gpointer of_kinds = g_new0 (guint64, (gsize) N_KINDS * N_AGENTS);
  Counts counts = { .of_kinds = of_kinds };
  guint64 n_events = 0;

  g_assert_no_error (error);
  run = sl_filter_run_new (filter, self->trace, &error);
  g_assert_no_error (error);
  for (guint zone = 0; zone < sl_trace_get_n_blocks (self->trace); zone++)
    {
      guint count = count_by_event (self, run, zone, &counts);
      SlFilterMatch match = sl_filter_run_match_zone (run, zone);

      g_test_message ("%s: zone %u, %u events", text, zone, count);
      g_assert_cmpuint (sl_filter_run_count_zone (run, zone), ==, count);
      if (match == SL_FILTER_NONE)
        g_assert_cmpuint (count, ==, 0);
      if (match == SL_FILTER_ALL)
        g_assert_cmpuint (count, ==, sl_trace_get_zone (self->trace, zone)->count);
      n_events += count;
      self->n_none += match == SL_FILTER_NONE;
      self->n_some += match == SL_FILTER_SOME;
      self->n_all += match == SL_FILTER_ALL;
    }

  if (with_matches)
    {
      check_matches (self, filter, n_events, &counts);
      check_attributes (self, filter, &counts);
    }
}

static void
check_all_attributes (Fixture *self)
{
  g_autoptr (SlFilter) any = sl_filter_parse ("tick >= 0", NULL);
  g_autoptr (SlFilterRun) run = sl_filter_run_new (any, self->trace, NULL);
  g_autofree gpointer of_kinds = g_new0 (guint64, (gsize) N_KINDS * N_AGENTS);
  Counts counts = { .of_kinds = of_kinds };

  for (guint zone = 0; zone < sl_trace_get_n_blocks (self->trace); zone++)
    count_by_event (self, run, zone, &counts);
  check_attributes (self, NULL, &counts);
}

static void
check (const SlBusRecipe *recipe)
{
  static const SlAnalysis *const analyses[] = { &sl_bus_lanes, NULL };
  g_autoptr (SlSource) source = sl_bus_recipe_open (recipe);
  g_autoptr (GError) error = NULL;
  g_autoptr (SlTrace) trace = sl_load_run (source, analyses, NULL, NULL, NULL, &error);
  g_autofree SlEvent *events = g_new (SlEvent, SL_BLOCK_EVENTS);
  Fixture self = { .trace = trace, .events = events };

  g_assert_no_error (error);
  sl_byu_random_init (&self.random, recipe->seed);
  check_all_attributes (&self);
  for (guint i = 0; i < N_FILTERS; i++)
    {
      g_autofree char *text = make_expression (&self, i % 4);

      check_filter (&self, text, i % 10 == 0);
    }

  /* All but what has no need of that: else nothing was shown. */
  g_test_message ("%u zones skipped, %u read, %u whole", self.n_none, self.n_some, self.n_all);
  g_assert_cmpuint (self.n_some, >, 0);
  g_assert_cmpuint (self.n_none + self.n_all, >, self.n_some / 20);
}

static void
test_records_of_12_bytes (void)
{
  g_test_summary ("Any filter over a trace of 12-byte records matches the same events, however "
                  "its blocks are asked.");
  check (&(SlBusRecipe) { 12, 1, 30000, 0, 1, 50, 0, 5000, FALSE, FALSE });
  check (&(SlBusRecipe) { 12, 2, 30000, 0, 3, G_MAXINT32, 500, 0, FALSE, FALSE });
  check (&(SlBusRecipe) { 12, 3, 30000, 0, 2, 100000, 0, 0, TRUE, FALSE });
  check (&(SlBusRecipe) { 12, 4, 30000, 0, 1, 100000, 0, 0, FALSE, TRUE });
}

static void
test_records_of_16_bytes (void)
{
  g_test_summary ("The same with addresses of 64 bits.");
  check (&(SlBusRecipe) { 16, 5, 30000, 0, 2, 100000, 0, 5000, FALSE, FALSE });
  check (&(SlBusRecipe) { 16, 6, 30000, 0, 1, G_MAXINT32, 7, 2, FALSE, FALSE });
}

static void
test_records_of_6_bytes (void)
{
  g_test_summary ("The same where byte enables tell the size.");
  check (&(SlBusRecipe) { 6, 7, 30000, 0, 1, 100000, 0, 0, FALSE, FALSE });
  check (&(SlBusRecipe) { 6, 8, 30000, 256, 1, 3000, 0, 0, FALSE, FALSE });
}

static void
test_odd (void)
{
  g_test_summary (
      "Codes that nobody knows, more codes and processors than columns tell apart, as many as have "
      "rows of their own, and more.");
  check (&(SlBusRecipe) { 12, 9, 30000, 256, 1, 100000, 0, 0, FALSE, FALSE });
  check (&(SlBusRecipe) { 12, 10, 30000, 20, 256, 100000, 500, 0, FALSE, FALSE });
  check (&(SlBusRecipe) { 12, 12, 30000, 2, 255, 100000, 500, 0, FALSE, FALSE });
  check (&(SlBusRecipe) { 12, 13, 30000, 4, 256, 100000, 500, 0, FALSE, FALSE });
  check (&(SlBusRecipe) { 12, 14, 30000, 256, 256, 100000, 500, 0, FALSE, FALSE });
}

static void
test_many_pages (void)
{
  SlBusRecipe recipe = { 16,    11,   SL_PAGE_MOST + SL_PAGE_MOST / 8, 0, 1, G_MAXINT32, 0, 0,
                         FALSE, FALSE };
  static const SlAnalysis *const analyses[] = { &sl_bus_lanes, NULL };
  g_autoptr (SlSource) source = sl_bus_recipe_open (&recipe);
  g_autoptr (SlTrace) trace = sl_load_run (source, analyses, NULL, NULL, NULL, NULL);
  g_autofree SlEvent *events = g_new (SlEvent, SL_BLOCK_EVENTS);
  Fixture self = { .trace = trace, .events = events };
  guint n_zones = sl_trace_get_n_blocks (trace);

  g_test_summary ("What touches pages that have no place in the map is found all the same.");
  sl_byu_random_init (&self.random, 1);
  g_assert_cmpuint (sl_page_map_get_n_pages (sl_trace_get_page_map (trace, SL_PLANE_MEMORY)), <=,
                    SL_PAGE_MOST);
  for (guint i = 0; i < 3; i++)
    {
      g_autofree char *text = NULL;
      SlEvent event;

      g_assert_true (sl_trace_read_event (trace, sl_trace_get_n_events (trace) - 1 - i, &event));
      text = g_strdup_printf ("a = %" G_GUINT64_FORMAT, event.a);
      check_filter (&self, text, FALSE);
      g_assert_true (
          sl_trace_zone_may_touch (trace, n_zones - 1, SL_PLANE_MEMORY, event.a, event.a) ||
          sl_bus_kind_get_class (event.kind) != SL_BUS_MEMORY);
    }
}

static void
test_unmapped_ranges (void)
{
  guint64 next = 0;

  g_test_summary ("The ranges of what lies outside of maps follow each other without a gap, and "
                  "each number lies in its own.");
  for (guint range = 0; range < SL_N_UNMAPPED_RANGES; range++)
    {
      guint64 first, last;

      sl_unmapped_get_range (range, &first, &last);
      if (first > last)
        continue;

      g_assert_cmpuint (first, ==, next);
      g_assert_cmpuint (sl_unmapped_range_of (first), ==, range);
      g_assert_cmpuint (sl_unmapped_range_of (last), ==, range);
      next = last + 1;
    }
  g_assert_cmpuint (next, ==, 0);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/bus-filters/12-bytes", test_records_of_12_bytes);
  g_test_add_func ("/bus-filters/16-bytes", test_records_of_16_bytes);
  g_test_add_func ("/bus-filters/6-bytes", test_records_of_6_bytes);
  g_test_add_func ("/bus-filters/odd", test_odd);
  g_test_add_func ("/bus-filters/many-pages", test_many_pages);
  g_test_add_func ("/bus-filters/outside", test_unmapped_ranges);
  return g_test_run ();
}
