/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-view-private.h"

#include <math.h>

/* Differences of two ticks need 65 bits, products with a width more. */
typedef __int128 Wide;

static Wide
duration_of (SlSpan span)
{
  return (Wide) span.end - span.begin;
}

static SlTime
clamp_time (Wide time)
{
  return (SlTime) CLAMP (time, (Wide) SL_TIME_MIN, (Wide) SL_TIME_MAX);
}

static Wide
divide_floor (Wide a, Wide b)
{
  gint64 short_a = (gint64) a, short_b = (gint64) b;
  Wide quotient;

  /* Nearly always: dividing a word takes a fraction of the time. */
  if (G_LIKELY (a == short_a && b == short_b))
    return short_a / short_b - (short_a % short_b < 0);

  quotient = a / b;
  return a % b < 0 ? quotient - 1 : quotient;
}

/* Ends that are wished for may lie beyond what a time can say. */
static SlSpan
clamp_wide (SlSpan extent, Wide begin, Wide end)
{
  Wide whole = MAX (duration_of (extent), 1);
  Wide wanted = end - begin;
  Wide length = CLAMP (wanted, MIN (whole, SL_VIEW_MIN_TICKS), whole);

  if (length > wanted)
    begin -= (length - wanted) / 2;
  begin = MIN (begin, (Wide) extent.begin + whole - length);
  begin = MAX (begin, (Wide) extent.begin);

  return (SlSpan) { clamp_time (begin), clamp_time (begin + length) };
}

/**
 * sl_view_clamp:
 * @extent: all there is; an empty one is taken to be one tick long
 * @visible: what is wished for
 *
 * Moves and cuts @visible so that it lies inside @extent and, where @extent allows, is at least
 * %SL_VIEW_MIN_TICKS long. Its length is kept where that is possible.
 */
SlSpan
sl_view_clamp (SlSpan extent, SlSpan visible)
{
  return clamp_wide (extent, visible.begin, visible.end);
}

/**
 * sl_view_make:
 * @width: pixels; below 1 counts as 1
 */
SlView
sl_view_make (SlSpan extent, SlSpan visible, int width)
{
  if (extent.end <= extent.begin)
    extent.end = extent.begin < SL_TIME_MAX ? extent.begin + 1 : extent.begin;
  if (extent.end <= extent.begin)
    extent.begin = extent.end - 1;

  return (SlView) { .extent = extent,
                    .visible = sl_view_clamp (extent, visible),
                    .width = MAX (width, 1) };
}

/**
 * sl_view_get_n_parts:
 *
 * Returns: 1 for an axis on which no break is visible
 */
guint
sl_view_get_n_parts (const SlView *self)
{
  return MAX (self->n_parts, 1);
}

/**
 * sl_view_get_part:
 * @number: below sl_view_get_n_parts()
 */
SlViewPart
sl_view_get_part (const SlView *self, guint number)
{
  g_assert (number < sl_view_get_n_parts (self));

  return self->n_parts > 0 ? self->parts[number]
                           : (SlViewPart) { self->visible, 0, self->width, FALSE };
}

/**
 * sl_view_find_part:
 *
 * Returns: the part in which @time lies; the first one for what is before it, the last one for what is behind
 */
SlViewPart
sl_view_find_part (const SlView *self, SlTime time)
{
  guint i = 0;

  while (i + 1 < self->n_parts && time >= self->parts[i].span.end)
    i++;
  return sl_view_get_part (self, i);
}

/**
 * sl_view_find_part_at:
 *
 * Returns: the part in which the column lies; the first one for what is to the left, the last one for what is to the right
 */
SlViewPart
sl_view_find_part_at (const SlView *self, int column)
{
  guint i = 0;

  while (i + 1 < self->n_parts && column >= self->parts[i + 1].x)
    i++;
  return sl_view_get_part (self, i);
}

/**
 * sl_view_x:
 *
 * Exact to 1/256 pixel over any span, which a product of doubles is not.
 *
 * Returns: pixels from the left edge, negative to the left of it, at most ±2³⁰
 */
double
sl_view_x (const SlView *self, SlTime time)
{
  Wide limit = (Wide) 1 << 38;
  SlViewPart part = sl_view_find_part (self, time);
  Wide x = (Wide) part.x * 256 + divide_floor (((Wide) time - part.span.begin) * part.width * 256,
                                               duration_of (part.span));

  return (double) CLAMP (x, -limit, limit) / 256;
}

/**
 * sl_view_column:
 *
 * Returns: the pixel column in which @time lies: 0 … width − 1 for what is visible
 */
gint64
sl_view_column (const SlView *self, SlTime time)
{
  SlViewPart part = sl_view_find_part (self, time);

  return part.x + (gint64) divide_floor (((Wide) time - part.span.begin) * part.width,
                                         duration_of (part.span));
}

/**
 * sl_view_time:
 * @x: pixels from the left edge
 *
 * Returns: the tick under @x, the last one that begins at or before it; saturates
 */
SlTime
sl_view_time (const SlView *self, double x)
{
  Wide fine = (Wide) floor (CLAMP (x, -1e9, 1e9) * 256);
  SlViewPart part = sl_view_find_part_at (self, (int) divide_floor (fine, 256));

  fine -= (Wide) part.x * 256;
  return clamp_time (part.span.begin +
                     divide_floor (fine * duration_of (part.span), (Wide) part.width * 256));
}

/**
 * sl_view_column_span:
 * @column: 0 … width − 1
 *
 * The ticks of one column. Columns adjoin and cover the visible span; where there are more
 * pixels than ticks some are empty.
 */
SlSpan
sl_view_column_span (const SlView *self, int column)
{
  SlViewPart part = sl_view_find_part_at (self, column);
  Wide duration = duration_of (part.span);
  Wide begin = -divide_floor (-(duration * (column - part.x)), part.width);
  Wide end = -divide_floor (-(duration * ((Wide) column - part.x + 1)), part.width);

  return (SlSpan) { clamp_time (part.span.begin + begin), clamp_time (part.span.begin + end) };
}

/**
 * sl_view_ticks:
 * @pixels: a width
 *
 * Returns: ticks that take @pixels, rounded down, saturating; on an axis with breaks, where it is not broken
 */
gint64
sl_view_ticks (const SlView *self, double pixels)
{
  Wide fine = (Wide) floor (CLAMP (pixels, -1e9, 1e9) * 256);

  if (self->n_parts > 0)
    return clamp_time ((Wide) floor (CLAMP (pixels, -1e9, 1e9) * sl_view_get_scale (self)));

  return clamp_time (divide_floor (fine * duration_of (self->visible), (Wide) self->width * 256));
}

/**
 * sl_view_zoom:
 * @x: the pixel that stays where it is
 * @factor: above 0; above 1 zooms in
 *
 * A factor becomes a fraction whose inverse is that of the inverse factor, so that zooming in and
 * out again returns to within rounding to a tick. Factors are clamped to 2⁻¹⁰ … 2¹⁰.
 *
 * Returns: the span to show next
 */
SlSpan
sl_view_zoom (const SlView *self, double x, double factor)
{
  Wide duration = duration_of (self->visible);
  Wide whole = duration_of (self->extent);
  Wide fine = (Wide) floor (CLAMP (x, 0, self->width) * 256);
  gint64 numerator = 1 << 20, denominator = 1 << 20;
  Wide length, anchor, begin;

  g_return_val_if_fail (factor > 0, self->visible);

  /* What no break is in stays so. */
  if (self->n_parts > 0 || (self->n_breaks > 0 && factor < 1))
    return sl_view_zoom_broken (self, x, factor);

  factor = CLAMP (factor, 1.0 / 1024, 1024);
  if (factor > 1)
    numerator = (gint64) floor (factor * denominator + 0.5);
  else
    denominator = (gint64) floor (numerator / factor + 0.5);

  length = (duration * denominator + numerator / 2) / numerator;
  length = CLAMP (length, MIN (whole, SL_VIEW_MIN_TICKS), whole);
  anchor = (Wide) self->width * 256;
  begin = self->visible.begin + divide_floor (fine * (duration - length) + anchor / 2, anchor);

  return clamp_wide (self->extent, begin, begin + length);
}

/**
 * sl_view_pan:
 * @pixels: by which the picture moves to the left: positive shows what is later
 */
SlSpan
sl_view_pan (const SlView *self, double pixels)
{
  Wide ticks = sl_view_ticks (self, pixels);

  if (self->n_breaks > 0)
    return sl_view_pan_broken (self, pixels);

  return clamp_wide (self->extent, self->visible.begin + ticks, self->visible.end + ticks);
}

/**
 * sl_view_center:
 *
 * Returns: as much as is visible now, around @time
 */
SlSpan
sl_view_center (const SlView *self, SlTime time)
{
  Wide length = duration_of (self->visible);
  Wide begin = (Wide) time - length / 2;

  if (self->n_breaks > 0)
    return sl_view_center_broken (self, time);

  return clamp_wide (self->extent, begin, begin + length);
}

/**
 * sl_view_reveal:
 *
 * Returns: the visible span if @span lies in it with a twentieth to spare; else moved so that
 *   @span is in the middle, and zoomed out where it is longer than that allows
 */
SlSpan
sl_view_reveal (const SlView *self, SlSpan span)
{
  Wide length = duration_of (self->visible);
  Wide wanted = duration_of (span);
  Wide margin = length / 20;
  Wide begin;

  if (span.begin >= self->visible.begin + margin && span.end <= self->visible.end - margin)
    return self->visible;

  length = MAX (length, wanted + wanted / 5);
  begin = (Wide) span.begin + wanted / 2 - length / 2;

  return clamp_wide (self->extent, begin, begin + length);
}
