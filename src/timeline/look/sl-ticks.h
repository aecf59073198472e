/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The ruler's ticks and labels: pure functions of a clock and a view. */

#include "sl-axis.h"
#include "sl-clock.h"
#include "sl-view.h"

G_BEGIN_DECLS

/**
 * SlTick:
 * @time: where it stands, in reference ticks, inside the visible span
 * @label: (nullable): what is added to the base, such as "+5 ms"; %NULL for minor ticks
 */
typedef struct
{
  SlTime time;
  char *label;
} SlTick;

/**
 * SlTicks:
 * @base: (nullable): what every label is added to, such as "18.070 s +"; %NULL for none
 * @ticks: (element-type SlTick): in time order
 * @step: between labelled ticks: ticks of the clock on %SL_AXIS_TSC and where no rate is
 *   known, else picoseconds
 */
typedef struct
{
  char *base;
  GArray *ticks;
  gint64 step;
} SlTicks;

SlTicks *
sl_ticks_new (const SlClock *clock, const SlView *view, SlAxis axis, SlTime origin, double min_gap);
SlTicks *sl_ticks_new_after_gap (const SlClock *clock,
                                 const SlView *view,
                                 SlAxis axis,
                                 SlTime gap,
                                 double min_gap);
void sl_ticks_free (SlTicks *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlTicks, sl_ticks_free)

gint64 sl_ticks_choose_step (gint64 visible, double width, double min_gap);
const char *sl_ticks_get_axis_title (const SlClock *clock, SlAxis axis);
gboolean sl_ticks_are_elapsed (const SlClock *clock);

G_END_DECLS
