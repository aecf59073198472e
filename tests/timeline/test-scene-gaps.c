/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What of a picture is hidden where events were lost. */

#include "scene-fixture.h"
#include "sl-state.h"

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

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/scene-gaps/lost", test_lost);
  return g_test_run ();
}
