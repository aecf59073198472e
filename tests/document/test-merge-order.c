/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-merge-order.h"

#define N_MEMBERS 3

typedef struct
{
  GArray *times[N_MEMBERS]; /* of SlTime */
} Sequences;

static guint64
count (gpointer data, guint member)
{
  Sequences *self = data;

  return self->times[member]->len;
}

static guint64
count_before (gpointer data, guint member, SlTime time)
{
  Sequences *self = data;
  guint before = 0;

  while (before < self->times[member]->len &&
         g_array_index (self->times[member], SlTime, before) < time)
    before++;
  return before;
}

static SlTime
get_time (gpointer data, guint member, guint64 place)
{
  Sequences *self = data;

  return g_array_index (self->times[member], SlTime, place);
}

static void
make (Sequences *self, SlMergeOrder *order)
{
  for (guint i = 0; i < N_MEMBERS; i++)
    {
      guint length = (guint) g_test_rand_int_range (0, 40);
      SlTime time = g_test_rand_int_range (-20, 20);

      self->times[i] = g_array_new (FALSE, FALSE, sizeof (SlTime));
      for (guint j = 0; j < length; j++)
        {
          g_array_append_val (self->times[i], time);
          /* Many at once, and now and then far away. */
          time += g_test_rand_int_range (0, 20) == 0 ? G_GINT64_CONSTANT (1) << 40
                                                     : g_test_rand_int_range (0, 3);
        }
    }
  *order = (SlMergeOrder) { N_MEMBERS, count, count_before, get_time, self };
}

static void
clear (Sequences *self)
{
  for (guint i = 0; i < N_MEMBERS; i++)
    g_array_unref (self->times[i]);
}

static void
test_order (void)
{
  g_test_summary (
      "From the first row on, every item comes once, in the order of time, and of equal "
      "times in the order of the sequences.");

  for (guint n = 0; n < 500; n++)
    {
      guint64 places[N_MEMBERS], total, rows = 0;
      SlTime last = SL_TIME_MIN;
      guint last_member = 0, member;
      SlMergeOrder order;
      Sequences sequences;

      make (&sequences, &order);
      total = sl_merge_order_get_total (&order);
      sl_merge_order_seek (&order, 0, places);
      for (; sl_merge_order_next (&order, places, &member); rows++)
        {
          SlTime time = get_time (&sequences, member, places[member] - 1);

          g_assert_cmpint (time, >=, last);
          if (time == last)
            g_assert_cmpuint (member, >=, last_member);
          last = time;
          last_member = member;
        }
      g_assert_cmpuint (rows, ==, total);
      for (guint i = 0; i < N_MEMBERS; i++)
        g_assert_cmpuint (places[i], ==, count (&sequences, i));
      clear (&sequences);
    }
}

static void
test_seek (void)
{
  g_test_summary ("To go to a row is to walk there, and each item is found at the row that shows "
                  "it.");

  for (guint n = 0; n < 300; n++)
    {
      guint64 walked[N_MEMBERS], places[N_MEMBERS], total;
      SlMergeOrder order;
      Sequences sequences;
      guint member;

      make (&sequences, &order);
      total = sl_merge_order_get_total (&order);
      sl_merge_order_seek (&order, 0, walked);
      for (guint64 row = 0; row <= total; row++)
        {
          sl_merge_order_seek (&order, row, places);
          g_assert_cmpmem (places, sizeof places, walked, sizeof walked);
          if (sl_merge_order_next (&order, walked, &member))
            g_assert_cmpuint (sl_merge_order_find (&order, member, walked[member] - 1), ==, row);
        }
      clear (&sequences);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/merge-order/order", test_order);
  g_test_add_func ("/model/merge-order/seek", test_seek);
  return g_test_run ();
}
