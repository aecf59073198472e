/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "track-pair.h"

void
track_pair_clear (TrackPair *self)
{
  g_clear_pointer (&self->track, sl_track_unref);
  g_clear_pointer (&self->items, g_array_unref);
}

static gint64
random_ticks (void)
{
  switch (g_test_rand_int_range (0, 12))
    {
    case 0:
      return 0;
    case 1:
      return g_test_rand_int_range (0, 1 << 30);
    case 2:
      return (gint64) g_test_rand_int_range (1, 1 << 20) << 20;
    default:
      return g_test_rand_int_range (1, 3000);
    }
}

void
track_pair_add_random (SlTrackWriter *writer, SlTrackType type, GArray *items, SlTime *now)
{
  SlItem *last = items->len > 0 ? &g_array_index (items, SlItem, items->len - 1) : NULL;
  SlItem item = { .begin = *now, .index = items->len };

  if (type != SL_TRACK_SLICES || g_test_rand_int_range (0, 4) == 0)
    item.begin += random_ticks ();
  item.end = item.begin;
  if (type == SL_TRACK_SLICES)
    {
      item.end += random_ticks ();
      item.state = g_test_rand_int_range (SL_STATE_RUNNING, SL_N_STATES);
      item.detail = g_test_rand_int_range (0, 12) == 0 ? g_test_rand_int () : 0;
      sl_track_writer_add_slice (writer, item.begin, item.end, item.state, item.detail);
    }
  else if (type == SL_TRACK_INSTANTS)
    {
      item.state = g_test_rand_int_range (0, 40);
      item.detail = g_test_rand_int_range (0, 3) == 0 ? g_test_rand_int () : 3;
      sl_track_writer_add_instant (writer, item.begin, item.state, item.detail);
    }
  else
    {
      item.value = g_test_rand_int_range (-5, 5) * (random_ticks () << 20);
      sl_track_writer_add_value (writer, item.begin, item.value);
    }

  *now = item.end;
  if (type == SL_TRACK_SLICES && last != NULL && last->end == item.begin &&
      last->begin < last->end && item.begin < item.end && last->state == item.state &&
      last->detail == item.detail)
    last->end = item.end;
  else
    g_array_append_val (items, item);
}

TrackPair
track_pair_make (SlTrackType type, guint n_items)
{
  g_autoptr (SlTrackWriter) writer = sl_track_writer_new (type);
  TrackPair pair = { .items = g_array_new (FALSE, FALSE, sizeof (SlItem)) };
  SlTime now = g_test_rand_int_range (-100000, 100000);

  for (guint i = 0; i < n_items; i++)
    track_pair_add_random (writer, type, pair.items, &now);

  pair.track = sl_track_writer_snapshot (writer);
  return pair;
}

/* A time at, just before, just after or anywhere near an item. */
static SlTime
random_time (const GArray *items)
{
  const SlItem *item = &g_array_index (items, SlItem, g_test_rand_int_range (0, items->len));

  return (g_test_rand_bit () ? item->begin : item->end) +
         g_test_rand_int_range (-2, 3) * (g_test_rand_bit () ? 1 : 500);
}

SlSpan
track_pair_random_span (const GArray *items)
{
  SlTime one = random_time (items);
  SlTime two = random_time (items);

  return (SlSpan) { MIN (one, two), MAX (one, two) + 1 };
}

guint
track_pair_find_from (const GArray *items, SlTime from)
{
  guint i = 0;

  while (i < items->len && g_array_index (items, SlItem, i).end <= from &&
         g_array_index (items, SlItem, i).begin < from)
    i++;
  return i;
}

guint
track_pair_count_before (const GArray *items, SlTime time)
{
  guint i = 0;

  while (i < items->len && g_array_index (items, SlItem, i).begin < time)
    i++;
  return i;
}

guint
track_pair_code_of (const SlTrack *track, const SlItem *item)
{
  for (guint i = 0; i < sl_track_get_n_codes (track); i++)
    {
      guint32 state;
      guint32 detail;

      sl_track_get_code (track, i, &state, &detail);
      if (state == item->state &&
          (detail == item->detail || sl_track_get_type_of_items (track) != SL_TRACK_SLICES))
        return i;
    }

  g_assert_not_reached ();
}
