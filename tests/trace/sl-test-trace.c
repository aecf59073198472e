/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-test-trace.h"

#define SL_TYPE_TEST_SOURCE (sl_test_source_get_type ())
G_DECLARE_FINAL_TYPE (SlTestSource, sl_test_source, SL, TEST_SOURCE, SlSource)

struct _SlTestSource
{
  SlSource parent_instance;
  SlClock *clock;
};

G_DEFINE_FINAL_TYPE (SlTestSource, sl_test_source, SL_TYPE_SOURCE)

static SlClock *
sl_test_source_get_clock (SlSource *source)
{
  return SL_TEST_SOURCE (source)->clock;
}

/* The trace's events are in no file. */
static gssize
sl_test_source_read_block (SlSource *source, guint64 block, SlEvent *events)
{
  return -1;
}

static void
sl_test_source_finalize (GObject *object)
{
  g_clear_pointer (&SL_TEST_SOURCE (object)->clock, sl_clock_unref);
  G_OBJECT_CLASS (sl_test_source_parent_class)->finalize (object);
}

static void
sl_test_source_class_init (SlTestSourceClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = sl_test_source_finalize;
  SL_SOURCE_CLASS (klass)->read_block = sl_test_source_read_block;
  SL_SOURCE_CLASS (klass)->get_clock = sl_test_source_get_clock;
}

static void
sl_test_source_init (SlTestSource *self)
{
}

static void
add_objects (SlObjectTableBuilder *objects)
{
  sl_object_table_builder_begin_life (objects, SL_OBJECT_CPU, 0, 0);
  sl_object_table_builder_begin_life (objects, SL_OBJECT_TASK, 264, 0);
  sl_object_table_builder_begin_life (objects, SL_OBJECT_TASK, 296, 0);
  sl_object_table_builder_end_life (objects, SL_TEST_TASK, 500);
  sl_object_table_builder_begin_life (objects, SL_OBJECT_TASK, 296, 600);
  sl_object_table_builder_begin_life (objects, SL_OBJECT_TASK, 304, 0);
  sl_object_table_builder_begin_life (objects, SL_OBJECT_MUTEX, 0x1720a40, 0);
  sl_object_table_builder_begin_life (objects, SL_OBJECT_SEMAPHORE, 3, 0);
  sl_object_table_builder_name (objects, SL_TEST_TASK, "worker");
  sl_object_table_builder_name (objects, SL_TEST_TASK_2, "worker");
  sl_object_table_builder_name (objects, SL_TEST_OTHER, "other");
}

/* cpu:0 runs 296 in [0, 100), 304 in [100, 200), then idles to 1000. */
static void
add_lanes (SlTraceBuilder *builder)
{
  SlLaneBuilder *cpu = sl_trace_builder_add_lane (builder, SL_LANE_CPU, "cpu:0", SL_TEST_CPU);
  SlLaneBuilder *task =
      sl_trace_builder_add_lane (builder, SL_LANE_TASK, "task:304", SL_TEST_OTHER);
  SlLaneBuilder *lock =
      sl_trace_builder_add_lane (builder, SL_LANE_LOCK, "mutex:0x1720a40", SL_TEST_MUTEX);
  SlTrackWriter *track = sl_lane_builder_add_track (cpu, SL_ROLE_STATES, SL_TRACK_SLICES);

  sl_track_writer_add_slice (track, 0, 100, SL_STATE_RUNNING, SL_TEST_TASK);
  sl_track_writer_add_slice (track, 100, 200, SL_STATE_RUNNING, SL_TEST_OTHER);
  sl_track_writer_add_slice (track, 200, 1000, SL_STATE_IDLE, SL_TEST_IDLE);
  track = sl_lane_builder_add_track (task, SL_ROLE_STATES, SL_TRACK_SLICES);
  sl_track_writer_add_slice (track, 100, 200, SL_STATE_RUNNING, 0);
  track = sl_lane_builder_add_track (lock, SL_ROLE_STATES, SL_TRACK_SLICES);
  sl_track_writer_add_slice (track, 120, 150, SL_STATE_HELD, SL_TEST_OTHER);
}

/**
 * sl_test_trace_new:
 * @events: in time order, one zone for each %SL_BLOCK_EVENTS
 *
 * Returns: (transfer full): a complete trace with the objects above and a few lanes; its events
 *   cannot be read back
 */
SlTrace *
sl_test_trace_new (SlClock *clock, const SlEvent *events, gsize n_events)
{
  g_autoptr (SlTestSource) source = g_object_new (SL_TYPE_TEST_SOURCE, NULL);
  g_autoptr (SlTraceBuilder) builder = NULL;

  source->clock = sl_clock_ref (clock);
  builder = sl_trace_builder_new (SL_SOURCE (source));
  add_objects (sl_trace_builder_get_objects (builder));
  add_lanes (builder);
  sl_trace_builder_set_idle_task (builder, SL_TEST_IDLE);
  for (gsize i = 0; i < n_events; i += SL_BLOCK_EVENTS)
    sl_trace_builder_add_events (builder, i / SL_BLOCK_EVENTS, events + i,
                                 MIN (n_events - i, SL_BLOCK_EVENTS));

  return sl_trace_builder_snapshot (builder, TRUE);
}
