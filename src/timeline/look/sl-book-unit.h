/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The unit of a textbook picture's time axis: 1, 2 or 5 × 10ⁿ of what the clock counts. */

#include "sl-axis.h"
#include "sl-clock.h"
#include "sl-view.h"

G_BEGIN_DECLS

/**
 * SlBookUnit:
 * @timed: counts picoseconds; else ticks
 * @zero: what the axis calls 0, in picoseconds or ticks
 * @step: from one grid line to the next
 * @pixels: that a step takes; at least %SL_BOOK_MIN_UNIT
 * @wanted_pixels: that a fifth of the shortest period takes: below %SL_BOOK_MIN_UNIT the signs have
 *   no room
 * @number_every: steps from one number to the next
 * @name: of what the numbers count, "" for ticks
 * @size: picoseconds, or ticks, of what the numbers count
 */
typedef struct
{
  const SlClock *clock;
  gboolean timed;
  gint64 zero;
  gint64 step;
  double pixels;
  double wanted_pixels;
  int number_every;
  const char *name;
  gint64 size;
} SlBookUnit;

/* Narrower units cannot carry the signs. */
#define SL_BOOK_MIN_UNIT 6.0

void sl_book_unit_init (SlBookUnit *self,
                        const SlClock *clock,
                        const SlView *view,
                        SlAxis axis,
                        SlTime origin,
                        gint64 shortest_period);
void sl_book_unit_space_numbers (SlBookUnit *self, double gap);
gint64 sl_book_unit_floor (gint64 value);
gboolean sl_book_unit_to_time (const SlBookUnit *self, gint64 steps, SlTime *time);
double sl_book_unit_from_time (const SlBookUnit *self, SlTime time);
gint64 sl_book_unit_first (const SlBookUnit *self, SlTime time);
char *sl_book_unit_number (const SlBookUnit *self, gint64 steps) G_GNUC_WARN_UNUSED_RESULT;
char *sl_book_unit_instant (const SlBookUnit *self, SlTime time) G_GNUC_WARN_UNUSED_RESULT;
char *sl_book_unit_duration (const SlBookUnit *self, SlSpan span) G_GNUC_WARN_UNUSED_RESULT;
char *sl_book_unit_dup_long (const SlBookUnit *self, SlSpan span) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
