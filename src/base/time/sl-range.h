/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Smallest, mean and largest of figures. */

#include "sl-time.h"

G_BEGIN_DECLS

/**
 * SlRange:
 * @count: how many figures; with 0 the others mean nothing
 * @sum: for the mean; stops at what fits
 *
 * All zero is a range of no figures.
 */
typedef struct
{
  guint64 count;
  gint64 min;
  gint64 max;
  gint64 sum;
} SlRange;

/**
 * sl_range_add:
 *
 * Takes one more figure in.
 */
static inline void
sl_range_add (SlRange *self, gint64 figure)
{
  self->min = self->count > 0 ? MIN (self->min, figure) : figure;
  self->max = self->count > 0 ? MAX (self->max, figure) : figure;
  if (G_UNLIKELY (__builtin_add_overflow (self->sum, figure, &self->sum)))
    self->sum = figure > 0 ? SL_TIME_MAX : SL_TIME_MIN;
  self->count++;
}

void sl_range_merge (SlRange *self, const SlRange *other);
double sl_range_get_mean (const SlRange *self);
gint64 sl_range_get_rounded_mean (const SlRange *self);
gint64 sl_range_get_width (const SlRange *self);

G_END_DECLS
