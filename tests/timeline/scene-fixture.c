/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "scene-fixture.h"

#include "sl-painter.h"
#include "sl-test.h"

#define FIXTURE_TYPE_SOURCE (fixture_source_get_type ())
G_DECLARE_FINAL_TYPE (FixtureSource, fixture_source, FIXTURE, SOURCE, SlSource)

struct _FixtureSource
{
  SlSource parent_instance;
  SlClock *clock;
};

G_DEFINE_FINAL_TYPE (FixtureSource, fixture_source, SL_TYPE_SOURCE)

static gssize
read_block (SlSource *source, guint64 block, SlEvent *events)
{
  return -1;
}

static guint64
get_n_blocks (SlSource *source)
{
  return 0;
}

static SlClock *
get_clock (SlSource *source)
{
  return FIXTURE_SOURCE (source)->clock;
}

static void
fixture_source_finalize (GObject *object)
{
  sl_clock_unref (FIXTURE_SOURCE (object)->clock);

  G_OBJECT_CLASS (fixture_source_parent_class)->finalize (object);
}

static void
fixture_source_class_init (FixtureSourceClass *klass)
{
  SlSourceClass *source_class = SL_SOURCE_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = fixture_source_finalize;
  source_class->read_block = read_block;
  source_class->get_n_blocks = get_n_blocks;
  source_class->get_clock = get_clock;
}

static void
fixture_source_init (FixtureSource *self)
{
  const SlRate rate = { 0, 1000000, 1 };

  self->clock = sl_clock_new (SL_UNIT_CYCLES, 5000000, &rate, 1);
}

/* A builder with nothing in it yet. */
SlTraceBuilder *
fixture_begin (void)
{
  g_autoptr (SlSource) source = g_object_new (FIXTURE_TYPE_SOURCE, NULL);

  return sl_trace_builder_new (source);
}

guint32
fixture_add_object (SlTraceBuilder *builder, SlObjectType type, guint64 id)
{
  return sl_object_table_builder_begin_life (sl_trace_builder_get_objects (builder), type, id, 0);
}

/* As fixture_begin(), of a trace that counts something else than time. */
SlTraceBuilder *
fixture_begin_counting (SlUnit unit)
{
  g_autoptr (SlSource) source = g_object_new (FIXTURE_TYPE_SOURCE, NULL);

  sl_clock_unref (FIXTURE_SOURCE (source)->clock);
  FIXTURE_SOURCE (source)->clock = sl_clock_new (unit, 0, NULL, 0);
  return sl_trace_builder_new (source);
}

/* A lane that bears its object's reference as its name. */
SlLaneBuilder *
fixture_add_lane (SlTraceBuilder *builder, SlLaneType type, guint32 object)
{
  SlObjectTableBuilder *objects = sl_trace_builder_get_objects (builder);
  g_autofree char *name = object != 0
                              ? sl_object_to_string (sl_object_table_builder_get (objects, object))
                              : g_strdup ("trace");

  return sl_trace_builder_add_lane (builder, type, name, object);
}

/* Takes @builder; the trace spans 0 to @end. */
SlTraceSet *
fixture_end (SlTraceBuilder *builder, SlTime end)
{
  /* Kinds that tell where jobs begin and end: then marks are looked at for them. */
  const SlEvent events[] = { { .time = 0, .kind = SL_KIND_TASK_TIMER },
                             { .time = end - 1, .kind = SL_KIND_TASK_END_CYCLE } };
  g_autoptr (SlAnnotations) annotations = sl_annotations_new ();
  g_autoptr (SlTrace) trace = NULL;

  sl_trace_builder_add_events (builder, 0, events, G_N_ELEMENTS (events));
  trace = sl_trace_builder_snapshot (builder, TRUE);
  sl_trace_builder_free (builder);

  return sl_trace_set_new_single (trace, annotations);
}

/* The jobs of a set of one trace, as rows want them. */
GPtrArray *
fixture_find_jobs (SlTraceSet *set, const SlTaskRules *rules)
{
  GPtrArray *tables = g_ptr_array_new_with_free_func ((GDestroyNotify) sl_job_table_unref);

  g_ptr_array_add (tables,
                   sl_job_table_new (sl_trace_set_get_trace (set, 0), 0, rules, NULL, NULL));
  return tables;
}

/* One task that runs, waits and idles for random times, and a processor that it shares. */
SlTraceSet *
fixture_random (guint n_slices)
{
  static const SlState states[] = { SL_STATE_RUNNING, SL_STATE_READY, SL_STATE_RUNNING,
                                    SL_STATE_BLOCKED, SL_STATE_IDLE,  SL_STATE_INTERRUPTED };
  SlTraceBuilder *builder = fixture_begin ();
  guint32 task = fixture_add_object (builder, SL_OBJECT_TASK, 256);
  guint32 other = fixture_add_object (builder, SL_OBJECT_TASK, 264);
  guint32 cpu = fixture_add_object (builder, SL_OBJECT_CPU, 0);
  SlTrackWriter *task_states =
      sl_lane_builder_add_track (fixture_add_lane (builder, SL_LANE_TASK, task), SL_ROLE_STATES,
                                 SL_TRACK_SLICES);
  SlTrackWriter *cpu_states =
      sl_lane_builder_add_track (fixture_add_lane (builder, SL_LANE_CPU, cpu), SL_ROLE_STATES,
                                 SL_TRACK_SLICES);
  SlTime now = 0;

  for (guint i = 0; i < n_slices; i++)
    {
      SlState state = states[g_test_rand_int_range (0, G_N_ELEMENTS (states))];
      gboolean burst = i / 50 % 2 == 0;
      SlTime end = now + g_test_rand_int_range (1, burst ? 20 : 2000);

      sl_track_writer_add_slice (task_states, now, end, state, 0);
      sl_track_writer_add_slice (cpu_states, now, end, SL_STATE_RUNNING,
                                 state == SL_STATE_RUNNING ? task : other);
      now = end;
    }

  return fixture_end (builder, now);
}

/* A scene of all rows with letters of a fixed width; without @chrome the plot alone. */
SlScene *
fixture_scene (SlTraceSet *set, SlSpan visible, int width, gboolean chrome)
{
  g_autoptr (SlTextMeasure) measure = sl_text_measure_new_fixed (7);
  g_autoptr (SlViewState) state = sl_view_state_new (visible);
  g_autoptr (SlRows) rows = sl_rows_new (set, state, 1);
  SlSceneOptions options = {
    .width = width,
    .header_width = chrome ? SL_HEADER_WIDTH : 0,
    .show_ruler = chrome,
    .show_cursors = chrome,
    .measure = measure,
  };

  return sl_scene_build (rows, state, &options);
}

/* A scene with all chrome whose rows are scrolled up by @y pixels. */
SlScene *
fixture_scrolled_scene (SlTraceSet *set, SlViewState *state, int width, int height, int y)
{
  g_autoptr (SlTextMeasure) measure = sl_text_measure_new_fixed (7);
  g_autoptr (SlRows) rows = sl_rows_new (set, state, 1);
  SlSceneOptions options = {
    .width = width,
    .height = height,
    .header_width = SL_HEADER_WIDTH,
    .scroll_y = y,
    .show_ruler = TRUE,
    .show_cursors = TRUE,
    .measure = measure,
  };

  return sl_scene_build (rows, state, &options);
}

/* The path of a golden file of the timeline. */
char *
fixture_find_golden (const char *name)
{
  return g_test_build_filename (G_TEST_DIST, "timeline", "reftests", name, NULL);
}

/* Paints a scene, which must be without letters, and compares it pixel by pixel. */
void
fixture_assert_picture (SlScene *scene, const char *palette, const char *golden)
{
  SlFontSet fonts = SL_FONT_SET_DEFAULT;
  g_autoptr (SlPainter) painter = sl_painter_new (&fonts);
  g_autofree char *path = fixture_find_golden (golden);
  SlPaletteId id = SL_PALETTE_LIGHT;
  cairo_surface_t *surface;
  cairo_t *cr;

  for (SlLayer layer = 0; layer < SL_N_LAYERS; layer++)
    {
      for (guint i = 0; i < sl_scene_get_n_shapes (scene, layer); i++)
        g_assert_cmpuint (sl_scene_get_shapes (scene, layer)[i].type, !=, SL_SHAPE_TEXT);
    }

  g_assert_true (sl_palette_find (palette, &id));
  surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, sl_scene_get_width (scene),
                                        sl_scene_get_height (scene));
  cr = cairo_create (surface);
  sl_painter_draw (painter, cr, scene, sl_palette_get (id));
  cairo_destroy (cr);
  sl_test_compare_image (surface, path);
  cairo_surface_destroy (surface);
}
