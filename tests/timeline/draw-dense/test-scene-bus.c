/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "scene-fixture.h"

#include <math.h>
#include <string.h>

#include "sl-analyses.h"
#include "sl-array-source.h"
#include "sl-kind.h"
#include "sl-load.h"
#include "sl-text.h"

#define N_BLOCKS      24
#define N_LONG_BLOCKS 70

/* Cycles of three kinds: fetches all the time, writes in the first half, one reply. */
static void
fill (SlEvent *events, guint block)
{
  for (guint i = 0; i < SL_BLOCK_EVENTS; i++)
    {
      guint number = block * SL_BLOCK_EVENTS + i;

      events[i] = (SlEvent) {
        .time = number * 10,
        .kind =
            number % 3 == 0 && block < N_BLOCKS / 2 ? SL_KIND_BUS_MEMORY_WRITE : SL_KIND_BUS_FETCH,
        .a = (guint64) (number % 7) << SL_PAGE_SHIFT | (block < N_BLOCKS / 4 ? 0x20000000 : 0),
        .b = 8,
      };
      if (number == 60000)
        events[i].kind = SL_KIND_BUS_DEFERRED_REPLY;
    }
}

static guint8
group_of (guint16 kind)
{
  return kind == SL_KIND_BUS_FETCH ? 0 : 3;
}

static void
add_lane (SlTraceBuilder *builder, const char *name, guint measure)
{
  sl_lane_builder_set_measure (sl_trace_builder_add_lane (builder, SL_LANE_BUS, name, 0), measure);
}

static SlTraceSet *
make_bus (void)
{
  SlTraceBuilder *builder = fixture_begin ();
  g_autofree SlEvent *events = g_new (SlEvent, SL_BLOCK_EVENTS);

  for (guint block = 0; block < N_BLOCKS; block++)
    {
      fill (events, block);
      sl_density_writer_add (sl_trace_builder_get_density (builder),
                             sl_density_block_new (sl_trace_builder_get_density (builder), events,
                                                   SL_BLOCK_EVENTS, NULL));
      sl_page_map_writer_add_events (sl_trace_builder_get_page_map (builder, SL_PLANE_MEMORY),
                                     events, SL_BLOCK_EVENTS, group_of);
    }

  add_lane (builder, "bus:memory-write", 0);
  add_lane (builder, "bus:fetch", 1);
  add_lane (builder, "bus:deferred-reply", 2);
  add_lane (builder, "bus:bytes", SL_DENSITY_BYTES);
  sl_lane_builder_set_page_map (sl_trace_builder_add_lane (builder, SL_LANE_BUS, "map:memory", 0),
                                SL_PLANE_MEMORY);
  return fixture_end (builder, N_BLOCKS * SL_BLOCK_EVENTS * 10);
}

static guint64
sum_elements (SlScene *scene, const char *key, gdouble *last_end)
{
  guint64 sum = 0;

  *last_end = 0;
  for (guint i = 1; i < sl_scene_get_n_elements (scene); i++)
    {
      const SlElement *element = sl_scene_get_element (scene, i);

      if (element->type != SL_ELEMENT_FOLD || g_strcmp0 (element->target.row, key) != 0)
        continue;
      sum += element->count;
      *last_end = MAX (*last_end, element->x + element->width);
    }

  return sum;
}

static void
test_counts (void)
{
  g_autoptr (SlTraceSet) set = make_bus ();
  SlTrace *trace = sl_trace_set_get_trace (set, 0);
  SlSpan span = sl_trace_set_get_span (set);

  g_test_summary ("What the bars of a row stand for adds up to the row's figure at any width; "
                  "where nothing was, no bar is; one event alone is seen.");

  for (int width = 50; width < 1500; width += 77)
    {
      g_autoptr (SlScene) scene = fixture_scene (set, span, width, FALSE);

      for (guint i = 0; i < sl_trace_get_n_lanes (trace); i++)
        {
          const SlLane *lane = sl_trace_get_lane (trace, i);
          double end;
          guint64 sum = sum_elements (scene, lane->name, &end);

          if (lane->map != NULL)
            continue;
          g_assert_cmpuint (sum, ==, sl_density_get_total (lane->density, lane->measure));
          if (g_str_equal (lane->name, "bus:memory-write"))
            g_assert_cmpfloat (end, <=, width / 2.0 + 5);
          if (g_str_equal (lane->name, "bus:deferred-reply"))
            g_assert_cmpuint (sum, ==, 1);
        }
    }
}

/* Whether the headers of a scene say @text. */
static gboolean
headers_say (SlTraceSet *set, int header_width, const char *text)
{
  g_autoptr (SlTextMeasure) measure = sl_text_measure_new_fixed (7);
  g_autoptr (SlViewState) state = sl_view_state_new (sl_trace_set_get_span (set));
  g_autoptr (SlRows) rows = sl_rows_new (set, state, 1);
  SlSceneOptions options = { .width = 600, .header_width = header_width, .measure = measure };
  g_autoptr (SlScene) scene = sl_scene_build (rows, state, &options);
  const SlShape *shapes = sl_scene_get_shapes (scene, SL_LAYER_FRAME);

  for (guint i = 0; i < sl_scene_get_n_shapes (scene, SL_LAYER_FRAME); i++)
    {
      if (g_strcmp0 (shapes[i].text, text) == 0)
        return TRUE;
    }

  return FALSE;
}

static void
test_figures (void)
{
  g_autoptr (SlTraceSet) set = make_bus ();

  g_test_summary ("A long number beside a row's name is shortened where the name needs the room, "
                  "and only there.");

  g_assert_true (headers_say (set, 190, "786\u202f432"));
  g_assert_true (headers_say (set, 190, "Bytes moved"));
  g_assert_true (headers_say (set, 164, "786\u2009k"));
  g_assert_true (headers_say (set, 164, "Bytes moved"));

  /* Numbers that are short enough stay whole. */
  g_assert_true (headers_say (set, 130, "16\u202f384"));
}

static void
test_order (void)
{
  static const char *const order[] = { "bus:fetch", "bus:memory-write", "bus:deferred-reply",
                                       "bus:bytes", "map:memory" };
  g_autoptr (SlTraceSet) set = make_bus ();
  g_autoptr (SlViewState) state = sl_view_state_new (sl_trace_set_get_span (set));
  g_autoptr (SlRows) rows = sl_rows_new (set, state, 1.0);

  g_test_summary ("Rows of cycles stand in the order of their kinds, not in that of the trace; "
                  "what sums up comes last.");

  g_assert_cmpuint (sl_rows_get_count (rows), ==, G_N_ELEMENTS (order) + 1);
  for (guint i = 0; i < G_N_ELEMENTS (order); i++)
    g_assert_cmpstr (sl_rows_get (rows, i + 1)->key, ==, order[i]);
}

static void
test_map (void)
{
  g_autoptr (SlTraceSet) set = make_bus ();
  g_autoptr (SlScene) scene = fixture_scene (set, sl_trace_set_get_span (set), 600, FALSE);
  const SlShape *shapes = sl_scene_get_shapes (scene, SL_LAYER_BOXES);
  guint n_cells = 0;

  g_test_summary ("A heat map has cells where pages are touched: the upper pages in the first "
                  "quarter, the lower ones after it, never both.");

  for (guint i = 0; i < sl_scene_get_n_shapes (scene, SL_LAYER_BOXES); i++)
    {
      const guint8 *values = sl_scene_get_values (scene, &shapes[i]);
      guint n_columns, n_rows;

      if (shapes[i].type != SL_SHAPE_CELLS)
        continue;
      n_columns = (guint) (shapes[i].width / shapes[i].spacing);
      n_rows = shapes[i].count / n_columns;
      for (guint cell = 0; cell < shapes[i].count; cell++)
        {
          gboolean upper = cell / n_columns < n_rows / 2;
          guint column = cell % n_columns;

          if (values[2 * cell] == 0)
            continue;
          n_cells++;
          if (upper)
            g_assert_cmpuint (column, <=, n_columns / 4 + 1);
          else
            g_assert_cmpuint (column + 2, >=, n_columns / 4);
        }
    }
  g_assert_cmpuint (n_cells, >, 1000);
}

static SlTraceSet *
load (GArray *events)
{
  g_autoptr (SlSource) source = NULL;
  g_autoptr (SlTrace) trace = NULL;
  g_autoptr (SlAnnotations) annotations = sl_annotations_new ();
  g_autoptr (GError) error = NULL;

  source = sl_array_source_new ("byu12", events);
  trace = sl_load_run (source, sl_analyses_get_all (), NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return sl_trace_set_new_single (trace, annotations);
}

static void
test_high_pages (void)
{
  g_test_summary ("A page that is many cells high shows where in it something is touched, however "
                  "few or many cycles there are, and nothing is filled that is not.");
  for (guint n_events = 1; n_events < 50000; n_events *= 6)
    {
      g_autoptr (GArray) events = g_array_new (FALSE, FALSE, sizeof (SlEvent));
      g_autoptr (SlTraceSet) set = NULL;
      g_autoptr (SlScene) scene = NULL;
      guint n_cells = 0, n_maps = 0;

      for (guint i = 0; i < n_events; i++)
        {
          SlEvent event = { .time = i, .kind = SL_KIND_BUS_FETCH, .a = 0x5800, .b = 8 };

          g_array_append_val (events, event);
        }
      set = load (events);
      scene = fixture_scene (set, sl_trace_set_get_span (set), 600, FALSE);
      for (guint i = 0; i < sl_scene_get_n_shapes (scene, SL_LAYER_BOXES); i++)
        {
          const SlShape *shape = &sl_scene_get_shapes (scene, SL_LAYER_BOXES)[i];
          const guint8 *values = sl_scene_get_values (scene, shape);
          guint n_columns;

          if (shape->type != SL_SHAPE_CELLS || shape->height < 200)
            continue;
          n_maps++;
          n_columns = (guint) (shape->width / shape->spacing);
          for (guint cell = 0; cell < shape->count; cell++)
            {
              double place = (cell / n_columns + 0.5) / (shape->count / n_columns);

              if (values[2 * cell] == 0)
                continue;
              n_cells++;
              g_assert_cmpfloat_with_epsilon (place, 0.5, 0.02);
            }
        }
      g_assert_cmpuint (n_maps, ==, 1);
      g_assert_cmpuint (n_cells, >, 0);
    }
}

static SlTraceSet *
load_long (void)
{
  g_autoptr (GArray) events = g_array_new (FALSE, FALSE, sizeof (SlEvent));
  g_autofree SlEvent *block = g_new (SlEvent, SL_BLOCK_EVENTS);

  for (guint i = 0; i < N_LONG_BLOCKS; i++)
    {
      fill (block, i);
      g_array_append_vals (events, block, SL_BLOCK_EVENTS);
    }

  return load (events);
}

static void
test_map_counts (void)
{
  g_autoptr (SlTraceSet) set = load_long ();
  SlTrace *trace = sl_trace_set_get_trace (set, 0);
  guint64 n_events;
  guint lane;

  g_test_summary ("Every cycle that touches memory is in the map once at any width, whether it is "
                  "drawn from tiles of any level or from the cycles themselves.");
  g_assert_true (sl_trace_find_lane (trace, "map:memory", &lane));
  n_events = sl_page_map_get_count (sl_trace_get_lane (trace, lane)->map);
  g_assert_cmpuint (n_events, ==, N_LONG_BLOCKS * SL_BLOCK_EVENTS - 1);

  for (int width = 300; width < 4000; width += 123)
    {
      g_autoptr (SlScene) scene = fixture_scene (set, sl_trace_set_get_span (set), width, FALSE);
      double end;

      g_assert_cmpuint (sum_elements (scene, "map:memory", &end), ==, n_events);
    }
}

/* Bursts, single cycles and idle stretches of any length. */
static GArray *
make_bursts (GRand *rand, guint n_events)
{
  GArray *events = g_array_new (FALSE, FALSE, sizeof (SlEvent));
  SlTime now = 0;
  guint left = 0, step = 1;

  while (events->len < n_events)
    {
      SlEvent event = { .kind = SL_KIND_BUS_FETCH, .b = 8 };

      if (left-- == 0)
        {
          now += (SlTime) pow (10, g_rand_double_range (rand, 0, 6));
          left = (guint) pow (10, g_rand_double_range (rand, 0, 3.5));
          step = (guint) g_rand_int_range (rand, 1, 40);
        }
      now += step;
      event.time = now;
      event.a = (guint64) g_rand_int_range (rand, 0, 40) << SL_PAGE_SHIFT;
      g_array_append_val (events, event);
    }

  return events;
}

static guint
count_between (const GArray *events, SlSpan span)
{
  guint ends[2] = { 0, 0 };

  for (guint i = 0; i < 2; i++)
    {
      guint high = events->len;

      while (ends[i] < high)
        {
          guint middle = (ends[i] + high) / 2;
          SlTime time = g_array_index (events, SlEvent, middle).time;

          if (time < (i == 0 ? span.begin : span.end))
            ends[i] = middle + 1;
          else
            high = middle;
        }
    }

  return ends[1] - ends[0];
}

/* A picture as it is after so many frames that each may decode a few blocks. */
static SlScene *
sharpen (SlTraceSet *set, SlSpan visible, int width)
{
  g_autoptr (SlTextMeasure) measure = sl_text_measure_new_fixed (7);
  g_autoptr (SlBlockCache) zones = sl_block_cache_new ();
  g_autoptr (SlViewState) state = sl_view_state_new (visible);
  g_autoptr (SlRows) rows = sl_rows_new (set, state, 1.0);
  SlSceneOptions options = { .width = width, .measure = measure, .zones = zones };

  for (guint i = 0; i < 200; i++)
    {
      g_autoptr (SlScene) scene = NULL;

      sl_block_cache_begin (zones, SL_BLOCKS_A_FRAME);
      scene = sl_scene_build (rows, state, &options);
      if (!sl_block_cache_is_lacking (zones))
        return g_steal_pointer (&scene);
    }

  g_error ("The picture never gets as fine as it can be");
}

/* Whether a bar's count is what happened in its time: exactly where that is little. */
static guint
check_bars (SlScene *scene, const GArray *events)
{
  guint n_few = 0;
  SlTime end = SL_TIME_MAX;

  for (guint i = 1; i < sl_scene_get_n_elements (scene); i++)
    {
      const SlElement *element = sl_scene_get_element (scene, i);
      guint count;

      if (element->type != SL_ELEMENT_FOLD || g_strcmp0 (element->target.row, "bus:fetch") != 0)
        continue;
      if (end < element->span.begin)
        g_assert_cmpuint (count_between (events, (SlSpan) { end, element->span.begin }), ==, 0);
      end = element->span.end;
      count = count_between (events, element->span);
      if (count < SL_DENSITY_GROUP || element->count < SL_DENSITY_GROUP)
        {
          g_assert_cmpuint (element->count, ==, count);
          n_few++;
        }
      else
        g_assert_cmpuint (MAX (element->count, count) - MIN (element->count, count), <,
                          2 * SL_DENSITY_GROUP);
    }

  return n_few;
}

static void
test_bars_are_exact (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (40);
  guint n_few = 0;

  g_test_summary ("Bars of few cycles are told to the cycle, and where nothing happens none is, "
                  "among any number of others: in a file's picture, and in the window's after some "
                  "frames, none of which decodes many blocks.");
  for (guint round = 0; round < 6; round++)
    {
      g_autoptr (GArray) events = make_bursts (rand, 60000u << round % 3);
      g_autoptr (SlTraceSet) set = load (events);
      SlSpan all = sl_trace_set_get_span (set);

      for (guint view = 0; view < 3; view++)
        {
          SlSpan visible = { all.begin + sl_span_duration (all) * (gint64) view / 7,
                             all.end - sl_span_duration (all) * (gint64) view / 9 };
          int width = g_rand_int_range (rand, 200, 1800);
          g_autoptr (SlScene) file = fixture_scene (set, visible, width, FALSE);
          g_autoptr (SlScene) window = sharpen (set, visible, width);

          n_few += check_bars (file, events);
          g_assert_cmpuint (check_bars (window, events), >, 0);
        }
    }
  g_assert_cmpuint (n_few, >, 200);
}

/* Whether the map is empty in all columns in which nothing happens. Returns how many these are. */
static guint
check_pauses (SlScene *scene, const GArray *events)
{
  const SlShape *shapes = sl_scene_get_shapes (scene, SL_LAYER_BOXES);
  SlView view = sl_scene_get_view (scene);
  guint n_pauses = 0;

  for (guint i = 0; i < sl_scene_get_n_shapes (scene, SL_LAYER_BOXES); i++)
    {
      const guint8 *values = sl_scene_get_values (scene, &shapes[i]);
      int cell = (int) shapes[i].spacing;
      guint n_columns;

      if (shapes[i].type != SL_SHAPE_CELLS)
        continue;
      n_columns = (guint) (shapes[i].width / shapes[i].spacing);
      for (guint column = 0; (int) column * cell + cell <= view.width; column++)
        {
          SlSpan span = { sl_view_column_span (&view, (int) column * cell).begin,
                          sl_view_column_span (&view, (int) column * cell + cell - 1).end };

          if (count_between (events, span) > 0)
            continue;
          n_pauses++;
          for (guint j = column; j < shapes[i].count; j += n_columns)
            g_assert_cmpuint (values[2 * j], ==, 0);
        }
    }

  return n_pauses;
}

static void
test_pauses_are_empty (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (41);
  guint n_pauses = 0;

  g_test_summary ("A map has no cell where nothing happens, at any zoom.");
  for (guint round = 0; round < 4; round++)
    {
      g_autoptr (GArray) events = make_bursts (rand, 60000u << 2 * (round % 3));
      g_autoptr (SlTraceSet) set = load (events);
      SlSpan all = sl_trace_set_get_span (set);

      for (guint view = 0; view < 4; view++)
        {
          SlSpan visible = { all.begin + sl_span_duration (all) * (gint64) view / 7,
                             all.end - sl_span_duration (all) * (gint64) view / 9 };
          g_autoptr (SlScene) scene =
              fixture_scene (set, visible, 2 * g_rand_int_range (rand, 100, 900), FALSE);

          n_pauses += check_pauses (scene, events);
        }
    }
  g_assert_cmpuint (n_pauses, >, 100);
}

static void
test_wide_addresses (void)
{
  g_autoptr (GArray) events = g_array_new (FALSE, FALSE, sizeof (SlEvent));
  g_autoptr (SlTraceSet) set = NULL;
  g_autoptr (SlScene) scene = NULL;
  guint n_bands = 0;

  g_test_summary ("An address of many digits leaves the words of a map's header their room, and is "
                  "whole in a wide header; the pointer learns from where to where a band goes.");
  for (guint i = 0; i < 1000; i++)
    {
      SlEvent event = { .time = i * 10,
                        .kind = SL_KIND_BUS_FETCH,
                        .a = G_GUINT64_CONSTANT (0xffff888012345678) };

      g_array_append_val (events, event);
    }
  set = load (events);

  g_assert_true (headers_say (set, SL_HEADER_WIDTH, "…12345000"));
  g_assert_true (headers_say (set, SL_HEADER_WIDTH, "1 page"));
  g_assert_true (headers_say (set, 320, "ffff888012345000"));

  scene = fixture_scene (set, sl_trace_set_get_span (set), 600, FALSE);
  for (guint i = 1; i < sl_scene_get_n_elements (scene); i++)
    {
      const SlElement *element = sl_scene_get_element (scene, i);
      g_autofree char *text = NULL;

      if (element->type != SL_ELEMENT_FOLD || element->target.track != SL_TARGET_TRACK_PAGES)
        continue;
      n_bands++;
      text = sl_text_tooltip_title (scene, element);
      g_assert_cmpstr (
          text, ==, "Addresses: page 0xffff888012345000 to 0xffff888012345fff, 1\u202f000 events");
    }
  g_assert_cmpuint (n_bands, ==, 1);
}

static void
test_acknowledge_pairs (void)
{
  static const struct
  {
    guint16 kind;
    guint8 byte_enables;
  } cycles[] = {
    { SL_KIND_PENTIUM_INTERRUPT_ACKNOWLEDGE, 0xef },
    { SL_KIND_PENTIUM_INTERRUPT_ACKNOWLEDGE, 0xfe },
    { SL_KIND_PENTIUM_INTERRUPT_ACKNOWLEDGE, 0xef },
    { SL_KIND_PENTIUM_CODE_READ, 0xff },
    { SL_KIND_PENTIUM_INTERRUPT_ACKNOWLEDGE, 0xfe },
  };
  g_autoptr (GArray) events = g_array_new (FALSE, FALSE, sizeof (SlEvent));
  g_autoptr (SlTraceSet) set = NULL;
  g_autoptr (SlScene) scene = NULL;
  const SlShape *shapes;
  guint n_first = 0, n_second = 0, n_addresses = 0, n_told = 0;

  g_test_summary ("The two cycles that acknowledge an interrupt are told as a pair, and only where "
                  "they follow each other.");
  for (guint i = 0; i < G_N_ELEMENTS (cycles); i++)
    {
      SlEvent event = { .time = i,
                        .kind = cycles[i].kind,
                        .b = cycles[i].byte_enables,
                        .detail = 1 };

      g_array_append_val (events, event);
    }
  set = load (events);
  scene = fixture_scene (set, (SlSpan) { 0, 6 }, 1200, FALSE);

  shapes = sl_scene_get_shapes (scene, SL_LAYER_LABELS);
  for (guint i = 0; i < sl_scene_get_n_shapes (scene, SL_LAYER_LABELS); i++)
    {
      n_first += g_strcmp0 (shapes[i].text, "1 of 2") == 0;
      n_second += g_strcmp0 (shapes[i].text, "2/2") == 0;
      n_addresses += g_strcmp0 (shapes[i].text, "00000000") == 0;
    }
  g_assert_cmpuint (n_first, ==, 1);
  g_assert_cmpuint (n_second, ==, 1);
  g_assert_cmpuint (n_addresses, ==, 3);

  for (guint i = 1; i < sl_scene_get_n_elements (scene); i++)
    {
      const SlElement *element = sl_scene_get_element (scene, i);
      g_autofree char *text = NULL;

      if (element->type != SL_ELEMENT_BOX || element->target.type != SL_TARGET_EVENT)
        continue;
      text = sl_text_tooltip_title (scene, element);
      n_told += strstr (text, "the second cycle of two, which reads the vector") != NULL;
    }
  g_assert_cmpuint (n_told, ==, 2);
}

static void
test_attribute (void)
{
  static const struct
  {
    guint8 attribute;
    const char *text;
  } cases[] = {
    { 0, "Instruction fetch 0x1000, 8 bytes" },
    { 3, "Instruction fetch 0x1000, 8 bytes, attribute 0x03: Write-back" },
    { 0x86,
      "Instruction fetch 0x1000, 8 bytes, attribute 0x86: Write-protected, higher bits 0x84" },
  };

  g_test_summary ("The pointer learns what type the memory of a cycle is, and what else its "
                  "attribute has.");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      SlEvent event = { .kind = SL_KIND_BUS_FETCH,
                        .a = 0x1000,
                        .b = 8,
                        .detail = cases[i].attribute };
      g_autoptr (GArray) events = g_array_new (FALSE, FALSE, sizeof (SlEvent));
      g_autoptr (SlTraceSet) set = NULL;
      g_autoptr (SlScene) scene = NULL;
      guint n_boxes = 0;

      g_array_append_val (events, event);
      set = load (events);
      scene = fixture_scene (set, (SlSpan) { 0, 10 }, 800, FALSE);
      for (guint j = 1; j < sl_scene_get_n_elements (scene); j++)
        {
          const SlElement *element = sl_scene_get_element (scene, j);
          g_autofree char *text = NULL;

          if (element->type != SL_ELEMENT_BOX || element->target.type != SL_TARGET_EVENT)
            continue;
          n_boxes++;
          text = sl_text_tooltip_title (scene, element);
          g_assert_true (g_str_has_suffix (text, cases[i].text));
        }
      g_assert_cmpuint (n_boxes, ==, 1);
    }
}

static void
test_shutdown (void)
{
  g_autoptr (GArray) events = g_array_new (FALSE, FALSE, sizeof (SlEvent));
  g_autoptr (SlTraceSet) set = NULL;

  g_test_summary ("A shutdown has its sign among any number of other special cycles.");
  for (guint i = 0; i < 20 * SL_BLOCK_EVENTS; i++)
    {
      SlEvent event = { .time = i * 10, .kind = i % 4 == 0 ? SL_KIND_BUS_HALT : SL_KIND_BUS_FETCH };

      if (i == 40000)
        event.kind = SL_KIND_BUS_SHUTDOWN;
      g_array_append_val (events, event);
    }
  set = load (events);

  for (int width = 300; width < 1500; width += 171)
    {
      g_autoptr (SlScene) scene = fixture_scene (set, sl_trace_set_get_span (set), width, FALSE);
      guint n_found = 0;

      for (guint i = 1; i < sl_scene_get_n_elements (scene); i++)
        {
          const SlElement *element = sl_scene_get_element (scene, i);

          if (element->state != SL_KIND_BUS_SHUTDOWN)
            continue;
          n_found++;
          g_assert_cmpuint (element->count, ==, 1);
          g_assert_cmpfloat_with_epsilon (element->x + element->width / 2, width * 40000.0 / 81920,
                                          2);
        }
      g_assert_cmpuint (n_found, ==, 1);
    }
}

static void
test_picked (void)
{
  g_autoptr (SlTraceSet) set = load_long ();
  SlSpan span = sl_trace_set_get_span (set);
  const SlTarget picked = { .type = SL_TARGET_EVENT, .index = 100000, .count = 1 };
  g_autoptr (SlViewState) state = sl_view_state_new (span);
  g_autoptr (SlViewState) with = sl_view_state_with_picked (state, &picked);
  g_autoptr (SlScene) scene = fixture_scrolled_scene (set, with, 700, 0, 0);
  SlView view = sl_scene_get_view (scene);
  double x = SL_HEADER_WIDTH + sl_view_x (&view, 100000 * 10);
  guint n_rings = 0;

  g_test_summary ("The picked cycle has a ring in the map, at its time and page.");
  for (guint i = 0; i < sl_scene_get_n_shapes (scene, SL_LAYER_USER); i++)
    {
      const SlShape *shape = &sl_scene_get_shapes (scene, SL_LAYER_USER)[i];

      if (shape->type != SL_SHAPE_BOX || shape->stroke.role != SL_PAINT_ACCENT)
        continue;
      n_rings++;
      g_assert_cmpfloat_with_epsilon (shape->x + shape->width / 2, x, 8);
    }
  g_assert_cmpuint (n_rings, ==, 1);
}

static gboolean
are_same_rows (const SlRows *one, const SlRows *other)
{
  if (sl_rows_get_count (one) != sl_rows_get_count (other))
    return FALSE;

  for (guint i = 0; i < sl_rows_get_count (one); i++)
    {
      const SlRow *a = sl_rows_get (one, i), *b = sl_rows_get (other, i);

      if (!g_str_equal (a->key, b->key) || a->y != b->y || a->height != b->height)
        return FALSE;
    }

  return TRUE;
}

static void
test_rows_of_views (void)
{
  g_autoptr (SlTraceSet) set = load_long ();
  SlSpan span = sl_trace_set_get_span (set);
  g_autoptr (SlViewState) all = sl_view_state_new (span);
  g_autoptr (SlRows) rows = sl_rows_new (set, all, 1);
  guint n_kept = 0, n_changed = 0;

  g_test_summary ("Rows that need not be made again when the view moves are the same as if they "
                  "were; close by they are others.");
  for (guint i = 0; i < 200; i++)
    {
      SlTime length = (SlTime) pow (2, g_test_rand_double_range (0, 20));
      SlTime begin = span.begin + (SlTime) g_test_rand_double_range (0, 1e6);
      g_autoptr (SlViewState) moved =
          sl_view_state_with_visible (all, (SlSpan) { begin, begin + length });
      g_autoptr (SlRows) made = sl_rows_new (set, moved, 1);
      gboolean same = are_same_rows (rows, made);

      g_assert_true (same || sl_rows_depend_on (set, all, moved));
      n_kept += !sl_rows_depend_on (set, all, moved);
      n_changed += !same;
    }
  g_assert_cmpuint (n_kept, >, 0);
  g_assert_cmpuint (n_changed, >, 0);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/scene-bus/counts", test_counts);
  g_test_add_func ("/scene-bus/figures", test_figures);
  g_test_add_func ("/scene-bus/order", test_order);
  g_test_add_func ("/scene-bus/map", test_map);
  g_test_add_func ("/scene-bus/map-counts", test_map_counts);
  g_test_add_func ("/scene-bus/high-pages", test_high_pages);
  g_test_add_func ("/scene-bus/bars-are-exact", test_bars_are_exact);
  g_test_add_func ("/scene-bus/pauses-are-empty", test_pauses_are_empty);
  g_test_add_func ("/scene-bus/picked", test_picked);
  g_test_add_func ("/scene-bus/wide-addresses", test_wide_addresses);
  g_test_add_func ("/scene-bus/acknowledge-pairs", test_acknowledge_pairs);
  g_test_add_func ("/scene-bus/attribute", test_attribute);
  g_test_add_func ("/scene-bus/rows-of-views", test_rows_of_views);
  g_test_add_func ("/scene-bus/shutdown", test_shutdown);
  return g_test_run ();
}
