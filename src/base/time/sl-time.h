/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Points and spans of trace time, counted exactly in the trace's own ticks. */

#include <glib.h>

G_BEGIN_DECLS

/**
 * SlTime:
 *
 * Ticks since the trace's origin. The origin itself, the absolute count (a TSC
 * value, say) of the trace's first instant, is kept by the trace's #SlClock.
 */
typedef gint64 SlTime;

#define SL_TIME_MIN G_MININT64
#define SL_TIME_MAX G_MAXINT64

/**
 * SlSpan:
 * @begin: first tick inside the span
 * @end: first tick after the span, not below @begin
 *
 * A half-open interval of trace time. An instant is a span with
 * @begin == @end: it contains no tick, but it has a position.
 */
typedef struct
{
  SlTime begin;
  SlTime end;
} SlSpan;

static inline gboolean
sl_span_equal (SlSpan one, SlSpan other)
{
  return one.begin == other.begin && one.end == other.end;
}

static inline gboolean
sl_span_contains (SlSpan span, SlTime time)
{
  return time >= span.begin && time < span.end;
}

static inline SlSpan
sl_span_intersect (SlSpan one, SlSpan other)
{
  SlTime begin = MAX (one.begin, other.begin);
  SlTime end = MIN (one.end, other.end);

  return (SlSpan) { begin, MAX (begin, end) };
}

SlTime sl_time_add (SlTime time, gint64 ticks);
SlTime sl_time_subtract (SlTime later, SlTime earlier);
SlTime sl_span_duration (SlSpan span);

G_END_DECLS
