/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-hit-walk.h"

#include "sl-app-test.h"
#include "sl-trace-align.h"

#define N_EVENTS 20000

typedef struct
{
  guint trace;
  guint64 index;
  SlTime time;
} Event;

static gboolean
search_is_done (gpointer data)
{
  return !sl_event_search_is_running (data);
}

/* Of both traces; those of the second begin @offset later. */
static SlTraceSet *
make_set (SlTrace *one, SlTrace *other, SlTime offset)
{
  const SlTracePlace places[] = { { .trace = one }, { .trace = other, .offset = offset } };

  return other != NULL ? sl_trace_set_new_aligned (places, 2, SL_ALIGN_START)
                       : sl_trace_set_new_single (one, NULL);
}

static GPtrArray *
search (SlTraceSet *set, const char *text, gboolean wait)
{
  GPtrArray *searches = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (SlFilter) filter = sl_filter_parse (text, NULL);

  for (guint i = 0; i < sl_trace_set_get_size (set); i++)
    {
      g_ptr_array_add (searches,
                       sl_event_search_new (sl_trace_set_get_trace (set, i), filter, NULL));
      if (wait)
        sl_app_test_wait (search_is_done, g_ptr_array_index (searches, i));
    }
  return searches;
}

static int
compare (gconstpointer a, gconstpointer b)
{
  const Event *one = a, *other = b;

  if (one->time != other->time)
    return one->time < other->time ? -1 : 1;
  if (one->trace != other->trace)
    return one->trace < other->trace ? -1 : 1;
  return one->index < other->index ? -1 : 1;
}

/* What "a = 3 and cpu = 1" finds, event by event. */
static GArray *
list_hits (SlTraceSet *set)
{
  GArray *hits = g_array_new (FALSE, FALSE, sizeof (Event));

  for (guint trace = 0; trace < sl_trace_set_get_size (set); trace++)
    for (guint64 i = 0; i < sl_trace_get_n_events (sl_trace_set_get_trace (set, trace)); i++)
      {
        SlEvent event = fake_source_event (i);
        Event hit = { trace, i, sl_trace_set_to_reference (set, trace, event.time) };

        if (event.a == 3 && event.cpu == 1)
          g_array_append_val (hits, hit);
      }
  g_array_sort (hits, compare);
  return hits;
}

static void
check_round (SlHitWalk *walk, GArray *expected, int direction)
{
  SlHit hit, next;
  guint64 at = direction > 0 ? 0 : expected->len - 1;

  g_assert_cmpint (sl_hit_walk_step_from_time (walk, direction > 0 ? SL_TIME_MIN : SL_TIME_MAX,
                                               direction, &hit),
                   ==, SL_HIT_FOUND);
  for (guint i = 0; i < expected->len; i++)
    {
      const Event *event = &g_array_index (expected, Event, at);
      SlHit found;

      g_assert_cmpuint (hit.number, ==, at);
      g_assert_cmpuint (hit.trace, ==, event->trace);
      g_assert_cmpuint (hit.index, ==, event->index);
      g_assert_cmpint (sl_hit_walk_find (walk, event->trace, event->index, &found), ==,
                       SL_HIT_FOUND);
      g_assert_cmpuint (found.number, ==, at);
      g_assert_cmpint (sl_hit_walk_step_from (walk, &hit, direction, &next), ==, SL_HIT_FOUND);
      at = (at + expected->len + (direction > 0 ? 1 : -1)) % expected->len;
      hit = next;
    }
}

/* From any time the hit that a search one by one finds. */
static void
check_times (SlHitWalk *walk, GArray *expected, SlTime end)
{
  for (guint round = 0; round < 300; round++)
    {
      SlTime time = g_test_rand_int_range (-1000, (int) end + 1000);
      guint64 first = 0;
      SlHit hit;

      while (first < expected->len && g_array_index (expected, Event, first).time < time)
        first++;
      g_assert_cmpint (sl_hit_walk_step_from_time (walk, time, 1, &hit), ==, SL_HIT_FOUND);
      g_assert_cmpuint (hit.number, ==, first % expected->len);
      g_assert_cmpint (sl_hit_walk_step_from_time (walk, time, -1, &hit), ==, SL_HIT_FOUND);
      g_assert_cmpuint (hit.number, ==, (first + expected->len - 1) % expected->len);
    }
}

static void
test_order (void)
{
  g_autoptr (SlTrace) one = sl_app_test_make_trace (N_EVENTS);
  g_autoptr (SlTrace) other = sl_app_test_make_trace (N_EVENTS / 3);

  g_test_summary (
      "Steps visit every hit of all traces once, in the order of the axis, and then the "
      "first again; backwards the same the other way round.");

  for (guint n = 0; n < 3; n++)
    {
      g_autoptr (SlTraceSet) set =
          make_set (one, n > 0 ? other : NULL, g_test_rand_int_range (-20000, 20000));
      g_autoptr (GPtrArray) searches = search (set, "a = 3 and cpu = 1", TRUE);
      g_autoptr (SlHitWalk) walk = sl_hit_walk_new (set, searches);
      g_autoptr (GArray) expected = list_hits (set);

      g_assert_cmpuint (expected->len, >, 10);
      g_assert_cmpuint (sl_hit_walk_get_total (walk), ==, expected->len);
      check_round (walk, expected, 1);
      check_round (walk, expected, -1);
      check_times (walk, expected, sl_trace_set_get_span (set).end);
    }
}

static void
test_none (void)
{
  g_autoptr (SlTrace) trace = sl_app_test_make_trace (N_EVENTS);
  g_autoptr (SlTraceSet) set = make_set (trace, NULL, 0);
  g_autoptr (GPtrArray) searches = search (set, "a = 12345678", TRUE);
  g_autoptr (SlHitWalk) walk = sl_hit_walk_new (set, searches);
  SlHit hit;

  g_test_summary ("Where nothing matches there is nowhere to go, and no event is a hit.");

  g_assert_cmpint (sl_hit_walk_step_from_time (walk, 0, 1, &hit), ==, SL_HIT_NONE);
  g_assert_cmpint (sl_hit_walk_step_from_time (walk, 0, -1, &hit), ==, SL_HIT_NONE);
  g_assert_cmpint (sl_hit_walk_find (walk, 0, 5, &hit), ==, SL_HIT_NONE);
  g_assert_cmpint (sl_hit_walk_find (walk, 0, N_EVENTS, &hit), ==, SL_HIT_NONE);
  g_assert_cmpint (sl_hit_walk_find (walk, 1, 0, &hit), ==, SL_HIT_NONE);
}

static void
test_running (void)
{
  g_autoptr (SlTrace) trace = sl_app_test_make_trace (N_EVENTS);
  g_autoptr (SlTraceSet) set = make_set (trace, NULL, 0);
  g_autoptr (GPtrArray) searches = search (set, "a = 3 and cpu = 1", FALSE);
  g_autoptr (SlHitWalk) walk = sl_hit_walk_new (set, searches);
  SlTime middle = sl_trace_set_get_span (set).end / 2;
  SlHit hit;

  g_test_summary ("What is not counted yet comes later; it is never taken for the end.");

  g_assert_true (sl_event_search_is_running (searches->pdata[0]));
  g_assert_cmpint (sl_hit_walk_step_from_time (walk, middle, 1, &hit), ==, SL_HIT_LATER);
  g_assert_cmpint (sl_hit_walk_step_from_time (walk, middle, -1, &hit), ==, SL_HIT_LATER);
  g_assert_cmpint (sl_hit_walk_find (walk, 0, N_EVENTS / 2, &hit), ==, SL_HIT_LATER);
  sl_app_test_wait (search_is_done, searches->pdata[0]);
  g_assert_cmpint (sl_hit_walk_step_from_time (walk, middle, 1, &hit), ==, SL_HIT_FOUND);
}

static void
test_from_where_one_is (void)
{
  g_autoptr (SlTrace) trace = sl_app_test_make_trace (N_EVENTS);
  g_autoptr (SlDocument) document = sl_document_new (trace);
  SlTraceSet *set = sl_document_get_trace_set (document);
  g_autoptr (GPtrArray) searches = search (set, "a = 3 and cpu = 1", TRUE);
  g_autoptr (SlHitWalk) walk = sl_hit_walk_new (set, searches);
  g_autoptr (GArray) expected = list_hits (set);
  SlTime end = sl_trace_set_get_span (set).end;
  SlSpan visible = { end / 2, end / 2 + end / 10 };
  guint64 first = 0, last = 0;
  SlHit hit;

  g_test_summary ("The first step begins at what is in sight, the next ones at what is picked, as "
                  "long as that is in sight.");

  for (guint i = 0; i < expected->len; i++)
    {
      first += g_array_index (expected, Event, i).time < visible.begin;
      last += g_array_index (expected, Event, i).time < visible.end;
    }
  sl_document_show (document, visible, SL_GESTURE_NONE);
  g_assert_cmpint (sl_hit_walk_step (walk, document, 1, &hit), ==, SL_HIT_FOUND);
  g_assert_cmpuint (hit.number, ==, first);
  g_assert_cmpint (sl_hit_walk_step (walk, document, -1, &hit), ==, SL_HIT_FOUND);
  g_assert_cmpuint (hit.number, ==, last - 1);

  sl_document_pick_event (document, g_array_index (expected, Event, first + 3).index);
  g_assert_cmpint (sl_hit_walk_step (walk, document, 1, &hit), ==, SL_HIT_FOUND);
  g_assert_cmpuint (hit.number, ==, first + 4);
  g_assert_cmpint (sl_hit_walk_step (walk, document, -1, &hit), ==, SL_HIT_FOUND);
  g_assert_cmpuint (hit.number, ==, first + 2);

  sl_document_show (document, (SlSpan) { 0, end / 10 }, SL_GESTURE_NONE);
  g_assert_cmpint (sl_hit_walk_step (walk, document, 1, &hit), ==, SL_HIT_FOUND);
  g_assert_cmpuint (hit.number, ==, 0);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app/hit-walk/order", test_order);
  g_test_add_func ("/app/hit-walk/none", test_none);
  g_test_add_func ("/app/hit-walk/running", test_running);
  g_test_add_func ("/app/hit-walk/from-where-one-is", test_from_where_one_is);
  return g_test_run ();
}
