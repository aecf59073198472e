/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-text-time.h"

#include "scene-fixture.h"
#include "sl-source-extras.h"

#define MS G_GINT64_CONSTANT (1000000)

/* date -u -d @1700000000 */
#define UNIX_S G_GINT64_CONSTANT (1700000000)
#define DAY    "2023-11-14 22:13:20"

static SlTraceSet *
make_set (gboolean has_wall)
{
  SlTraceBuilder *builder = fixture_begin_counting (SL_UNIT_NS);
  g_autoptr (SlTraceSet) plain = fixture_end (builder, 10 * MS);
  SlTrace *trace = sl_trace_set_get_trace (plain, 0);
  g_autoptr (SlAnnotations) annotations = sl_annotations_new ();

  if (has_wall)
    sl_source_extras_set_wall_shift (sl_source_get_extras (sl_trace_get_source (trace)),
                                     UNIX_S * 1000 * MS);
  return sl_trace_set_new_single (trace, annotations);
}

static void
check (gboolean has_wall, SlSpan span, const char *expected)
{
  g_autoptr (SlTraceSet) set = make_set (has_wall);
  g_autoptr (SlViewState) state = sl_view_state_new (sl_trace_set_get_span (set));
  g_autoptr (SlRows) rows = sl_rows_new (set, state, 1);
  g_autofree char *text = sl_text_when (rows, span);

  g_assert_cmpstr (text, ==, expected);
}

static void
test_when (void)
{
  g_test_summary (
      "What is pointed at says when it was since the start, how long it took, and in a line "
      "of its own the date and the time of day, where the trace has them.");

  g_setenv ("TZ", "UTC", TRUE);
  check (FALSE, (SlSpan) { 2 * MS, 2 * MS }, "at 2.000 000 ms");
  check (FALSE, (SlSpan) { 2 * MS, 5 * MS }, "from 2.000 000 ms, for 3.000 ms");
  check (TRUE, (SlSpan) { 2 * MS, 2 * MS }, "at 2.000 000 ms\n" DAY ".002 000 000");
  check (TRUE, (SlSpan) { 2 * MS + 1, 5 * MS + 1 },
         "from 2.000 001 ms, for 3.000 ms\n" DAY ".002 000 001");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/text-time/when", test_when);
  return g_test_run ();
}
