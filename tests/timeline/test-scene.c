/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "scene-fixture.h"

#include <math.h>
#include <string.h>

#include "sl-axis-breaks.h"
#include "sl-event-hits.h"

#define WIDTH 700

static SlSpan
random_span (SlSpan whole)
{
  double length = (double) (whole.end - whole.begin) * pow (10, -3 * g_test_rand_double ());
  SlTime begin = whole.begin +
                 (SlTime) (g_test_rand_double () * ((double) (whole.end - whole.begin) - length));

  return (SlSpan) { begin, MIN (begin + MAX ((SlTime) length, 10), whole.end) };
}

static guint64
count_drawn (const SlTrack *track, SlSpan visible)
{
  SlTrackIter iter;
  SlItem item;
  guint64 count = 0;

  sl_track_iter_init (&iter, track, visible.begin);
  while (sl_track_iter_next (&iter, &item) && item.begin < visible.end)
    count += item.state != SL_STATE_IDLE;

  return count;
}

static void
test_counts (void)
{
  g_autoptr (SlTraceSet) set = fixture_random (6000);

  g_test_summary ("Counts add up: each visible slice is in one element, alone or folded.");

  for (guint i = 0; i < 60; i++)
    {
      SlSpan visible = random_span (sl_trace_set_get_span (set));
      g_autoptr (SlScene) scene = fixture_scene (set, visible, WIDTH, FALSE);
      SlRows *rows = sl_scene_get_rows (scene);
      guint64 count = 0;
      guint row;

      g_assert_true (sl_rows_find (rows, "task:256", &row));
      for (guint e = 1; e < sl_scene_get_n_elements (scene); e++)
        {
          const SlElement *element = sl_scene_get_element (scene, e);

          if (element->row == row &&
              (element->type == SL_ELEMENT_BOX || element->type == SL_ELEMENT_FOLD))
            count += element->count;
        }
      g_assert_cmpuint (count, ==,
                        count_drawn (sl_lane_get_track (sl_rows_get_lane (rows, row),
                                                        SL_ROLE_STATES),
                                     sl_scene_get_view (scene).visible));
    }
}

static void
test_bounded (void)
{
  g_autoptr (SlTraceSet) set = fixture_random (60000);
  g_autoptr (SlScene) scene = fixture_scene (set, sl_trace_set_get_span (set), WIDTH, FALSE);

  g_test_summary ("A picture costs pixels, not slices.");

  g_assert_cmpuint (sl_scene_get_n_elements (scene), <, 2 * 2 * WIDTH);
}

static void
test_pick (void)
{
  g_autoptr (SlTraceSet) set = fixture_random (3000);

  g_test_summary ("What is drawn can be picked, at its middle, in its own row.");

  for (guint i = 0; i < 40; i++)
    {
      g_autoptr (SlScene) scene =
          fixture_scene (set, random_span (sl_trace_set_get_span (set)), WIDTH, FALSE);

      for (guint e = 1; e < sl_scene_get_n_elements (scene); e++)
        {
          const SlElement *element = sl_scene_get_element (scene, e);
          double x = element->x + element->width / 2.0, y = element->y + element->height / 2.0;
          const SlElement *picked;

          if ((element->type != SL_ELEMENT_BOX && element->type != SL_ELEMENT_FOLD) || x < 0 ||
              x >= WIDTH)
            continue;

          picked = sl_scene_pick (scene, x, y);
          g_assert_nonnull (picked);
          g_assert_cmpuint (picked->row, ==, element->row);
          if (element->width >= 4)
            g_assert_true (sl_target_equal (&picked->target, &element->target));
          g_assert_true (sl_scene_find (scene, &element->target) != NULL);
        }
    }
}

/* Ten tasks run one after the other; the last two have dotted colours. */
static SlTraceSet *
make_ten_tasks (void)
{
  SlTraceBuilder *builder = fixture_begin ();
  guint32 cpu = fixture_add_object (builder, SL_OBJECT_CPU, 0);
  SlLaneBuilder *lane = fixture_add_lane (builder, SL_LANE_CPU, cpu);
  SlTrackWriter *states = sl_lane_builder_add_track (lane, SL_ROLE_STATES, SL_TRACK_SLICES);

  for (guint i = 0; i < 10; i++)
    {
      guint32 task = fixture_add_object (builder, SL_OBJECT_TASK, 256 + i * 8);

      sl_track_writer_add_slice (states, i * 1000, (i + 1) * 1000, SL_STATE_RUNNING, task);
    }

  return fixture_end (builder, 10000);
}

static void
test_dotted_labels (void)
{
  g_autoptr (SlTraceSet) set = make_ten_tasks ();
  g_autoptr (SlScene) scene = fixture_scene (set, sl_trace_set_get_span (set), WIDTH * 2, FALSE);
  const SlShape *shapes = sl_scene_get_shapes (scene, SL_LAYER_LABELS);
  guint n_plain = 0, n_dotted = 0;

  g_autoptr (SlViewState) all = sl_view_state_new (sl_trace_set_get_span (set));
  g_autoptr (SlFilter) nothing = sl_filter_parse ("state = held", NULL);
  g_autoptr (SlViewState) dimmed = sl_view_state_with_filter (all, nothing, FALSE);
  g_autoptr (SlScene) pale = fixture_scrolled_scene (set, dimmed, WIDTH * 2, 0, 0);

  g_test_summary (
      "Letters on a dotted box have a halo in its colour without the dots, unless the box is dimmed, "
      "which that would darken.");

  for (guint i = 0; i < sl_scene_get_n_shapes (scene, SL_LAYER_LABELS); i++)
    {
      const SlShape *label = &shapes[i];

      if (label->type != SL_SHAPE_TEXT || label->stroke.role != SL_PAINT_LABEL)
        continue;
      if (label->stroke.index < SL_PALETTE_OBJECTS)
        {
          n_plain++;
          g_assert_cmpfloat (label->radius, ==, 0);
          continue;
        }
      n_dotted++;
      g_assert_cmpfloat (label->radius, >, 0);
      g_assert_cmpint (label->halo.role, ==, SL_PAINT_OBJECT);
      g_assert_cmpint (label->halo.index, ==, label->stroke.index % SL_PALETTE_OBJECTS);
    }
  g_assert_cmpuint (n_plain, ==, 8);
  g_assert_cmpuint (n_dotted, ==, 2);

  shapes = sl_scene_get_shapes (pale, SL_LAYER_LABELS);
  g_assert_cmpuint (sl_scene_get_n_shapes (pale, SL_LAYER_LABELS), ==,
                    sl_scene_get_n_shapes (scene, SL_LAYER_LABELS));
  for (guint i = 0; i < sl_scene_get_n_shapes (pale, SL_LAYER_LABELS); i++)
    g_assert_cmpfloat (shapes[i].radius, ==, 0);
}

static SlTraceSet *
make_misses (guint n_marks, guint every)
{
  SlTraceBuilder *builder = fixture_begin ();
  guint32 task = fixture_add_object (builder, SL_OBJECT_TASK, 256);
  SlLaneBuilder *lane = fixture_add_lane (builder, SL_LANE_TASK, task);
  SlTrackWriter *marks = sl_lane_builder_add_track (lane, SL_ROLE_MARKS, SL_TRACK_INSTANTS);

  for (guint i = 0; i < n_marks; i++)
    sl_track_writer_add_instant (marks, 100 * i,
                                 i % every == every / 2 ? SL_KIND_TASK_DEADLINE_MISS
                                                        : SL_KIND_TASK_TIMER,
                                 0);

  return fixture_end (builder, 100 * n_marks);
}

static void
test_misses (void)
{
  g_autoptr (SlTraceSet) set = make_misses (20000, 997);
  SlSpan whole = sl_trace_set_get_span (set);

  g_test_summary ("A miss stays visible at every zoom, and merged misses add up.");

  for (SlTime length = whole.end; length >= 100000; length = length * 2 / 3)
    {
      SlTime begin = 100 * 498 > length / 2 ? 100 * 498 - length / 2 : 0;
      g_autoptr (SlScene) scene =
          fixture_scene (set, (SlSpan) { begin, begin + length }, WIDTH, FALSE);
      SlSpan visible = sl_scene_get_view (scene).visible;
      guint64 count = 0, wanted = 0;

      for (guint e = 1; e < sl_scene_get_n_elements (scene); e++)
        {
          const SlElement *element = sl_scene_get_element (scene, e);

          if (element->type == SL_ELEMENT_MISS)
            count += element->count;
        }
      for (SlTime time = 100 * 498; time < whole.end; time += 100 * 997)
        wanted += sl_span_contains (visible, time);
      g_assert_cmpuint (wanted, >, 0);
      g_assert_cmpuint (count, ==, wanted);
    }
}

static void
test_overview (void)
{
  g_autoptr (SlTraceSet) set = make_misses (20000, 9973);
  g_autoptr (SlViewState) state = sl_view_state_new ((SlSpan) { 0, 10 });
  g_autoptr (SlTextMeasure) measure = sl_text_measure_new_fixed (7);
  SlSceneOptions options = { .width = WIDTH, .height = SL_OVERVIEW_HEIGHT, .measure = measure };
  g_autoptr (SlScene) scene = sl_scene_build_overview (set, state, NULL, NULL, &options);
  guint n_misses = 0, n_windows = 0;

  g_test_summary ("The overview marks each miss, and its view window is never too thin to grab.");

  for (guint e = 1; e < sl_scene_get_n_elements (scene); e++)
    {
      const SlElement *element = sl_scene_get_element (scene, e);

      n_misses += element->type == SL_ELEMENT_MISS;
      n_windows += element->type == SL_ELEMENT_SELECTION && element->width >= 9;
    }
  g_assert_cmpuint (n_misses, ==, 2);
  g_assert_cmpuint (n_windows, ==, 1);
}

static void
test_scrolled (void)
{
  g_autoptr (SlTraceSet) set = fixture_random (400);
  g_autoptr (SlViewState) state = sl_view_state_new (sl_trace_set_get_span (set));

  g_test_summary ("Rows that are scrolled under the ruler cannot be picked through it.");

  for (int scroll = 0; scroll < 80; scroll += 7)
    {
      g_autoptr (SlScene) scene = fixture_scrolled_scene (set, state, WIDTH, 150, scroll);

      for (int x = SL_HEADER_WIDTH; x < WIDTH; x += 5)
        {
          const SlElement *picked = sl_scene_pick (scene, x, 30);

          g_assert_nonnull (picked);
          g_assert_cmpint (picked->type, ==, SL_ELEMENT_RULER);
        }
    }
}

static guint
count_ticks (SlTraceSet *set, SlViewState *state)
{
  g_autoptr (SlScene) scene = fixture_scrolled_scene (set, state, WIDTH, 0, 0);
  guint count = 0;

  for (guint e = 1; e < sl_scene_get_n_elements (scene); e++)
    count += sl_scene_get_element (scene, e)->type == SL_ELEMENT_RELEASE;

  return count;
}

static void
test_hidden_kinds (void)
{
  g_autoptr (SlTraceSet) set = make_misses (10, 100);
  g_autoptr (SlViewState) all = sl_view_state_new (sl_trace_set_get_span (set));
  g_autoptr (SlViewState) kind =
      sl_view_state_with_name (all, SL_NAMES_HIDDEN_KINDS, "task-timer", TRUE);

  g_test_summary ("A hidden kind draws no marks.");

  g_assert_cmpuint (count_ticks (set, all), ==, 10);
  g_assert_cmpuint (count_ticks (set, kind), ==, 0);
}

/* Only beside some places something happens, so that the axis is broken between them. */
static GPtrArray *
make_hits (SlTraceSet *set)
{
  GPtrArray *hits = g_ptr_array_new_with_free_func ((GDestroyNotify) sl_event_hits_unref);
  SlEventHits *own = g_new0 (SlEventHits, 1);
  g_autoptr (SlTrackWriter) writer = sl_track_writer_new (SL_TRACK_INSTANTS);
  SlSpan whole = sl_trace_set_get_span (set);
  gint64 length = sl_span_duration (whole);

  for (int part = 0; part < 10; part++)
    for (int i = 0; part % 3 == 0 && i < 60; i++)
      sl_track_writer_add_instant (writer, whole.begin + length * part / 10 + length * i / 600, 1,
                                   0);
  g_atomic_ref_count_init (&own->ref_count);
  own->all = sl_track_writer_snapshot (writer);
  own->is_complete = TRUE;
  g_ptr_array_add (hits, own);
  return hits;
}

static void
test_fold_cache (void)
{
  g_autoptr (SlTraceSet) set = fixture_random (6000);
  g_autoptr (SlFoldCache) cache = sl_fold_cache_new ();
  g_autoptr (SlTextMeasure) measure = sl_text_measure_new_fixed (7);
  g_autoptr (SlFilter) ready = sl_filter_parse ("state = ready", NULL);
  g_autoptr (GPtrArray) hits = make_hits (set);
  guint n_broken = 0;

  g_test_summary ("A scene is the same whether its folds are new or kept from the last one, also "
                  "where the view or the filter changed in between, or the axis is broken.");

  for (guint i = 0; i < 40; i++)
    {
      SlSpan visible = random_span (sl_trace_set_get_span (set));
      g_autoptr (SlViewState) plain = sl_view_state_new (visible);
      g_autoptr (SlViewState) state =
          i % 3 == 0
              ? sl_view_state_with_filter (plain, ready, FALSE)
              : sl_view_state_with_name (plain, SL_NAMES_SHOWN_SIGNS, SL_AXIS_BREAKS, i % 3 == 1);
      g_autoptr (SlRows) rows =
          sl_rows_new_with_findings (set, state, 1, &(SlRowFindings) { .hits = hits });
      SlSceneOptions options = { .width = WIDTH, .measure = measure };
      g_autoptr (SlScene) bare = sl_scene_build (rows, state, &options);
      g_autofree char *expected = sl_scene_dump (bare);

      n_broken += sl_scene_get_view (bare).n_parts > 0;
      options.cache = cache;
      for (guint again = 0; again < 2; again++)
        {
          g_autoptr (SlScene) scene = sl_scene_build (rows, state, &options);
          g_autofree char *dump = sl_scene_dump (scene);

          g_assert_cmpstr (dump, ==, expected);
          for (guint s = 0; s < sl_scene_get_n_shapes (scene, SL_LAYER_BOXES); s++)
            {
              const SlShape *kept = &sl_scene_get_shapes (scene, SL_LAYER_BOXES)[s];
              const SlShape *made = &sl_scene_get_shapes (bare, SL_LAYER_BOXES)[s];

              if (kept->type == SL_SHAPE_STRIP)
                g_assert_cmpmem (sl_scene_get_values (scene, kept), kept->count * 2,
                                 sl_scene_get_values (bare, made), made->count * 2);
            }
        }
    }
  g_assert_cmpuint (n_broken, >, 0);
}

static SlTraceSet *
make_several_gaps (guint n_gaps)
{
  SlTraceBuilder *builder = fixture_begin ();
  guint32 task = fixture_add_object (builder, SL_OBJECT_TASK, 256);
  SlTrackWriter *states = sl_lane_builder_add_track (fixture_add_lane (builder, SL_LANE_TASK, task),
                                                     SL_ROLE_STATES, SL_TRACK_SLICES);
  SlTrackWriter *gaps = sl_lane_builder_add_track (fixture_add_lane (builder, SL_LANE_TRACE, 0),
                                                   SL_ROLE_STATES, SL_TRACK_SLICES);

  sl_track_writer_add_slice (states, 0, 100, SL_STATE_RUNNING, 0);
  sl_track_writer_add_slice (states, 100, 300, SL_STATE_READY, 0);
  sl_track_writer_add_slice (states, 300, 1000, SL_STATE_RUNNING, 0);
  for (guint i = 0; i < n_gaps; i++)
    sl_track_writer_add_slice (gaps, 430, 430, SL_STATE_GAP, SL_GAP_UNKNOWN_LENGTH);

  return fixture_end (builder, 1000);
}

static SlTraceSet *
make_gaps (void)
{
  return make_several_gaps (1);
}

static gboolean
has_text (const SlScene *scene, const char *text)
{
  for (guint layer = 0; layer < SL_N_LAYERS; layer++)
    {
      for (guint i = 0; i < sl_scene_get_n_shapes (scene, layer); i++)
        {
          const SlShape *shape = &sl_scene_get_shapes (scene, layer)[i];

          if (shape->type == SL_SHAPE_TEXT && g_str_equal (shape->text, text))
            return TRUE;
        }
    }

  return FALSE;
}

static void
test_unknown_gap (void)
{
  g_autoptr (SlTraceSet) set = make_gaps ();
  g_autoptr (SlScene) scene = fixture_scene (set, (SlSpan) { 0, 1000 }, WIDTH, TRUE);
  g_autoptr (SlScene) behind = fixture_scene (set, (SlSpan) { 500, 1000 }, WIDTH, TRUE);

  g_test_summary ("Behind a gap of unknown length the ruler counts from the gap, and says that it "
                  "does not know the rest; also where the gap itself is off screen.");

  g_assert_true (has_text (scene, "200 µs"));
  g_assert_false (has_text (scene, "800 µs"));
  g_assert_true (has_text (scene, "? + 400 µs"));
  g_assert_true (has_text (behind, "? + 400 µs"));
}

static void
test_known_gaps (void)
{
  SlTraceBuilder *builder = fixture_begin ();
  SlTrackWriter *gaps = sl_lane_builder_add_track (fixture_add_lane (builder, SL_LANE_TRACE, 0),
                                                   SL_ROLE_STATES, SL_TRACK_SLICES);
  g_autoptr (SlTraceSet) set = NULL;
  g_autoptr (SlScene) scene = NULL;

  g_test_summary ("Gaps of known length, as many as there may be, leave the ruler its times.");

  for (guint i = 0; i < 100; i++)
    sl_track_writer_add_slice (gaps, 10 * i + 1, 10 * i + 5, SL_STATE_GAP, SL_GAP_LOST);
  set = fixture_end (builder, 1000);
  scene = fixture_scene (set, (SlSpan) { 0, 1000 }, WIDTH, TRUE);
  g_assert_true (has_text (scene, "200 µs"));
  g_assert_true (has_text (scene, "800 µs"));
}

static void
test_crowd_of_gaps (void)
{
  SlTraceBuilder *builder = fixture_begin ();
  guint32 task = fixture_add_object (builder, SL_OBJECT_TASK, 256);
  SlTrackWriter *states = sl_lane_builder_add_track (fixture_add_lane (builder, SL_LANE_TASK, task),
                                                     SL_ROLE_STATES, SL_TRACK_SLICES);
  SlTrackWriter *gaps = sl_lane_builder_add_track (fixture_add_lane (builder, SL_LANE_TRACE, 0),
                                                   SL_ROLE_STATES, SL_TRACK_SLICES);
  g_autoptr (SlTraceSet) set = NULL;
  g_autoptr (SlScene) scene = NULL;
  guint n_bands = 0;

  g_test_summary (
      "Gaps of unknown length that crowd leave the ruler its times, which say what they "
      "leave out, and hide nothing of the rows; a single one among them still does.");

  sl_track_writer_add_slice (states, 0, 1000000, SL_STATE_RUNNING, 0);
  for (guint i = 1; i <= 3000; i++)
    sl_track_writer_add_slice (gaps, 100 * i, 100 * i, SL_STATE_GAP, SL_GAP_UNKNOWN_LENGTH);
  sl_track_writer_add_slice (gaps, 600000, 600000, SL_STATE_GAP, SL_GAP_UNKNOWN_LENGTH);
  set = fixture_end (builder, 1000000);
  scene = fixture_scene (set, (SlSpan) { 0, 1000000 }, WIDTH, TRUE);

  g_assert_true (has_text (scene, "gaps left out"));
  g_assert_true (has_text (scene, "200 ms"));
  g_assert_true (has_text (scene, "800 ms"));
  for (guint i = 1; i < sl_scene_get_n_elements (scene); i++)
    {
      const SlElement *element = sl_scene_get_element (scene, i);

      if (element->type != SL_ELEMENT_GAP)
        continue;
      if (element->span.begin == 600000)
        g_assert_cmpfloat (element->width, ==, 20);
      else
        g_assert_cmpfloat (element->height, <=, 8);
      n_bands++;
    }
  g_assert_cmpuint (n_bands, >, 1);
}

static void
test_gaps_at_once (void)
{
  g_test_summary ("However many gaps of unknown length there are at one instant, they are one band "
                  "with its sign, as wide as one alone, which counts them all.");

  for (guint n_gaps = 1; n_gaps < 40; n_gaps = 3 * n_gaps)
    {
      g_autoptr (SlTraceSet) set = make_several_gaps (n_gaps);
      g_autoptr (SlScene) scene = fixture_scene (set, (SlSpan) { 0, 1000 }, WIDTH, TRUE);
      guint n_bands = 0;

      g_assert_true (has_text (scene, "?"));
      for (guint i = 1; i < sl_scene_get_n_elements (scene); i++)
        {
          const SlElement *element = sl_scene_get_element (scene, i);

          if (element->type != SL_ELEMENT_GAP)
            continue;
          n_bands++;
          g_assert_cmpfloat_with_epsilon (element->width, 20, 0.5);
          g_assert_cmpuint (element->count, ==, n_gaps);
        }
      g_assert_cmpuint (n_bands, ==, 1);
    }
}

static double
get_fill (const SlScene *scene, SlState state)
{
  for (guint i = 0; i < sl_scene_get_n_shapes (scene, SL_LAYER_BOXES); i++)
    {
      const SlShape *shape = &sl_scene_get_shapes (scene, SL_LAYER_BOXES)[i];

      if (shape->type == SL_SHAPE_BOX && shape->fill.role != SL_PAINT_NONE &&
          sl_scene_get_element (scene, shape->element)->state == state)
        return shape->fill.alpha / 255.0;
    }

  return -1;
}

static void
test_filter_dims (void)
{
  g_autoptr (SlTraceSet) set = make_gaps ();
  g_autoptr (SlViewState) state = sl_view_state_new (sl_trace_set_get_span (set));
  g_autoptr (SlFilter) running = sl_filter_parse ("state = running", NULL);
  g_autoptr (SlViewState) filtered = sl_view_state_with_filter (state, running, FALSE);
  g_autoptr (SlScene) all = fixture_scrolled_scene (set, state, WIDTH, 0, 0);
  g_autoptr (SlScene) some = fixture_scrolled_scene (set, filtered, WIDTH, 0, 0);

  g_test_summary ("In a row in which the filter lets something through, what it does not let "
                  "through is drawn at 40 %.");

  g_assert_cmpfloat (get_fill (some, SL_STATE_RUNNING), ==, get_fill (all, SL_STATE_RUNNING));
  g_assert_cmpfloat_with_epsilon (get_fill (some, SL_STATE_READY),
                                  0.4 * get_fill (all, SL_STATE_READY), 0.01);
}

/* How many texts of the picture say that. */
static guint
count_texts (const SlScene *scene, const char *text)
{
  const SlShape *shapes = sl_scene_get_shapes (scene, SL_LAYER_FRAME);
  guint n_texts = 0;

  for (guint i = 0; i < sl_scene_get_n_shapes (scene, SL_LAYER_FRAME); i++)
    if (shapes[i].type == SL_SHAPE_TEXT && g_str_equal (shapes[i].text, text))
      n_texts++;

  return n_texts;
}

static void
test_one_ruler (void)
{
  static const struct
  {
    SlUnit unit;
    const char *title;
  } units[] = { { SL_UNIT_BYTES, "Bytes" },
                { SL_UNIT_RECORDS, "Records" },
                { SL_UNIT_TICKS, "Ticks" } };

  g_test_summary ("Where time is not known and counting begins at 0, there is one ruler; a second "
                  "one counts from cursor A when that is wanted. Rows begin below what there is.");

  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    {
      g_autoptr (SlTraceSet) set = fixture_end (fixture_begin_counting (units[i].unit), 1000);
      g_autoptr (SlViewState) plain = sl_view_state_new (sl_trace_set_get_span (set));
      g_autoptr (SlViewState) delta = sl_view_state_with_axis (plain, SL_AXIS_DELTA);
      g_autoptr (SlScene) one = fixture_scrolled_scene (set, plain, WIDTH, 200, 0);
      g_autoptr (SlScene) two = fixture_scrolled_scene (set, delta, WIDTH, 200, 0);

      g_assert_cmpuint (count_texts (one, units[i].title), ==, 1);
      g_assert_cmpuint (count_texts (one, "Elapsed"), ==, 0);
      g_assert_cmpuint (count_texts (one, "200"), ==, 1);
      g_assert_cmpint (sl_scene_get_plot_y (one), ==, 2 * SL_BAND_HEIGHT);
      g_assert_cmpuint (count_texts (two, units[i].title), ==, 1);
      g_assert_cmpuint (count_texts (two, "Delta"), ==, 1);
      g_assert_cmpint (sl_scene_get_plot_y (two), ==, 3 * SL_BAND_HEIGHT);
    }
}

static void
test_two_rulers (void)
{
  g_autoptr (SlTraceSet) set = fixture_end (fixture_begin (), 1000);
  g_autoptr (SlViewState) state = sl_view_state_new (sl_trace_set_get_span (set));
  g_autoptr (SlScene) scene = fixture_scrolled_scene (set, state, WIDTH, 200, 0);

  g_test_summary ("What is recorded and what has elapsed have a ruler each where they differ.");

  g_assert_cmpuint (count_texts (scene, "TSC"), ==, 1);
  g_assert_cmpuint (count_texts (scene, "Elapsed"), ==, 1);
}

static void
test_textbook_obstacle (void)
{
  static const SlLaneType types[] = { SL_LANE_TRACE, SL_LANE_CPU, SL_LANE_BUS, SL_LANE_BRANCH };
  g_autoptr (SlTraceSet) without_jobs = fixture_random (10);
  SlTraceBuilder *with_jobs = fixture_begin ();
  guint32 task = fixture_add_object (with_jobs, SL_OBJECT_TASK, 256);
  SlTrackWriter *marks =
      sl_lane_builder_add_track (fixture_add_lane (with_jobs, SL_LANE_TASK, task), SL_ROLE_MARKS,
                                 SL_TRACK_INSTANTS);
  g_autoptr (SlTraceSet) tasks = NULL;

  g_test_summary (
      "The reason why there is no textbook look is given for any trace without tasks or without jobs, and of no "
      "other one.");

  sl_track_writer_add_instant (marks, 20, SL_KIND_TASK_END_CYCLE, 0);
  tasks = fixture_end (with_jobs, 1000);
  g_assert_null (sl_style_get_obstacle (SL_STYLE_TEXTBOOK, tasks));
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      SlTraceBuilder *builder = fixture_begin_counting (i % 2 == 0 ? SL_UNIT_BYTES : SL_UNIT_TICKS);
      g_autoptr (SlTraceSet) set = NULL;

      sl_trace_builder_add_lane (builder, types[i], "lane", 0);
      set = fixture_end (builder, 1000);
      g_assert_nonnull (sl_style_get_obstacle (SL_STYLE_TEXTBOOK, set));
      g_assert_null (sl_style_get_obstacle (SL_STYLE_COMPACT, set));
    }

  g_assert_nonnull (strstr (sl_style_get_obstacle (SL_STYLE_TEXTBOOK, without_jobs), "jobs"));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/scene/counts-add-up", test_counts);
  g_test_add_func ("/scene/bounded", test_bounded);
  g_test_add_func ("/scene/dotted-labels", test_dotted_labels);
  g_test_add_func ("/scene/pick", test_pick);
  g_test_add_func ("/scene/misses", test_misses);
  g_test_add_func ("/scene/scrolled", test_scrolled);
  g_test_add_func ("/scene/hidden-kinds", test_hidden_kinds);
  g_test_add_func ("/scene/fold-cache", test_fold_cache);
  g_test_add_func ("/scene/unknown-gap", test_unknown_gap);
  g_test_add_func ("/scene/known-gaps", test_known_gaps);
  g_test_add_func ("/scene/crowd-of-gaps", test_crowd_of_gaps);
  g_test_add_func ("/scene/gaps-at-once", test_gaps_at_once);
  g_test_add_func ("/scene/one-ruler", test_one_ruler);
  g_test_add_func ("/scene/two-rulers", test_two_rulers);
  g_test_add_func ("/scene/textbook-obstacle", test_textbook_obstacle);
  g_test_add_func ("/scene/filter-dims", test_filter_dims);
  g_test_add_func ("/scene/overview", test_overview);
  return g_test_run ();
}
