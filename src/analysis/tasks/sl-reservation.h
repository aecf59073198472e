/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What must be left of the budget of a task of SCHED_DEADLINE, and by which deadline it is scheduled, as far as that follows
 * from when it runs and is woken. */

#include "sl-time.h"

G_BEGIN_DECLS

/**
 * SlReservation:
 * @budget: Q, in ticks, above 0
 * @relative: the relative deadline D, from @budget on
 * @period: T, not below @relative
 * @jitter: by how much the kernel's times may be later than those of the events
 * @grain: the error of a budget that is known: what may lie between executing and being charged for it
 * @least: what is left of the budget at least; %SL_TIME_MIN where nobody knows
 * @most: and at most; below 0 for what it executed beyond it
 * @first: the earliest absolute deadline that it may have; %SL_TIME_MIN where nobody knows
 * @last: and the latest; %SL_TIME_MAX where nobody knows
 * @is_spent: it has no budget up to its next period, @spent_at being since when
 */
typedef struct
{
  gint64 budget;
  gint64 relative;
  gint64 period;
  gint64 jitter;
  gint64 grain;
  gint64 least;
  gint64 most;
  SlTime first;
  SlTime last;
  gboolean is_spent;
  SlTime spent_at;
} SlReservation;

/* What being woken does to a reservation. */
typedef enum
{
  SL_RESERVATION_UNSURE, /* one of the others */
  SL_RESERVATION_KEPT,   /* budget and deadline stay */
  SL_RESERVATION_FILLED, /* both are new */
  SL_RESERVATION_REDUCED, /* the deadline stays, and the budget is what is left of the bandwidth up to it */
  SL_RESERVATION_SPENT, /* no budget up to the next period */
} SlReservationWake;

void sl_reservation_forget (SlReservation *self);
void sl_reservation_begin (SlReservation *self, SlTime first, SlTime last);
gboolean sl_reservation_is_known (const SlReservation *self);
void sl_reservation_run (SlReservation *self, SlTime begin, SlTime end, gint64 unseen);
gboolean sl_reservation_refill (SlReservation *self, SlTime end, SlTime *time);
gboolean sl_reservation_must_be_spent (const SlReservation *self);
gboolean sl_reservation_may_be_spent (const SlReservation *self);
gboolean sl_reservation_may_begin (const SlReservation *self, SlTime time);
void sl_reservation_spend (SlReservation *self, SlTime time, gint64 most_beyond);
gboolean sl_reservation_replenish (SlReservation *self, SlTime time, SlTime *nominal);
SlReservationWake sl_reservation_wake (SlReservation *self, SlTime time);

G_END_DECLS
