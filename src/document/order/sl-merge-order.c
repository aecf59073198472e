/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-merge-order.h"

#include "sl-lower-bound.h"

/**
 * sl_merge_order_get_total:
 *
 * Returns: how many rows there are
 */
guint64
sl_merge_order_get_total (const SlMergeOrder *self)
{
  guint64 total = 0;

  for (guint i = 0; i < self->n_members; i++)
    total += self->count (self->data, i);

  return total;
}

static guint64
count_before (const SlMergeOrder *self, SlTime time)
{
  guint64 count = 0;

  for (guint i = 0; i < self->n_members; i++)
    count += self->count_before (self->data, i, time);

  return count;
}

/* The time of row @row: the last before which at most @row items lie. */
static SlTime
find_time (const SlMergeOrder *self, guint64 row)
{
  SlTime low = SL_TIME_MAX, high = SL_TIME_MIN;

  for (guint i = 0; i < self->n_members; i++)
    {
      guint64 count = self->count (self->data, i);

      if (count == 0)
        continue;
      low = MIN (low, self->get_time (self->data, i, 0));
      high = MAX (high, self->get_time (self->data, i, count - 1));
    }

  return low < high ? sl_lower_bound (low, high, time, count_before (self, time + 1) <= row) : low;
}

/**
 * sl_merge_order_seek:
 * @row: at most the total
 * @places: (out) (array length=n_members): how many items of each sequence stand before @row
 *
 * Costs some 64 questions for each sequence.
 */
void
sl_merge_order_seek (const SlMergeOrder *self, guint64 row, guint64 *places)
{
  gboolean at_end = row >= sl_merge_order_get_total (self);
  SlTime time = at_end ? SL_TIME_MAX : find_time (self, row);
  guint64 before = 0;

  for (guint i = 0; i < self->n_members; i++)
    {
      places[i] = at_end ? self->count (self->data, i) : self->count_before (self->data, i, time);
      before += places[i];
    }

  /* What remains stands at this time, in the order of the sequences. */
  for (guint i = 0; i < self->n_members && before < row && !at_end; i++)
    {
      guint64 count = self->count (self->data, i);
      guint64 after = time < SL_TIME_MAX ? self->count_before (self->data, i, time + 1) : count;
      guint64 taken = MIN (after - places[i], row - before);

      places[i] += taken;
      before += taken;
    }
}

/**
 * sl_merge_order_next:
 * @places: (inout) (array length=n_members): as sl_merge_order_seek() left them; that of @member
 *   is counted on
 * @member: (out): the sequence whose item stands at the row; its place is the one before the call
 *
 * Returns: %FALSE after the last row
 */
gboolean
sl_merge_order_next (const SlMergeOrder *self, guint64 *places, guint *member)
{
  SlTime first = SL_TIME_MAX;
  gboolean found = FALSE;

  for (guint i = 0; i < self->n_members; i++)
    {
      SlTime time;

      if (places[i] >= self->count (self->data, i))
        continue;

      time = self->get_time (self->data, i, places[i]);
      if (!found || time < first)
        {
          found = TRUE;
          first = time;
          *member = i;
        }
    }
  if (found)
    places[*member]++;

  return found;
}

/**
 * sl_merge_order_find:
 * @place: of an item in the sequence @member, below its count
 *
 * Returns: the row at which it stands
 */
guint64
sl_merge_order_find (const SlMergeOrder *self, guint member, guint64 place)
{
  SlTime time = self->get_time (self->data, member, place);
  guint64 row = place;

  for (guint i = 0; i < self->n_members; i++)
    {
      /* At the same time, earlier sequences come first. */
      if (i < member)
        row += time < SL_TIME_MAX ? self->count_before (self->data, i, time + 1)
                                  : self->count (self->data, i);
      else if (i > member)
        row += self->count_before (self->data, i, time);
    }

  return row;
}
