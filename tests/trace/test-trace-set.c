/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-test-trace.h"
#include "sl-trace-set.h"

static SlTrace *
make_trace (void)
{
  const SlEvent events[] = { { .time = 0 }, { .time = 99 } };
  g_autoptr (SlClock) clock = sl_clock_new (SL_UNIT_CYCLES, 1000, NULL, 0);

  return sl_test_trace_new (clock, events, G_N_ELEMENTS (events));
}

static void
test_identity (void)
{
  static const SlTime times[] = { SL_TIME_MIN, -1, 0, 1, SL_TIME_MAX };
  g_autoptr (SlTrace) trace = make_trace ();
  g_autoptr (SlAnnotations) annotations = sl_annotations_new ();
  g_autoptr (SlAnnotations) rated = sl_annotations_with_rate (annotations, 5, 1);
  g_autoptr (SlTraceSet) set = sl_trace_set_new_single (trace, rated);

  g_test_summary ("One trace has an axis of its own, with the user's rate.");

  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    {
      g_assert_cmpint (sl_trace_set_to_reference (set, 0, times[i]), ==, times[i]);
      g_assert_cmpint (sl_trace_set_from_reference (set, 0, times[i]), ==, times[i]);
    }
  g_assert_cmpuint (sl_trace_set_get_size (set), ==, 1);
  g_assert_true (sl_trace_set_get_trace (set, 0) == trace);
  g_assert_true (sl_trace_set_get_annotations (set, 0) == rated);
  g_assert_true (sl_clock_has_rate (sl_trace_set_get_clock (set)));
  g_assert_true (sl_span_equal (sl_trace_set_get_span (set), sl_trace_get_span (trace)));
}

static SlTraceSet *
make_pair (SlTrace *trace, const SlAffine *pieces, guint n_pieces)
{
  const SlTraceSetMember members[] = {
    { .trace = trace },
    { .trace = trace, .pieces = pieces, .n_pieces = n_pieces },
  };

  return sl_trace_set_new (members, G_N_ELEMENTS (members));
}

static void
test_pieces (void)
{
  /* Twice as fast up to tick 50, which stands at 1100; then 10 ticks are missing. */
  const SlAffine pieces[] = { { 0, 1000, 2, 1 }, { 50, 1060, 1, 1 } };
  g_autoptr (SlTrace) trace = make_trace ();
  g_autoptr (SlTraceSet) set = make_pair (trace, pieces, G_N_ELEMENTS (pieces));

  g_test_summary ("Each piece holds from its first tick on, the first before it too.");

  g_assert_cmpint (sl_trace_set_to_reference (set, 1, -5), ==, 990);
  g_assert_cmpint (sl_trace_set_to_reference (set, 1, 49), ==, 1098);
  g_assert_cmpint (sl_trace_set_to_reference (set, 1, 50), ==, 1110);
  g_assert_cmpint (sl_trace_set_from_reference (set, 1, 1098), ==, 49);
  g_assert_cmpint (sl_trace_set_from_reference (set, 1, 1109), ==, 50);
  g_assert_cmpint (sl_trace_set_from_reference (set, 1, 1110), ==, 50);
  g_assert_cmpint (sl_trace_set_from_reference (set, 1, 1111), ==, 51);
  g_assert_cmpint (sl_trace_set_get_span (set).begin, ==, 0);
  g_assert_cmpint (sl_trace_set_get_span (set).end, ==, 1160);
}

static void
test_inverse (void)
{
  g_autoptr (SlTrace) trace = make_trace ();

  g_test_summary ("On an axis at least as fine as the trace, every tick comes back, and order "
                  "is kept.");

  for (guint i = 0; i < 500; i++)
    {
      gint64 denominator = g_test_rand_int_range (1, 1000000);
      SlAffine piece = { 0, g_test_rand_int (), denominator + g_test_rand_int_range (0, 1000000),
                         denominator };
      g_autoptr (SlTraceSet) set = make_pair (trace, &piece, 1);

      for (guint j = 0; j < 20; j++)
        {
          SlTime own = (SlTime) g_test_rand_int () * g_test_rand_int_range (1, 1000);
          SlTime reference = sl_trace_set_to_reference (set, 1, own);

          g_assert_cmpint (sl_trace_set_from_reference (set, 1, reference), ==, own);
          g_assert_cmpint (sl_trace_set_to_reference (set, 1, own + 1), >, reference);
        }
    }
}

static void
test_far (void)
{
  const SlAffine piece = { 0, SL_TIME_MAX, G_MAXINT64, 1 };
  g_autoptr (SlTrace) trace = make_trace ();
  g_autoptr (SlTraceSet) set = make_pair (trace, &piece, 1);

  g_test_summary ("Times beyond the axis are drawn at its end.");

  g_assert_cmpint (sl_trace_set_to_reference (set, 1, SL_TIME_MAX), ==, SL_TIME_MAX);
  g_assert_cmpint (sl_trace_set_to_reference (set, 1, SL_TIME_MIN), ==, SL_TIME_MIN);
  g_assert_cmpint (sl_trace_set_from_reference (set, 1, SL_TIME_MIN), ==, -2);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/trace-set/identity", test_identity);
  g_test_add_func ("/model/trace-set/pieces", test_pieces);
  g_test_add_func ("/model/trace-set/inverse", test_inverse);
  g_test_add_func ("/model/trace-set/far", test_far);
  return g_test_run ();
}
