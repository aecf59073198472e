/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* In which unit the times of a clock are shown to people, and what the time of day was. */

#include "sl-clock.h"

G_BEGIN_DECLS

typedef enum
{
  SL_SHOWN_AUTO, /* whichever suits a number */
  SL_SHOWN_NS,
  SL_SHOWN_US,
  SL_SHOWN_MS,
  SL_SHOWN_S,
  SL_SHOWN_TICKS, /* of the clock, also where a rate is known */
  SL_N_SHOWN,
} SlShownUnit;

const char *sl_shown_unit_get_id (SlShownUnit unit); /* "auto", "ns", "us", "ms", "s", "ticks" */
gboolean sl_shown_unit_find (const char *id, SlShownUnit *unit);
gint64 sl_shown_unit_get_ns (SlShownUnit unit);
char *sl_shown_unit_dup_ns (SlShownUnit unit, gint64 ns) G_GNUC_WARN_UNUSED_RESULT;

SlClock *sl_clock_with_shown_unit (const SlClock *self, SlShownUnit unit);
SlShownUnit sl_clock_get_shown_unit (const SlClock *self);
gboolean sl_clock_shows_time (const SlClock *self);

SlClock *sl_clock_with_wall (const SlClock *self, gint64 unix_ns);
gboolean sl_clock_has_wall (const SlClock *self);
gboolean sl_clock_get_wall (const SlClock *self, SlTime time, gint64 *unix_ns);

G_END_DECLS
