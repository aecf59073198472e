/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-interval-matcher.h"

#define N_EVENTS 400

typedef struct
{
  SlIntervalEnd end;
  gboolean is_from;
  gboolean is_to;
} Event;

typedef struct
{
  guint64 from;
  guint64 to;
} Pair;

static void
take_pair (const SlIntervalEnd *from, const SlIntervalEnd *to, gpointer pairs)
{
  Pair pair = { from->index, to->index };

  g_assert_cmpint (from->time, <=, to->time);
  g_assert_cmpuint (from->key, ==, to->key);
  g_array_append_val (pairs, pair);
}

static void
make_events (Event *events)
{
  SlTime time = 0;

  for (guint i = 0; i < N_EVENTS; i++)
    {
      time += g_test_rand_int_range (0, 3);
      events[i] = (Event) {
        .end = { .time = time, .index = i, .key = (guint64) g_test_rand_int_range (0, 4) << 32 },
        .is_from = g_test_rand_bit (),
        .is_to = g_test_rand_bit (),
      };
    }
}

/* For each event that begins an interval, by looking at all that follow. */
static gint64
find_end (const Event *events, guint from)
{
  for (guint i = from + 1; i < N_EVENTS; i++)
    if (events[i].is_to && events[i].end.key == events[from].end.key)
      return i;

  return -1;
}

static void
test_law (void)
{
  g_autoptr (GArray) pairs = g_array_new (FALSE, FALSE, sizeof (Pair));
  g_autoptr (SlIntervalMatcher) matcher = sl_interval_matcher_new (take_pair, pairs);
  g_autofree gint64 *ends = g_new (gint64, N_EVENTS);
  g_autofree Event *events = g_new0 (Event, N_EVENTS);
  guint n_pairs = 0, n_open = 0;

  make_events (events);
  for (guint i = 0; i < N_EVENTS; i++)
    {
      sl_interval_matcher_take (matcher, &events[i].end, events[i].is_from, events[i].is_to);
      ends[i] = events[i].is_from ? find_end (events, i) : -1;
      n_pairs += ends[i] >= 0;
      n_open += events[i].is_from && ends[i] < 0;
    }

  g_assert_cmpuint (pairs->len, ==, n_pairs);
  g_assert_cmpuint (sl_interval_matcher_get_n_open (matcher), ==, n_open);
  for (guint i = 0; i < pairs->len; i++)
    {
      const Pair *pair = &g_array_index (pairs, Pair, i);

      g_assert_cmpint (ends[pair->from], ==, (gint64) pair->to);
      if (i > 0)
        g_assert_cmpuint (pair->to, >=, (pair - 1)->to);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/interval-matcher/each-to-the-next", test_law);

  return g_test_run ();
}
