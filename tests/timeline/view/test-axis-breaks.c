/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-axis-breaks.h"

#include "sl-event-hits.h"
#include "sl-event-script.h"

#define ROUNDS 60

/* Bursts of a few events, now and then far from each other. */
static SlTrace *
make_trace (void)
{
  g_autoptr (GString) script = g_string_new ("trace-start(272,1000)");
  guint n_bursts = (guint) g_test_rand_int_range (1, 30);
  gint64 time = 0;

  for (guint i = 0; i < n_bursts; i++)
    {
      guint n_events = (guint) g_test_rand_int_range (1, 12);

      time += 10 + (g_test_rand_bit () ? 1 << g_test_rand_int_range (3, 22) : 0);
      for (guint j = 0; j < n_events; j++)
        {
          time += g_test_rand_int_range (10, 200);
          g_string_append_printf (script, " @%" G_GINT64_FORMAT " %s", time,
                                  g_test_rand_int_range (0, 3) == 0 ? "C(272)" : "E(272)");
        }
    }
  g_string_append_printf (script, " @%" G_GINT64_FORMAT " trace-stop", time + 500);
  return sl_event_script_load (script->str);
}

static int
compare_down (gconstpointer one, gconstpointer other)
{
  gint64 a = *(const gint64 *) one, b = *(const gint64 *) other;

  return (a < b) - (a > b);
}

/* Times at which something happens, by every event; the ends of the axis are among them. */
static GArray *
list_times (SlTrace *trace, const SlEventHits *hits)
{
  GArray *times = g_array_new (FALSE, FALSE, sizeof (SlTime));
  SlSpan whole = sl_trace_get_span (trace);
  SlTrackIter iter;
  SlEvent event;
  SlItem item;

  g_array_append_val (times, whole.begin);
  for (guint64 i = 0; hits == NULL && sl_trace_read_event (trace, i, &event); i++)
    g_array_append_val (times, event.time);
  if (hits != NULL)
    {
      sl_track_iter_init (&iter, hits->all, SL_TIME_MIN);
      while (sl_track_iter_next (&iter, &item))
        g_array_append_val (times, item.begin);
    }
  g_array_append_val (times, whole.end);
  return times;
}

/* How many of the gaps between them the rule takes. */
static guint
count_breaks (const GArray *times, gint64 whole)
{
  g_autoptr (GArray) gaps = g_array_new (FALSE, FALSE, sizeof (gint64));
  gint64 left = whole;
  guint n = 0, before;

  for (guint i = 1; i < times->len; i++)
    {
      gint64 gap = g_array_index (times, SlTime, i) - g_array_index (times, SlTime, i - 1);

      g_array_append_val (gaps, gap);
    }
  g_array_sort (gaps, compare_down);
  do
    {
      gint64 least = MAX (left / SL_AXIS_BREAK_PART, 1);

      before = n;
      while (n < gaps->len && n < SL_VIEW_BREAKS && g_array_index (gaps, gint64, n) >= least)
        left -= g_array_index (gaps, gint64, n++);
    }
  while (n > before);
  return n;
}

static void
check (SlTrace *trace, SlEventHits *hits)
{
  g_autoptr (SlTraceSet) set = sl_trace_set_new_single (trace, NULL);
  g_autoptr (GPtrArray) all = g_ptr_array_new ();
  g_autoptr (GArray) times = list_times (trace, hits);
  SlSpan breaks[SL_VIEW_BREAKS];
  guint n;

  g_ptr_array_add (all, hits);
  n = sl_axis_breaks_find (set, all, breaks);
  g_assert_cmpuint (n, ==, count_breaks (times, sl_span_duration (sl_trace_get_span (trace))));
  for (guint i = 0; i < n; i++)
    {
      g_assert_cmpint (breaks[i].begin, <, breaks[i].end);
      if (i > 0)
        g_assert_cmpint (breaks[i].begin, >, breaks[i - 1].end);
      for (guint j = 0; j < times->len; j++)
        g_assert_false (g_array_index (times, SlTime, j) > breaks[i].begin &&
                        g_array_index (times, SlTime, j) < breaks[i].end);
    }
}

static void
test_events (void)
{
  g_test_summary ("Breaks are as many as going over all events finds, and no event is in one.");

  for (guint round = 0; round < ROUNDS; round++)
    {
      g_autoptr (SlTrace) trace = make_trace ();

      check (trace, NULL);
    }
}

static void
test_hits (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SlFilter) filter = sl_filter_parse ("kind = context-switch", &error);

  g_test_summary ("Under a filter, only what it asks for counts.");

  g_assert_no_error (error);
  for (guint round = 0; round < ROUNDS; round++)
    {
      g_autoptr (SlTrace) trace = make_trace ();
      g_autoptr (SlEventHits) hits = sl_event_hits_find (trace, NULL, filter);

      check (trace, hits);
    }
}

static guint
count_around (const SlSpan *breaks, guint n_breaks, SlTime time)
{
  guint n = 0;

  for (guint i = 0; i < n_breaks; i++)
    n += sl_span_contains (breaks[i], time);
  return n;
}

static void
test_two (void)
{
  g_autoptr (SlTrace) one = sl_event_script_load (
      "trace-start(272,1000) @1000 E(272) @500000 E(272) @900000 E(272) @1000000 trace-stop");
  g_autoptr (SlTrace) other =
      sl_event_script_load ("trace-start(272,1000) @700000 E(272) @1000000 trace-stop");
  const SlTraceSetMember members[] = { { .trace = one }, { .trace = other } };
  g_autoptr (SlTraceSet) set = sl_trace_set_new (members, 2);
  const SlTime empty[] = { 250000, 600000, 800000, 950000 };
  const SlTime full[] = { 1000, 500000, 700000, 900000 };
  SlSpan breaks[SL_VIEW_BREAKS];
  guint n;

  g_test_summary ("Of two traces, what is empty in both is compressed, each stretch by itself.");

  n = sl_axis_breaks_find (set, NULL, breaks);
  for (guint i = 0; i < G_N_ELEMENTS (empty); i++)
    g_assert_cmpuint (count_around (breaks, n, empty[i]), ==, 1);
  for (guint i = 0; i < G_N_ELEMENTS (full); i++)
    g_assert_cmpuint (count_around (breaks, n, full[i]), ==, 0);
}

static void
test_obstacles (void)
{
  g_autoptr (SlTrace) trace =
      sl_event_script_load ("trace-start(272,1000) @1000 E(272) @1000000 trace-stop");
  g_autoptr (SlTraceSet) set = sl_trace_set_new_single (trace, NULL);
  g_autoptr (SlViewState) plain = sl_view_state_new (sl_trace_get_span (trace));
  g_autoptr (SlViewState) broken =
      sl_view_state_with_name (plain, SL_NAMES_SHOWN_SIGNS, SL_AXIS_BREAKS, TRUE);
  g_autoptr (SlViewState) textbook = sl_view_state_with_style (broken, SL_STYLE_TEXTBOOK);

  g_test_summary ("The axis is broken where that is asked for, and never in the textbook look.");

  g_assert_false (sl_axis_breaks_are_shown (set, plain));
  g_assert_true (sl_axis_breaks_are_shown (set, broken));
  g_assert_false (sl_axis_breaks_are_shown (set, textbook));
  g_assert_null (sl_axis_breaks_get_obstacle (set, plain));
  g_assert_nonnull (sl_axis_breaks_get_obstacle (set, textbook));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/axis-breaks/events", test_events);
  g_test_add_func ("/axis-breaks/hits", test_hits);
  g_test_add_func ("/axis-breaks/two", test_two);
  g_test_add_func ("/axis-breaks/obstacles", test_obstacles);
  return g_test_run ();
}
