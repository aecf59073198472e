/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The constant bandwidth server as Linux has it (L. Abeni and G. Buttazzo, Integrating Multimedia Applications in Hard
 * Real-Time Systems, 1998; Documentation/scheduler/sched-deadline.rst; kernel/sched/deadline.c), with q left of the budget Q,
 * the deadline d, the relative deadline D and the period T:
 *
 * A task that is woken at t has q = Q and d = t + D where d < t or q / (d - t) > Q / D; else both stay. Where D < T: if its
 * deadline is over and its next period, from d - D + T on, has not begun, it has no budget up to that; if its deadline is not
 * over and q is too much, q = (d - t) Q / D.
 *
 * A task that has executed for q, or yields, has no budget up to its next period; then q += Q, d += T.
 *
 * A trace says neither q nor d. So what is kept of each is a range: what is not decided by it makes it wider, until something
 * that is brings it back. */

#include "sl-reservation.h"

/* Nothing is known any more. */
void
sl_reservation_forget (SlReservation *self)
{
  self->least = SL_TIME_MIN;
  self->most = self->budget;
  self->first = SL_TIME_MIN;
  self->last = SL_TIME_MAX;
  self->is_spent = FALSE;
}

/**
 * sl_reservation_begin:
 * @first: the earliest time at which the task may have become one of SCHED_DEADLINE
 * @last: up to which it executed
 *
 * It has executed with its first budget up to @last.
 */
void
sl_reservation_begin (SlReservation *self, SlTime first, SlTime last)
{
  self->is_spent = FALSE;
  self->most = self->budget;
  self->least = self->budget - (last - first);
  self->first = sl_time_add (first, self->relative);
  self->last = sl_time_add (last, self->relative + self->jitter);
}

/* Whether both are known as exactly as the kernel itself takes them. */
gboolean
sl_reservation_is_known (const SlReservation *self)
{
  return self->least != SL_TIME_MIN && self->most - self->least <= self->grain &&
         self->first != SL_TIME_MIN && self->last != SL_TIME_MAX &&
         self->last - self->first <= self->grain;
}

/**
 * sl_reservation_run:
 * @unseen: how much longer before @begin it may have executed
 *
 * The task executed without a break. It had a budget as it began, and was in a period that had begun by its end.
 */
void
sl_reservation_run (SlReservation *self, SlTime begin, SlTime end, gint64 unseen)
{
  self->least = MAX (self->least, 0);
  self->most = MAX (self->most, self->least);
  self->least -= end - begin + unseen;
  self->most -= end - begin;
  self->last = MIN (self->last, sl_time_add (end, self->relative + self->jitter));
}

static SlTime
get_next_first (const SlReservation *self)
{
  return self->first != SL_TIME_MIN ? sl_time_add (self->first, self->period - self->relative)
                                    : SL_TIME_MIN;
}

static SlTime
get_next_last (const SlReservation *self)
{
  return self->last != SL_TIME_MAX ? sl_time_add (self->last, self->period - self->relative)
                                   : SL_TIME_MAX;
}

/* Adds a budget and a period. What was executed beyond several budgets is not followed. */
static void
add_period (SlReservation *self, SlTime first, SlTime last)
{
  self->is_spent = FALSE;
  self->most = self->budget + MIN (self->most, 0);
  if (self->least == SL_TIME_MIN || self->budget + self->least <= 0 || self->most <= 0)
    {
      sl_reservation_forget (self);
      return;
    }

  self->least = self->budget + MIN (self->least, 0);
  self->first = first != SL_TIME_MIN ? sl_time_add (first, self->relative) : SL_TIME_MIN;
  self->last = last != SL_TIME_MAX ? sl_time_add (last, self->relative) : SL_TIME_MAX;
}

/* It may have been filled up while it executed up to @end, or not: into a period that had begun by then. */
static void
doubt_refill (SlReservation *self, SlTime end)
{
  self->most = self->budget;
  self->last = sl_time_add (end, self->relative + self->jitter);
}

/* Whether the period after its own is not over at @time either: else it gets one that begins as that is noticed. */
static gboolean
keeps_up (const SlReservation *self, SlTime time)
{
  return self->first != SL_TIME_MIN && sl_time_add (self->first, self->period) >= time;
}

/**
 * sl_reservation_refill:
 * @end: up to which the task executed
 * @time: (out): from when on it has the new budget
 *
 * Where a budget is used up in a period that is over, the next one begins at once.
 *
 * Returns: whether that happened once, for certain
 */
gboolean
sl_reservation_refill (SlReservation *self, SlTime end, SlTime *time)
{
  SlTime next = get_next_last (self);

  if (!sl_reservation_must_be_spent (self) || next > end || !keeps_up (self, end))
    {
      if (sl_reservation_may_be_spent (self) && get_next_first (self) <= end)
        doubt_refill (self, end);
      return FALSE;
    }

  *time = MAX (end + self->most, next);
  add_period (self, get_next_first (self), next);
  return TRUE;
}

/* Whether more was executed than what charging for it can be wrong by. */
gboolean
sl_reservation_must_be_spent (const SlReservation *self)
{
  return self->is_spent || self->most < -self->grain;
}

gboolean
sl_reservation_may_be_spent (const SlReservation *self)
{
  return self->is_spent || self->least == SL_TIME_MIN || self->least <= self->grain;
}

/* Whether the next period may have begun at @time. */
gboolean
sl_reservation_may_begin (const SlReservation *self, SlTime time)
{
  return get_next_first (self) <= sl_time_add (time, self->grain);
}

/**
 * sl_reservation_spend:
 * @most_beyond: for how long the task can have executed beyond its budget
 *
 * The task has no budget up to its next period.
 */
void
sl_reservation_spend (SlReservation *self, SlTime time, gint64 most_beyond)
{
  self->is_spent = TRUE;
  self->spent_at = time;
  self->most = MIN (self->most, 0);
  self->least = MIN (MAX (self->least, -most_beyond), self->most);
}

/**
 * sl_reservation_replenish:
 * @time: up to when that was
 * @nominal: (out): the begin of the period, as far as it is known; else @time
 *
 * The task, which @is_spent, has a budget again.
 *
 * Returns: whether its next period can have begun since
 */
gboolean
sl_reservation_replenish (SlReservation *self, SlTime time, SlTime *nominal)
{
  SlTime first = MAX (get_next_first (self), self->spent_at);
  SlTime last = MIN (get_next_last (self), time);
  gboolean is_possible = first <= sl_time_add (last, self->grain);

  if (!is_possible)
    {
      first = self->spent_at;
      last = time;
    }
  first = MIN (first, last);
  *nominal = last - first <= self->grain ? first : time;
  add_period (self, first, sl_time_add (last, self->jitter));
  return is_possible;
}

static SlReservationWake
fill (SlReservation *self, SlTime first, SlTime last)
{
  self->least = self->most = self->budget;
  self->first = sl_time_add (first, self->relative);
  self->last = sl_time_add (last, self->relative + self->jitter);
  return SL_RESERVATION_FILLED;
}

/* It may have been filled up, or not. */
static SlReservationWake
doubt (SlReservation *self, SlTime first, SlTime last)
{
  if (self->first != SL_TIME_MIN)
    self->first = MIN (self->first, sl_time_add (first, self->relative));
  self->last = sl_time_add (last, self->relative + self->jitter);
  self->most = self->budget;
  return SL_RESERVATION_UNSURE;
}

/* Whether @left up to @deadline is more than the bandwidth. In doubles: a damaged trace may say anything. */
static gboolean
is_too_much (const SlReservation *self, gint64 left, SlTime deadline, SlTime now)
{
  return (double) left * (double) self->relative >
         (double) self->budget * ((double) deadline - (double) now);
}

static gint64
get_share (const SlReservation *self, SlTime deadline, SlTime now)
{
  return (gint64) ((double) self->budget * (double) (deadline - now) / (double) self->relative);
}

/* A task whose deadline comes before its next period. */
static SlReservationWake
wake_constrained (SlReservation *self, SlTime now)
{
  SlTime next_first = get_next_first (self), next_last = get_next_last (self);
  gboolean has_least = self->least != SL_TIME_MIN;

  if (next_last <= sl_time_add (now, self->grain))
    return fill (self, now, MAX (now, next_last));
  if (self->last < now && next_first > now)
    {
      self->most = self->least = 0;
      sl_reservation_spend (self, now, 0);
      return SL_RESERVATION_SPENT;
    }
  if (self->last < now && next_last - next_first <= self->grain)
    return fill (self, now, MAX (now, next_last));
  if (self->first >= now && !is_too_much (self, self->most, self->first, now))
    return SL_RESERVATION_KEPT;
  if (self->first >= now && has_least && is_too_much (self, self->least, self->last, now))
    {
      self->least = get_share (self, self->first, now);
      self->most = get_share (self, self->last, now);
      return SL_RESERVATION_REDUCED;
    }

  if (has_least)
    self->least = MIN (self->least, 0);
  return doubt (self, now, MAX (now, next_last));
}

static SlReservationWake
wake_with_budget (SlReservation *self, SlTime now)
{
  gboolean has_least = self->least != SL_TIME_MIN;

  if (self->relative < self->period)
    return wake_constrained (self, now);
  /* One whose deadline is about to come has next to nothing left where that is not too much, and is filled up then. */
  if (self->last <= sl_time_add (now, self->grain))
    return fill (self, now, MAX (now, self->last));
  if (has_least && self->last != SL_TIME_MAX && is_too_much (self, self->least, self->last, now))
    return fill (self, now, now);
  if (self->first != SL_TIME_MIN && self->first >= now &&
      !is_too_much (self, self->most, self->first, now))
    return SL_RESERVATION_KEPT;

  doubt (self, now, now);
  self->first = MAX (self->first, now);
  return SL_RESERVATION_UNSURE;
}

/* It may have been used up as it fell asleep, and been filled up since. */
static SlReservationWake
wake_in_doubt (SlReservation *self, SlTime now)
{
  SlReservation other = *self;

  if (get_next_last (self) > sl_time_add (now, self->grain))
    {
      if (self->least != SL_TIME_MIN)
        self->least = MIN (self->least, 0);
      return doubt (self, now, MAX (now, get_next_last (self)));
    }

  /* Both ways, and what holds either way. */
  add_period (&other, get_next_first (self), get_next_last (self));
  wake_with_budget (&other, now);
  wake_with_budget (self, now);
  self->least = MIN (self->least, other.least);
  self->most = MAX (self->most, other.most);
  self->first = MIN (self->first, other.first);
  self->last = MAX (self->last, other.last);
  return sl_reservation_is_known (self) ? SL_RESERVATION_FILLED : SL_RESERVATION_UNSURE;
}

/**
 * sl_reservation_wake:
 *
 * The task, which slept, is woken at @time. One that @is_spent stays so until it is replenished.
 *
 * Returns: what that does
 */
SlReservationWake
sl_reservation_wake (SlReservation *self, SlTime time)
{
  if (self->is_spent)
    return SL_RESERVATION_SPENT;
  if (sl_reservation_may_be_spent (self))
    return wake_in_doubt (self, time);

  return wake_with_budget (self, time);
}
