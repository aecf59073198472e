/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a trace says in the end must not depend on when it was shown while it was read: an analysis that is paused writes
 * what is certain, and nothing else. */
#include <glib/gstdio.h>
#include <string.h>

#include "sl-built-in-analyses.h"
#include "sl-linux-machine.h"
#include "sl-linux-recording.h"
#include "sl-load.h"
#include "sl-shark-scenario.h"
#include "sl-shark-states.h"
#include "sl-span-tracks.h"
#include "sl-system-lanes.h"
#include "sl-test.h"

#define N_MACHINES 12
#define N_CPUS     3
#define N_MS       60

/* A pause after so many events at most; once for all analyses, since they do not know each other. */
static gint32 most_events;

static void
feed_with_pauses (const SlAnalysis *analysis, gpointer data, const SlEvent *events, gsize n_events)
{
  for (gsize i = 0; i < n_events;)
    {
      gsize n = (gsize) g_test_rand_int_range (1, most_events);

      n = MIN (n, n_events - i);
      analysis->feed (data, events + i, n);
      analysis->pause (data, sl_time_add (events[i + n - 1].time, 1));
      i += n;
    }
}

#define DEFINE_PAUSED(name)                                                                  \
  static void name##_feed_with_pauses (gpointer data, const SlEvent *events, gsize n_events) \
  {                                                                                          \
    feed_with_pauses (&sl_##name, data, events, n_events);                                   \
  }

DEFINE_PAUSED (shark_states)
DEFINE_PAUSED (system_lanes)
DEFINE_PAUSED (marks_lanes)
DEFINE_PAUSED (span_tracks)

static SlTrace *
load (const char *path, gboolean is_paused)
{
  g_autoptr (SlSource) source = sl_linux_recording_open (path);
  const SlAnalysis *const whole[] = { &sl_shark_states, &sl_system_lanes, &sl_marks_lanes,
                                      &sl_span_tracks, NULL };
  SlAnalysis paused[] = { sl_shark_states, sl_system_lanes, sl_marks_lanes, sl_span_tracks };
  const SlAnalysis *const all_paused[] = { &paused[0], &paused[1], &paused[2], &paused[3], NULL };
  g_autoptr (GError) error = NULL;
  SlTrace *trace;

  paused[0].feed = shark_states_feed_with_pauses;
  paused[1].feed = system_lanes_feed_with_pauses;
  paused[2].feed = marks_lanes_feed_with_pauses;
  paused[3].feed = span_tracks_feed_with_pauses;
  trace = sl_load_run (source, is_paused ? all_paused : whole, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return trace;
}

static void
compare_tracks (const SlTrack *one, const SlTrack *other)
{
  SlTrackIter iter, beside;
  SlItem item, item_beside;

  sl_track_iter_init (&iter, one, SL_TIME_MIN);
  sl_track_iter_init (&beside, other, SL_TIME_MIN);
  while (sl_track_iter_next (&iter, &item))
    {
      g_test_message ("item %" G_GUINT64_FORMAT " from %" G_GINT64_FORMAT, item.index, item.begin);
      g_assert_true (sl_track_iter_next (&beside, &item_beside));
      g_assert_cmpint (item_beside.begin, ==, item.begin);
      g_assert_cmpint (item_beside.end, ==, item.end);
      g_assert_cmpuint (item_beside.state, ==, item.state);
      g_assert_cmpuint (item_beside.detail, ==, item.detail);
      g_assert_cmpint (item_beside.value, ==, item.value);
    }
  g_assert_false (sl_track_iter_next (&beside, &item_beside));
}

static const SlLane *
find_beside (SlTrace *trace, const SlLane *lane)
{
  guint number;

  g_assert_true (sl_trace_find_lane (trace, lane->name, &number));
  return sl_trace_get_lane (trace, number);
}

static void
compare_traces (SlTrace *one, SlTrace *other)
{
  g_assert_cmpuint (sl_trace_get_n_lanes (one), ==, sl_trace_get_n_lanes (other));
  for (guint i = 0; i < sl_trace_get_n_lanes (one); i++)
    {
      const SlLane *lane = sl_trace_get_lane (one, i);
      const SlLane *beside = find_beside (other, lane);

      g_assert_cmpuint (lane->object, ==, beside->object);
      g_assert_cmpuint (lane->n_tracks, ==, beside->n_tracks);
      for (guint j = 0; j < lane->n_tracks; j++)
        {
          g_test_message ("%s, track %u of role %d", lane->name, j, (int) lane->tracks[j].role);
          g_assert_cmpint (lane->tracks[j].role, ==, beside->tracks[j].role);
          compare_tracks (lane->tracks[j].track, beside->tracks[j].track);
        }
    }
}

static void
compare_notes (SlTrace *one, SlTrace *other)
{
  g_assert_cmpuint (sl_trace_get_n_notes (one), ==, sl_trace_get_n_notes (other));
  for (guint i = 0; i < sl_trace_get_n_notes (one); i++)
    g_assert_cmpstr (sl_trace_get_note (one, i)->text, ==, sl_trace_get_note (other, i)->text);
}

static void
check_file (const char *path, gint32 events)
{
  g_autoptr (SlTrace) whole = load (path, FALSE);
  g_autoptr (SlTrace) paused = NULL;

  most_events = events;
  paused = load (path, TRUE);
  compare_traces (whole, paused);
  compare_notes (whole, paused);
}

static void
check_data (const char *name, GBytes *bytes)
{
  g_autofree char *folder = g_dir_make_tmp ("slackline-pauses-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, g_bytes_get_data (bytes, NULL), (gssize) g_bytes_get_size (bytes),
                       &error);
  g_assert_no_error (error);
  check_file (path, 30);
  sl_test_remove_folder (folder);
}

static void
test_linux (void)
{
  const SlPerfLayout layout = {
    .packing = 81,
    .fields = 1 << 16,
    .is_pipe = TRUE,
    .has_clock = TRUE,
    .round = 20000,
    .n_cpus = N_CPUS,
    .seed = 1,
  };

  g_test_summary (
      "Recordings of machines with losses, as text and as perf.data, say the same however often "
      "they were shown while they were read");

  for (guint i = 0; i < N_MACHINES; i++)
    {
      guint32 seed = (guint32) g_test_rand_int ();
      g_autoptr (SlLinuxMachine) machine = sl_linux_machine_run (seed, N_CPUS, N_MS);
      g_autoptr (GBytes) text = NULL, perf = NULL;
      char *printed;

      g_test_message ("seed %u", seed);
      if (i % 4 != 0)
        sl_linux_machine_lose_some (machine, N_MS);
      printed = sl_linux_machine_print (machine);
      text = g_bytes_new_take (printed, strlen (printed));
      perf = sl_linux_machine_write_perf (machine, &layout);
      check_data ("a.txt", text);
      check_data ("perf.data", perf);
    }
}

static void
test_shark (void)
{
  g_autofree char *folder = g_dir_make_tmp ("slackline-pauses-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "long.shark", NULL);
  FILE *file = g_fopen (path, "wb");

  g_test_summary ("A generated S.Ha.R.K. trace says the same however often it was shown");

  g_assert_nonnull (file);
  g_assert_true (sl_shark_generate_long (file, 20000));
  g_assert_cmpint (fclose (file), ==, 0);
  check_file (path, 30);
  sl_test_remove_folder (folder);
}

/* Returns: whether the folder is here */
static gboolean
check_folder (const char *name, const char *const *ends)
{
  g_autofree char *folder = sl_test_make_real_path (name);
  g_autoptr (GDir) files = g_dir_open (folder, 0, NULL);
  const char *file;

  if (files == NULL)
    return FALSE;
  while ((file = g_dir_read_name (files)) != NULL)
    for (guint i = 0; ends[i] != NULL; i++)
      if (g_str_has_suffix (file, ends[i]) && strstr (file, ".txt.") == NULL)
        {
          g_autofree char *path = g_build_filename (folder, file, NULL);

          g_test_message ("%s", path);
          check_file (path, 3000);
        }
  return TRUE;
}

static void
test_real (void)
{
  const char *const dat[] = { ".dat", ".dat.xz", NULL };
  const char *const data[] = { ".data", ".data.xz", NULL };

  g_test_summary ("Real recordings say the same however often they were shown");

  if (!check_folder ("linux/tracedat", dat) || !check_folder ("linux/perf", data))
    g_test_skip (SL_LINUX_NOT_HERE);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/pauses/linux", test_linux);
  g_test_add_func ("/pauses/shark", test_shark);
  g_test_add_func ("/pauses/real", test_real);

  return g_test_run ();
}
