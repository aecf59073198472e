/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Ticks to pixels and back, in integer arithmetic of 128 bits: exact over any span.
 *
 * An axis may be broken: a stretch of time in which nothing happens then takes a few pixels, however long it is. Such an axis
 * consists of parts, each of which is linear and has whole columns of pixels; what holds for an axis without breaks holds
 * for each part. */

#include "sl-time.h"

G_BEGIN_DECLS

/* Nothing shorter than this is ever shown, but for a trace that is shorter. */
#define SL_VIEW_MIN_TICKS 10

/* Breaks of one axis, and parts between and of them. */
#define SL_VIEW_BREAKS 16
#define SL_VIEW_PARTS  (2 * SL_VIEW_BREAKS + 1)

/* Pixels of a whole break, but for views that are so narrow that breaks would take more than half of them. */
#define SL_VIEW_BREAK_WIDTH 24

/**
 * SlViewPart:
 * @span: what it shows; not empty
 * @x: its first column
 * @width: its columns, above 0
 * @is_break: whether it is a stretch in which nothing happens
 *
 * A part of the visible axis, on which a tick takes the same room everywhere.
 */
typedef struct
{
  SlSpan span;
  int x;
  int width;
  gboolean is_break;
} SlViewPart;

/**
 * SlView:
 * @extent: all there is, in reference ticks; not empty
 * @visible: what the width shows; inside @extent, not empty
 * @width: in pixels, above 0
 * @break_width: pixels of a whole break
 * @breaks: (array length=n_breaks): by time, not empty, apart from each other; whether visible or not
 * @n_parts: above 1 where breaks are visible, else 0
 * @parts: (array length=n_parts): they adjoin, from @visible.begin to @visible.end and from column 0 to @width
 *
 * A plain value. Pixel 0 begins at @visible.begin; pixel @width is @visible.end.
 */
typedef struct
{
  SlSpan extent;
  SlSpan visible;
  int width;
  guint n_breaks;
  guint n_parts;
  int break_width;
  SlSpan breaks[SL_VIEW_BREAKS];
  SlViewPart parts[SL_VIEW_PARTS];
} SlView;

SlView sl_view_make (SlSpan extent, SlSpan visible, int width);
SlView sl_view_make_broken (SlSpan extent,
                            SlSpan visible,
                            int width,
                            const SlSpan *breaks,
                            guint n_breaks);
SlSpan sl_view_clamp (SlSpan extent, SlSpan visible);
guint sl_view_get_n_parts (const SlView *self);
SlViewPart sl_view_get_part (const SlView *self, guint number);
SlViewPart sl_view_find_part (const SlView *self, SlTime time);
SlViewPart sl_view_find_part_at (const SlView *self, int column);
double sl_view_get_scale (const SlView *self);

double sl_view_x (const SlView *self, SlTime time);
gint64 sl_view_column (const SlView *self, SlTime time);
SlTime sl_view_time (const SlView *self, double x);
SlSpan sl_view_column_span (const SlView *self, int column);
gint64 sl_view_ticks (const SlView *self, double pixels);

/* Each returns the span to show next, clamped. */
SlSpan sl_view_zoom (const SlView *self, double x, double factor);
SlSpan sl_view_pan (const SlView *self, double pixels);
SlSpan sl_view_center (const SlView *self, SlTime time);
SlSpan sl_view_reveal (const SlView *self, SlSpan span);

G_END_DECLS
