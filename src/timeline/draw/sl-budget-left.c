/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What is left of the budget of a server at an instant, as its curve shows it. */

#include "sl-budget-left.h"

#include <glib/gi18n-lib.h>

#include "sl-budget-curve.h"
#include "sl-server-deadlines.h"
#include "sl-time-text.h"

/* Where the state of the server is not known, neither is what is left. */
static gboolean
is_known (const SlLane *server, SlTime time)
{
  const SlTrack *states = sl_lane_get_track (server, SL_ROLE_STATES);
  SlItem item;

  return states != NULL && sl_track_find_at (states, time, &item) && item.state != SL_STATE_UNKNOWN;
}

/* Follows the curve up to there. */
static gint64
find_left (SlRowPen *pen, gint64 whole)
{
  g_autoptr (GPtrArray) served = g_ptr_array_new ();
  g_auto (SlBudgetCurve) curve = { 0 };

  sl_budget_add_served (pen->trace, pen->lane, served);
  sl_budget_curve_init (&curve, pen, served, whole, 1);
  sl_budget_curve_follow (&curve, sl_lane_get_track (pen->lane, SL_ROLE_MARKS));
  return curve.left;
}

/**
 * sl_budget_left_dup_text:
 * @row: number in @rows
 * @time: reference tick
 *
 * Returns: (transfer full) (nullable): what is left of the budget then, and of how much; %NULL where the row is of no server
 *   whose budget the trace or the task model tells
 */
char *
sl_budget_left_dup_text (const SlRows *rows, guint row, SlTime time)
{
  SlTraceSet *set = sl_rows_get_set (rows);
  const SlLane *lane = sl_rows_get_lane (rows, row);
  g_autofree char *left = NULL;
  g_autofree char *all = NULL;
  g_autoptr (SlClock) clock = NULL;
  SlPicture picture = { .set = set };
  gint64 whole;
  SlRowPen pen;
  SlTime own;
  guint trace;

  if (lane == NULL || lane->type != SL_LANE_SERVER ||
      sl_lane_get_track (lane, SL_ROLE_MARKS) == NULL)
    return NULL;

  trace = sl_rows_get (rows, row)->lane.trace;
  own = sl_trace_set_from_reference (set, trace, time);
  whole = sl_budget_find_whole (lane, own);
  if (whole <= 0 || !is_known (lane, own))
    return NULL;

  picture.view = sl_view_make (sl_trace_set_get_span (set), (SlSpan) { time, time + 1 }, 1);
  sl_row_pen_init (&pen, &picture, row, sl_rows_get (rows, row));
  pen.visible = (SlSpan) { own, own };
  clock = sl_trace_set_dup_clock_of (set, trace);
  left =
      sl_time_text_duration (clock, (SlSpan) { own, sl_time_add (own, find_left (&pen, whole)) });
  all = sl_time_text_duration (clock, (SlSpan) { own, sl_time_add (own, whole) });
  if (sl_server_deadlines_are_computed_at (lane, own))
    /* Translators: what is left of the budget of a server, and how much the whole budget is */
    return g_strdup_printf (
        _ ("budget left: %s of %s, inferred from the kernel’s rules for budgets"), left, all);

  /* Translators: what is left of the budget of a server, and how much the whole budget is */
  return g_strdup_printf (_ ("budget left: %s of %s"), left, all);
}
