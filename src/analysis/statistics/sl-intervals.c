/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-intervals.h"

#include <string.h>

/* More than asked for are kept for a while, so that they are sorted seldom. */
#define ROOM 1024

static const char *const same_ids[SL_N_INTERVAL_SAMES] = { "any", "object", "task", "cpu" };

/**
 * sl_interval_same_find:
 * @id: "any", "object", "task" or "cpu"
 * @same: (out)
 *
 * Returns: whether @id is one of these
 */
gboolean
sl_interval_same_find (const char *id, SlIntervalSame *same)
{
  for (guint i = 0; i < SL_N_INTERVAL_SAMES; i++)
    if (strcmp (same_ids[i], id) == 0)
      {
        *same = (SlIntervalSame) i;
        return TRUE;
      }

  return FALSE;
}

/**
 * sl_interval_end_init:
 * @same: what both events have in common
 * @trace: number of the event's trace
 * @run: any filter that is bound to it
 * @event: resolved
 *
 * Sets the key and what the interval is of: what has to be the same, otherwise what @event acts on. The time is that
 * of @event; the position and the gaps are for the caller to set.
 *
 * Returns: %FALSE where it is not known what should be the same
 */
gboolean
sl_interval_end_init (SlIntervalEnd *self,
                      SlIntervalSame same,
                      guint trace,
                      SlFilterRun *run,
                      const SlEvent *event)
{
  *self = (SlIntervalEnd) {
    .time = event->time,
    .trace = trace,
    .object = event->object,
  };
  if (same == SL_INTERVAL_SAME_CPU)
    self->key = event->cpu;
  if (same == SL_INTERVAL_SAME_TASK)
    self->object = sl_filter_run_get_task (run, event);
  if (same != SL_INTERVAL_SAME_OBJECT && same != SL_INTERVAL_SAME_TASK)
    return TRUE;

  self->key = (guint64) trace << 32 | self->object;
  return self->object != 0;
}

/**
 * sl_intervals_new:
 * @most: how many of them to keep, the longest
 * @longer: only those longer than this many ticks; -1 for all
 */
SlIntervals *
sl_intervals_new (guint most, SlTime longer)
{
  SlIntervals *self = g_atomic_rc_box_new0 (SlIntervals);

  self->list = g_array_new (FALSE, FALSE, sizeof (SlInterval));
  self->most = most;
  self->longer = longer;
  return self;
}

static void
clear (gpointer data)
{
  SlIntervals *self = data;

  g_array_unref (self->list);
}

void
sl_intervals_unref (SlIntervals *self)
{
  g_atomic_rc_box_release_full (self, clear);
}

/* Longest first; of equal ones the earlier. */
static int
compare (gconstpointer a, gconstpointer b)
{
  const SlInterval *one = a, *other = b;
  SlTime length = one->to.time - one->from.time, other_length = other->to.time - other->from.time;

  if (length != other_length)
    return length > other_length ? -1 : 1;
  if (one->from.time != other->from.time)
    return one->from.time < other->from.time ? -1 : 1;
  return one->from.index < other->from.index ? -1 : one->from.index > other->from.index;
}

/**
 * sl_intervals_finish:
 *
 * Sorts those that are kept: the longest first, of equal ones the earlier.
 */
void
sl_intervals_finish (SlIntervals *self)
{
  g_return_if_fail (self != NULL);

  g_array_sort (self->list, compare);
  if (self->list->len > self->most)
    g_array_set_size (self->list, self->most);
}

/**
 * sl_intervals_add:
 *
 * Takes one in, unless it is too short.
 *
 * Returns: whether it was long enough
 */
gboolean
sl_intervals_add (SlIntervals *self, const SlIntervalEnd *from, const SlIntervalEnd *to)
{
  SlTime length;
  SlInterval interval;

  g_return_val_if_fail (self != NULL && from != NULL && to != NULL, FALSE);

  length = to->time - from->time;
  if (length <= self->longer)
    return FALSE;

  sl_gap_histogram_add (&self->lengths, length, to->index);
  self->n_over_gaps += to->n_gaps > from->n_gaps;
  if (self->most == 0)
    return TRUE;

  interval = (SlInterval) { *from, *to };
  g_array_append_val (self->list, interval);
  if (self->list->len / 2 >= self->most && self->list->len >= self->most + ROOM)
    sl_intervals_finish (self);
  return TRUE;
}

/**
 * sl_intervals_take_rest:
 * @matcher: that has taken all events
 *
 * Takes in what it knows of events that are part of no interval.
 */
void
sl_intervals_take_rest (SlIntervals *self, const SlIntervalMatcher *matcher)
{
  g_return_if_fail (self != NULL && matcher != NULL);

  self->n_open += sl_interval_matcher_get_n_open (matcher);
  self->has_from |= sl_interval_matcher_has_from (matcher);
  self->has_to |= sl_interval_matcher_has_to (matcher);
}
