/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The lane of a server that a trace does not record: what follows for the reservation of a task from its own lane. */

#include "sl-reservation.h"
#include "sl-trace.h"

G_BEGIN_DECLS

/**
 * SlReservationLane:
 * @tracks: (array length=n_tracks): of the server, from malloc()
 * @span: from the first time that the task is known to be of SCHED_DEADLINE to the last that it has a lane for
 * @n_known: how often its budget and its deadline became known
 * @n_odd: how often the task did what it cannot have done with this reservation
 */
typedef struct
{
  SlLaneTrack *tracks;
  guint n_tracks;
  SlSpan span;
  guint64 n_known;
  guint64 n_odd;
} SlReservationLane;

gboolean sl_reservation_lane_make (SlTrace *trace,
                                   const SlLane *task,
                                   SlReservation reservation,
                                   const SlClock *clock,
                                   SlReservationLane *made);
void sl_reservation_lane_clear (SlReservationLane *self);

G_END_DECLS
