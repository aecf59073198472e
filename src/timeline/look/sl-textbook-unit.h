/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The unit of a textbook picture's time axis: 1, 2 or 5 × 10ⁿ of what the clock counts. */

#include "sl-axis.h"
#include "sl-clock.h"
#include "sl-view.h"

G_BEGIN_DECLS

/**
 * SlTextbookUnit:
 * @timed: counts picoseconds; else ticks
 * @zero: what the axis calls 0, in picoseconds or ticks
 * @step: from one grid line to the next
 * @pixels: that a step takes; at least %SL_TEXTBOOK_MIN_UNIT
 * @wanted_pixels: that a fifth of the shortest period takes: below %SL_TEXTBOOK_MIN_UNIT the signs have
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
} SlTextbookUnit;

/* Narrower units cannot carry the signs. */
#define SL_TEXTBOOK_MIN_UNIT 6.0

void sl_textbook_unit_init (SlTextbookUnit *self,
                            const SlClock *clock,
                            const SlView *view,
                            SlAxis axis,
                            SlTime origin,
                            gint64 shortest_period);
void sl_textbook_unit_space_numbers (SlTextbookUnit *self, double gap);
gint64 sl_textbook_unit_floor (gint64 value);
gboolean sl_textbook_unit_to_time (const SlTextbookUnit *self, gint64 steps, SlTime *time);
double sl_textbook_unit_from_time (const SlTextbookUnit *self, SlTime time);
gint64 sl_textbook_unit_first (const SlTextbookUnit *self, SlTime time);
char *sl_textbook_unit_number (const SlTextbookUnit *self, gint64 steps) G_GNUC_WARN_UNUSED_RESULT;
char *sl_textbook_unit_instant (const SlTextbookUnit *self, SlTime time) G_GNUC_WARN_UNUSED_RESULT;
char *sl_textbook_unit_duration (const SlTextbookUnit *self, SlSpan span) G_GNUC_WARN_UNUSED_RESULT;
char *sl_textbook_unit_dup_long (const SlTextbookUnit *self, SlSpan span) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
