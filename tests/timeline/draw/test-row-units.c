/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-row-units.h"

#include "sl-test.h"

#define ROUNDS 150

/* Slices that crowd here and are long there, of two states. */
static SlTrack *
make_track (guint n_slices)
{
  g_autoptr (SlTrackWriter) writer = sl_track_writer_new (SL_TRACK_SLICES);
  SlTime time = g_test_rand_int_range (-1000, 1000);
  int longest = 1;

  for (guint i = 0; i < n_slices; i++)
    {
      SlTime begin = time + (g_test_rand_bit () ? g_test_rand_int_range (0, longest) : 0);

      if (g_test_rand_int_range (0, 40) == 0)
        longest = 1 << g_test_rand_int_range (1, 12);
      time = begin + g_test_rand_int_range (1, longest + 1);
      sl_track_writer_add_slice (writer, begin, time,
                                 g_test_rand_bit () ? SL_STATE_INTERRUPT : SL_STATE_RUNNING,
                                 g_test_rand_int_range (1, 6));
    }

  return sl_track_writer_snapshot (writer);
}

static SlTrack *
make_instants (guint n_instants)
{
  g_autoptr (SlTrackWriter) writer = sl_track_writer_new (SL_TRACK_INSTANTS);
  SlTime time = 0;

  for (guint i = 0; i < n_instants; i++)
    {
      time += g_test_rand_int_range (0, 3) * g_test_rand_int_range (0, 100);
      sl_track_writer_add_instant (writer, time, 1, 0);
    }

  return sl_track_writer_snapshot (writer);
}

static guint8
get_group (guint32 state, guint32 detail, gpointer user_data)
{
  return 0;
}

static SlSpan
choose_span (const SlTrack *track)
{
  SlSpan all = sl_track_get_span (track);
  SlTime one = g_test_rand_int_range ((gint32) all.begin - 10, (gint32) all.end + 10);
  SlTime other = g_test_rand_int_range ((gint32) all.begin - 10, (gint32) all.end + 10);

  return (SlSpan) { MIN (one, other), MAX (one, other) + 1 };
}

/* Of any number of columns, without breaks or with some. */
static SlView
make_view (SlSpan visible, guint width)
{
  SlSpan breaks[SL_VIEW_BREAKS];
  gint64 pitch = (visible.end - visible.begin) / 4;
  guint n_breaks = pitch > 4 && g_test_rand_bit () ? (guint) g_test_rand_int_range (1, 4) : 0;

  for (guint i = 0; i < n_breaks; i++)
    {
      breaks[i].begin = visible.begin + i * pitch + g_test_rand_int_range (0, (gint32) pitch - 1);
      breaks[i].end = breaks[i].begin + 1 + g_test_rand_int_range (0, (gint32) pitch / 2);
      if (i > 0)
        breaks[i].begin = MAX (breaks[i].begin, breaks[i - 1].end + 1);
      if (breaks[i].end <= breaks[i].begin)
        n_breaks = i;
    }
  /* A view is never shorter than some ticks: tracks may be. */
  if (n_breaks > 0)
    return sl_view_make_broken (visible, visible, (int) width, breaks, n_breaks);
  return (SlView) { .extent = visible, .visible = visible, .width = (int) width };
}

static SlTime
get_column_begin (const SlView *view, guint column)
{
  SlViewPart part = sl_view_find_part_at (view, (int) column);

  return part.span.begin + (part.span.end - part.span.begin) * ((int) column - part.x) / part.width;
}

/* How many items begin in the column that @time lies in, or in the fullest of those that are bridged, by the fold, which
 * takes crowded items at the border of two columns as evenly spread. */
static guint64
count_begun (const SlRowUnits *units, SlTime time)
{
  guint64 most = 0;
  guint column = 0;

  while (column + 1 < units->width && get_column_begin (units->view, column + 1) <= time)
    column++;
  for (guint i = column - MIN (column, units->bridge);
       i <= column + units->bridge && i < units->width; i++)
    most = MAX (most, units->columns[i].count);

  return most;
}

/* All items of the state that are seen, in order. */
static GArray *
list_items (const SlTrack *track, SlState shown, SlSpan visible)
{
  GArray *items = g_array_new (FALSE, FALSE, sizeof (SlItem));
  SlTrackIter iter;
  SlItem item;

  sl_track_iter_init (&iter, track, visible.begin);
  while (sl_track_iter_next (&iter, &item) && item.begin < visible.end)
    {
      if (shown == SL_STATE_NONE || item.state == shown)
        g_array_append_val (items, item);
    }

  return items;
}

static void
check_units (const SlTrack *track, SlState shown, SlSpan visible, guint width, guint bridge)
{
  SlView view = make_view (visible, width);
  const SlRowUnitsQuery query = { track, shown, &view, NULL, NULL, bridge };
  g_autoptr (GArray) items = list_items (track, shown, visible);
  g_auto (SlRowUnits) units = { 0 };
  guint next = 0;
  SlTime end = SL_TIME_MIN;

  sl_row_units_init (&units, &query, get_group, NULL);
  for (guint i = 0; i < units.units->len; i++)
    {
      const SlRowUnit *unit = &g_array_index (units.units, SlRowUnit, i);

      g_assert_cmpuint (next, <, items->len);
      g_assert_cmpuint (unit->item.index, ==, g_array_index (items, SlItem, next).index);
      g_assert_cmpuint (unit->count, >, 0);
      g_assert_cmpint (unit->item.begin, >=, end);
      for (; next < items->len; next++)
        {
          const SlItem *item = &g_array_index (items, SlItem, next);

          if (item->index >= unit->item.index + unit->count)
            break;
          g_assert_cmpint (item->end, <=, unit->end);
          if (unit->count > 1)
            g_assert_cmpuint (count_begun (&units, item->begin), >=, 2);
        }
      end = unit->end;
    }

  g_assert_cmpuint (next, ==, items->len);
}

static void
test_slices (void)
{
  g_test_summary (
      "Each slice in sight is a unit or one of many in a unit, whose columns have several or are bridged.");

  for (guint round = 0; round < ROUNDS; round++)
    {
      g_autoptr (SlTrack) track = make_track ((guint) g_test_rand_int_range (1, 1200));
      guint width = (guint) g_test_rand_int_range (1, 200);
      guint bridge = (guint) g_test_rand_int_range (0, 5);
      SlSpan visible = choose_span (track);

      check_units (track, SL_STATE_NONE, visible, width, bridge);
      check_units (track, SL_STATE_INTERRUPT, visible, width, bridge);
    }
}

static void
test_instants (void)
{
  g_test_summary ("The same holds of instants, many of which may stand at one time.");

  for (guint round = 0; round < ROUNDS; round++)
    {
      g_autoptr (SlTrack) track = make_instants ((guint) g_test_rand_int_range (1, 1200));

      check_units (track, SL_STATE_NONE, choose_span (track),
                   (guint) g_test_rand_int_range (1, 200), 0);
    }
}

static void
test_crowded_ticks (void)
{
  g_test_summary ("Where a tick is wider than a column, all that happens at it is one unit.");

  for (guint round = 0; round < ROUNDS; round++)
    {
      g_autoptr (SlTrackWriter) writer = sl_track_writer_new (SL_TRACK_INSTANTS);
      g_autoptr (SlTrack) track = NULL;
      gint32 width = g_test_rand_int_range (2, 90);
      gint32 n_ticks = g_test_rand_int_range (1, width);
      guint n_instants = 0;

      for (SlTime tick = 0; tick < n_ticks; tick++)
        {
          guint n_now = (guint) (g_test_rand_int_range (0, 2) * g_test_rand_int_range (0, 200));

          for (guint i = 0; i < n_now; i++)
            sl_track_writer_add_instant (writer, tick, 1, 0);
          n_instants += n_now;
        }
      track = sl_track_writer_snapshot (writer);
      check_units (track, SL_STATE_NONE, (SlSpan) { 0, n_ticks }, (guint) width, 0);
      if (n_instants > 2 * (guint) width)
        {
          const SlView view = { .visible = { 0, n_ticks }, .width = width };
          g_auto (SlRowUnits) units = { 0 };

          sl_row_units_init (&units,
                             &(SlRowUnitsQuery) { track, SL_STATE_NONE, &view, NULL, NULL, 0 },
                             get_group, NULL);
          g_assert_cmpuint (units.units->len, <=, (guint) n_ticks);
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/row-units/slices", test_slices);
  g_test_add_func ("/row-units/instants", test_instants);
  g_test_add_func ("/row-units/crowded-ticks", test_crowded_ticks);
  return g_test_run ();
}
