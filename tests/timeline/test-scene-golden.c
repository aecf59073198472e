/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "scene-fixture.h"
#include "sl-painter.h"
#include "sl-test.h"

/* One of each sign: a job that runs, waits for a lock, is raised, is throttled, late; what holds
 * the lock; a burst that folds; a gap. Boxes are too small for letters, whose pixels differ from
 * machine to machine. */
static SlTraceSet *
make_signs (void)
{
  SlTraceBuilder *builder = fixture_begin ();
  guint32 task = fixture_add_object (builder, SL_OBJECT_TASK, 256);
  guint32 other = fixture_add_object (builder, SL_OBJECT_TASK, 264);
  guint32 lock = fixture_add_object (builder, SL_OBJECT_MUTEX, 0x1000);
  SlLaneBuilder *lane = fixture_add_lane (builder, SL_LANE_TASK, task);
  SlTrackWriter *states = sl_lane_builder_add_track (lane, SL_ROLE_STATES, SL_TRACK_SLICES);
  SlTrackWriter *holds = sl_lane_builder_add_track (lane, SL_ROLE_HOLDS, SL_TRACK_SLICES);
  SlTrackWriter *marks = sl_lane_builder_add_track (lane, SL_ROLE_MARKS, SL_TRACK_INSTANTS);
  SlTrackWriter *more, *gaps;

  sl_track_writer_add_slice (states, 100, 300, SL_STATE_READY, 0);
  sl_track_writer_add_slice (states, 300, 500, SL_STATE_RUNNING, 0);
  sl_track_writer_add_slice (states, 500, 700, SL_STATE_BLOCKED, lock);
  sl_track_writer_add_slice (states, 700, 900, SL_STATE_RUNNING, 0);
  sl_track_writer_add_slice (states, 900, 1100, SL_STATE_THROTTLED, 0);
  sl_track_writer_add_slice (states, 1100, 1250, SL_STATE_SUSPENDED, 0);
  sl_track_writer_add_slice (holds, 740, 900, SL_STATE_HELD, lock);
  sl_track_writer_add_instant (marks, 100, SL_KIND_TASK_TIMER, 0);
  sl_track_writer_add_instant (marks, 800, SL_KIND_TASK_DEADLINE_MISS, 0);
  sl_track_writer_add_instant (marks, 900, SL_KIND_TASK_END_CYCLE, 0);

  more = sl_lane_builder_add_track (fixture_add_lane (builder, SL_LANE_TASK, other), SL_ROLE_STATES,
                                    SL_TRACK_SLICES);
  for (SlTime time = 400; time < 700; time += 20)
    sl_track_writer_add_slice (more, time, time + 5 + time % 70 / 10, SL_STATE_RUNNING, 0);
  sl_track_writer_add_slice (more, 1000, 1010, SL_STATE_RUNNING, 0);

  more = sl_lane_builder_add_track (fixture_add_lane (builder, SL_LANE_LOCK, lock), SL_ROLE_STATES,
                                    SL_TRACK_SLICES);
  sl_track_writer_add_slice (more, 500, 740, SL_STATE_HELD, other);
  sl_track_writer_add_slice (more, 740, 900, SL_STATE_HELD, task);

  gaps = sl_lane_builder_add_track (fixture_add_lane (builder, SL_LANE_TRACE, 0), SL_ROLE_STATES,
                                    SL_TRACK_SLICES);
  sl_track_writer_add_slice (gaps, 1300, 1400, SL_STATE_GAP, SL_GAP_LOST);

  return fixture_end (builder, 1500);
}

static char *
find_golden (const char *name)
{
  return g_test_build_filename (G_TEST_DIST, "timeline", "reftests", name, NULL);
}

static void
test_text (void)
{
  g_autoptr (SlTraceSet) set = make_signs ();
  g_autoptr (SlScene) scene = fixture_scene (set, (SlSpan) { 0, 1500 }, 900, TRUE);
  g_autofree char *dump = sl_scene_dump (scene);
  g_autofree char *golden = find_golden ("signs.scene");

  g_test_summary ("One of each sign: elements, places and words as the golden text has them.");

  sl_test_compare_text (dump, golden);
}

static void
test_image (gconstpointer data)
{
  const char *id = data;
  g_autoptr (SlTraceSet) set = make_signs ();
  g_autoptr (SlScene) scene = fixture_scene (set, (SlSpan) { 0, 1500 }, 180, FALSE);
  SlFontSet fonts = SL_FONT_SET_DEFAULT;
  g_autoptr (SlPainter) painter = sl_painter_new (&fonts);
  g_autofree char *name = g_strdup_printf ("signs-%s.png", id);
  g_autofree char *golden = find_golden (name);
  SlPaletteId palette = SL_PALETTE_LIGHT;
  cairo_surface_t *surface;
  cairo_t *cr;

  g_test_summary ("One of each sign, without letters, pixel by pixel.");

  for (SlLayer layer = 0; layer < SL_N_LAYERS; layer++)
    {
      for (guint i = 0; i < sl_scene_get_n_shapes (scene, layer); i++)
        g_assert_cmpuint (sl_scene_get_shapes (scene, layer)[i].type, !=, SL_SHAPE_TEXT);
    }

  g_assert_true (sl_palette_find (id, &palette));
  surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, sl_scene_get_width (scene),
                                        sl_scene_get_height (scene));
  cr = cairo_create (surface);
  sl_painter_draw (painter, cr, scene, sl_palette_get (palette));
  cairo_destroy (cr);
  sl_test_compare_image (surface, golden);
  cairo_surface_destroy (surface);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/scene/golden/text", test_text);
  for (guint i = 0; i < SL_N_PALETTES; i++)
    {
      const char *id = sl_palette_get (i)->id;
      g_autofree char *path = g_strdup_printf ("/scene/golden/%s", id);

      g_test_add_data_func (path, id, test_image);
    }
  return g_test_run ();
}
