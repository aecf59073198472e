/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-analyses.h"
#include "sl-array-source.h"
#include "sl-lane-state.h"
#include "sl-load.h"
#include "sl-random-events.h"

static void
check_order (SlTrace *trace, const SlTrack *track)
{
  SlSpan span = sl_trace_get_span (trace);
  SlTime last = span.begin;
  SlTrackIter iter;
  SlItem item;

  sl_track_iter_init (&iter, track, SL_TIME_MIN);
  while (sl_track_iter_next (&iter, &item))
    {
      g_assert_cmpint (item.begin, >=, last);
      g_assert_cmpint (item.end, >=, item.begin);
      last = item.end;
    }
  g_assert_cmpint (last, <=, span.end);
}

/* Adds up the running time of each task as the processor's lane has it. */
static void
check_processor (SlTrace *trace, const SlTrack *track, GHashTable *run_times)
{
  SlSpan span = sl_trace_get_span (trace);
  SlTime last = span.begin;
  SlTrackIter iter;
  SlItem item;

  sl_track_iter_init (&iter, track, SL_TIME_MIN);
  while (sl_track_iter_next (&iter, &item))
    {
      SlTime *sum = g_hash_table_lookup (run_times, GUINT_TO_POINTER (item.detail));

      g_assert_cmpint (item.begin, ==, last);
      last = item.end;
      if (item.state != SL_STATE_RUNNING)
        continue;

      if (sum == NULL)
        {
          sum = g_new0 (SlTime, 1);
          g_hash_table_insert (run_times, GUINT_TO_POINTER (item.detail), sum);
        }
      *sum += item.end - item.begin;
    }

  g_assert_cmpint (last, ==, MAX (span.begin, span.end - 1));
}

static void
check_task (const SlTrack *processor, const SlTrack *track, guint32 object, SlTime run_time)
{
  SlTime sum = 0;
  SlTrackIter iter;
  SlItem item, at;

  sl_track_iter_init (&iter, track, SL_TIME_MIN);
  while (sl_track_iter_next (&iter, &item))
    {
      if (item.state != SL_STATE_RUNNING)
        continue;

      sum += item.end - item.begin;
      g_assert_true (sl_track_find_at (processor, item.begin, &at));
      g_assert_cmpuint (at.state, ==, SL_STATE_RUNNING);
      g_assert_cmpuint (at.detail, ==, object);
      g_assert_cmpint (at.end, >=, item.end);
    }

  g_assert_cmpint (sum, ==, run_time);
}

static void
check_trace (SlTrace *trace)
{
  g_autoptr (GHashTable) run_times = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  const SlTrack *processor = NULL;
  guint lane_number;

  if (sl_trace_find_lane (trace, "cpu:0", &lane_number))
    {
      processor = sl_lane_get_track (sl_trace_get_lane (trace, lane_number), SL_ROLE_STATES);
      check_processor (trace, processor, run_times);
    }

  for (guint i = 0; i < sl_trace_get_n_lanes (trace); i++)
    {
      const SlLane *lane = sl_trace_get_lane (trace, i);
      SlTime *run_time = g_hash_table_lookup (run_times, GUINT_TO_POINTER (lane->object));

      for (guint t = 0; t < lane->n_tracks; t++)
        check_order (trace, lane->tracks[t].track);

      if (lane->type == SL_LANE_TASK && processor != NULL)
        check_task (processor, sl_lane_get_track (lane, SL_ROLE_STATES), lane->object,
                    run_time != NULL ? *run_time : 0);
    }
}

static void
test_any_order (void)
{
  g_test_summary ("Whatever events come in whatever order: slices are in order and do not overlap, "
                  "the processor's lane says something of every tick, and a task runs exactly "
                  "where the processor's lane says so.");

  for (guint seed = 0; seed < 600; seed++)
    {
      g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
      g_autoptr (SlTrace) trace = sl_random_trace (rand);

      g_test_message ("seed %u", seed);
      check_trace (trace);
    }
}

static void
check_same_track (const SlTrack *one, const SlTrack *other)
{
  SlTrackIter iters[2];
  SlItem items[2];

  g_assert_cmpuint (sl_track_get_count (one), ==, sl_track_get_count (other));
  sl_track_iter_init (&iters[0], one, SL_TIME_MIN);
  sl_track_iter_init (&iters[1], other, SL_TIME_MIN);
  while (sl_track_iter_next (&iters[0], &items[0]))
    {
      g_assert_true (sl_track_iter_next (&iters[1], &items[1]));
      g_assert_cmpint (items[0].begin, ==, items[1].begin);
      g_assert_cmpint (items[0].end, ==, items[1].end);
      g_assert_cmpuint (items[0].state, ==, items[1].state);
      g_assert_cmpuint (items[0].detail, ==, items[1].detail);
    }
}

static void
check_same_lanes (SlTrace *one, SlTrace *other)
{
  g_assert_cmpuint (sl_trace_get_n_lanes (one), ==, sl_trace_get_n_lanes (other));
  for (guint i = 0; i < sl_trace_get_n_lanes (one); i++)
    {
      const SlLane *lane = sl_trace_get_lane (one, i);
      guint number;

      g_assert_true (sl_trace_find_lane (other, lane->name, &number));
      g_assert_cmpuint (lane->n_tracks, ==, sl_trace_get_lane (other, number)->n_tracks);
      for (guint t = 0; t < lane->n_tracks; t++)
        check_same_track (lane->tracks[t].track,
                          sl_trace_get_lane (other, number)->tracks[t].track);
    }
}

/* Feeds the events one by one, and pauses after some of them. */
static SlTrace *
load_with_pauses (SlSource *source, GArray *events, GRand *rand)
{
  const SlAnalysis *const *analyses = sl_analyses_get_all ();
  g_autoptr (SlTraceBuilder) builder = sl_trace_builder_new (source);
  gpointer runs[8] = { NULL };
  SlTime end = g_array_index (events, SlEvent, events->len - 1).time + 1;

  for (guint r = 0; analyses[r] != NULL; r++)
    runs[r] = analyses[r]->begin (builder);

  for (guint i = 0; i < events->len; i++)
    {
      const SlEvent *event = &g_array_index (events, SlEvent, i);
      gboolean pause = g_rand_int_range (rand, 0, 4) == 0;

      sl_trace_builder_add_events (builder, i, event, 1);
      for (guint r = 0; analyses[r] != NULL; r++)
        {
          if (runs[r] == NULL)
            continue;

          analyses[r]->feed (runs[r], event, 1);
          if (pause)
            analyses[r]->pause (runs[r], event->time + 1);
        }
    }

  for (guint r = 0; analyses[r] != NULL; r++)
    {
      if (runs[r] == NULL)
        continue;

      analyses[r]->finish (runs[r], end);
      analyses[r]->free (runs[r]);
    }

  return sl_trace_builder_snapshot (builder, TRUE);
}

static void
test_pauses (void)
{
  g_test_summary ("Whether and where the analyses pause changes nothing in the lanes.");

  for (guint seed = 0; seed < 50; seed++)
    {
      g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
      g_autoptr (GArray) events = sl_random_events (rand);
      g_autoptr (SlSource) source = sl_array_source_new ("shark-ftrace", events);
      g_autoptr (SlTrace) whole = NULL;
      g_autoptr (SlTrace) paused = NULL;

      whole = sl_load_run (source, sl_analyses_get_all (), NULL, NULL, NULL, NULL);
      paused = load_with_pauses (source, events, rand);
      check_same_lanes (whole, paused);
    }
}

static void
test_idle_task_of_reader (void)
{
  SlLane cpu = { .type = SL_LANE_CPU };
  SlLane task = { .type = SL_LANE_TASK };

  g_test_summary ("A processor that runs the idle task is idle, whichever task that is said to "
                  "be; the idle task itself is running.");

  g_assert_cmpint (sl_lane_state (&cpu, SL_STATE_RUNNING, 3, 3), ==, SL_STATE_IDLE);
  g_assert_cmpint (sl_lane_state (&cpu, SL_STATE_RUNNING, 3, 4), ==, SL_STATE_RUNNING);
  g_assert_cmpint (sl_lane_state (&cpu, SL_STATE_INTERRUPT, 3, 3), ==, SL_STATE_INTERRUPT);
  g_assert_cmpint (sl_lane_state (&cpu, SL_STATE_IDLE, 0, 0), ==, SL_STATE_IDLE);
  g_assert_cmpint (sl_lane_state (&task, SL_STATE_RUNNING, 3, 3), ==, SL_STATE_RUNNING);
}

static void
test_other_formats (void)
{
  g_autoptr (GArray) events = g_array_new (FALSE, FALSE, sizeof (SlEvent));
  g_autoptr (SlSource) source = NULL;
  g_autoptr (SlTrace) trace = NULL;
  SlEvent one = { .time = 0, .a = 5, .kind = SL_KIND_SIGNAL };
  SlEvent two = { .time = 9, .a = 1, .kind = SL_KIND_IPOINT };
  guint lane;

  g_test_summary ("A format that no analysis knows gets its objects and a lane of marks for each, "
                  "and one for each family that acts on none.");

  g_array_append_val (events, one);
  g_array_append_val (events, two);
  source = sl_array_source_new ("of-a-plugin", events);
  trace = sl_load_run (source, sl_analyses_get_all (), NULL, NULL, NULL, NULL);

  g_assert_cmpuint (sl_trace_get_n_lanes (trace), ==, 2);
  g_assert_true (sl_trace_find_lane (trace, "task:5", &lane));
  g_assert_cmpint (sl_trace_get_lane (trace, lane)->type, ==, SL_LANE_MARKS);
  g_assert_cmpuint (sl_trace_get_lane (trace, lane)->object, !=, 0);
  g_assert_true (sl_trace_find_lane (trace, "ipoint", &lane));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/states-laws/any-order", test_any_order);
  g_test_add_func ("/states-laws/pauses", test_pauses);
  g_test_add_func ("/states-laws/idle-task-of-reader", test_idle_task_of_reader);
  g_test_add_func ("/states-laws/other-formats", test_other_formats);

  return g_test_run ();
}
