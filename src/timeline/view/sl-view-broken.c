/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-view-private.h"

#include <math.h>

/* Breaks take at most this part of the width. */
#define BREAKS_PART 2

static long double
length_of (SlSpan span)
{
  return (long double) span.end - (long double) span.begin;
}

/* What of the breaks is visible, and what lies between. Without columns yet. */
static guint
find_parts (SlView *self)
{
  SlTime at = self->visible.begin;
  guint n = 0;

  for (guint i = 0; i < self->n_breaks; i++)
    {
      SlSpan shown = sl_span_intersect (self->breaks[i], self->visible);

      if (shown.begin >= shown.end)
        continue;
      if (shown.begin > at)
        self->parts[n++] = (SlViewPart) { .span = { at, shown.begin } };
      self->parts[n++] = (SlViewPart) { .span = shown, .is_break = TRUE };
      at = shown.end;
    }
  if (at < self->visible.end)
    self->parts[n++] = (SlViewPart) { .span = { at, self->visible.end } };
  return n;
}

/* A break of which only a part is visible takes that part of its pixels. */
static int
get_break_width (const SlView *self, SlSpan shown)
{
  for (guint i = 0; i < self->n_breaks; i++)
    if (sl_span_contains (self->breaks[i], shown.begin))
      return MAX (1, (int) lroundl (self->break_width * length_of (shown) /
                                    length_of (self->breaks[i])));

  return 1;
}

/* Gives each part its columns; the others share by length what breaks leave, and get one at least. */
static void
place_parts (SlView *self, guint n_parts, int left, long double ticks)
{
  long double before = 0;
  int x = 0, given = 0;
  guint n_behind = 0;

  for (guint i = 0; i < n_parts; i++)
    n_behind += !self->parts[i].is_break;
  for (guint i = 0; i < n_parts; i++)
    {
      SlViewPart *part = &self->parts[i];

      part->x = x;
      if (!part->is_break)
        {
          before += length_of (part->span);
          n_behind--;
          part->width = CLAMP ((int) lroundl (left * before / ticks) - given, 1,
                               left - given - (int) n_behind);
          given += part->width;
        }
      x += part->width;
    }
}

/**
 * sl_view_make_broken:
 * @width: pixels; below 1 counts as 1
 * @breaks: (array length=n_breaks): by time, not empty, apart from each other; at most %SL_VIEW_BREAKS
 *
 * Where nothing but a break is visible, or the view is too narrow for breaks, the visible axis is one part.
 */
SlView
sl_view_make_broken (SlSpan extent, SlSpan visible, int width, const SlSpan *breaks, guint n_breaks)
{
  SlView self = sl_view_make (extent, visible, width);
  long double ticks = 0;
  guint n_parts;
  int left = self.width;

  g_return_val_if_fail (n_breaks <= SL_VIEW_BREAKS, self);

  if (n_breaks == 0 || self.width / BREAKS_PART < (int) (2 * n_breaks + 1))
    return self;

  self.break_width = MIN (SL_VIEW_BREAK_WIDTH, self.width / BREAKS_PART / (int) n_breaks);
  self.n_breaks = n_breaks;
  for (guint i = 0; i < n_breaks; i++)
    self.breaks[i] = breaks[i];

  n_parts = find_parts (&self);
  for (guint i = 0; i < n_parts; i++)
    {
      SlViewPart *part = &self.parts[i];

      part->width = part->is_break ? get_break_width (&self, part->span) : 0;
      left -= part->width;
      ticks += part->is_break ? 0 : length_of (part->span);
    }
  if (n_parts < 2)
    return self;

  place_parts (&self, n_parts, left, ticks);
  self.n_parts = n_parts;
  return self;
}

/**
 * sl_view_get_scale:
 *
 * Returns: ticks a pixel, where the axis is not broken
 */
double
sl_view_get_scale (const SlView *self)
{
  long double ticks = 0;
  int width = 0;

  for (guint i = 0; i < sl_view_get_n_parts (self); i++)
    {
      SlViewPart part = sl_view_get_part (self, i);

      if (part.is_break)
        continue;
      ticks += length_of (part.span);
      width += part.width;
    }

  return (double) (ticks / MAX (width, 1));
}

static SlTime
to_time (long double time)
{
  return time >= (long double) SL_TIME_MAX   ? SL_TIME_MAX
         : time <= (long double) SL_TIME_MIN ? SL_TIME_MIN
                                             : (SlTime) floorl (time + 0.5L);
}

/* The time that is @pixels to the right of @from, or to the left where they are below 0, where a pixel has @scale ticks. */
static SlTime
walk (const SlView *self, SlTime from, double pixels, double scale)
{
  int way = pixels < 0 ? -1 : 1;
  long double rest = fabs (pixels), at = from;

  for (guint i = 0; i < self->n_breaks; i++)
    {
      SlSpan gap = self->breaks[way > 0 ? i : self->n_breaks - 1 - i];
      long double near = way > 0 ? gap.begin : gap.end, far = way > 0 ? gap.end : gap.begin;
      long double slope = length_of (gap) / self->break_width;

      if ((far - at) * way <= 0)
        continue;
      if ((near - at) * way > 0)
        {
          if (rest * scale <= (near - at) * way)
            break;
          rest -= (near - at) * way / scale;
          at = near;
        }
      if (rest * slope <= (far - at) * way)
        return to_time (at + rest * slope * way);
      rest -= (far - at) * way / slope;
      at = far;
    }

  return to_time (at + rest * scale * way);
}

/* What begins at @begin, moved into the extent. */
static SlSpan
fit (const SlView *self, SlTime begin, double scale)
{
  SlTime end;

  begin = MAX (begin, self->extent.begin);
  end = walk (self, begin, self->width, scale);
  if (end > self->extent.end)
    begin = MAX (walk (self, self->extent.end, -self->width, scale), self->extent.begin);
  return sl_view_clamp (self->extent, (SlSpan) { begin, MIN (end, self->extent.end) });
}

/* See sl_view_zoom(). Inside a break there is nothing to see: what is beside it stays where it is. */
SlSpan
sl_view_zoom_broken (const SlView *self, double x, double factor)
{
  double scale = sl_view_get_scale (self) / CLAMP (factor, 1.0 / 1024, 1024);
  SlViewPart part;
  SlTime time;

  x = CLAMP (x, 0, self->width);
  part = sl_view_find_part_at (self, (int) x);
  time = sl_view_time (self, x);
  if (part.is_break)
    {
      gboolean is_left = x - part.x < part.width / 2.0;

      x = part.x + (is_left ? 0 : part.width);
      time = is_left ? part.span.begin : part.span.end;
    }

  scale = MAX (scale, (double) SL_VIEW_MIN_TICKS / self->width);
  return fit (self, walk (self, time, -x, scale), scale);
}

/* See sl_view_pan(). */
SlSpan
sl_view_pan_broken (const SlView *self, double pixels)
{
  double scale = sl_view_get_scale (self);

  return fit (self, walk (self, self->visible.begin, pixels, scale), scale);
}

/* See sl_view_center(). */
SlSpan
sl_view_center_broken (const SlView *self, SlTime time)
{
  double scale = sl_view_get_scale (self);

  return fit (self, walk (self, time, -self->width / 2.0, scale), scale);
}
