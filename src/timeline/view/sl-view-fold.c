/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-view-fold.h"

#include <string.h>

/**
 * sl_view_in_trace:
 *
 * Returns: @self in the ticks of a trace, but for its breaks: it is drawn in, not moved
 */
SlView
sl_view_in_trace (const SlView *self, SlTraceSet *set, guint trace)
{
  SlView own = *self;

  own.n_breaks = 0;
  own.visible.begin = sl_trace_set_from_reference (set, trace, self->visible.begin);
  own.visible.end = sl_trace_set_from_reference (set, trace, self->visible.end);
  own.extent = own.visible;
  for (guint i = 0; i < own.n_parts; i++)
    {
      SlSpan *span = &own.parts[i].span;

      span->begin = sl_trace_set_from_reference (set, trace, span->begin);
      span->end = sl_trace_set_from_reference (set, trace, span->end);
    }
  return own;
}

/**
 * sl_view_fold:
 * @self: in ticks of @track
 * @query: whose span and columns are not looked at
 * @columns: (out caller-allocates): one a pixel of @self
 *
 * Folds @track as sl_track_fold() does, part by part.
 */
void
sl_view_fold (const SlView *self,
              const SlTrack *track,
              const SlFoldQuery *query,
              SlFoldColumn *columns)
{
  for (guint i = 0; i < sl_view_get_n_parts (self); i++)
    {
      SlViewPart part = sl_view_get_part (self, i);
      SlFoldQuery own = *query;

      own.span = part.span;
      own.n_columns = (guint) part.width;
      if (part.span.begin < part.span.end)
        sl_track_fold (track, &own, columns + part.x);
      else
        memset (columns + part.x, 0, own.n_columns * sizeof (SlFoldColumn));
    }
}

/**
 * sl_view_fold_column:
 *
 * Returns: the column in which sl_view_fold() puts what is at @time; -1 before and the view's width after what is visible
 */
gint64
sl_view_fold_column (const SlView *self, SlTime time)
{
  SlViewPart part = sl_view_find_part (self, time);

  if (time < part.span.begin)
    return -1;
  if (time >= part.span.end)
    return self->width;

  return part.x + (gint64) ((((__int128) time - part.span.begin + 1) * part.width - 1) /
                            ((__int128) part.span.end - part.span.begin));
}

/**
 * sl_view_fold_begin:
 * @column: below the view's width
 *
 * Returns: the first tick that sl_view_fold() puts in @column, or in one after it
 */
SlTime
sl_view_fold_begin (const SlView *self, int column)
{
  SlViewPart part = sl_view_find_part_at (self, column);

  return part.span.begin +
         (SlTime) (((__int128) part.span.end - part.span.begin) * (column - part.x) / part.width);
}

/**
 * sl_view_column_ticks:
 * @column: below the view's width
 *
 * Returns: how many ticks the column has, rounded down alike in all columns of a part
 */
gint64
sl_view_column_ticks (const SlView *self, guint column)
{
  SlViewPart part = sl_view_find_part_at (self, (int) column);

  return sl_span_duration (part.span) / part.width;
}
