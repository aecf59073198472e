/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-row-hits.h"

#include <string.h>

#include "scene-fixture.h"
#include "sl-analyses.h"
#include "sl-load.h"
#include "sl-open.h"

/* Of one processor, with two texts that the programs logged. */
static const char text[] =
    "# tracer: nop\n#\n"
    " a-5 [000] d..2. 1.000000: sched_switch: prev_comm=b prev_pid=6 prev_prio=120 prev_state=R ==> "
    "next_comm=a next_pid=5 next_prio=120\n"
    " a-5 [000] ..... 1.000010: tracing_mark_write: begin job a 0\n"
    " a-5 [000] ..... 1.000020: tracing_mark_write: other\n"
    " a-5 [000] d..2. 1.003000: sched_switch: prev_comm=a prev_pid=5 prev_prio=120 prev_state=R ==> "
    "next_comm=b next_pid=6 next_prio=120\n";

static void
test_numbers (void)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, strlen (text));
  g_autoptr (GError) error = NULL;
  g_autoptr (SlSource) source = sl_open_bytes (bytes, "trace.txt", "ftrace-text", NULL, &error);
  g_autoptr (SlFilter) filter = sl_filter_parse ("kind = print", NULL);
  g_autoptr (SlViewState) state = sl_view_state_new ((SlSpan) { 0, 10000000 });
  g_autoptr (SlTrace) trace = NULL;
  g_autoptr (SlEventHits) hits = NULL;
  SlRowHits row;
  guint lane;

  g_test_summary (
      "What a program logs under a number, whose row is only shown on demand, is a hit of its processor.");

  g_assert_no_error (error);
  trace = sl_load_run (source, sl_analyses_get_all (), NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  hits = sl_event_hits_find (trace, NULL, filter);
  g_assert_true (sl_trace_find_lane (trace, "cpu:0", &lane));
  g_assert_true (sl_row_hits_init (&row, hits, trace, lane, SL_ROW_STATES, state));
  g_assert_cmpuint (sl_track_get_count (row.track), ==, 2);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/row-hits/numbers", test_numbers);
  return g_test_run ();
}
