/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "scene-fixture.h"
#include "sl-row-stock.h"
#include "sl-trace-align.h"

/* More than one thread looks at in one go, twice. */
#define N_MANY 5000

static SlTraceSet *
make_tasks (guint n_tasks)
{
  SlTraceBuilder *builder = fixture_begin ();

  for (guint i = 0; i < n_tasks; i++)
    {
      guint32 task = fixture_add_object (builder, SL_OBJECT_TASK, i + 1);
      SlLaneBuilder *lane = fixture_add_lane (builder, SL_LANE_TASK, task);

      sl_track_writer_add_slice (sl_lane_builder_add_track (lane, SL_ROLE_STATES, SL_TRACK_SLICES),
                                 i % 100, i % 100 + 1 + i % 7, SL_STATE_RUNNING, 0);
    }

  return fixture_end (builder, 1000);
}

static SlTraceSet *
make_twice (SlTrace *trace)
{
  const SlTracePlace places[] = { { .trace = trace }, { .trace = trace } };

  return sl_trace_set_new_aligned (places, 2, SL_ALIGN_START);
}

static void
assert_same (SlTraceSet *set, SlTraceSet *wanted)
{
  for (guint trace = 0; trace < 2; trace++)
    {
      guint n_rows, n_wanted;
      const SlStockRow *rows = sl_row_stock_get_rows (sl_row_stock_get (set), trace, &n_rows);
      const SlStockRow *others =
          sl_row_stock_get_rows (sl_row_stock_get (wanted), trace, &n_wanted);

      g_assert_cmpuint (n_rows, ==, n_wanted);
      for (guint i = 0; i < n_rows; i++)
        {
          g_assert_cmpstr (rows[i].key, ==, others[i].key);
          g_assert_cmpstr (rows[i].title, ==, others[i].title);
          g_assert_cmpstr (rows[i].figure, ==, others[i].figure);
          g_assert_cmpuint (rows[i].lane, ==, others[i].lane);
          g_assert_cmpfloat (rows[i].load, ==, others[i].load);
          g_assert_true (sl_span_equal (rows[i].active, others[i].active));
          g_assert_cmpint (rows[i].colour, ==, others[i].colour);
          g_assert_cmpint (rows[i].height, ==, others[i].height);
        }
    }
}

static void
test_ahead (void)
{
  g_autoptr (SlTraceSet) one = make_tasks (N_MANY);
  SlTrace *trace = sl_trace_set_get_trace (one, 0);
  g_autoptr (SlAnnotations) none = sl_annotations_new ();
  g_autoptr (SlAnnotations) named = sl_annotations_with_name (none, "task:3", "sensor");
  g_autoptr (SlTraceSet) later = make_twice (trace);
  g_autoptr (SlTraceSet) ahead = make_twice (trace);
  g_autoptr (SlTraceSet) again = make_twice (trace);
  g_autoptr (SlTraceSet) with_name = sl_trace_set_new_single (trace, named);

  g_test_summary (
      "Rows that are found ahead are those that are found when they are asked for, in each set that has the "
      "trace; what the user calls a task is not overlooked.");

  sl_row_stock_get (later);
  sl_row_stock_find_ahead (trace);
  sl_row_stock_find_ahead (trace);
  assert_same (ahead, later);
  assert_same (again, later);
  sl_row_stock_find_ahead (trace);
  g_assert_cmpstr (sl_row_stock_find (sl_row_stock_get (with_name), 0, 2, SL_ROW_STATES)->title, ==,
                   "sensor");
}

/* Rows of the tasks that run at any time in @visible. */
static guint
count_busy (SlSpan visible)
{
  guint count = 0;

  for (guint i = 0; i < N_MANY; i++)
    count += i % 100 < visible.end && i % 100 + 1 + i % 7 > visible.begin;

  return count;
}

static void
test_many (void)
{
  static const char *const hidden[] = { "task:1", "task:2048", "task:2049", "task:5000" };
  const SlSpan visible = { 40, 45 };
  g_autoptr (SlTraceSet) set = make_tasks (N_MANY);
  g_autoptr (SlViewState) all = sl_view_state_new ((SlSpan) { 0, 1000 });
  g_autoptr (SlViewState) state = sl_view_state_ref (all);
  g_autoptr (SlRows) rows = NULL;
  g_autoptr (SlViewState) quiet =
      sl_view_state_with_name (all, SL_NAMES_SHOWN_SIGNS, SL_HIDE_QUIET_ROWS, TRUE);
  g_autoptr (SlViewState) near = sl_view_state_with_visible (quiet, visible);
  g_autoptr (SlViewState) nearer = sl_view_state_with_visible (quiet, (SlSpan) { 41, 42 });
  g_autoptr (SlRows) busy = sl_rows_new (set, near, 1);
  guint64 last = 0;

  g_test_summary (
      "Many rows, of which several threads look for some each, are in the order of few, and those that are "
      "hidden are counted.");

  for (guint i = 0; i < G_N_ELEMENTS (hidden); i++)
    {
      g_autoptr (SlViewState) before = g_steal_pointer (&state);

      state = sl_view_state_with_name (before, SL_NAMES_HIDDEN_ROWS, hidden[i], TRUE);
    }
  rows = sl_rows_new (set, state, 1);
  g_assert_cmpuint (sl_rows_get_n_hidden (rows), ==, G_N_ELEMENTS (hidden));
  g_assert_cmpuint (sl_rows_get_count (rows), ==, 1 + N_MANY - G_N_ELEMENTS (hidden));
  for (guint i = 1; i < sl_rows_get_count (rows); i++)
    {
      guint64 number = g_ascii_strtoull (sl_rows_get (rows, i)->key + strlen ("task:"), NULL, 10);

      g_assert_cmpuint (number, >, last);
      g_assert_false (g_strv_contains (hidden, sl_rows_get (rows, i)->key));
      last = number;
    }

  g_assert_cmpuint (sl_rows_get_count (busy), ==, 1 + count_busy (visible));
  g_assert_true (sl_rows_depend_on (set, near, nearer));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/row-stock/ahead", test_ahead);
  g_test_add_func ("/row-stock/many", test_many);

  return g_test_run ();
}
