/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "sl-event-hits.h"
#include "sl-event-script.h"
#include "sl-random-events.h"

/* Two tasks wait for a lock, which is handed on; there is one event each 10 ticks. */
#define HAND_OVER                                                                             \
  "trace-start(272,1000) lock(272,0x1000) @100 W R(280) S(280,280) /W(280) @200 "             \
  "lock(280,0x1000) - S(272,272) C(272) @300 W R(288) S(288,288) /W(288) @400 "               \
  "lock(288,0x1000) S(272,272) C(272) @500 unlock(272,0x1000) S(272,272) C(272) @600 E(272) " \
  "S(280,280) C(280) @700 unlock(280,0x1000) S(288,288) C(288) @800 trace-stop"

typedef struct
{
  const char *filter;
  const char *lane;
  const char *expected; /* the ticks of its hits */
} Case;

static const Case cases[] = {
  { "kind = mutex-unlock", "mutex:0x1000", "500 700" },
  /* Who lets go, and who is let go on. */
  { "kind = mutex-unlock", "task:272", "500" },
  { "kind = mutex-unlock", "task:280", "500 700" },
  { "kind = mutex-unlock", "task:288", "700" },
  { "kind = mutex-unlock", "cpu:0", "" },
  /* A lock that is taken begins a critical section, one that is asked for in vain does not. */
  { "kind = mutex-lock", "mutex:0x1000", "10 200 400" },
  { "kind = mutex-lock", "task:272", "10" },
  { "kind = mutex-lock", "task:280", "" },
  /* Who is switched to and from, and the processor. */
  { "kind = context-switch and tick = 230", "cpu:0", "230" },
  { "kind = context-switch and tick = 230", "task:272", "230" },
  { "kind = context-switch and tick = 230", "task:280", "230" },
  { "kind = context-switch and tick = 230", "task:288", "" },
  { "kind = context-switch and tick = 230", "mutex:0x1000", "" },
  /* What the task is asked for is also in the row of the one that ran. */
  { "task = 280 and kind = mutex-lock", "task:280", "200" },
  { "object = 0x1000 and kind = mutex-lock and tick = 200", "task:280", "" },
  { "kind = task-deadline-miss", "task:272", "" },
};

static SlEventHits *
find_hits (SlTrace *trace, const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SlFilter) filter = sl_filter_parse (text, &error);
  SlEventHits *hits;

  g_assert_no_error (error);
  hits = sl_event_hits_find (trace, NULL, filter);
  g_assert_nonnull (hits);
  g_assert_true (hits->is_complete);
  return hits;
}

static char *
print_hits (const SlTrack *track)
{
  GString *text = g_string_new (NULL);
  SlTrackIter iter;
  SlItem item;

  if (track == NULL)
    return g_string_free (text, FALSE);

  sl_track_iter_init (&iter, track, SL_TIME_MIN);
  while (sl_track_iter_next (&iter, &item))
    g_string_append_printf (text, "%s%" G_GINT64_FORMAT, text->len > 0 ? " " : "", item.begin);
  return g_string_free (text, FALSE);
}

static void
test_rows (void)
{
  g_autoptr (SlTrace) trace = sl_event_script_load (HAND_OVER);

  g_test_summary (
      "An event is a hit of its object and of whatever begins or ends a slice by it, and "
      "of nothing else.");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SlEventHits) hits = find_hits (trace, cases[i].filter);
      g_autofree char *found = NULL;
      guint lane;

      g_test_message ("%s in %s", cases[i].filter, cases[i].lane);
      g_assert_true (sl_trace_find_lane (trace, cases[i].lane, &lane));
      found = print_hits (sl_event_hits_get_lane (hits, lane));
      g_assert_cmpstr (found, ==, cases[i].expected);
    }
}

static void
test_same_instant (void)
{
  g_autoptr (SlTrace) trace = NULL;
  g_autoptr (SlEventHits) hits = NULL;
  g_autofree char *found = NULL;
  guint lane;

  g_test_summary ("What begins at the same instant by another event is not hit.");

  trace = sl_event_script_load ("trace-start(272,1000) @100 lock(272,0x1000) @100 R(280) "
                                "@200 trace-stop");
  hits = find_hits (trace, "kind = mutex-lock");
  g_assert_true (sl_trace_find_lane (trace, "task:280", &lane));
  found = print_hits (sl_event_hits_get_lane (hits, lane));
  g_assert_cmpstr (found, ==, "");
  g_clear_pointer (&found, g_free);
  g_assert_true (sl_trace_find_lane (trace, "task:272", &lane));
  found = print_hits (sl_event_hits_get_lane (hits, lane));
  g_assert_cmpstr (found, ==, "100");
}

/* Whether a slice of the lane begins or ends at @time, found by going over all of them. */
static gboolean
has_edge (const SlLane *lane, SlTime time)
{
  for (guint i = 0; i < lane->n_tracks; i++)
    {
      SlTrackIter iter;
      SlItem item;

      if (sl_track_get_type_of_items (lane->tracks[i].track) != SL_TRACK_SLICES)
        continue;
      sl_track_iter_init (&iter, lane->tracks[i].track, SL_TIME_MIN);
      while (sl_track_iter_next (&iter, &item) && item.begin <= time)
        if (item.begin == time || item.end == time)
          return TRUE;
    }

  return FALSE;
}

/* Whether the traced program logged the event under the number that the lane is of. */
static gboolean
is_of_number (SlTrace *trace, const SlLane *lane, const SlEvent *event)
{
  const SlObject *object =
      lane->object != 0 ? sl_object_table_get (sl_trace_get_objects (trace), lane->object) : NULL;

  if (object == NULL)
    return FALSE;
  if (object->type == SL_OBJECT_IPOINT)
    return event->kind == SL_KIND_IPOINT && event->a == object->id;

  return object->type == SL_OBJECT_USER_EVENT && event->kind == SL_KIND_USER_EVENT_0 + object->id;
}

/* By tick, since a track does not tell several events of one tick apart. */
static void
check_lane (SlTrace *trace, guint number, const SlEventHits *hits, const SlEvent *events, guint n)
{
  const SlLane *lane = sl_trace_get_lane (trace, number);
  const SlTrack *track = sl_event_hits_get_lane (hits, number);
  guint64 n_own = 0;
  SlTrackIter iter;
  SlItem item;

  for (guint i = 0; i < n; i++)
    n_own += lane->object != 0 && events[i].object == lane->object ? 1 : 0;
  g_assert_cmpuint (track != NULL ? sl_track_get_count (track) : 0, >=, n_own);
  if (track == NULL)
    return;

  sl_track_iter_init (&iter, track, SL_TIME_MIN);
  while (sl_track_iter_next (&iter, &item))
    {
      gboolean is_own = FALSE, is_there = FALSE;

      for (guint i = 0; i < n; i++)
        {
          if (events[i].time != item.begin || events[i].kind != item.state)
            continue;
          is_there = TRUE;
          is_own = is_own || (lane->object != 0 && events[i].object == lane->object) ||
                   is_of_number (trace, lane, &events[i]);
        }
      g_assert_true (is_there);
      g_assert_true (is_own || lane->object == 0 || lane->type == SL_LANE_CPU ||
                     has_edge (lane, item.begin));
    }
}

/* Whether there is a lane that an event belongs to whatever it is: its object's or the processor's. Few
 * events may leave neither. */
static gboolean
has_lane_for (SlTrace *trace, const SlEvent *event)
{
  for (guint i = 0; i < sl_trace_get_n_lanes (trace); i++)
    {
      const SlLane *lane = sl_trace_get_lane (trace, i);

      if (lane->type == SL_LANE_CPU || (lane->object != 0 && lane->object == event->object))
        return TRUE;
    }

  return FALSE;
}

static void
test_random (void)
{
  static const char *const filters[] = { "family = mutex", "kind = context-switch",
                                         "not family = interrupt", "delta > 5", "cpu = 0" };
  g_autoptr (GRand) rand = g_rand_new_with_seed ((guint32) g_test_rand_int ());

  g_test_summary ("All events that match are hits of their objects, each of at least one row, in "
                  "whatever order things happen.");

  for (guint round = 0; round < 40; round++)
    {
      g_autoptr (SlTrace) trace = sl_random_trace (rand);
      const char *text = filters[round % G_N_ELEMENTS (filters)];
      g_autoptr (SlFilter) filter = sl_filter_parse (text, NULL);
      g_autoptr (SlFilterRun) run = sl_filter_run_new (filter, trace, NULL);
      g_autoptr (SlEventHits) hits = find_hits (trace, text);
      g_autofree SlEvent *matching = g_new (SlEvent, sl_trace_get_n_events (trace) + 1);
      SlTime previous = SL_TIME_MIN;
      guint n_matching = 0;

      for (guint64 i = 0; i < sl_trace_get_n_events (trace); i++)
        {
          SlEvent event;

          g_assert_true (sl_trace_read_event (trace, i, &event));
          if (sl_filter_run_match_event (run, &event, previous))
            matching[n_matching++] = event;
          previous = event.time;
        }

      g_assert_cmpuint (sl_track_get_count (hits->all), ==, n_matching);
      for (guint lane = 0; lane < sl_trace_get_n_lanes (trace); lane++)
        check_lane (trace, lane, hits, matching, n_matching);
      for (guint i = 0; i < n_matching; i++)
        {
          gboolean has_row = FALSE;

          for (guint lane = 0; lane < sl_trace_get_n_lanes (trace); lane++)
            {
              const SlTrack *track = sl_event_hits_get_lane (hits, lane);
              SlItem item;

              has_row = has_row ||
                        (track != NULL &&
                         sl_track_find_before (track, sl_time_add (matching[i].time, 1), &item) &&
                         item.begin == matching[i].time);
            }
          g_assert_true (has_row || !has_lane_for (trace, &matching[i]));
        }
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/event-hits/rows", test_rows);
  g_test_add_func ("/event-hits/same-instant", test_same_instant);
  g_test_add_func ("/event-hits/random", test_random);
  return g_test_run ();
}
