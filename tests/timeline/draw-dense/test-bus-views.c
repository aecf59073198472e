/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Laws of what is drawn of bus traces that are loaded from events, against all events one by one. */

#include "scene-fixture.h"
#include "sl-analyses.h"
#include "sl-array-source.h"
#include "sl-bus-matches.h"
#include "sl-kind.h"
#include "sl-load.h"
#include "sl-test.h"

#define N_TRACES 7
#define N_VIEWS  8
#define WIDTH    800
#define HEIGHT   900
#define CELL     2

static const guint16 kinds[] = { SL_KIND_BUS_FETCH,         SL_KIND_BUS_FETCH,
                                 SL_KIND_BUS_MEMORY_READ,   SL_KIND_BUS_MEMORY_WRITE,
                                 SL_KIND_BUS_MEMORY_READ,   SL_KIND_BUS_IO_READ,
                                 SL_KIND_BUS_DEFERRED_REPLY };

/* Bursts and pauses, pages that are near to each other and some that are far away. */
static GArray *
make_events (GRand *rand, guint n_events)
{
  GArray *events = g_array_new (FALSE, FALSE, sizeof (SlEvent));
  SlTime time = 0;
  guint64 page = 400;

  for (guint i = 0; i < n_events; i++)
    {
      gboolean pauses = g_rand_int_range (rand, 0, 5000) == 0;
      SlEvent event = { .offset = SL_OFFSET (0, i * 12), .b = 8 };

      time += pauses ? g_rand_int_range (rand, 0, 4000000) : g_rand_int_range (rand, 0, 30);
      page = CLAMP (page + (guint64) g_rand_int_range (rand, 0, 7) - 3, 5, 800);
      if (g_rand_int_range (rand, 0, 10) == 0)
        page = (guint64) g_rand_int_range (rand, 5, 800);
      event.time = time;
      event.kind = kinds[g_rand_int_range (rand, 0, G_N_ELEMENTS (kinds))];
      event.a = event.kind == SL_KIND_BUS_IO_READ ? 0x70 + page % 3
                                                  : page << SL_PAGE_SHIFT | (i % 512 * 8);
      g_array_append_val (events, event);
    }

  return events;
}

static SlTraceSet *
make_set (GArray *events)
{
  g_autoptr (SlSource) source = sl_array_source_new ("byu12", events);
  g_autoptr (SlAnnotations) annotations = sl_annotations_new ();
  g_autoptr (SlTrace) trace = NULL;
  g_autoptr (GError) error = NULL;

  trace = sl_load_run (source, sl_analyses_get_all (), NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return sl_trace_set_new_single (trace, annotations);
}

static SlSpan
random_span (GRand *rand, SlSpan all, guint view)
{
  gint64 length = sl_span_duration (all) >> (view * 2);
  SlTime begin;

  if (view == 0)
    return all;

  length = MAX (length, 50);
  begin = all.begin + (SlTime) (g_rand_double (rand) * (double) (sl_span_duration (all) - length));
  return (SlSpan) { begin, begin + length };
}

static gboolean
is_in_memory (const SlEvent *event)
{
  return event->kind == SL_KIND_BUS_FETCH || event->kind == SL_KIND_BUS_MEMORY_READ ||
         event->kind == SL_KIND_BUS_MEMORY_WRITE;
}

static const SlShape *
find_cells (SlScene *scene, const char *row, guint nth)
{
  const SlShape *shapes = sl_scene_get_shapes (scene, SL_LAYER_BOXES);
  float box[4];
  guint number;

  g_assert_true (sl_rows_find (sl_scene_get_rows (scene), row, &number));
  sl_scene_get_row_box (scene, number, box);
  for (guint i = 0; i < sl_scene_get_n_shapes (scene, SL_LAYER_BOXES); i++)
    {
      if (shapes[i].type == SL_SHAPE_CELLS && shapes[i].y >= box[1] &&
          shapes[i].y < box[1] + box[3] && nth-- == 0)
        return &shapes[i];
    }

  g_assert_not_reached ();
}

typedef struct
{
  guint n_columns, n_rows;
  guint8 *set; /* by row from the top, then by column */
} Expected;

/* The cells of all memory events that are visible, and those that the filter lets through. */
static Expected
expect_cells (SlScene *scene,
              const SlShape *cells,
              const SlPageMap *map,
              GArray *events,
              gboolean (*is_wanted) (const SlEvent *event),
              guint64 *count)
{
  SlView view = sl_scene_get_view (scene);
  Expected expected = { (guint) (cells->width / CELL), (guint) (cells->height / CELL), NULL };
  guint n_pages = sl_page_map_get_n_pages (map);

  *count = 0;
  expected.set = g_new0 (guint8, expected.n_columns * expected.n_rows);
  for (guint i = 0; i < events->len; i++)
    {
      const SlEvent *event = &g_array_index (events, SlEvent, i);
      guint rank, row, column;

      if (!is_wanted (event) || !sl_span_contains (view.visible, event->time))
        continue;

      (*count)++;
      g_assert_true (sl_page_map_find (map, event->a, &rank));
      row = (guint) ((double) rank / n_pages * expected.n_rows);
      column = (guint) CLAMP (sl_view_column (&view, event->time), 0, view.width - 1) / CELL;
      expected.set[(expected.n_rows - 1 - row) * expected.n_columns +
                   MIN (column, expected.n_columns - 1)] = 1;
    }

  return expected;
}

static gboolean
is_any_near (const Expected *expected, const guint8 *cells, guint stride, guint cell, guint reach)
{
  guint column = cell % expected->n_columns;

  for (guint j = column - MIN (column, reach); j <= MIN (column + reach, expected->n_columns - 1);
       j++)
    {
      if (cells[(gsize) stride * (cell - column + j)] != 0)
        return TRUE;
    }

  return FALSE;
}

/* @reach: columns by which a cell may stand beside its event */
static void
compare_cells (SlScene *scene, const SlShape *cells, const Expected *expected, guint reach)
{
  const guint8 *values = sl_scene_get_values (scene, cells);

  g_assert_cmpuint (cells->count, ==, expected->n_columns * expected->n_rows);
  for (guint i = 0; i < cells->count; i++)
    {
      if (expected->set[i] != 0)
        g_assert_true (is_any_near (expected, values, 2, i, reach));
      if (values[2 * i] != 0)
        g_assert_true (is_any_near (expected, expected->set, 1, i, reach));
    }
}

static guint64
sum_elements (SlScene *scene, const char *row)
{
  guint64 sum = 0;

  for (guint i = 1; i < sl_scene_get_n_elements (scene); i++)
    {
      const SlElement *element = sl_scene_get_element (scene, i);

      if (g_strcmp0 (element->target.row, row) == 0 && element->type == SL_ELEMENT_FOLD)
        sum += element->count;
    }

  return sum;
}

static SlScene *
draw (SlTraceSet *set, SlSpan visible, const char *filter)
{
  g_autoptr (SlViewState) whole = sl_view_state_new (visible);
  g_autoptr (SlFilter) parsed = filter != NULL ? sl_filter_parse (filter, NULL) : NULL;
  g_autoptr (SlViewState) state = sl_view_state_with_filter (whole, parsed, FALSE);

  return fixture_scrolled_scene (set, state, WIDTH, HEIGHT, 0);
}

/* Each tick a read, pages in turn. */
static GArray *
make_steady (guint n_events)
{
  GArray *events = g_array_new (FALSE, FALSE, sizeof (SlEvent));

  for (guint i = 0; i < n_events; i++)
    {
      SlEvent event = { .time = i, .offset = SL_OFFSET (0, i * 12), .b = 8 };

      event.kind = SL_KIND_BUS_MEMORY_READ;
      event.a = (guint64) (i % 8) << SL_PAGE_SHIFT;
      g_array_append_val (events, event);
    }

  return events;
}

static void
test_steady (void)
{
  g_autoptr (GArray) events = make_steady (600000);
  g_autoptr (SlTraceSet) set = make_set (events);

  g_test_summary ("Where something happens at every tick no column of a map is empty, however wide "
                  "the parts of its tiles are.");

  for (SlTime end = 20000; end <= 600000; end += end / 3)
    {
      g_autoptr (SlScene) scene = draw (set, (SlSpan) { 0, end }, NULL);
      const SlShape *cells = find_cells (scene, "map:memory", 0);
      const guint8 *values = sl_scene_get_values (scene, cells);
      guint n_columns = (guint) (cells->width / CELL);

      for (guint column = 0; column < n_columns; column++)
        {
          gboolean is_empty = TRUE;

          for (guint cell = column; cell < cells->count; cell += n_columns)
            is_empty = is_empty && values[2 * cell] == 0;
          g_assert_false (is_empty);
        }
    }
}

static void
test_map (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (71);

  g_test_summary ("In a map of addresses no visible event is more than two columns from a cell "
                  "of its page, and no cell from an event of its pages: each is at its own place "
                  "where the events themselves are looked into. What the bands stand for adds up.");

  for (guint i = 0; i < N_TRACES; i++)
    {
      g_autoptr (GArray) events = make_events (rand, 5000u << i);
      g_autoptr (SlTraceSet) set = make_set (events);
      SlTrace *trace = sl_trace_set_get_trace (set, 0);
      const SlPageMap *map;
      guint lane;

      g_assert_true (sl_trace_find_lane (trace, "map:memory", &lane));
      map = sl_trace_get_lane (trace, lane)->map;
      for (guint view = 0; view < N_VIEWS; view++)
        {
          SlSpan visible = random_span (rand, sl_trace_set_get_span (set), view);
          g_autoptr (SlScene) scene = draw (set, visible, NULL);
          const SlShape *cells = find_cells (scene, "map:memory", 0);
          guint64 count;
          Expected expected = expect_cells (scene, cells, map, events, is_in_memory, &count);
          gboolean is_exact = count <= 4096;

          compare_cells (scene, cells, &expected, 2);
          if (view == 0 || is_exact)
            g_assert_cmpuint (sum_elements (scene, "map:memory"), ==, count);
          if (is_exact && count > WIDTH)
            compare_cells (scene, cells, &expected, 0);
          g_free (expected.set);
        }
    }
}

static SlScene *
draw_kept (SlTraceSet *set, SlViewState *state, SlBlockCache *zones)
{
  g_autoptr (SlTextMeasure) measure = sl_text_measure_new_fixed (7);
  g_autoptr (SlRows) rows = sl_rows_new (set, state, 1);
  SlSceneOptions options = {
    .width = WIDTH,
    .height = HEIGHT,
    .header_width = SL_HEADER_WIDTH,
    .measure = measure,
    .zones = zones,
  };

  return sl_scene_build (rows, state, &options);
}

/* Some of the trace, on some axis of addresses. */
static SlViewState *
random_state (GRand *rand, SlTraceSet *set, guint view)
{
  SlSpan visible = random_span (rand, sl_trace_set_get_span (set), view);
  SlAddressView addresses = {
    .scale = (SlAddressScale) g_rand_int_range (rand, 0, SL_N_ADDRESS_SCALES),
    .is_zoomed = g_rand_boolean (rand),
    .first = (guint64) g_rand_int_range (rand, 0, 300) << SL_PAGE_SHIFT,
    .last = (guint64) g_rand_int_range (rand, 400, 900) << SL_PAGE_SHIFT,
  };
  g_autoptr (SlViewState) state = sl_view_state_new (visible);
  g_autoptr (SlViewState) higher =
      sl_view_state_with_row_height (state, "map:memory", g_rand_int_range (rand, 0, 2) * 200);

  return sl_view_state_with_addresses (higher, "map:memory", &addresses);
}

static void
test_kept_sums (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (74);

  g_test_summary ("A map is the same whether or not other pictures were drawn before it, of other "
                  "stretches of time, on other axes and of other traces.");

  for (guint seed = 0; seed < 3; seed++)
    {
      g_autoptr (SlBlockCache) used = sl_block_cache_new ();
      g_autoptr (GArray) events = make_events (rand, 200000);
      g_autoptr (GArray) others = make_events (rand, 100000);
      g_autoptr (SlTraceSet) one = make_set (events);
      g_autoptr (SlTraceSet) other = make_set (others);

      for (guint view = 0; view < 24; view++)
        {
          SlTraceSet *set = view % 2 == 0 ? one : other;
          g_autoptr (SlBlockCache) unused = sl_block_cache_new ();
          g_autoptr (SlViewState) state = random_state (rand, set, view % 8 / 2);
          g_autoptr (SlScene) scene = draw_kept (set, state, used);
          g_autoptr (SlScene) fresh = draw_kept (set, state, unused);
          const SlShape *cells = find_cells (scene, "map:memory", 0);
          const SlShape *same = find_cells (fresh, "map:memory", 0);

          g_assert_cmpmem (sl_scene_get_values (scene, cells), 2 * cells->count,
                           sl_scene_get_values (fresh, same), 2 * same->count);
          g_assert_cmpuint (sum_elements (scene, "map:memory"), ==,
                            sum_elements (fresh, "map:memory"));
        }
    }
}

static gboolean
is_wanted (const SlEvent *event)
{
  return event->kind == SL_KIND_BUS_MEMORY_READ && event->a >= 0x180000 && event->a < 0x200000;
}

static void
test_filter (void)
{
  static const char *const text = "kind = memory-read and a in 0x180000..0x200000";
  g_autoptr (GRand) rand = g_rand_new_with_seed (72);

  g_test_summary ("What a filter lets through is counted right, stands in the matches' density and "
                  "maps as often, and has its cells in the map, and nothing else has.");

  for (guint i = 0; i < N_TRACES; i++)
    {
      g_autoptr (GArray) events = make_events (rand, 5000u << i);
      g_autoptr (SlTraceSet) set = make_set (events);
      SlTrace *trace = sl_trace_set_get_trace (set, 0);
      g_autoptr (SlFilter) filter = sl_filter_parse (text, NULL);
      g_autoptr (SlBusMatchFinder) finder =
          sl_bus_match_finder_new (trace, sl_filter_run_new (filter, trace, NULL));
      g_autoptr (SlBusMatches) matches = NULL;
      guint64 n_wanted = 0, count;
      guint lane, measure;

      while (sl_bus_match_finder_step (finder))
        ;
      matches = sl_bus_match_finder_snapshot (finder);
      for (guint j = 0; j < events->len; j++)
        n_wanted += is_wanted (&g_array_index (events, SlEvent, j)) ? 1 : 0;
      g_assert_true (matches->is_complete);
      g_assert_cmpuint (matches->n_events, ==, n_wanted);
      g_assert_cmpuint (sl_page_map_get_count (matches->maps[SL_PLANE_MEMORY]), ==, n_wanted);
      g_assert_cmpuint (sl_page_map_get_n_tiles (matches->maps[SL_PLANE_MEMORY], 0), ==,
                        sl_trace_get_n_blocks (trace));

      g_assert_true (sl_trace_find_lane (trace, "bus:memory-read", &lane));
      if (sl_bus_matches_find_measure (matches, sl_trace_get_lane (trace, lane), &measure))
        g_assert_cmpuint (sl_density_get_total (matches->density, measure), ==, n_wanted);
      else
        g_assert_cmpuint (n_wanted, ==, 0);
      g_assert_true (sl_trace_find_lane (trace, "bus:fetch", &lane));
      g_assert_false (
          sl_bus_matches_find_measure (matches, sl_trace_get_lane (trace, lane), &measure));

      g_assert_true (sl_trace_find_lane (trace, "map:memory", &lane));
      for (guint view = 3; view < N_VIEWS; view++)
        {
          SlSpan visible = random_span (rand, sl_trace_set_get_span (set), view);
          g_autoptr (SlScene) scene = draw (set, visible, text);
          const SlShape *cells = find_cells (scene, "map:memory", 1);
          Expected expected = expect_cells (scene, cells, sl_trace_get_lane (trace, lane)->map,
                                            events, is_wanted, &count);

          compare_cells (scene, cells, &expected, 2);
          g_free (expected.set);
        }
    }
}

static void
test_rows (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (73);

  g_test_summary ("What the bars of a row stand for is what is visible of it, exactly where events "
                  "are looked into, and never more than two groups off elsewhere.");

  for (guint i = 0; i < N_TRACES; i++)
    {
      g_autoptr (GArray) events = make_events (rand, 5000u << i);
      g_autoptr (SlTraceSet) set = make_set (events);

      for (guint view = 0; view < 5; view++)
        {
          SlSpan visible = random_span (rand, sl_trace_set_get_span (set), view);
          g_autoptr (SlScene) scene = draw (set, visible, NULL);
          SlView drawn = sl_scene_get_view (scene);
          gint64 column = sl_span_duration (drawn.visible) / drawn.width + 1;
          guint64 count = 0, around = 0, sum = sum_elements (scene, "bus:fetch");

          /* Bars are as wide at both ends of the picture as everywhere else. */
          for (guint j = 0; j < events->len; j++)
            {
              const SlEvent *event = &g_array_index (events, SlEvent, j);
              SlSpan wide = { drawn.visible.begin - 4 * column, drawn.visible.end + 4 * column };

              if (event->kind != SL_KIND_BUS_FETCH)
                continue;
              count += sl_span_contains (drawn.visible, event->time) ? 1 : 0;
              around += sl_span_contains (wide, event->time) ? 1 : 0;
            }
          if (sum == 0)
            continue;

          g_assert_cmpuint (sum + 2 * SL_DENSITY_GROUP, >=, count);
          g_assert_cmpuint (sum, <=, around + 2 * SL_DENSITY_GROUP);
        }
    }
}

/* One of each: cycles of all kinds and processors, single ones that ask for some bytes, special
 * cycles near to each other and alone, ports, a gap, pauses. */
static GArray *
make_signs (void)
{
  static const guint16 special[] = { SL_KIND_BUS_HALT,
                                     SL_KIND_BUS_FLUSH,
                                     SL_KIND_BUS_SYNC,
                                     SL_KIND_BUS_SMI_ACKNOWLEDGE,
                                     SL_KIND_BUS_STOP_CLOCK_ACKNOWLEDGE,
                                     SL_KIND_BUS_BRANCH_TRACE_RECORD,
                                     SL_KIND_BUS_FLUSH_ACKNOWLEDGE,
                                     SL_KIND_BUS_SHUTDOWN };
  g_autoptr (GRand) rand = g_rand_new_with_seed (12);
  GArray *events = make_events (rand, 12000);

  for (guint i = 0; i < events->len; i++)
    {
      SlEvent *event = &g_array_index (events, SlEvent, i);

      event->cpu = event->kind == SL_KIND_BUS_MEMORY_WRITE && i % 2 == 0 ? 1 : 0;
      event->b = 1 + i % 8;
      if (i >= 6000)
        event->time += 900000;
      if (i == 6000)
        event->flags = SL_EVENT_GAP;
      if (i % 1500 == 7 || (i > 100 && i < 104))
        *event = (SlEvent) { .time = event->time,
                             .offset = event->offset,
                             .kind = special[(i / 1500 + i % 100) % G_N_ELEMENTS (special)] };
    }

  return events;
}

static SlScene *
draw_signs (SlTraceSet *set, SlSpan visible, int width, int header_width, SlTextMeasure *measure)
{
  static const SlAddressView log_view = { .scale = SL_ADDRESS_LOG };
  const char *text = "kind = memory-read or a in 0x180000..0x1c0000";
  g_autoptr (SlViewState) whole = sl_view_state_new (visible);
  g_autoptr (SlFilter) filter = sl_filter_parse (text, NULL);
  g_autoptr (SlViewState) filtered = sl_view_state_with_filter (whole, filter, FALSE);
  g_autoptr (SlViewState) state = sl_view_state_with_addresses (filtered, "map:memory", &log_view);
  g_autoptr (SlRows) rows = sl_rows_new (set, state, 1);
  SlTrace *trace = sl_trace_set_get_trace (set, 0);
  g_autoptr (SlBusMatchFinder) finder =
      sl_bus_match_finder_new (trace, sl_filter_run_new (filter, trace, NULL));
  g_autoptr (GPtrArray) matches =
      g_ptr_array_new_with_free_func ((GDestroyNotify) sl_bus_matches_unref);
  SlSceneOptions options = { .width = width, .header_width = header_width, .measure = measure };

  while (sl_bus_match_finder_step (finder))
    ;
  g_ptr_array_add (matches, sl_bus_match_finder_snapshot (finder));
  options.matches = matches;
  options.show_ruler = header_width > 0;
  return sl_scene_build (rows, state, &options);
}

static void
test_golden_text (void)
{
  g_autoptr (GArray) events = make_signs ();
  g_autoptr (SlTraceSet) set = make_set (events);
  g_autoptr (SlTextMeasure) measure = sl_text_measure_new_fixed (7);
  SlTime begin = g_array_index (events, SlEvent, 90).time;
  g_autoptr (SlScene) scene = draw_signs (set, (SlSpan) { begin, begin + 300 }, 1200, 176, measure);
  g_autofree char *dump = sl_scene_dump (scene);
  g_autofree char *golden = fixture_find_golden ("bus.scene");

  g_test_summary ("Single cycles, special ones, ports and a logarithmic map under a filter: "
                  "elements, places and words as the golden text has them.");

  sl_test_compare_text (dump, golden);
}

static void
test_golden_image (gconstpointer data)
{
  const char *id = data;
  g_autoptr (GArray) events = make_signs ();
  g_autoptr (SlTraceSet) set = make_set (events);
  /* No letter is narrow enough to be drawn. */
  g_autoptr (SlTextMeasure) measure = sl_text_measure_new_fixed (500);
  g_autoptr (SlScene) scene = draw_signs (set, sl_trace_set_get_span (set), 240, 0, measure);
  g_autofree char *name = g_strdup_printf ("bus-%s.png", id);

  g_test_summary ("A bus trace under a filter, without letters, pixel by pixel.");

  fixture_assert_picture (scene, id, name);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/bus-views/steady", test_steady);
  g_test_add_func ("/bus-views/map", test_map);
  g_test_add_func ("/bus-views/kept-sums", test_kept_sums);
  g_test_add_func ("/bus-views/filter", test_filter);
  g_test_add_func ("/bus-views/rows", test_rows);
  g_test_add_func ("/bus-views/golden/text", test_golden_text);
  g_test_add_data_func ("/bus-views/golden/light", "light", test_golden_image);
  g_test_add_data_func ("/bus-views/golden/dark", "dark", test_golden_image);
  g_test_add_data_func ("/bus-views/golden/colour-blind", "colour-blind", test_golden_image);
  return g_test_run ();
}
