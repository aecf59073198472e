/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What of a picture is hidden where events were lost, and after the last one. */

#include "scene-fixture.h"
#include "sl-state.h"
#include "sl-trace-align.h"

/* @n_cpus processors, the first of which is unknown where its events were lost. */
static SlTraceSet *
make_trace (guint n_cpus, SlGapReason reason)
{
  SlTraceBuilder *builder = fixture_begin ();
  SlTrackWriter *gaps = sl_lane_builder_add_track (fixture_add_lane (builder, SL_LANE_TRACE, 0),
                                                   SL_ROLE_STATES, SL_TRACK_SLICES);

  for (guint i = 0; i < n_cpus; i++)
    {
      guint32 cpu = fixture_add_object (builder, SL_OBJECT_CPU, i);
      SlTrackWriter *states =
          sl_lane_builder_add_track (fixture_add_lane (builder, SL_LANE_CPU, cpu), SL_ROLE_STATES,
                                     SL_TRACK_SLICES);

      sl_track_writer_add_slice (states, 0, 400, SL_STATE_IDLE, 0);
      sl_track_writer_add_slice (states, 400, 600, i == 0 ? SL_STATE_UNKNOWN : SL_STATE_IDLE, 0);
      sl_track_writer_add_slice (states, 600, 1000, SL_STATE_IDLE, 0);
    }
  sl_track_writer_add_slice (gaps, 400, 600, SL_STATE_GAP, reason);
  return fixture_end (builder, 1000);
}

/* How many elements are in @state. */
static guint
count_elements (const SlScene *scene, SlState state)
{
  guint n = 0;

  for (guint32 i = 1; i < sl_scene_get_n_elements (scene); i++)
    n += sl_scene_get_element (scene, i)->state == (guint32) state;
  return n;
}

static void
test_lost (void)
{
  static const struct
  {
    guint n_cpus;
    SlGapReason reason;
    guint n_bands;
  } cases[] = {
    { 1, SL_GAP_LOST, 1 },
    { 2, SL_GAP_LOST, 0 },
    { 2, SL_GAP_BLACKOUT, 1 },
  };

  g_test_summary (
      "Events that one of several processors lost hide its own row and no other; a recording that was "
      "switched off, or that of the only processor, hides all rows");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SlTraceSet) set = make_trace (cases[i].n_cpus, cases[i].reason);
      g_autoptr (SlScene) scene = fixture_scene (set, (SlSpan) { 0, 1000 }, 800, TRUE);

      g_assert_cmpuint (count_elements (scene, SL_STATE_GAP), ==, cases[i].n_bands);
      g_assert_cmpuint (count_elements (scene, SL_STATE_UNKNOWN), ==, 1);
    }
}

/* In the columns of all curves from @begin to @end. */
static guint
count_values (const SlScene *scene, guint begin, guint end)
{
  const SlShape *shapes = sl_scene_get_shapes (scene, SL_LAYER_BOXES);
  guint n = 0;

  for (guint i = 0; i < sl_scene_get_n_shapes (scene, SL_LAYER_BOXES); i++)
    for (guint x = begin; shapes[i].type == SL_SHAPE_STRIP && x < end; x++)
      n += sl_scene_get_values (scene, &shapes[i])[x * 2 + 1] > 0;
  return n;
}

/* A processor whose queue is known; it has none where @value is 0. */
static SlTraceSet *
make_queue (gint64 value, SlTime end)
{
  SlTraceBuilder *builder = fixture_begin ();
  guint32 cpu = fixture_add_object (builder, SL_OBJECT_CPU, 0);
  SlLaneBuilder *lane = fixture_add_lane (builder, SL_LANE_CPU, cpu);

  if (value > 0)
    sl_track_writer_add_value (sl_lane_builder_add_track (lane, SL_ROLE_QUEUE, SL_TRACK_VALUES), 10,
                               value);
  return fixture_end (builder, end);
}

static void
test_end (void)
{
  g_autoptr (SlTraceSet) one = make_queue (3, 1000);
  g_autoptr (SlTraceSet) other = make_queue (0, 2000);
  const SlTracePlace places[] = {
    { .trace = sl_trace_set_get_trace (one, 0),
      .annotations = sl_trace_set_get_annotations (one, 0) },
    { .trace = sl_trace_set_get_trace (other, 0),
      .annotations = sl_trace_set_get_annotations (other, 0) },
  };
  g_autoptr (SlTraceSet) set = sl_trace_set_new_aligned (places, 2, SL_ALIGN_START);
  g_autoptr (SlScene) whole = fixture_scene (set, (SlSpan) { 0, 2000 }, 800, FALSE);
  g_autoptr (SlScene) later = fixture_scene (set, (SlSpan) { 1200, 2000 }, 800, FALSE);

  g_test_summary ("A value holds until its trace ends, and no longer where another one goes on.");

  g_assert_cmpuint (count_values (whole, 10, 400), >=, 390);
  g_assert_cmpuint (count_values (whole, 402, 800), ==, 0);
  g_assert_cmpuint (count_values (later, 0, 800), ==, 0);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/scene-gaps/lost", test_lost);
  g_test_add_func ("/scene-gaps/end", test_end);
  return g_test_run ();
}
