/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The map of addresses coloured by the type of memory, of traces whose types are known page by page. */

#include "scene-fixture.h"
#include "sl-analyses.h"
#include "sl-array-source.h"
#include "sl-bus-attribute.h"
#include "sl-bus-look.h"
#include "sl-bus-matches.h"
#include "sl-kind.h"
#include "sl-load.h"
#include "sl-test.h"

#define N_PAGES  64
#define N_EVENTS 60000
#define WIDTH    800
#define HEIGHT   900

/* The highest quarter of the pages is write-back, the lowest uncacheable; the bits above the type say
 * nothing. */
static guint8
attribute_of_page (guint page)
{
  return (guint8) (page * 4 / N_PAGES);
}

static SlTraceSet *
make_set (const char *format)
{
  g_autoptr (GArray) events = g_array_new (FALSE, FALSE, sizeof (SlEvent));
  g_autoptr (SlAnnotations) annotations = sl_annotations_new ();
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);
  g_autoptr (SlSource) source = NULL;
  g_autoptr (SlTrace) trace = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < N_EVENTS; i++)
    {
      guint page = (guint) g_rand_int_range (rand, 0, N_PAGES);
      SlEvent event = { .time = i * 10, .offset = SL_OFFSET (0, i * 12), .b = 8 };

      event.kind = i % 2 == 0 ? SL_KIND_BUS_FETCH : SL_KIND_BUS_MEMORY_WRITE;
      event.a = (guint64) page << SL_PAGE_SHIFT;
      event.detail = attribute_of_page (page) | (i % 5 == 0 ? 0xf0 : 0);
      g_array_append_val (events, event);
    }
  source = sl_array_source_new (format, events);
  trace = sl_load_run (source, sl_analyses_get_all (), NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return sl_trace_set_new_single (trace, annotations);
}

/* Of @n_steps batches; 0 for all. */
static GPtrArray *
find (SlTraceSet *set, const char *filter_text, gboolean by_attribute, guint n_steps)
{
  SlTrace *trace = sl_trace_set_get_trace (set, 0);
  g_autoptr (SlFilter) filter = filter_text != NULL ? sl_filter_parse (filter_text, NULL) : NULL;
  g_autoptr (SlBusMatchFinder) finder =
      sl_bus_match_finder_new (trace,
                               filter != NULL ? sl_filter_run_new (filter, trace, NULL) : NULL);
  GPtrArray *found = g_ptr_array_new_with_free_func ((GDestroyNotify) sl_bus_matches_unref);

  if (by_attribute)
    sl_bus_match_finder_group_by_attribute (finder);
  for (guint i = 0; (n_steps == 0 || i < n_steps) && sl_bus_match_finder_step (finder); i++)
    ;
  g_ptr_array_add (found, sl_bus_match_finder_snapshot (finder));
  return found;
}

static SlScene *
draw (SlTraceSet *set,
      SlSpan visible,
      const char *filter,
      GPtrArray *matches,
      GPtrArray *attributes)
{
  g_autoptr (SlTextMeasure) measure = sl_text_measure_new_fixed (7);
  g_autoptr (SlViewState) whole = sl_view_state_new (visible);
  g_autoptr (SlFilter) parsed = filter != NULL ? sl_filter_parse (filter, NULL) : NULL;
  g_autoptr (SlViewState) filtered = sl_view_state_with_filter (whole, parsed, FALSE);
  g_autoptr (SlViewState) state =
      sl_view_state_with_name (filtered, SL_NAMES_SHOWN_SIGNS, SL_MAP_ATTRIBUTES, TRUE);
  g_autoptr (SlRows) rows = sl_rows_new (set, state, 1);
  SlSceneOptions options = {
    .width = WIDTH,
    .height = HEIGHT,
    .header_width = SL_HEADER_WIDTH,
    .measure = measure,
    .matches = matches,
    .attributes = attributes,
  };

  return sl_scene_build (rows, state, &options);
}

static const SlShape *
find_cells (SlScene *scene, guint nth)
{
  const SlShape *shapes = sl_scene_get_shapes (scene, SL_LAYER_BOXES);

  for (guint i = 0; i < sl_scene_get_n_shapes (scene, SL_LAYER_BOXES); i++)
    if (shapes[i].type == SL_SHAPE_CELLS && nth-- == 0)
      return &shapes[i];

  return NULL;
}

/* Checks that each cell that is not empty has the colour of its pages' type and that all types of
 * @types are there, and no other. Returns how many there are. */
static guint
check_colours (SlScene *scene, const SlShape *cells, guint types)
{
  const guint8 *values = sl_scene_get_values (scene, cells);
  guint n_columns = (guint) (cells->width / cells->spacing);
  guint n_rows = (guint) (cells->height / cells->spacing);
  guint found = 0, n_found = 0;

  for (guint i = 0; i < cells->count; i++)
    {
      guint row = n_rows - 1 - i / n_columns;
      guint8 attribute = attribute_of_page (row * N_PAGES / n_rows);

      /* Rows where a page of one type meets one of another may be of either. */
      if (values[2 * i] == 0 ||
          attribute_of_page (MIN ((row + 1) * N_PAGES / n_rows, N_PAGES - 1)) != attribute)
        continue;
      g_assert_cmpuint (values[2 * i], ==, 1 + sl_bus_look_colour_of_attribute (attribute));
      found |= 1u << attribute;
      n_found++;
    }
  g_assert_cmphex (found, ==, types);
  return n_found;
}

static void
test_colours (void)
{
  g_autoptr (SlTraceSet) set = make_set ("byu12");
  g_autoptr (GPtrArray) attributes = find (set, NULL, TRUE, 0);
  SlSpan all = sl_trace_set_get_span (set);
  const SlSpan spans[] = { all, { all.begin, all.begin + 100000 }, { 3000, 9000 } };

  g_test_summary (
      "Each cell of the map has the colour of the type of its memory, in the whole trace "
      "and where events are looked into one by one; the legend names the types.");

  for (guint i = 0; i < G_N_ELEMENTS (spans); i++)
    {
      g_autoptr (SlScene) scene = draw (set, spans[i], NULL, NULL, attributes);
      g_autofree char *dump = sl_scene_dump (scene);

      g_assert_cmpuint (check_colours (scene, find_cells (scene, 0), 0xf), >, 100);
      g_assert_null (find_cells (scene, 1));
      g_assert_nonnull (strstr (dump, "uncacheable"));
      g_assert_nonnull (strstr (dump, "write-through"));
      g_assert_nonnull (strstr (dump, "write-protect"));
      g_assert_nonnull (strstr (dump, "write-back"));
      g_assert_null (strstr (dump, "\"invalidate\""));
    }
}

static void
test_unknown_yet (void)
{
  g_autoptr (SlTraceSet) set = make_set ("byu12");
  g_autoptr (GPtrArray) some = find (set, NULL, TRUE, 1);
  SlSpan all = sl_trace_set_get_span (set);
  const SlBusMatches *found = g_ptr_array_index (some, 0);
  g_autoptr (SlScene) scene = draw (set, all, NULL, NULL, NULL);
  g_autoptr (SlScene) partly = draw (set, all, NULL, NULL, some);
  const SlShape *below = find_cells (scene, 0);
  const guint8 *values = sl_scene_get_values (scene, below);

  g_test_summary ("While types are being looked for, what is not known yet is grey, and what is "
                  "known has its colour.");

  g_assert_nonnull (found);
  for (guint i = 0; i < below->count; i++)
    g_assert_true (values[2 * i] == 0 || values[2 * i] == 8);
  check_colours (partly, find_cells (partly, found->is_complete ? 0 : 1), 0xf);
}

static void
test_filter (void)
{
  g_autoptr (SlTraceSet) set = make_set ("byu12");
  g_autofree char *filter = g_strdup_printf ("a >= 0x%x", 3 * N_PAGES / 4 << SL_PAGE_SHIFT);
  g_autoptr (GPtrArray) attributes = find (set, NULL, TRUE, 0);
  g_autoptr (GPtrArray) matches = find (set, filter, TRUE, 0);
  g_autoptr (GPtrArray) by_type = find (set, filter, FALSE, 0);
  SlSpan all = sl_trace_set_get_span (set);
  g_autoptr (SlScene) scene = draw (set, all, filter, matches, attributes);
  g_autoptr (SlScene) late = draw (set, all, filter, by_type, attributes);
  const SlShape *cells;
  const guint8 *values;

  g_test_summary (
      "Under a filter what matches is drawn over the rest in the same colours, and never "
      "in those of the types of cycle.");

  check_colours (scene, find_cells (scene, 0), 0xf);
  check_colours (scene, find_cells (scene, 1), 1 << SL_BUS_WRITE_BACK);
  cells = find_cells (late, 1);
  values = sl_scene_get_values (late, cells);
  for (guint i = 0; i < cells->count; i++)
    g_assert_true (values[2 * i] == 0 ||
                   values[2 * i] == 1 + sl_bus_look_colour_of_attribute (SL_BUS_WRITE_BACK));
}

static void
test_other_formats (void)
{
  g_autoptr (SlTraceSet) set = make_set ("byu6");
  g_autoptr (SlScene) scene = draw (set, sl_trace_set_get_span (set), NULL, NULL, NULL);
  g_autofree char *dump = sl_scene_dump (scene);

  g_test_summary (
      "A trace without attributes is coloured by types of cycle whatever is asked for.");

  g_assert_null (strstr (dump, "uncacheable"));
  g_assert_nonnull (strstr (dump, "invalidate"));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/bus-attributes/colours", test_colours);
  g_test_add_func ("/bus-attributes/unknown-yet", test_unknown_yet);
  g_test_add_func ("/bus-attributes/filter", test_filter);
  g_test_add_func ("/bus-attributes/other-formats", test_other_formats);
  return g_test_run ();
}
