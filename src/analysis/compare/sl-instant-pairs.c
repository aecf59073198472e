/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-instant-pairs.h"

/* A row and the first of its instants that has no pair yet. */
typedef struct
{
  const GArray *instants;
  guint next;
} Queue;

static gboolean
has_next (const Queue *self, guint ahead)
{
  return self->next + ahead < self->instants->len;
}

static SlTime
get_next (const Queue *self, guint ahead)
{
  return g_array_index (self->instants, SlTime, self->next + ahead);
}

static gint64
get_distance (const Queue *one, guint ahead, const Queue *other, guint other_ahead)
{
  SlTime a = get_next (one, ahead);
  SlTime b = get_next (other, other_ahead);

  return sl_time_subtract (MAX (a, b), MIN (a, b));
}

/* Whether the next of @late is nearer to the second of @early, which has none that is as near. */
static gboolean
belongs_to_second (const Queue *early, const Queue *late)
{
  gint64 distance;

  if (!has_next (early, 1))
    return FALSE;

  distance = get_distance (early, 1, late, 0);
  return distance < get_distance (early, 0, late, 0) &&
         !(has_next (late, 1) && get_distance (early, 1, late, 1) <= distance);
}

static void
add_pair (GArray *pairs, Queue queues[2], gboolean with_one, gboolean with_other)
{
  SlInstantPair pair = { { SL_NO_INSTANT, SL_NO_INSTANT } };

  if (with_one)
    pair.places[0] = queues[0].next++;
  if (with_other)
    pair.places[1] = queues[1].next++;
  g_array_append_val (pairs, pair);
}

/**
 * sl_instant_pairs_find:
 * @one: (element-type SlTime): ascending
 * @other: (element-type SlTime): ascending
 * @period: instants of a pair are less than half of it apart; 0 to make pairs by order alone
 *
 * Each instant is paired with the nearest of the other row, each once and in order, so that one
 * that is missing shifts no other. The rows can be exchanged.
 *
 * Returns: (transfer full) (element-type SlInstantPair): every instant of both rows, in order
 */
GArray *
sl_instant_pairs_find (const GArray *one, const GArray *other, gint64 period)
{
  GArray *pairs = g_array_new (FALSE, FALSE, sizeof (SlInstantPair));
  Queue queues[2] = { { one, 0 }, { other, 0 } };

  while (has_next (&queues[0], 0) && has_next (&queues[1], 0))
    {
      gboolean one_is_early = get_next (&queues[0], 0) < get_next (&queues[1], 0);
      const Queue *early = &queues[one_is_early ? 0 : 1];
      const Queue *late = &queues[one_is_early ? 1 : 0];

      if (period > 0 &&
          (get_distance (early, 0, late, 0) > (period - 1) / 2 || belongs_to_second (early, late)))
        add_pair (pairs, queues, one_is_early, !one_is_early);
      else
        add_pair (pairs, queues, TRUE, TRUE);
    }
  while (has_next (&queues[0], 0))
    add_pair (pairs, queues, TRUE, FALSE);
  while (has_next (&queues[1], 0))
    add_pair (pairs, queues, FALSE, TRUE);

  return pairs;
}
