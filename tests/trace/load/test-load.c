/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-load.h"

#include "fake-source.h"
#include "sl-error.h"

/* An analysis that makes a slice of each event's tick and counts what it is told. */
typedef struct
{
  SlTrackWriter *writer;
  guint64 n_events;
  guint n_pauses;
} Count;

static guint64 n_finished;
static guint n_freed;

static gpointer
count_begin (SlTraceBuilder *builder)
{
  Count *self = g_new0 (Count, 1);
  SlLaneBuilder *lane = sl_trace_builder_add_lane (builder, SL_LANE_CPU, "cpu:0", 0);
  SlLaneBuilder *unused = sl_trace_builder_add_lane (builder, SL_LANE_CPU, "cpu:1", 0);

  self->writer = sl_lane_builder_add_track (lane, SL_ROLE_STATES, SL_TRACK_SLICES);
  sl_lane_builder_add_track (unused, SL_ROLE_STATES, SL_TRACK_SLICES);
  return self;
}

static void
count_feed (gpointer data, const SlEvent *events, gsize n_events)
{
  Count *self = data;

  for (gsize i = 0; i < n_events; i++)
    {
      g_assert_cmpuint (events[i].b, ==, self->n_events);
      sl_track_writer_add_slice (self->writer, events[i].time, events[i].time + 1, SL_STATE_RUNNING,
                                 events[i].a);
      self->n_events++;
    }
}

static void
count_pause (gpointer data, SlTime now)
{
  Count *self = data;

  g_assert_cmpint (now, ==, fake_source_event (self->n_events - 1).time + 1);
  self->n_pauses++;
}

static void
count_finish (gpointer data, SlTime end)
{
  Count *self = data;

  g_assert_cmpint (end, ==, fake_source_event (self->n_events - 1).time + 1);
  n_finished = self->n_events;
}

static void
count_free (gpointer data)
{
  n_freed++;
  g_free (data);
}

static gpointer
refuse_begin (SlTraceBuilder *builder)
{
  return NULL;
}

static const SlAnalysis count_analysis = {
  .id = "count",
  .begin = count_begin,
  .feed = count_feed,
  .pause = count_pause,
  .finish = count_finish,
  .free = count_free,
};
static const SlAnalysis refuse_analysis = { .id = "refuse", .begin = refuse_begin };
static const SlAnalysis *const analyses[] = { &refuse_analysis, &count_analysis, NULL };

static const struct
{
  guint64 n_events;
  guint events_per_block;
} shapes[] = {
  { 1, 1 }, { 10, 3 }, { 4096, 4096 }, { 4097, 4096 }, { 2000, 1 }, { 50000, 1000 },
};

static SlTrace *
load (guint64 n_events, guint events_per_block)
{
  g_autoptr (SlSource) source = fake_source_new (n_events, events_per_block, 0);
  g_autoptr (GError) error = NULL;
  SlTrace *trace = sl_load_run (source, analyses, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  return trace;
}

static void
test_all_events (void)
{
  g_test_summary ("Every event is fed once, in order, and is counted in the sums.");

  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    {
      guint64 n = shapes[i].n_events;
      g_autoptr (SlTrace) trace = load (n, shapes[i].events_per_block);
      guint64 in_density = 0;
      guint64 in_zones = 0;
      const guint32 *density;
      SlTime bin_width;
      guint n_bins;

      g_assert_cmpuint (n_finished, ==, n);
      g_assert_cmpuint (sl_trace_get_n_events (trace), ==, n);
      g_assert_true (sl_trace_is_complete (trace));
      g_assert_cmpint (sl_trace_get_span (trace).begin, ==, 0);
      g_assert_cmpint (sl_trace_get_span (trace).end, ==, fake_source_event (n - 1).time + 1);
      g_assert_cmpuint (sl_trace_get_n_events_of_kind (trace, SL_KIND_TASK_CREATE), ==, n / 2);
      g_assert_cmpuint (sl_trace_get_n_events_of_kind (trace, SL_KIND_TASK_END), ==, (n + 1) / 2);

      density = sl_trace_get_density (trace, &n_bins, &bin_width);
      for (guint bin = 0; bin < n_bins; bin++)
        in_density += density[bin];
      g_assert_cmpuint (in_density, ==, n);
      g_assert_cmpint (n_bins * bin_width, >=, sl_trace_get_span (trace).end);
      for (guint zone = 0; zone < sl_trace_get_n_blocks (trace); zone++)
        in_zones += sl_trace_get_zone (trace, zone)->count;
      g_assert_cmpuint (in_zones, ==, n);
    }
}

static void
test_lookup (void)
{
  g_test_summary ("Events are found again by index and by time.");

  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    {
      guint64 n = shapes[i].n_events;
      g_autoptr (SlTrace) trace = load (n, shapes[i].events_per_block);
      SlEvent event;

      for (guint j = 0; j < 300; j++)
        {
          guint64 index = g_test_rand_int_range (0, n);
          guint zone = sl_trace_block_of_index (trace, index);
          const SlZone *z = sl_trace_get_zone (trace, zone);
          SlTime time = fake_source_event (index).time;

          g_assert_cmpuint (index - z->first, <, z->count);
          g_assert_true (sl_trace_read_event (trace, index, &event));
          g_assert_cmpuint (event.b, ==, index);
          g_assert_cmpint (event.time, ==, time);
          g_assert_cmpuint (sl_trace_index_at (trace, time), ==, index / 3 * 3);
          g_assert_cmpuint (sl_trace_index_at (trace, time + 1), ==, MIN (index / 3 * 3 + 3, n));
        }
      g_assert_false (sl_trace_read_event (trace, n, &event));
      g_assert_cmpuint (sl_trace_index_at (trace, SL_TIME_MIN), ==, 0);
      g_assert_cmpuint (sl_trace_index_at (trace, SL_TIME_MAX), ==, n);
      g_assert_cmpuint (sl_trace_block_of_index (trace, n), ==, sl_trace_get_n_blocks (trace));
    }
}

static void
test_zones (void)
{
  g_autoptr (SlTrace) trace = load (50000, 1000);
  g_autofree SlEvent *events = g_new (SlEvent, SL_BLOCK_EVENTS);

  g_test_summary ("A zone's ranges are those of its events.");

  for (guint i = 0; i < sl_trace_get_n_blocks (trace); i++)
    {
      const SlZone *zone = sl_trace_get_zone (trace, i);
      gssize n = sl_trace_read_block (trace, i, events);

      g_assert_cmpint (n, ==, zone->count);
      g_assert_cmpint (zone->time_min, ==, events[0].time);
      g_assert_cmpint (zone->time_max, ==, events[n - 1].time);
      g_assert_cmpuint (zone->a_min, ==, 0);
      g_assert_cmpuint (zone->a_max, ==, 4);
      g_assert_cmpuint (zone->b_min, ==, zone->first);
      g_assert_cmpuint (zone->b_max, ==, zone->first + n - 1);
      g_assert_cmphex (zone->cpus, ==, 7);
    }
}

static void
test_lanes (void)
{
  g_autoptr (SlTrace) trace = load (9000, 1000);
  guint lane;

  g_test_summary ("Lanes are found by name; a lane that holds nothing is left out.");

  g_assert_cmpuint (sl_trace_get_n_lanes (trace), ==, 1);
  g_assert_true (sl_trace_find_lane (trace, "cpu:0", &lane));
  g_assert_cmpstr (sl_trace_get_lane (trace, lane)->name, ==, "cpu:0");
  g_assert_false (sl_trace_find_lane (trace, "cpu:1", NULL));
  g_assert_false (sl_trace_find_lane_of_object (trace, 0, NULL));
}

static void
collect_cb (SlTrace *trace, double fraction, gpointer user_data)
{
  GPtrArray *traces = user_data;

  g_ptr_array_add (traces, g_object_ref (trace));
}

static void
test_generations (void)
{
  g_autoptr (SlSource) source = fake_source_new (1500, 10, 2000);
  g_autoptr (GPtrArray) traces = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (SlTrace) last = sl_load_run (source, analyses, collect_cb, traces, NULL, NULL);

  g_test_summary ("Generations grow, and an old one reads the same when more has come.");

  g_assert_cmpuint (traces->len, >=, 2);
  g_assert_true (g_ptr_array_index (traces, traces->len - 1) == last);
  for (guint i = 0; i < traces->len; i++)
    {
      SlTrace *trace = g_ptr_array_index (traces, i);
      guint64 n = sl_trace_get_n_events (trace);
      const SlTrack *track = sl_lane_get_track (sl_trace_get_lane (trace, 0), SL_ROLE_STATES);
      SlEvent event;

      g_assert_cmpint (sl_trace_is_complete (trace), ==, trace == last);
      g_assert_true (i == 0 || n >= sl_trace_get_n_events (g_ptr_array_index (traces, i - 1)));
      g_assert_true (sl_trace_read_event (trace, n - 1, &event));
      g_assert_false (sl_trace_read_event (trace, n, &event));
      g_assert_cmpint (sl_track_get_span (track).end, <=, sl_trace_get_span (trace).end + 3);
    }
}

static gpointer
cancel_thread (gpointer data)
{
  g_usleep (20000);
  g_cancellable_cancel (data);
  return NULL;
}

static void
test_cancel (void)
{
  g_autoptr (SlSource) source = fake_source_new (G_MAXUINT64, 100, 0);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  GThread *thread = g_thread_new ("cancel", cancel_thread, cancellable);

  g_test_summary ("A load of a file without end stops when it is cancelled.");

  n_freed = 0;
  g_assert_null (sl_load_run (source, analyses, NULL, NULL, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (n_freed, ==, 1);
  g_thread_join (thread);
}

static void
test_empty (void)
{
  g_autoptr (SlSource) source = fake_source_new (0, 100, 0);
  g_autoptr (GError) error = NULL;

  g_test_summary ("A source without events is an error, not an empty trace.");

  g_assert_null (sl_load_run (source, analyses, NULL, NULL, NULL, &error));
  g_assert_error (error, SL_ERROR, SL_ERROR_EMPTY);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/load/all-events", test_all_events);
  g_test_add_func ("/load/lookup", test_lookup);
  g_test_add_func ("/load/zones", test_zones);
  g_test_add_func ("/load/lanes", test_lanes);
  g_test_add_func ("/load/generations", test_generations);
  g_test_add_func ("/load/cancel", test_cancel);
  g_test_add_func ("/load/empty", test_empty);

  return g_test_run ();
}
