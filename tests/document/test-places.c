/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "sl-analyses.h"
#include "sl-go-to.h"
#include "sl-job-link.h"
#include "sl-linux-recording.h"
#include "sl-load.h"
#include "sl-marker-edit.h"
#include "sl-marker-kind.h"
#include "sl-marker-model.h"
#include "sl-marker-text.h"
#include "sl-miss-link.h"
#include "sl-open.h"
#include "sl-text-cause.h"
#include "sl-view-file.h"
#include "text-document.h"

/* The clock of the sample: 400 MHz, from this tick on. */
#define FIRST_TICK   G_GINT64_CONSTANT (24000000530)
#define TICKS_PER_MS 400000
#define N_EVENTS     701

static SlDocument *
open_sample (void)
{
  g_autofree char *path =
      g_build_filename (g_getenv ("SLACKLINE_DATA"), "samples", "jumping-balls.shark", NULL);
  g_autofree char *text = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (SlSource) source = NULL;
  g_autoptr (SlTrace) trace = NULL;
  g_autoptr (GError) error = NULL;
  gsize length;

  g_file_get_contents (path, &text, &length, &error);
  g_assert_no_error (error);
  bytes = g_bytes_new_take (g_steal_pointer (&text), length);
  source = sl_open_bytes (bytes, "jumping-balls.shark", "shark-ftrace", NULL, &error);
  g_assert_no_error (error);
  trace = sl_load_run (source, sl_analyses_get_all (), NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return sl_document_new (trace);
}

static SlMarkers *
get_markers (SlDocument *document)
{
  return sl_view_state_get_markers (sl_document_get_state (document));
}

static SlTime
get_cursor (SlDocument *document)
{
  SlTime time;

  g_assert_true (sl_view_state_get_cursor (sl_document_get_state (document), SL_CURSOR_A, &time));
  return time;
}

static void
go (SlDocument *document, const char *text, SlGoToType type)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SlGoTo) place = sl_go_to_parse (document, text, &error);

  g_assert_no_error (error);
  g_assert_cmpint (place->type, ==, type);
  g_assert_cmpstr (place->said, !=, "");
  g_assert_cmpint (sl_go_to_run (place, document), ==, type != SL_GO_TO_OFFSET);
}

static void
expect_failure (SlDocument *document, const char *text, const char *part)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (sl_go_to_parse (document, text, &error));
  g_assert_nonnull (error);
  if (strstr (error->message, part) == NULL)
    g_error ("“%s”: %s", text, error->message);
}

/* Ends that go anywhere: to the edge of the trace, beyond the other, or onto it. */
static void
test_move (void)
{
  g_autoptr (SlDocument) document = open_sample ();
  SlSpan extent = sl_trace_set_get_span (sl_document_get_trace_set (document));

  g_test_summary (
      "A marker that is moved keeps its length and an end that is moved leaves the other "
      "where it is, both in the trace; the whole drag is one step of undo.");

  for (guint i = 0; i < 300; i++)
    {
      SlTime one = g_test_rand_int_range (0, (int) (extent.end - extent.begin));
      SlTime other = g_test_rand_int_range (0, (int) (extent.end - extent.begin));
      SlSpan from = { extent.begin + MIN (one, other), extent.begin + MAX (one, other) };
      guint id = sl_marker_edit_add_span (document, from);
      guint gesture = sl_view_history_new_gesture (sl_document_get_history (document));
      SlMarkerPart part = (SlMarkerPart) g_test_rand_int_range (0, 3);
      SlTime kept = part == SL_MARKER_END ? from.begin : from.end;
      SlSpan now;

      for (guint step = 0; step < 5; step++)
        {
          SlTime to = g_test_rand_int_range (-1000000, (int) (extent.end - extent.begin) + 1000000);

          to = step == 3 ? kept : extent.begin + to;
          sl_marker_edit_move (document, id, from, part, to, gesture);
          now = sl_marker_edit_get_chosen (document)->span;
          g_assert_cmpint (now.begin, >=, extent.begin);
          g_assert_cmpint (now.end, <=, extent.end);
          if (part == SL_MARKER_WHOLE)
            g_assert_cmpint (now.end - now.begin, ==, from.end - from.begin);
          else
            g_assert_true (now.begin == kept || now.end == kept);
          if (to >= extent.begin && to <= extent.end && part != SL_MARKER_WHOLE && to != kept)
            g_assert_true (now.begin == to || now.end == to);
          g_assert_true (from.begin == from.end || now.begin < now.end);
        }
      if (!sl_span_equal (now, from))
        g_assert_true (sl_view_history_undo (sl_document_get_history (document)));
      g_assert_true (sl_span_equal (sl_marker_edit_get_chosen (document)->span, from));
      sl_marker_edit_delete (document, id);
    }
}

static void
test_edit (void)
{
  g_autoptr (SlDocument) document = open_sample ();
  SlViewHistory *history = sl_document_get_history (document);
  guint first = sl_marker_edit_add (document, 20 * TICKS_PER_MS);
  guint second = sl_marker_edit_add (document, 10 * TICKS_PER_MS);
  SlMarker changed;

  g_test_summary (
      "Markers are set, changed and deleted one step of undo at a time; the last that was "
      "set is chosen; the same place is marked once.");

  g_assert_cmpuint (sl_markers_get_count (get_markers (document)), ==, 2);
  g_assert_cmpuint (sl_marker_edit_get_chosen (document)->id, ==, second);
  g_assert_cmpuint (sl_marker_edit_add (document, 20 * TICKS_PER_MS), ==, first);
  g_assert_cmpuint (sl_marker_edit_get_chosen (document)->id, ==, first);
  g_assert_cmpuint (sl_markers_get_count (get_markers (document)), ==, 2);

  changed = *sl_marker_edit_get_chosen (document);
  changed.name = "burst";
  changed.text = "why is it late?";
  sl_marker_edit_change (document, &changed, SL_GESTURE_NONE);
  changed.name = "  ";
  sl_marker_edit_change (document, &changed, SL_GESTURE_NONE);
  g_assert_cmpstr (sl_marker_edit_get_chosen (document)->name, ==, "burst");

  sl_marker_edit_delete (document, first);
  g_assert_cmpuint (sl_marker_edit_get_chosen (document)->id, ==, second);
  g_assert_true (sl_view_history_undo (history));
  g_assert_cmpstr (sl_marker_edit_get_chosen (document)->text, ==, "why is it late?");
  g_assert_true (sl_view_history_undo (history));
  g_assert_cmpstr (sl_marker_edit_get_chosen (document)->text, ==, "");
}

static void
test_span (void)
{
  g_autoptr (SlDocument) document = open_sample ();
  const SlSpan span = { 10 * TICKS_PER_MS, 30 * TICKS_PER_MS };
  g_autofree char *when = NULL;
  SlSpan selection;

  g_test_summary ("A selected span becomes a marker, and is not selected any more.");

  sl_document_take_state (document,
                          sl_view_state_with_selection (sl_document_get_state (document), &span),
                          SL_GESTURE_NONE);
  sl_marker_edit_add (document, 5);
  g_assert_true (sl_span_equal (sl_marker_edit_get_chosen (document)->span, span));
  g_assert_false (sl_view_state_get_selection (sl_document_get_state (document), &selection));
  when = sl_marker_text_when (document, sl_marker_edit_get_chosen (document));
  g_assert_nonnull (strstr (when, "for 20.000"));
}

static void
test_step (void)
{
  g_autoptr (SlDocument) document = open_sample ();
  guint ids[3];

  g_test_summary (
      "Steps go from marker to marker in the order of time and stop at both ends; one that is "
      "out of sight comes into sight.");

  g_assert_false (sl_marker_edit_step (document, 1));
  for (guint i = 0; i < 3; i++)
    ids[i] = sl_marker_edit_add (document, (50 - 20 * (SlTime) i) * TICKS_PER_MS);

  g_assert_false (sl_marker_edit_step (document, -1));
  g_assert_true (sl_marker_edit_step (document, 1));
  g_assert_cmpuint (sl_marker_edit_get_chosen (document)->id, ==, ids[1]);

  sl_document_show (document, (SlSpan) { 0, 4 * TICKS_PER_MS }, SL_GESTURE_NONE);
  g_assert_true (sl_marker_edit_step (document, 1));
  g_assert_cmpuint (sl_marker_edit_get_chosen (document)->id, ==, ids[2]);
  g_assert_true (sl_span_contains (sl_view_state_get_visible (sl_document_get_state (document)),
                                   10 * TICKS_PER_MS));
}

static void
items_changed_cb (GListModel *model, guint at, guint removed, guint added, guint *n_changed)
{
  *n_changed += removed + added;
}

/* A view with the markers, written to a file and read from it, has the same. */
static void
check_file (SlDocument *document)
{
  SlViewState *state = sl_document_get_state (document);
  SlSpan extent = sl_trace_set_get_span (sl_document_get_trace_set (document));
  SlViewFit fit = { extent, 1, NULL, NULL, NULL };
  g_autofree char *text = sl_view_file_write (state, NULL, NULL);
  g_autoptr (SlViewState) plain = sl_view_state_new (extent);
  g_autoptr (SlViewState) read = NULL;
  g_autoptr (GError) error = NULL;

  read = sl_view_file_read (plain, text, strlen (text), &fit, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (sl_markers_equal (sl_view_state_get_markers (read), get_markers (document)));
}

static void
test_kinds (void)
{
  g_autoptr (SlDocument) document = open_sample ();
  SlSpan extent = sl_trace_set_get_span (sl_document_get_trace_set (document));
  SlViewHistory *history = sl_document_get_history (document);

  g_test_summary (
      "Whatever is made of a marker, it is of that kind then, begins where it began, keeps "
      "its name, colour and note, is the same after a file, and undo gives back what it "
      "was. Only what has a length is longer than an instant.");

  for (guint round = 0; round < 40; round++)
    {
      SlTime time = round == 0 ? extent.begin
                    : round == 1
                        ? extent.end
                        : g_test_rand_int_range ((gint32) extent.begin, (gint32) extent.end);
      guint id = sl_marker_edit_add (document, time);

      for (guint i = 0; i < 8; i++)
        {
          SlMarkerKind kind = (SlMarkerKind) g_test_rand_int_range (0, SL_N_MARKER_KINDS);
          g_autoptr (SlMarkers) before = sl_markers_ref (get_markers (document));
          SlMarker old = *sl_markers_find (before, id, NULL);
          const SlMarker *marker;

          sl_marker_kind_set (document, id, kind, SL_GESTURE_NONE);
          marker = sl_markers_find (get_markers (document), id, NULL);
          g_assert_cmpint (sl_marker_kind_get (marker), ==, kind);
          g_assert_cmpstr (marker->name, ==, old.name);
          g_assert_cmpuint (marker->colour, ==, old.colour);
          g_assert_true (marker->span.begin == old.span.begin || time == extent.end);
          g_assert_true (marker->span.begin >= extent.begin && marker->span.end <= extent.end);
          if (kind == SL_MARKER_KIND_SPAN || kind == SL_MARKER_KIND_BOX)
            g_assert_cmpint (marker->span.end, >, marker->span.begin);
          check_file (document);
          if (kind == sl_marker_kind_get (&old))
            continue;

          sl_view_history_undo (history);
          g_assert_true (sl_markers_equal (get_markers (document), before));
          sl_view_history_redo (history);
        }
      sl_marker_edit_delete (document, id);
    }
}

static void
test_nudge (void)
{
  g_autoptr (SlDocument) document = open_sample ();
  SlSpan extent = sl_trace_set_get_span (sl_document_get_trace_set (document));
  g_autoptr (SlRows) rows = sl_rows_ref (sl_document_get_rows (document));

  g_test_summary (
      "A drawing that is moved by keys keeps its length and goes back by as many steps; "
      "stretched, its other end stays. Neither leaves the trace or the rows.");

  for (guint round = 0; round < 200; round++)
    {
      guint row = (guint) g_test_rand_int_range (1, (gint32) sl_rows_get_count (rows) - 1);
      const char *key = sl_rows_get (rows, row)->key;
      SlTime middle = extent.begin + sl_span_duration (extent) / 2;
      gint64 by = g_test_rand_int_range (-100000, 100000);
      SlSpan span = { middle, middle + g_test_rand_int_range (0, 100000) };
      guint id = sl_marker_edit_draw (document, SL_MARKER_BOX, span, key, key, SL_GESTURE_NONE);
      const SlMarker *marker;

      sl_marker_edit_nudge (document, id, SL_MARKER_WHOLE, by, 0, SL_GESTURE_NONE);
      sl_marker_edit_nudge (document, id, SL_MARKER_WHOLE, 0, 1, SL_GESTURE_NONE);
      marker = sl_markers_find (get_markers (document), id, NULL);
      g_assert_cmpint (marker->span.begin, ==, span.begin + by);
      g_assert_cmpint (sl_span_duration (marker->span), ==, sl_span_duration (span));
      g_assert_cmpstr (marker->row, ==, sl_rows_get (rows, row + 1)->key);

      sl_marker_edit_nudge (document, id, SL_MARKER_WHOLE, 0, -1, SL_GESTURE_NONE);
      sl_marker_edit_nudge (document, id, SL_MARKER_WHOLE, -by, 0, SL_GESTURE_NONE);
      marker = sl_markers_find (get_markers (document), id, NULL);
      g_assert_true (sl_span_equal (marker->span, span));
      g_assert_cmpstr (marker->row, ==, key);

      sl_marker_edit_nudge (document, id, SL_MARKER_END, by, -1, SL_GESTURE_NONE);
      marker = sl_markers_find (get_markers (document), id, NULL);
      g_assert_true (marker->span.begin == span.begin || marker->span.end == span.begin);
      g_assert_true (g_str_equal (marker->points_back ? marker->to_row : marker->row, key));
      sl_marker_edit_nudge (document, id, SL_MARKER_END, G_MAXINT32, 1000, SL_GESTURE_NONE);
      marker = sl_markers_find (get_markers (document), id, NULL);
      g_assert_cmpint (marker->span.end, <=, extent.end);
      sl_marker_edit_delete (document, id);
    }
}

static void
test_model (void)
{
  g_autoptr (GListStore) items = g_list_store_new (SL_TYPE_MARKER_ITEM);
  g_autoptr (SlMarkers) markers = sl_markers_new ();
  guint n_changed = 0;

  g_test_summary ("The list follows the markers and touches only lines that came, went or moved.");

  g_signal_connect (items, "items-changed", G_CALLBACK (items_changed_cb), &n_changed);
  for (guint i = 0; i < 300; i++)
    {
      SlMarker marker = { .id = (guint) g_test_rand_int_range (1, 12), .name = "x" };
      g_autoptr (SlMarkers) before = g_steal_pointer (&markers);

      marker.span.begin = marker.span.end = g_test_rand_int_range (0, 100);
      markers = g_test_rand_bit () ? sl_markers_with (before, &marker)
                                   : sl_markers_without (before, marker.id);
      sl_marker_model_follow (items, markers);
      g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (items)), ==,
                        sl_markers_get_count (markers));
      for (guint j = 0; j < sl_markers_get_count (markers); j++)
        g_assert_cmpuint (sl_marker_model_find (G_LIST_MODEL (items),
                                                sl_markers_get (markers, j)->id),
                          ==, j);

      n_changed = 0;
      sl_marker_model_follow (items, markers);
      g_assert_cmpuint (n_changed, ==, 0);
    }
}

static void
test_times (void)
{
  g_autoptr (SlDocument) document = open_sample ();
  g_autofree char *tick = g_strdup_printf ("%" G_GINT64_FORMAT, FIRST_TICK + 30 * TICKS_PER_MS);
  SlSpan visible;

  g_test_summary (
      "Times are since the start with a unit, ticks of the clock without one, and with a sign "
      "since cursor A; what is there comes into the middle.");

  sl_document_show (document, (SlSpan) { 0, 4 * TICKS_PER_MS }, SL_GESTURE_NONE);
  go (document, "+1ms", SL_GO_TO_TIME);
  g_assert_cmpint (get_cursor (document), ==, 3 * TICKS_PER_MS);
  go (document, " 12.5 ms ", SL_GO_TO_TIME);
  g_assert_cmpint (get_cursor (document), ==, 12 * TICKS_PER_MS + TICKS_PER_MS / 2);
  visible = sl_view_state_get_visible (sl_document_get_state (document));
  g_assert_cmpint (visible.begin + sl_span_duration (visible) / 2, ==, get_cursor (document));

  go (document, "12,5 ms", SL_GO_TO_TIME);
  g_assert_cmpint (get_cursor (document), ==, 12 * TICKS_PER_MS + TICKS_PER_MS / 2);
  go (document, "-2.5 ms", SL_GO_TO_TIME);
  g_assert_cmpint (get_cursor (document), ==, 10 * TICKS_PER_MS);
  go (document, tick, SL_GO_TO_TIME);
  g_assert_cmpint (get_cursor (document), ==, 30 * TICKS_PER_MS);

  g_assert_true (sl_view_history_undo (sl_document_get_history (document)));
  g_assert_cmpint (get_cursor (document), ==, 10 * TICKS_PER_MS);
}

static void
test_names (void)
{
  g_autoptr (SlDocument) document = open_sample ();
  const char *hidden = "task:288";
  SlMarker marker = { .name = "Server refilled", .text = "" };
  SlMarker longer = { .name = "After CTX 288", .text = "" };
  guint row;

  g_test_summary (
      "Names of rows and markers, whole or in part and in any case, lead there; a row that is "
      "hidden or folded is shown, also where something that is shown has the name within its own.");

  go (document, "CTX 288", SL_GO_TO_ROW);
  g_assert_cmpstr (sl_view_state_get_picked (sl_document_get_state (document))->row, ==, hidden);

  sl_document_take_state (document,
                          sl_view_state_with_name (sl_document_get_state (document),
                                                   SL_NAMES_HIDDEN_ROWS, hidden, TRUE),
                          SL_GESTURE_NONE);
  g_assert_false (sl_rows_find (sl_document_get_rows (document), hidden, &row));
  go (document, "ctx 288", SL_GO_TO_ROW);
  g_assert_true (sl_rows_find (sl_document_get_rows (document), hidden, &row));
  g_assert_true (sl_view_history_undo (sl_document_get_history (document)));
  g_assert_false (sl_rows_find (sl_document_get_rows (document), hidden, &row));

  longer.id = sl_marker_edit_add (document, 5);
  sl_marker_edit_change (document, &longer, SL_GESTURE_NONE);
  go (document, "ctx 288", SL_GO_TO_ROW);
  g_assert_true (sl_rows_find (sl_document_get_rows (document), hidden, &row));
  g_assert_true (sl_view_history_undo (sl_document_get_history (document)));

  sl_document_take_state (document,
                          sl_view_state_with_name (sl_document_get_state (document),
                                                   SL_NAMES_COLLAPSED, "tasks", TRUE),
                          SL_GESTURE_NONE);
  go (document, "ctx 296", SL_GO_TO_ROW);
  g_assert_true (sl_rows_find (sl_document_get_rows (document), "task:296", &row));
  g_assert_false (sl_rows_find (sl_document_get_rows (document), hidden, &row));

  marker.id = sl_marker_edit_add (document, 7);
  sl_marker_edit_add (document, 9);
  sl_marker_edit_change (document, &marker, SL_GESTURE_NONE);
  sl_marker_edit_step (document, 1);
  go (document, "refill", SL_GO_TO_MARKER);
  g_assert_cmpuint (sl_marker_edit_get_chosen (document)->id, ==, marker.id);
}

static void
test_server_of_name (void)
{
  g_autoptr (SlDocument) document = sl_text_document_new (
      "# slackline-events 1, unit us\ntime,cpu,action,task,object\n0,0,run,control,\n"
      "5,0,server-activate,control,server:control\n9,0,run,,\n");

  g_test_summary ("The name of a task that its server has, too, leads to the task.");

  go (document, "control", SL_GO_TO_ROW);
  g_assert_true (
      g_str_has_prefix (sl_view_state_get_picked (sl_document_get_state (document))->row, "task:"));
}

/* Jobs of “fast”, which does two whenever it runs, and of two tasks whose names begin alike. */
static SlDocument *
open_jobs (void)
{
  static const char *const names[] = { "fast", "slow-a", "slow-b" };
  g_autoptr (GString) text = g_string_new ("# tracer: nop\n#\n");

  for (guint i = 0; i < 12; i++)
    for (guint task = 0; task < G_N_ELEMENTS (names); task++)
      {
        const char *name = names[task];
        guint pid = task + 5, at = 1000 * i + 100 * task;

        if (task > 0 && i >= 3)
          continue;
        g_string_append_printf (
            text,
            " <idle>-0 [000] d..2. 1.%06u: sched_switch: prev_comm=swapper/0 prev_pid=0 "
            "prev_prio=120 prev_state=R ==> next_comm=%s next_pid=%u next_prio=19\n",
            at, name, pid);
        for (guint job = 0; job < (task == 0 ? 2 : 1); job++)
          {
            guint number = task == 0 ? 2 * i + job : i;

            g_string_append_printf (
                text, " %s-%u [000] ..... 1.%06u: tracing_mark_write: begin job %s %u\n", name, pid,
                at + 10 * job + 5, name, number);
            g_string_append_printf (
                text, " %s-%u [000] ..... 1.%06u: tracing_mark_write: end job %s %u\n", name, pid,
                at + 10 * job + 10, name, number);
          }
        g_string_append_printf (
            text,
            " %s-%u [000] d..2. 1.%06u: sched_switch: prev_comm=%s prev_pid=%u prev_prio=19 "
            "prev_state=S ==> next_comm=swapper/0 next_pid=0 next_prio=120\n",
            name, pid, at + 30, name, pid);
      }
  return sl_text_document_new (text->str);
}

static void
expect_job (SlDocument *document, const char *text, const char *task, guint number)
{
  SlTraceSet *set = sl_document_get_trace_set (document);
  g_autofree char *name = NULL;
  const SlJob *job;
  SlJobRef ref;

  go (document, text, SL_GO_TO_JOB);
  g_assert_true (sl_job_link_find_picked (document, &ref));
  job = sl_job_table_get (sl_document_get_jobs_of (document, ref.trace), ref.number);
  name = sl_text_object (sl_trace_set_get_trace (set, 0), sl_trace_set_get_annotations (set, 0),
                         job->task);
  g_assert_cmpstr (name, ==, task);
  g_assert_cmpuint (job->number, ==, number);
}

/* From miss to miss all are gone to, one after the other, and then the first again. */
static void
expect_all_misses (SlDocument *document)
{
  SlJobTable *jobs = sl_document_get_jobs (document);
  guint n_misses;
  const guint *misses = sl_job_table_get_misses (jobs, FALSE, &n_misses);
  SlJobRef ref;

  if (n_misses == 0)
    return;

  sl_job_link_go_to_miss (document, (SlJobRef) { 0, misses[n_misses - 1] });
  for (guint i = 0; i <= n_misses; i++)
    {
      g_assert_true (sl_miss_link_step (document, 1));
      g_assert_true (sl_job_link_find_picked (document, &ref));
      g_assert_cmpuint (ref.number, ==, misses[i % n_misses]);
    }
}

/* Each job of a document is what is picked once it is gone to, by itself or by its miss. */
static void
expect_all_jobs (SlDocument *document)
{
  SlJobTable *jobs;

  while (sl_document_get_jobs (document) == NULL)
    g_main_context_iteration (NULL, TRUE);
  jobs = sl_document_get_jobs (document);
  expect_all_misses (document);
  g_assert_cmpuint (sl_job_table_get_n_jobs (jobs), >, 0);
  for (guint i = 0; i < sl_job_table_get_n_jobs (jobs); i++)
    {
      SlJobRef ref;

      sl_job_link_go_to (document, (SlJobRef) { 0, i });
      g_assert_true (sl_job_link_find_picked (document, &ref));
      g_assert_cmpuint (ref.number, ==, i);
      if (!sl_job_has_missed (sl_job_table_get (jobs, i), TRUE))
        continue;
      sl_job_link_go_to_miss (document, (SlJobRef) { 0, i });
      g_assert_true (sl_job_link_find_picked (document, &ref));
      g_assert_cmpuint (ref.number, ==, i);
    }
}

static void
test_every_job (void)
{
  g_autoptr (SlDocument) document = open_jobs (), sample = open_sample ();

  g_test_summary (
      "Whoever goes to a job is told of that one, also where its task ran before it was released.");

  expect_all_jobs (document);
  expect_all_jobs (sample);
}

static void
test_recorded_jobs (void)
{
  static const char *const names[] = { "dl-miss", "dl-timers", "fifo-jobs", "instances",
                                       "migrate" };

  g_test_summary (
      "The same holds of real recordings, and N leads from miss to miss, past none and never back to the same.");

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *name = g_strconcat ("tracedat/", names[i], ".dat", NULL);
      g_autoptr (SlTrace) trace = sl_linux_recording_load (name);
      g_autoptr (SlDocument) document = NULL;

      if (trace == NULL)
        {
          g_test_skip (SL_LINUX_NOT_HERE);
          return;
        }
      document = sl_document_new (trace);
      expect_all_jobs (document);
    }
}

static void
test_seconds (void)
{
  g_autoptr (SlTrace) trace = sl_linux_recording_load ("tracedat/nopi-inversion.dat");
  g_autoptr (SlDocument) document = NULL;
  SlTime in_seconds;

  g_test_summary ("Of a clock in nanoseconds its seconds with a point are what its ticks are.");

  if (trace == NULL)
    {
      g_test_skip (SL_LINUX_NOT_HERE);
      return;
    }

  document = sl_document_new (trace);
  go (document, "1671.533394606", SL_GO_TO_TIME);
  in_seconds = get_cursor (document);
  go (document, "1671600000000", SL_GO_TO_TIME);
  g_assert_cmpint (get_cursor (document) - in_seconds, ==, 66605394);
  go (document, "1671533394606", SL_GO_TO_TIME);
  g_assert_cmpint (get_cursor (document), ==, in_seconds);
  expect_failure (document, "1671.5.3", "12.5 ms");
  expect_failure (document, "1.5", "The clock goes from");
  expect_failure (document, "1.5", "@0x1c40");
}

static void
test_jobs (void)
{
  g_autoptr (SlDocument) document = open_jobs ();

  g_test_summary ("The name of a task, or a part of it, and a number lead to its job.");

  expect_job (document, "fast 7", "fast", 7);
  expect_job (document, "FAS, job 12", "fast", 12);
  expect_job (document, "fast #1", "fast", 1);
  expect_job (document, "slow-b  job 2", "slow-b", 2);
  expect_failure (document, "fast 25", "1 to 24");
  expect_failure (document, "slow 1", "slow-a, slow-b");
  expect_failure (document, "nobody 1", "nobody 1");
  go (document, "cpu 0", SL_GO_TO_ROW);
}

static gboolean
is_shown (SlDocument *document, const char *row)
{
  guint number;

  return sl_rows_find (sl_document_get_rows (document), row, &number);
}

static void
hide_row (SlDocument *document, SlNameSet set, const char *row)
{
  sl_document_take_state (document,
                          sl_view_state_with_name (sl_document_get_state (document), set, row,
                                                   TRUE),
                          SL_GESTURE_NONE);
}

static void
test_hidden_jobs (void)
{
  g_autoptr (SlDocument) document = open_jobs ();
  g_autoptr (SlFilter) filter = sl_filter_parse ("task = 7", NULL);

  g_test_summary (
      "A job of a row that is hidden shows that row; where a filter hides it, the job is picked.");

  hide_row (document, SL_NAMES_HIDDEN_ROWS, "task:5");
  hide_row (document, SL_NAMES_HIDDEN_ROWS, "task:6");
  expect_job (document, "fast 7", "fast", 7);
  g_assert_true (is_shown (document, "task:5"));
  g_assert_false (is_shown (document, "task:6"));

  hide_row (document, SL_NAMES_ONLY_ROWS, "cpu:0");
  expect_job (document, "slow-b 2", "slow-b", 2);
  g_assert_true (is_shown (document, "task:7"));
  g_assert_true (is_shown (document, "cpu:0"));
  g_assert_false (is_shown (document, "task:5"));

  sl_document_take_state (document,
                          sl_view_state_with_filter (sl_document_get_state (document), filter,
                                                     TRUE),
                          SL_GESTURE_NONE);
  expect_job (document, "fast 7", "fast", 7);
  g_assert_false (is_shown (document, "task:5"));
  g_assert_true (sl_document_is_picked_hidden (document));
}

static void
test_events (void)
{
  g_autoptr (SlDocument) document = open_sample ();
  const SlTarget *picked;

  g_test_summary ("#N selects an event; an offset is left to who looks into the file.");

  go (document, "#700", SL_GO_TO_EVENT);
  picked = sl_view_state_get_picked (sl_document_get_state (document));
  g_assert_cmpint (picked->type, ==, SL_TARGET_EVENT);
  g_assert_cmpuint (picked->index, ==, N_EVENTS - 1);
  go (document, "@0x1c40", SL_GO_TO_OFFSET);
}

/* @said: a part of what is said of "+1 ms" */
static void
expect_from (SlDocument *document, SlTime base, const char *said)
{
  g_autoptr (SlGoTo) place = sl_go_to_parse (document, "+1 ms", NULL);

  g_assert_nonnull (strstr (place->said, said));
  g_assert_true (sl_go_to_run (place, document));
  g_assert_cmpint (get_cursor (document), ==, base + TICKS_PER_MS);
}

static void
test_relative (void)
{
  g_autoptr (SlDocument) document = open_sample ();
  SlSpan visible = sl_view_state_get_visible (sl_document_get_state (document));
  SlTarget event;
  SlTime time;

  g_test_summary (
      "+5ms counts from cursor A where there is one, else from the start of what is selected, else from the "
      "middle of the view, and that is said.");

  expect_from (document, visible.begin + sl_span_duration (visible) / 2, "the middle of the view");
  g_assert_true (sl_view_history_undo (sl_document_get_history (document)));

  go (document, "#100", SL_GO_TO_EVENT);
  g_assert_true (sl_document_make_event (document, 0, 100, &event, &time));
  expect_from (document, time, "the start of the selected item");
  expect_from (document, time + TICKS_PER_MS, "where it is");
}

static void
test_failures (void)
{
  g_autoptr (SlDocument) document = open_sample ();
  g_autoptr (GRand) random = g_rand_new_with_seed (1);

  g_test_summary ("What cannot be understood is said, with what could be written instead.");

  expect_failure (document, "", "12.5 ms");
  expect_failure (document, "#701", "#700");
  expect_failure (document, "#", "#1234");
  expect_failure (document, "#x", "#1234");
  expect_failure (document, "@", "@0x");
  expect_failure (document, "ctx", "ctx 288");
  expect_failure (document, "nobody", "nobody");
  expect_failure (document, "12", "12.5 ms");
  expect_failure (document, "61 ms", "60.069");
  expect_failure (document, "-1 s", "outside");
  expect_failure (document, "5 parsecs", "5 parsecs");
  expect_failure (document, "+", "+");

  for (guint i = 0; i < 20000; i++)
    {
      static const char letters[] = "0123456789+-#@xX.,emsuctx \xc3\xb5\xff";
      char text[12] = { 0 };

      for (guint j = 0; j < (guint) g_rand_int_range (random, 0, sizeof text - 1); j++)
        text[j] = letters[g_rand_int_range (random, 0, sizeof letters - 1)];
      if (g_utf8_validate (text, -1, NULL))
        {
          g_autoptr (GError) error = NULL;
          g_autoptr (SlGoTo) place = sl_go_to_parse (document, text, &error);

          g_assert_true ((place == NULL) == (error != NULL));
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/places/move", test_move);
  g_test_add_func ("/places/edit", test_edit);
  g_test_add_func ("/places/span", test_span);
  g_test_add_func ("/places/step", test_step);
  g_test_add_func ("/places/kinds", test_kinds);
  g_test_add_func ("/places/nudge", test_nudge);
  g_test_add_func ("/places/model", test_model);
  g_test_add_func ("/places/times", test_times);
  g_test_add_func ("/places/relative", test_relative);
  g_test_add_func ("/places/names", test_names);
  g_test_add_func ("/places/server-of-name", test_server_of_name);
  g_test_add_func ("/places/every-job", test_every_job);
  g_test_add_func ("/places/recorded-jobs", test_recorded_jobs);
  g_test_add_func ("/places/seconds", test_seconds);
  g_test_add_func ("/places/jobs", test_jobs);
  g_test_add_func ("/places/hidden-jobs", test_hidden_jobs);
  g_test_add_func ("/places/events", test_events);
  g_test_add_func ("/places/failures", test_failures);

  return g_test_run ();
}
