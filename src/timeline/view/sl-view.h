/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Ticks to pixels and back, in integer arithmetic of 128 bits: exact over any span. */

#include "sl-time.h"

G_BEGIN_DECLS

/* Nothing shorter than this is ever shown, but for a trace that is shorter. */
#define SL_VIEW_MIN_TICKS 10

/**
 * SlView:
 * @extent: all there is, in reference ticks; not empty
 * @visible: what the width shows; inside @extent, not empty
 * @width: in pixels, above 0
 *
 * A plain value. Pixel 0 begins at @visible.begin; pixel @width is @visible.end.
 */
typedef struct
{
  SlSpan extent;
  SlSpan visible;
  int width;
} SlView;

SlView sl_view_make (SlSpan extent, SlSpan visible, int width);
SlSpan sl_view_clamp (SlSpan extent, SlSpan visible);

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
