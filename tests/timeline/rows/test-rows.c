/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "scene-fixture.h"
#include "sl-event-hits.h"
#include "sl-row-hits.h"
#include "sl-row-order.h"
#include "sl-trace-align.h"

static SlTraceSet *
make_tasks (guint n_tasks)
{
  SlTraceBuilder *builder = fixture_begin ();

  for (guint i = 0; i < n_tasks; i++)
    {
      guint32 task = fixture_add_object (builder, SL_OBJECT_TASK, 256 + 8 * i);
      SlLaneBuilder *lane = fixture_add_lane (builder, SL_LANE_TASK, task);

      sl_track_writer_add_slice (sl_lane_builder_add_track (lane, SL_ROLE_STATES, SL_TRACK_SLICES),
                                 10 * i, 10 * i + 5, SL_STATE_RUNNING, 0);
    }

  return fixture_end (builder, 1000);
}

static char *
join_keys (const SlRows *rows)
{
  GString *list = g_string_new (NULL);

  for (guint i = 0; i < sl_rows_get_count (rows); i++)
    g_string_append_printf (list, "%s%s", i > 0 ? " " : "", sl_rows_get (rows, i)->key);

  return g_string_free (list, FALSE);
}

static void
assert_rows (SlTraceSet *set, SlViewState *state, const char *wanted)
{
  g_autoptr (SlRows) rows = sl_rows_new (set, state, 1);
  g_autofree char *list = join_keys (rows);

  g_assert_cmpstr (list, ==, wanted);
}

static void
test_hide_pin_collapse (void)
{
  g_autoptr (SlTraceSet) set = make_tasks (3);
  g_autoptr (SlViewState) all = sl_view_state_new ((SlSpan) { 0, 1000 });
  g_autoptr (SlViewState) hidden =
      sl_view_state_with_name (all, SL_NAMES_HIDDEN_ROWS, "task:264", TRUE);
  g_autoptr (SlViewState) pinned =
      sl_view_state_with_name (all, SL_NAMES_PINNED_ROWS, "task:272", TRUE);
  g_autoptr (SlViewState) collapsed =
      sl_view_state_with_name (pinned, SL_NAMES_COLLAPSED, "tasks", TRUE);
  g_autoptr (SlViewState) family =
      sl_view_state_with_name (all, SL_NAMES_HIDDEN_FAMILIES, "task", TRUE);

  g_test_summary ("Rows are hidden, pinned and collapsed by name; an empty group has no heading.");

  assert_rows (set, all, "tasks task:256 task:264 task:272");
  assert_rows (set, hidden, "tasks task:256 task:272");
  assert_rows (set, pinned, "pinned task:272 tasks task:256 task:264");
  assert_rows (set, collapsed, "pinned task:272 tasks");
  assert_rows (set, family, "");
}

static void
test_several_traces (void)
{
  g_autoptr (SlTraceSet) one = make_tasks (2);
  g_autoptr (SlTraceSet) other = make_tasks (3);
  const SlTracePlace places[] = { { .trace = sl_trace_set_get_trace (one, 0) },
                                  { .trace = sl_trace_set_get_trace (other, 0) } };
  g_autoptr (SlTraceSet) set = sl_trace_set_new_aligned (places, 2, SL_ALIGN_START);
  g_autoptr (SlViewState) all = sl_view_state_new ((SlSpan) { 0, 1000 });
  g_autoptr (SlViewState) pinned =
      sl_view_state_with_name (all, SL_NAMES_PINNED_ROWS, "1:task:272", TRUE);
  g_autoptr (SlViewState) group =
      sl_view_state_with_name (pinned, SL_NAMES_COLLAPSED, "1:tasks", TRUE);
  g_autoptr (SlViewState) trace =
      sl_view_state_with_name (all, SL_NAMES_COLLAPSED, "trace:0", TRUE);
  g_autoptr (SlViewState) hidden =
      sl_view_state_with_name (trace, SL_NAMES_HIDDEN_ROWS, "1:task:256", TRUE);
  g_autoptr (SlRows) rows = sl_rows_new (set, all, 1);
  g_autoptr (SlViewState) moved = sl_rows_move (rows, all, "1:task:256", -5);

  g_test_summary ("Each of several traces has a heading, names of rows in the first are what they "
                  "are alone, and rows stay in their trace.");

  assert_rows (set, all,
               "trace:0 tasks task:256 task:264 trace:1 1:tasks 1:task:256 1:task:264 1:task:272");
  assert_rows (set, moved,
               "trace:0 tasks task:256 task:264 trace:1 1:tasks 1:task:256 1:task:264 1:task:272");
  assert_rows (set, group, "pinned 1:task:272 trace:0 tasks task:256 task:264 trace:1 1:tasks");
  assert_rows (set, hidden, "trace:0 trace:1 1:tasks 1:task:264 1:task:272");
}

static void
test_offsets (void)
{
  g_autoptr (SlViewState) start = sl_view_state_new ((SlSpan) { 0, 1000 });
  g_autoptr (SlViewState) moved = sl_view_state_with_offset (start, 2, -5);
  g_autoptr (SlViewState) same = sl_view_state_with_offset (moved, 1, 0);
  g_autoptr (SlViewState) back = sl_view_state_with_offset (moved, 2, 0);

  g_test_summary (
      "Where traces stand is a part of the view's state, nowhere else than it was said.");

  g_assert_cmpint (sl_view_state_get_offset (moved, 2), ==, -5);
  g_assert_cmpint (sl_view_state_get_offset (moved, 1), ==, 0);
  g_assert_cmpint (sl_view_state_get_offset (moved, 7), ==, 0);
  g_assert_true (same == moved);
  g_assert_false (sl_view_state_equal (moved, start));
  g_assert_true (sl_view_state_equal (back, start));
}

static void
test_move (void)
{
  g_autoptr (SlTraceSet) set = make_tasks (4);
  g_autoptr (SlViewState) all = sl_view_state_new ((SlSpan) { 0, 1000 });
  g_autoptr (SlRows) rows = sl_rows_new (set, all, 1);
  g_autoptr (SlViewState) down = sl_rows_move (rows, all, "task:256", 2);
  g_autoptr (SlRows) moved = sl_rows_new (set, down, 1);
  g_autoptr (SlViewState) up = sl_rows_move (moved, down, "task:256", -2);
  g_autoptr (SlViewState) far = sl_rows_move (rows, all, "task:256", 100);

  g_test_summary ("A row moves within its group, stops at its end, and goes back where it was.");

  assert_rows (set, down, "tasks task:264 task:272 task:256 task:280");
  assert_rows (set, up, "tasks task:256 task:264 task:272 task:280");
  assert_rows (set, far, "tasks task:264 task:272 task:280 task:256");
}

static void
assert_moved_together (SlTraceSet *set,
                       SlViewState *state,
                       const char *moved,
                       int direction,
                       const char *wanted)
{
  g_auto (GStrv) keys = g_strsplit (moved, " ", -1);
  g_autoptr (GPtrArray) list = g_ptr_array_new ();
  g_autoptr (SlRows) rows = sl_rows_new (set, state, 1);
  g_autoptr (SlViewState) after = NULL;

  for (guint i = 0; keys[i] != NULL; i++)
    g_ptr_array_add (list, keys[i]);
  after = sl_row_order_step (rows, state, list, direction);
  assert_rows (set, after, wanted);
}

static void
test_move_together (void)
{
  g_autoptr (SlTraceSet) set = make_tasks (4);
  g_autoptr (SlViewState) all = sl_view_state_new ((SlSpan) { 0, 1000 });
  g_autoptr (SlViewState) pinned =
      sl_view_state_with_name (all, SL_NAMES_PINNED_ROWS, "task:256", TRUE);

  g_test_summary (
      "Several rows move by one place each, keep their order, and stop together at the end of their group.");

  assert_moved_together (set, all, "task:272 task:264", -1,
                         "tasks task:264 task:272 task:256 task:280");
  assert_moved_together (set, all, "task:256 task:272", 1,
                         "tasks task:264 task:256 task:280 task:272");
  assert_moved_together (set, all, "task:256 task:264", -1,
                         "tasks task:256 task:264 task:272 task:280");
  assert_moved_together (set, all, "task:256 task:272", -1,
                         "tasks task:256 task:272 task:264 task:280");
  assert_moved_together (set, all, "task:272 task:280", 1,
                         "tasks task:256 task:264 task:272 task:280");
  assert_moved_together (set, all, "tasks task:8", 1, "tasks task:256 task:264 task:272 task:280");
  assert_moved_together (set, pinned, "task:264", -1,
                         "pinned task:256 tasks task:264 task:272 task:280");
}

static void
test_heights (void)
{
  g_autoptr (SlTraceSet) set = make_tasks (5);
  g_autoptr (SlViewState) all = sl_view_state_new ((SlSpan) { 0, 1000 });
  g_autoptr (SlViewState) high = sl_view_state_with_row_height (all, "task:264", 80);
  g_autoptr (SlRows) rows = sl_rows_new (set, high, 1);
  int y = 0;

  g_test_summary ("Rows lie on each other without gaps, and each is found at its pixels.");

  for (guint i = 0; i < sl_rows_get_count (rows); i++)
    {
      const SlRow *row = sl_rows_get (rows, i);
      guint found;

      g_assert_cmpint (row->y, ==, y);
      y += row->height;
      g_assert_true (sl_rows_at (rows, row->y, &found));
      g_assert_cmpuint (found, ==, i);
      g_assert_true (sl_rows_at (rows, y - 1, &found));
      g_assert_cmpuint (found, ==, i);
      g_assert_true (sl_rows_find (rows, row->key, &found));
      g_assert_cmpuint (found, ==, i);
      if (g_str_equal (row->key, "task:264"))
        g_assert_cmpint (row->height, ==, 80);
    }
  g_assert_cmpint (sl_rows_get_height (rows), ==, y);
  g_assert_false (sl_rows_at (rows, y, &(guint) { 0 }));
  g_assert_false (sl_rows_at (rows, -1, &(guint) { 0 }));
}

static void
test_keys (void)
{
  g_autoptr (SlTraceSet) set = make_tasks (500);
  g_autoptr (SlTraceSet) next = make_tasks (500);
  g_autoptr (SlViewState) all = sl_view_state_new ((SlSpan) { 0, 1000 });
  g_autoptr (SlViewState) state =
      sl_view_state_with_name (all, SL_NAMES_HIDDEN_ROWS, "cpu:7", TRUE);
  g_autoptr (SlRows) rows = sl_rows_new (set, state, 1);
  g_autoptr (GPtrArray) keys = g_ptr_array_new ();

  g_test_summary ("Keys of rows last as long as a generation of their set, and not for ever; the "
                  "rows of the next generation have the same ones.");

  for (guint i = 0; i < sl_rows_get_count (rows); i++)
    g_ptr_array_add (keys, (gpointer) sl_rows_get (rows, i)->key);
  g_assert_cmpuint (keys->len, ==, 501);
  g_assert_cmpuint (g_quark_try_string ("task:4240"), ==, 0);

  g_clear_pointer (&rows, sl_rows_unref);
  sl_trace_set_share_keys (next, set);
  g_clear_object (&set);
  rows = sl_rows_new (next, state, 1);
  g_assert_cmpstr (g_ptr_array_index (keys, 499 + 1), ==, "task:4248");
  for (guint i = 0; i < sl_rows_get_count (rows); i++)
    g_assert_true (sl_rows_get (rows, i)->key == g_ptr_array_index (keys, i));
}

static void
test_colours_of_whole (void)
{
  g_autoptr (SlTraceSet) whole = make_tasks (3);
  SlTraceBuilder *builder = fixture_begin ();
  guint32 last = fixture_add_object (builder, SL_OBJECT_TASK, 272);
  SlLaneBuilder *lane = fixture_add_lane (builder, SL_LANE_TASK, last);
  g_autoptr (SlViewState) state = sl_view_state_new ((SlSpan) { 0, 1000 });
  g_autoptr (SlTraceSet) beginning = NULL;
  g_autoptr (SlRows) rows = NULL;
  guint row;

  g_test_summary (
      "A task has the colour that it has in the whole trace, also while only the beginning "
      "is shown, in which other tasks were not seen yet.");

  sl_track_writer_add_slice (sl_lane_builder_add_track (lane, SL_ROLE_STATES, SL_TRACK_SLICES), 0,
                             5, SL_STATE_RUNNING, 0);
  beginning = fixture_end (builder, 10);
  sl_trace_set_hide (beginning, (SlSpan) { 10, 1000 }, sl_trace_set_get_trace (whole, 0));
  rows = sl_rows_new (beginning, state, 1);

  g_assert_true (sl_rows_find (rows, "task:272", &row));
  g_assert_cmpint (sl_rows_get (rows, row)->colour, ==, 2);
  g_assert_cmpint (sl_rows_get_colour (rows, 0, last), ==, 2);
}

static void
test_lives (void)
{
  SlTraceBuilder *builder = fixture_begin ();
  static const guint64 ids[] = { 7, 8, 7, 9, 7 };
  g_autoptr (SlTraceSet) bare = NULL;
  g_autoptr (SlTraceSet) set = NULL;
  g_autoptr (SlAnnotations) worker = NULL;
  g_autoptr (SlAnnotations) thread = NULL;
  g_autoptr (SlAnnotations) annotations = NULL;
  g_autoptr (SlViewState) state = sl_view_state_new ((SlSpan) { 0, 1000 });
  g_autoptr (SlRows) rows = NULL;

  g_test_summary (
      "Tasks that had one number one after the other stand together; titles tell them apart, and those that have one name.");

  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      guint32 task = fixture_add_object (builder, SL_OBJECT_TASK, ids[i]);
      SlLaneBuilder *lane = fixture_add_lane (builder, SL_LANE_TASK, task);

      sl_track_writer_add_slice (sl_lane_builder_add_track (lane, SL_ROLE_STATES, SL_TRACK_SLICES),
                                 10 * i, 10 * i + 5, SL_STATE_RUNNING, 0);
    }
  bare = fixture_end (builder, 1000);
  worker = sl_annotations_with_name (sl_trace_set_get_annotations (bare, 0), "task:7#2", "worker");
  thread = sl_annotations_with_name (worker, "task:8", "thread");
  annotations = sl_annotations_with_name (thread, "task:9", "thread");
  set = sl_trace_set_new_single (sl_trace_set_get_trace (bare, 0), annotations);

  assert_rows (set, state, "tasks task:7 task:7#2 task:7#3 task:8 task:9");
  rows = sl_rows_new (set, state, 1);
  g_assert_cmpstr (sl_rows_get (rows, 1)->title, ==, "task:7");
  g_assert_cmpstr (sl_rows_get (rows, 2)->title, ==, "worker · 7 #2");
  g_assert_cmpstr (sl_rows_get (rows, 3)->title, ==, "task:7#3");
  g_assert_cmpstr (sl_rows_get (rows, 4)->title, ==, "thread · 8");
  g_assert_cmpstr (sl_rows_get (rows, 5)->title, ==, "thread · 9");
}

static void
test_depend_on (void)
{
  g_autoptr (SlTraceSet) set = make_tasks (2);
  g_autoptr (SlViewState) all = sl_view_state_new ((SlSpan) { 0, 1000 });
  g_autoptr (SlViewState) panned = sl_view_state_with_visible (all, (SlSpan) { 5, 10 });
  g_autoptr (SlViewState) hidden =
      sl_view_state_with_name (all, SL_NAMES_HIDDEN_ROWS, "task:264", TRUE);
  g_autoptr (SlViewState) selected = sl_view_state_with_selection (all, &(SlSpan) { 3, 7 });
  g_autoptr (SlViewState) measured =
      sl_view_state_with_cursor (selected, SL_CURSOR_B, &(SlTime) { 4 });
  g_autoptr (SlViewState) in_ticks = sl_view_state_with_unit (all, SL_SHOWN_TICKS);
  g_autoptr (SlMarkers) none = sl_markers_new ();
  g_autoptr (SlMarkers) markers =
      sl_markers_with (none, &(SlMarker) { .id = 1, .span = { 5, 5 }, .name = "M1", .text = "" });
  g_autoptr (SlViewState) marked = sl_view_state_with_markers (all, markers);
  g_autoptr (SlViewState) chosen = sl_view_state_with_chosen_marker (marked, 1);

  g_test_summary (
      "Rows are made again when what they show changes, not when the view moves, nor while "
      "a selection or a cursor is dragged, something is marked, or times get another unit.");

  g_assert_false (sl_rows_depend_on (set, all, measured));
  g_assert_false (sl_rows_depend_on (set, measured, panned));
  g_assert_true (sl_rows_depend_on (set, measured, hidden));

  g_assert_false (sl_rows_depend_on (set, all, panned));
  g_assert_true (sl_rows_depend_on (set, all, hidden));

  g_assert_false (sl_rows_depend_on (set, all, in_ticks));
  g_assert_false (sl_rows_depend_on (set, all, marked));
  g_assert_false (sl_rows_depend_on (set, marked, chosen));
  g_assert_true (sl_rows_depend_on (set, chosen, hidden));
}

static guint
walk (SlRows *rows, guint row, int direction)
{
  SlTarget target;
  SlSpan span, last = { 0, 0 };
  guint count = 0;

  for (gboolean more = sl_rows_step (rows, row, NULL, direction, &target); more;
       more = sl_rows_step (rows, row, &target, direction, &target))
    {
      g_assert_true (sl_rows_get_span (rows, &target, &span));
      if (count > 0 && direction > 0)
        g_assert_cmpint (span.begin, >=, last.begin);
      else if (count > 0)
        g_assert_cmpint (span.begin, <=, last.begin);
      last = span;
      count++;
    }

  return count;
}

static void
test_step (void)
{
  g_autoptr (SlTraceSet) set = fixture_random (700);
  g_autoptr (SlViewState) state = sl_view_state_new (sl_trace_set_get_span (set));
  g_autoptr (SlRows) rows = sl_rows_new (set, state, 1);
  const SlTrack *track;
  SlTrackIter iter;
  SlItem item;
  guint row, wanted = 0;

  g_test_summary ("The keyboard reaches every slice that is more than the base line, both ways.");

  g_assert_true (sl_rows_find (rows, "task:256", &row));
  track = sl_lane_get_track (sl_rows_get_lane (rows, row), SL_ROLE_STATES);
  sl_track_iter_init (&iter, track, SL_TIME_MIN);
  while (sl_track_iter_next (&iter, &item))
    wanted += item.state != SL_STATE_IDLE;

  g_assert_cmpuint (walk (rows, row, 1), ==, wanted);
  g_assert_cmpuint (walk (rows, row, -1), ==, wanted);
}

/* Ticks from @time to a span, by walking over all things of the row. */
static gint64
find_least_distance (SlRows *rows, guint row, SlTime time)
{
  gint64 least = G_MAXINT64;
  SlTarget target;
  SlSpan span;

  for (gboolean more = sl_rows_step (rows, row, NULL, 1, &target); more;
       more = sl_rows_step (rows, row, &target, 1, &target))
    {
      g_assert_true (sl_rows_get_span (rows, &target, &span));
      least = MIN (least, MAX (MAX (span.begin - time, time - MAX (span.begin, span.end - 1)), 0));
    }

  return least;
}

static void
test_nearest (void)
{
  g_autoptr (SlTraceSet) set = fixture_random (300);
  g_autoptr (SlViewState) state = sl_view_state_new (sl_trace_set_get_span (set));
  g_autoptr (SlRows) rows = sl_rows_new (set, state, 1);
  SlSpan all = sl_trace_set_get_span (set);
  SlTarget target;
  SlSpan span;
  guint row;

  g_test_summary ("The box nearest to an instant contains it, or none is closer.");

  g_assert_true (sl_rows_find (rows, "task:256", &row));
  for (SlTime time = all.begin; time < all.end; time += MAX ((all.end - all.begin) / 97, 1))
    {
      g_assert_true (sl_rows_find_nearest (rows, row, time, &target));
      g_assert_true (sl_rows_get_span (rows, &target, &span));
      g_assert_cmpint (MAX (MAX (span.begin - time, time - MAX (span.begin, span.end - 1)), 0), ==,
                       find_least_distance (rows, row, time));
    }
}

/* Tasks 256 and 272 with nothing but slices, 264 with a job, 280 with a recorded overrun alone. */
static SlTraceSet *
make_some_jobs (gboolean with_jobs)
{
  SlTraceBuilder *builder = fixture_begin ();

  for (guint i = 0; i < 4; i++)
    {
      guint32 task = fixture_add_object (builder, SL_OBJECT_TASK, 256 + 8 * i);
      SlLaneBuilder *lane = fixture_add_lane (builder, SL_LANE_TASK, task);
      SlTrackWriter *states = sl_lane_builder_add_track (lane, SL_ROLE_STATES, SL_TRACK_SLICES);
      SlTrackWriter *marks = sl_lane_builder_add_track (lane, SL_ROLE_MARKS, SL_TRACK_INSTANTS);

      if (i == 1 && with_jobs)
        sl_track_writer_add_instant (marks, 10, SL_KIND_TASK_TIMER, 0);
      sl_track_writer_add_slice (states, 10 * i, 10 * i + 5, SL_STATE_RUNNING, 0);
      if (i == 1 && with_jobs)
        sl_track_writer_add_instant (marks, 15, SL_KIND_TASK_END_CYCLE, 0);
      if (i == 3)
        sl_track_writer_add_instant (marks, 32, SL_KIND_TASK_WCET_VIOLATION, 0);
    }

  return fixture_end (builder, 1000);
}

static void
assert_apart_with_hits (SlTraceSet *set,
                        SlViewState *state,
                        GPtrArray *jobs,
                        GPtrArray *hits,
                        const char *wanted)
{
  g_autoptr (SlRows) rows = sl_rows_new_with_findings (set, state, 1,
                                                       &(SlRowFindings) { .tables = jobs,
                                                                          .hits = hits,
                                                                          .sets_apart = TRUE });
  g_autofree char *list = join_keys (rows);

  g_assert_cmpstr (list, ==, wanted);
}

static void
assert_apart (SlTraceSet *set, SlViewState *state, GPtrArray *jobs, const char *wanted)
{
  assert_apart_with_hits (set, state, jobs, NULL, wanted);
}

/* A search that has found one event in each of the first @n_found lanes until now. */
static GPtrArray *
make_hits (guint n_found, gboolean is_complete)
{
  GPtrArray *hits = g_ptr_array_new_with_free_func ((GDestroyNotify) sl_event_hits_unref);
  g_autoptr (SlTrackWriter) none = sl_track_writer_new (SL_TRACK_INSTANTS);
  SlEventHits *own = g_new0 (SlEventHits, 1);

  g_atomic_ref_count_init (&own->ref_count);
  own->all = sl_track_writer_snapshot (none);
  own->is_complete = is_complete;
  own->n_lanes = n_found;
  own->lanes = g_new0 (SlTrack *, n_found);
  for (guint i = 0; i < n_found; i++)
    {
      g_autoptr (SlTrackWriter) writer = sl_track_writer_new (SL_TRACK_INSTANTS);

      sl_track_writer_add_instant (writer, 10, SL_KIND_TASK_TIMER, 0);
      own->lanes[i] = sl_track_writer_snapshot (writer);
    }
  g_ptr_array_add (hits, own);
  return hits;
}

static void
test_jobless (void)
{
  g_autoptr (SlTraceSet) set = make_some_jobs (TRUE);
  g_autoptr (SlTraceSet) idle = make_some_jobs (FALSE);
  g_autoptr (GPtrArray) jobs = fixture_find_jobs (set, NULL);
  g_autoptr (GPtrArray) none = fixture_find_jobs (idle, NULL);
  g_autoptr (SlViewState) all = sl_view_state_new ((SlSpan) { 0, 1000 });
  g_autoptr (SlViewState) expanded =
      sl_view_state_with_name (all, SL_NAMES_EXPANDED, "jobless", TRUE);
  g_autoptr (SlViewState) pinned =
      sl_view_state_with_name (all, SL_NAMES_PINNED_ROWS, "task:256", TRUE);
  g_autoptr (SlFilter) filter = sl_filter_parse ("family = task", NULL);
  g_autoptr (SlViewState) dimmed = sl_view_state_with_filter (all, filter, FALSE);
  g_autoptr (SlRows) rows =
      sl_rows_new_with_findings (set, all, 1,
                                 &(SlRowFindings) { .tables = jobs, .sets_apart = TRUE });
  guint heading;

  g_test_summary (
      "Tasks without jobs stand below the others in a group that is collapsed by default and "
      "says how many they are; one with a recorded overrun does not, nor any where no task has "
      "jobs, or jobs are not known.");

  assert_apart (set, all, jobs, "tasks task:264 task:280 jobless");
  assert_apart (set, dimmed, jobs, "tasks task:264 task:280 jobless");
  assert_apart (set, expanded, jobs, "tasks task:264 task:280 jobless task:256 task:272");
  assert_apart (set, pinned, jobs, "pinned task:256 tasks task:264 task:280 jobless");
  assert_apart (set, all, NULL, "tasks task:256 task:264 task:272 task:280");
  assert_apart (idle, all, none, "tasks task:256 task:264 task:272 task:280");
  assert_rows (set, all, "tasks task:256 task:264 task:272 task:280");

  g_assert_true (sl_rows_find (rows, "jobless", &heading));
  g_assert_true (sl_rows_get (rows, heading)->collapsed);
  g_assert_true (g_str_has_suffix (sl_rows_get (rows, heading)->title, " (2)"));
}

static void
test_jobless_hits (void)
{
  g_autoptr (SlTraceSet) set = make_some_jobs (TRUE);
  g_autoptr (GPtrArray) jobs = fixture_find_jobs (set, NULL);
  g_autoptr (SlViewState) all = sl_view_state_new ((SlSpan) { 0, 1000 });
  g_autoptr (SlFilter) filter = sl_filter_parse ("kind = task-timer", NULL);
  g_autoptr (SlViewState) filtered = sl_view_state_with_filter (all, filter, TRUE);
  g_autoptr (GPtrArray) first = make_hits (1, FALSE);
  g_autoptr (GPtrArray) complete = make_hits (1, TRUE);

  g_test_summary (
      "Where a filter hides, tasks without jobs stay in their folded group until something is found in "
      "them; what is found is not set apart.");

  assert_apart (set, filtered, jobs, "tasks task:264 task:280 jobless");
  assert_apart_with_hits (set, filtered, jobs, first, "tasks task:256 task:264 task:280 jobless");
  assert_apart_with_hits (set, filtered, jobs, complete, "tasks task:256 task:264");
}

/* Some events of two kinds in each lane of @set but every third one. */
static GPtrArray *
make_random_hits (SlTraceSet *set)
{
  GPtrArray *hits = make_hits (0, TRUE);
  SlEventHits *own = g_ptr_array_index (hits, 0);

  own->n_lanes = sl_trace_get_n_lanes (sl_trace_set_get_trace (set, 0));
  g_free (own->lanes);
  own->lanes = g_new0 (SlTrack *, own->n_lanes);
  for (guint i = 0; i < own->n_lanes; i++)
    {
      g_autoptr (SlTrackWriter) writer = sl_track_writer_new (SL_TRACK_INSTANTS);
      SlTime time = 0;

      if (i % 3 == 2)
        continue;
      for (int count = g_test_rand_int_range (1, 60); count > 0; count--)
        {
          time += g_test_rand_int_range (0, 40);
          sl_track_writer_add_instant (writer, time,
                                       g_test_rand_bit () ? SL_KIND_TASK_TIMER
                                                          : SL_KIND_TASK_END_CYCLE,
                                       0);
        }
      own->lanes[i] = sl_track_writer_snapshot (writer);
    }
  return hits;
}

/* Sets in @columns what rows of tasks have by themselves. */
static void
add_hits_of_rows (const SlRows *rows, SlViewState *state, const SlView *view, guint8 *columns)
{
  SlTrace *trace = sl_trace_set_get_trace (sl_rows_get_set (rows), 0);

  for (guint i = 0; i < sl_rows_get_count (rows); i++)
    {
      const SlRow *row = sl_rows_get (rows, i);
      g_autofree guint8 *own = NULL;
      SlRowHits hits;

      if (row->lane_type != SL_LANE_TASK || row->part == SL_ROW_HEADING ||
          !sl_row_hits_init (&hits, sl_rows_get_hits (rows, 0), trace, row->lane.lane, row->part,
                             state))
        continue;
      own = sl_row_hits_fold (&hits, view);
      for (int x = 0; x < view->width; x++)
        columns[x] |= own[x];
    }
}

static void
try_folded_hits (guint n_tasks, guint n_views)
{
  g_autoptr (SlFilter) filter = sl_filter_parse ("family = task", NULL);
  g_autoptr (SlTraceSet) set = make_tasks (n_tasks);
  g_autoptr (GPtrArray) hits = make_random_hits (set);
  SlRowFindings findings = { .hits = hits };
  guint n_found = 0;

  for (guint i = 0; i < n_views; i++)
    {
      int begin = g_test_rand_int_range (0, 900);
      SlSpan visible = { begin, g_test_rand_int_range (begin + 10, 1001) };
      SlView view =
          sl_view_make (sl_trace_set_get_span (set), visible, g_test_rand_int_range (1, 300));
      g_autofree guint8 *wanted = g_new0 (guint8, (gsize) view.width);
      g_autofree guint8 *columns = NULL;
      g_autoptr (SlViewState) all = sl_view_state_new (visible);
      g_autoptr (SlViewState) kinds =
          sl_view_state_with_name (all, SL_NAMES_HIDDEN_KINDS, "task-timer", g_test_rand_bit ());
      g_autoptr (SlViewState) state = sl_view_state_with_filter (kinds, filter, FALSE);
      g_autoptr (SlViewState) folded =
          sl_view_state_with_name (state, SL_NAMES_COLLAPSED, "tasks", TRUE);
      g_autoptr (SlRows) rows = sl_rows_new_with_findings (set, state, 1, &findings);
      g_autoptr (SlRows) headings = sl_rows_new_with_findings (set, folded, 1, &findings);

      g_assert_cmpuint (sl_rows_get_count (headings), ==, 1);
      add_hits_of_rows (rows, state, &view, wanted);
      columns = sl_row_hits_fold_below (headings, 0, folded, &view);
      n_found += columns != NULL;
      if (columns == NULL)
        columns = g_new0 (guint8, (gsize) view.width);
      g_assert_cmpmem (columns, (gsize) view.width, wanted, (gsize) view.width);
      g_assert_null (sl_row_hits_fold_below (rows, 0, state, &view));
    }
  g_assert_cmpuint (n_found, >, n_views / 2);
}

static void
test_folded_hits (void)
{
  g_test_summary ("The heading of a folded group has the hits of all its rows, column by column, "
                  "without those of hidden kinds, whether these are few or many.");

  try_folded_hits (20, 100);
  try_folded_hits (1000, 20);
}

static void
test_unfold (void)
{
  g_autoptr (SlTraceSet) set = make_some_jobs (TRUE);
  g_autoptr (GPtrArray) jobs = fixture_find_jobs (set, NULL);
  SlRowFindings findings = { .tables = jobs, .sets_apart = TRUE };
  g_autoptr (SlViewState) all = sl_view_state_new ((SlSpan) { 0, 1000 });
  g_autoptr (SlViewState) folded = sl_view_state_with_name (all, SL_NAMES_COLLAPSED, "tasks", TRUE);
  g_autoptr (SlRows) rows = sl_rows_new_with_findings (set, folded, 1, &findings);
  g_autoptr (SlViewState) jobless = sl_rows_unfold (rows, folded, "task:256");
  g_autoptr (SlViewState) tasks = sl_rows_unfold (rows, folded, "task:264");
  const SlFoldedRow *found;

  g_test_summary (
      "The heading of a row that is folded away is found, whether it is folded by default or "
      "by the user, and expanded alone.");

  assert_apart (set, folded, jobs, "tasks jobless");
  assert_apart (set, jobless, jobs, "tasks jobless task:256 task:272");
  assert_apart (set, tasks, jobs, "tasks task:264 task:280 jobless");
  g_assert_null (sl_rows_unfold (rows, folded, "task:1"));

  found = sl_rows_find_folded (rows, 0, 2);
  g_assert_nonnull (found);
  g_assert_cmpstr (found->key, ==, "task:264");
  g_assert_null (sl_rows_find_folded (rows, 0, 0));
  g_assert_null (sl_rows_find_folded (rows, 0, 99));
}

/* Two tasks, of which the first has a job, two locks, one for each, and a processor with all its curves for each of
 * @n_processors. */
static SlTraceSet *
make_processors (guint n_processors)
{
  SlTraceBuilder *builder = fixture_begin ();
  guint32 tasks[2];

  for (guint i = 0; i < 2; i++)
    {
      SlLaneBuilder *lane;

      tasks[i] = fixture_add_object (builder, SL_OBJECT_TASK, 256 + 8 * i);
      lane = fixture_add_lane (builder, SL_LANE_TASK, tasks[i]);
      sl_track_writer_add_slice (sl_lane_builder_add_track (lane, SL_ROLE_STATES, SL_TRACK_SLICES),
                                 10, 15, SL_STATE_RUNNING, 0);
      if (i == 0)
        {
          SlTrackWriter *marks = sl_lane_builder_add_track (lane, SL_ROLE_MARKS, SL_TRACK_INSTANTS);

          sl_track_writer_add_instant (marks, 10, SL_KIND_TASK_TIMER, 0);
          sl_track_writer_add_instant (marks, 15, SL_KIND_TASK_END_CYCLE, 0);
        }
    }
  for (guint i = 0; i < 2; i++)
    {
      guint32 lock = fixture_add_object (builder, SL_OBJECT_FUTEX, 0x1000 + i);
      SlLaneBuilder *lane = fixture_add_lane (builder, SL_LANE_LOCK, lock);

      sl_track_writer_add_slice (sl_lane_builder_add_track (lane, SL_ROLE_STATES, SL_TRACK_SLICES),
                                 10, 15, SL_STATE_HELD, tasks[i]);
    }
  for (guint i = 0; i < n_processors; i++)
    {
      guint32 cpu = fixture_add_object (builder, SL_OBJECT_CPU, i);
      SlLaneBuilder *lane = fixture_add_lane (builder, SL_LANE_CPU, cpu);
      SlTrackWriter *queue, *frequency;

      sl_track_writer_add_slice (sl_lane_builder_add_track (lane, SL_ROLE_STATES, SL_TRACK_SLICES),
                                 10, 15, SL_STATE_RUNNING, tasks[0]);
      queue = sl_lane_builder_add_track (lane, SL_ROLE_QUEUE, SL_TRACK_VALUES);
      sl_track_writer_add_value (queue, 10, 3);
      sl_track_writer_add_value (queue, 20, -1);
      frequency = sl_lane_builder_add_track (lane, SL_ROLE_FREQUENCY, SL_TRACK_VALUES);
      sl_track_writer_add_value (frequency, 10, 3600000);
      sl_track_writer_add_value (frequency, 20, 800000);
    }

  return fixture_end (builder, 1000);
}

static void
assert_figure (SlTraceSet *set, SlViewState *state, const char *key, const char *wanted)
{
  g_autoptr (SlRows) rows = sl_rows_new (set, state, 1);
  guint number;

  g_assert_true (sl_rows_find (rows, key, &number));
  g_assert_cmpstr (sl_rows_get (rows, number)->figure, ==, wanted);
}

static void
test_processors (void)
{
  g_autoptr (SlTraceSet) few = make_processors (1);
  g_autoptr (SlTraceSet) many = make_processors (3);
  g_autoptr (GPtrArray) few_jobs = fixture_find_jobs (few, NULL);
  g_autoptr (GPtrArray) many_jobs = fixture_find_jobs (many, NULL);
  g_autoptr (SlViewState) all = sl_view_state_new ((SlSpan) { 0, 1000 });
  g_autoptr (SlViewState) shown =
      sl_view_state_with_name (all, SL_NAMES_SHOWN_ROWS, "cpu:1/queue", TRUE);

  g_test_summary (
      "Few processors show their queues and frequencies below them, many do where that is asked "
      "for; locks that no task with jobs uses are a group that is collapsed by default.");
  assert_apart (few, all, few_jobs,
                "cpu:0 cpu:0/queue cpu:0/frequency tasks task:256 jobless locks futex:0x1000 "
                "jobless-locks");
  assert_apart (many, shown, many_jobs,
                "cpu:0 cpu:1 cpu:1/queue cpu:2 tasks task:256 jobless locks futex:0x1000 "
                "jobless-locks");
  assert_figure (few, all, "cpu:0/queue", "at most 3");
  assert_figure (few, all, "cpu:0/frequency", "800\u2009MHz–3.6\u2009GHz");
}

static void
assert_title (SlTraceSet *set, SlViewState *state, const char *key, const char *wanted)
{
  g_autoptr (SlRows) rows = sl_rows_new (set, state, 1);
  guint number;

  g_assert_true (sl_rows_find (rows, key, &number));
  g_assert_cmpstr (sl_rows_get (rows, number)->title, ==, wanted);
}

static void
test_parts (void)
{
  g_autoptr (SlTraceSet) set = make_processors (2);
  g_autoptr (SlViewState) all = sl_view_state_new ((SlSpan) { 0, 1000 });
  g_autoptr (SlViewState) hidden =
      sl_view_state_with_name (all, SL_NAMES_HIDDEN_ROWS, "cpu:1", TRUE);
  g_autoptr (SlViewState) pinned =
      sl_view_state_with_name (all, SL_NAMES_PINNED_ROWS, "cpu:0/queue", TRUE);

  g_test_summary (
      "A part of a processor says whose it is wherever it is not below that processor.");

  assert_title (set, all, "cpu:0/queue", "Queue");
  assert_title (set, all, "cpu:1/frequency", "Frequency");
  assert_title (set, hidden, "cpu:0/queue", "Queue");
  assert_title (set, hidden, "cpu:1/queue", "cpu:1 · Queue");
  assert_title (set, hidden, "cpu:1/frequency", "Frequency");
  assert_title (set, pinned, "cpu:0/queue", "cpu:0 · Queue");
  assert_title (set, pinned, "cpu:1/queue", "Queue");
}

static void
test_end_of_top (void)
{
  SlTraceBuilder *builder = fixture_begin ();
  guint32 cpu = fixture_add_object (builder, SL_OBJECT_CPU, 0);
  guint32 task = fixture_add_object (builder, SL_OBJECT_TASK, 256);
  SlLaneBuilder *lane = fixture_add_lane (builder, SL_LANE_CPU, cpu);
  g_autoptr (SlTraceSet) set = NULL;
  g_autoptr (SlViewState) all = sl_view_state_new ((SlSpan) { 0, 1000 });
  g_autoptr (SlViewState) own = sl_view_state_with_row_group (all, "task:256", "mine");
  g_autoptr (SlRows) rows = NULL;
  g_autoptr (SlRows) plain = NULL;
  guint row;

  g_test_summary ("Processors, which have no heading, are set off from a group above them.");

  sl_track_writer_add_slice (sl_lane_builder_add_track (lane, SL_ROLE_STATES, SL_TRACK_SLICES), 0,
                             5, SL_STATE_RUNNING, task);
  lane = fixture_add_lane (builder, SL_LANE_TASK, task);
  sl_track_writer_add_slice (sl_lane_builder_add_track (lane, SL_ROLE_STATES, SL_TRACK_SLICES), 0,
                             5, SL_STATE_RUNNING, 0);
  set = fixture_end (builder, 1000);
  rows = sl_rows_new (set, own, 1);
  plain = sl_rows_new (set, all, 1);
  g_assert_true (sl_rows_find (rows, "cpu:0", &row));
  g_assert_cmpuint (row, >, 1);
  g_assert_cmpint (sl_rows_get (rows, row)->gap, >, 0);
  g_assert_true (sl_rows_find (plain, "cpu:0", &row));
  g_assert_cmpint (sl_rows_get (plain, row)->gap, ==, 0);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/rows/hide-pin-collapse", test_hide_pin_collapse);
  g_test_add_func ("/rows/end-of-top", test_end_of_top);
  g_test_add_func ("/rows/several-traces", test_several_traces);
  g_test_add_func ("/rows/jobless", test_jobless);
  g_test_add_func ("/rows/jobless-hits", test_jobless_hits);
  g_test_add_func ("/rows/folded-hits", test_folded_hits);
  g_test_add_func ("/rows/unfold", test_unfold);
  g_test_add_func ("/rows/processors", test_processors);
  g_test_add_func ("/rows/parts", test_parts);
  g_test_add_func ("/rows/offsets", test_offsets);
  g_test_add_func ("/rows/move", test_move);
  g_test_add_func ("/rows/move-together", test_move_together);
  g_test_add_func ("/rows/heights", test_heights);
  g_test_add_func ("/rows/keys", test_keys);
  g_test_add_func ("/rows/colours-of-whole", test_colours_of_whole);
  g_test_add_func ("/rows/depend-on", test_depend_on);
  g_test_add_func ("/rows/lives", test_lives);
  g_test_add_func ("/rows/step", test_step);
  g_test_add_func ("/rows/nearest", test_nearest);
  return g_test_run ();
}
