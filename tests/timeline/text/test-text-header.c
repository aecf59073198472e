/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-text-header.h"

#include "scene-fixture.h"

static guint32
add_task (SlTraceBuilder *builder, guint64 id, SlTime begin, SlTime end)
{
  SlObjectTableBuilder *objects = sl_trace_builder_get_objects (builder);
  guint32 task = sl_object_table_builder_begin_life (objects, SL_OBJECT_TASK, id, begin);
  SlTrackWriter *states = sl_lane_builder_add_track (fixture_add_lane (builder, SL_LANE_TASK, task),
                                                     SL_ROLE_STATES, SL_TRACK_SLICES);

  sl_track_writer_add_slice (states, begin, end, SL_STATE_RUNNING, 0);
  sl_object_table_builder_touch (objects, task, end - 1);
  return task;
}

static void
check (SlRows *rows, const char *name, const char *expected)
{
  guint row = 0;
  g_autofree char *text = NULL;

  while (sl_rows_get_lane (rows, row) == NULL ||
         g_strcmp0 (sl_rows_get_lane (rows, row)->name, name) != 0)
    g_assert_cmpuint (++row, <, sl_rows_get_count (rows));
  text = sl_text_header (rows, row);
  g_assert_cmpstr (text, ==, expected);
}

static void
test_lives (void)
{
  SlTraceBuilder *builder = fixture_begin ();
  SlObjectTableBuilder *objects = sl_trace_builder_get_objects (builder);
  g_autoptr (SlTraceSet) set = NULL;
  g_autoptr (SlViewState) state = NULL;
  g_autoptr (SlRows) rows = NULL;

  g_test_summary (
      "The name of a task whose number was used again says when that task lives, and of the last one how long "
      "it was seen; of a task alone it says no more than what it is");

  sl_object_table_builder_end_life (objects, add_task (builder, 7, 1000, 3000), 3000);
  add_task (builder, 7, 5000, 9000);
  add_task (builder, 8, 2000, 4000);
  set = fixture_end (builder, 10000);
  state = sl_view_state_new (sl_trace_set_get_span (set));
  rows = sl_rows_new (set, state, 1);

  check (rows, "task:7", "task:7\nlives from 1.000\u202f000 ms, for 2.000 ms");
  check (rows, "task:7#2", "task:7#2\nlives from 5.000\u202f000 ms, for 4.000 ms");
  check (rows, "task:8", "task:8");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/text-header/lives", test_lives);
  return g_test_run ();
}
