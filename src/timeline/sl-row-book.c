/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Which rows a textbook picture has: one a task that has jobs, the most urgent above, then the
 * budgets of servers. */
#include "sl-row-collect-private.h"

#include <math.h>

/* First and last releases are looked for among at most so many marks. */
#define MAX_LOOKED_AT 512

gboolean
sl_kind_is_release (guint32 kind)
{
  return kind == SL_KIND_TASK_TIMER || kind == SL_KIND_TASK_ACTIVATE;
}

static guint64
count_kind (const SlTrack *marks, gboolean (*is_wanted) (guint32 kind))
{
  guint n_codes = sl_track_get_n_codes (marks);
  g_autofree guint64 *counts = g_new0 (guint64, n_codes + 1);
  SlSpan span = sl_track_get_span (marks);
  guint64 count = 0;

  sl_track_sum (marks, (SlSpan) { span.begin, MAX (span.end, span.begin) + 1 }, NULL, counts);
  for (guint i = 0; i < n_codes; i++)
    {
      guint32 state, detail;

      sl_track_get_code (marks, i, &state, &detail);
      count += is_wanted (state) ? counts[i] : 0;
    }

  return count;
}

static gboolean
is_exhaustion (guint32 kind)
{
  return kind == SL_KIND_SERVER_EXHAUST;
}

static gboolean
is_end (guint32 kind)
{
  return kind == SL_KIND_TASK_END_CYCLE;
}

/* The mean time between releases; 0 where there are not two. */
static gint64
guess_period (const SlTrack *marks)
{
  guint64 count = count_kind (marks, sl_kind_is_release);
  SlTime first = SL_TIME_MAX, last = SL_TIME_MIN, at;
  SlTrackIter iter;
  SlItem item;

  if (count < 2)
    return 0;

  sl_track_iter_init (&iter, marks, sl_track_get_span (marks).begin);
  for (guint i = 0; i < MAX_LOOKED_AT && first == SL_TIME_MAX && sl_track_iter_next (&iter, &item);
       i++)
    {
      if (sl_kind_is_release (item.state))
        first = item.begin;
    }
  at = sl_track_get_span (marks).end + 1;
  for (guint i = 0;
       i < MAX_LOOKED_AT && last == SL_TIME_MIN && sl_track_find_before (marks, at, &item); i++)
    {
      if (sl_kind_is_release (item.state))
        last = item.begin;
      at = item.begin;
    }
  if (first == SL_TIME_MAX || last <= first)
    return 0;

  return (gint64) ((double) (last - first) / (double) (count - 1) + 0.5);
}

static gboolean
belongs (SlTraceSet *set, const SlRow *row)
{
  SlTrace *trace = sl_trace_set_get_trace (set, row->lane.trace);
  const SlTrack *marks =
      sl_lane_get_track (sl_trace_get_lane (trace, row->lane.lane), SL_ROLE_MARKS);

  if (row->part != SL_ROW_STATES || marks == NULL)
    return FALSE;
  if (row->lane_type == SL_LANE_SERVER)
    return count_kind (marks, is_exhaustion) > 0;

  return row->lane_type == SL_LANE_TASK && !sl_row_is_idle_task (set, row) &&
         (count_kind (marks, is_end) > 0 || count_kind (marks, sl_kind_is_release) > 1);
}

/* Rate monotonic: who is released more often stands above. */
static int
compare_urgency (gconstpointer a, gconstpointer b)
{
  const SlRow *one = a, *other = b;
  gint64 period = one->period > 0 ? one->period : G_MAXINT64;
  gint64 other_period = other->period > 0 ? other->period : G_MAXINT64;

  if (one->lane_type != other->lane_type)
    return one->lane_type == SL_LANE_TASK ? -1 : 1;
  if (period != other_period)
    return period < other_period ? -1 : 1;
  if (one->lane.trace != other->lane.trace)
    return one->lane.trace < other->lane.trace ? -1 : 1;

  return one->lane.lane < other->lane.lane ? -1 : one->lane.lane > other->lane.lane;
}

/**
 * sl_rows_choose_book:
 * @found: (transfer full) (element-type SlRow): all rows that the state shows
 * @scale: of heights
 *
 * Returns: (transfer full) (element-type SlRow): those of a textbook picture, in its order
 */
GArray *
sl_rows_choose_book (SlTraceSet *set, GArray *found, double scale)
{
  GArray *chosen = g_array_new (FALSE, FALSE, sizeof (SlRow));

  for (guint i = 0; i < found->len; i++)
    {
      SlRow row = g_array_index (found, SlRow, i);
      SlTrace *trace = sl_trace_set_get_trace (set, row.lane.trace);

      if (!belongs (set, &row))
        {
          sl_row_clear (&row);
          continue;
        }

      if (row.lane_type == SL_LANE_TASK)
        row.period = guess_period (
            sl_lane_get_track (sl_trace_get_lane (trace, row.lane.lane), SL_ROLE_MARKS));
      row.height = (int) lround (SL_BOOK_PITCH * scale);
      g_array_append_val (chosen, row);
    }
  g_array_unref (found);

  g_array_sort (chosen, compare_urgency);
  for (guint i = 0; i < chosen->len; i++)
    g_array_index (chosen, SlRow, i).place = i + 1;

  return chosen;
}
