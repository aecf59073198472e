/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Abeni and Buttazzo, Integrating Multimedia Applications in Hard Real-Time Systems, 1998: a constant
 * bandwidth server whose budget is used up gets a new one and a deadline one period later; one that had
 * nothing to do, and too much budget left for its old deadline, gets a new one a period from now. */
#include "sl-server-deadlines.h"

#include "sl-kind-action.h"
#include "sl-track.h"

struct _SlServerDeadlines
{
  GArray *all; /* of SlServerDeadline, by time */
};

static void
add (SlServerDeadlines *self, SlTime from, SlTime deadline, gboolean is_postponed)
{
  const SlServerDeadline found = { from, deadline, is_postponed };

  /* At one instant the last one holds. */
  while (self->all->len > 0 &&
         g_array_index (self->all, SlServerDeadline, self->all->len - 1).from >= from)
    g_array_set_size (self->all, self->all->len - 1);
  g_array_append_val (self->all, found);
}

/**
 * sl_server_deadlines_new:
 * @lane: of a server
 * @period: of the server, in ticks, above 0
 * @is_busy: (scope call): asked where the server is said to become active after its deadline. Kernels do not
 *   always log that its budget is whole again then; but where it had something to do, it only goes on
 *   with another task, by the deadline that it has
 *
 * Returns: (transfer full): what follows from the marks of @lane
 */
SlServerDeadlines *
sl_server_deadlines_new (const SlLane *lane, gint64 period, SlServerIsBusy is_busy, gpointer data)
{
  SlServerDeadlines *self = g_new0 (SlServerDeadlines, 1);
  const SlTrack *marks = sl_lane_get_track (lane, SL_ROLE_MARKS);
  gboolean is_exhausted = FALSE;
  SlTime deadline = SL_TIME_MIN;
  SlTrackIter iter;
  SlItem mark;

  self->all = g_array_new (FALSE, FALSE, sizeof (SlServerDeadline));
  if (marks == NULL)
    return self;

  sl_track_iter_init (&iter, marks, SL_TIME_MIN);
  while (sl_track_iter_next (&iter, &mark))
    {
      SlAction action = sl_kind_get_action (mark.state);

      if (action == SL_ACTION_EXHAUST)
        {
          is_exhausted = TRUE;
        }
      else if (action == SL_ACTION_REPLENISH && is_exhausted)
        {
          deadline = sl_time_add (deadline == SL_TIME_MIN ? mark.begin : deadline, period);
          add (self, mark.begin, deadline, TRUE);
          is_exhausted = FALSE;
        }
      else if (action == SL_ACTION_REPLENISH ||
               (action == SL_ACTION_SERVER_ACTIVATE && !is_exhausted && deadline <= mark.begin &&
                !is_busy (data, mark.begin)))
        {
          deadline = sl_time_add (mark.begin, period);
          add (self, mark.begin, deadline, FALSE);
        }
    }

  return self;
}

void
sl_server_deadlines_free (SlServerDeadlines *self)
{
  g_array_unref (self->all);
  g_free (self);
}

/**
 * sl_server_deadlines_get_all:
 * @n: (out):
 *
 * Returns: (transfer none): by time; %NULL for none
 */
const SlServerDeadline *
sl_server_deadlines_get_all (const SlServerDeadlines *self, guint *n)
{
  *n = self->all->len;
  return *n > 0 ? &g_array_index (self->all, SlServerDeadline, 0) : NULL;
}

/**
 * sl_server_deadlines_find:
 * @until: (out): when the next one comes; %SL_TIME_MAX for none
 *
 * Returns: (transfer none) (nullable): the one in force from @time on; %NULL before the first
 */
const SlServerDeadline *
sl_server_deadlines_find (const SlServerDeadlines *self, SlTime time, SlTime *until)
{
  guint low = 0, high = self->all->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (self->all, SlServerDeadline, middle).from <= time)
        low = middle + 1;
      else
        high = middle;
    }

  *until =
      low < self->all->len ? g_array_index (self->all, SlServerDeadline, low).from : SL_TIME_MAX;
  return low > 0 ? &g_array_index (self->all, SlServerDeadline, low - 1) : NULL;
}

/**
 * sl_server_policy_has_deadlines:
 * @policy: (nullable): a word of the task model; %NULL where nobody says
 *
 * Returns: whether a server may have deadlines: those under fixed priorities have none
 */
gboolean
sl_server_policy_has_deadlines (const char *policy)
{
  static const char *const fixed[] = { "ps", "ds", "ss", NULL };

  return policy == NULL || !g_strv_contains (fixed, policy);
}

/* The last replenishment at the very @time. */
static gboolean
find_replenishment (const SlTrack *marks, SlTime time, SlItem *found)
{
  gboolean is_found = FALSE;
  SlTrackIter iter;
  SlItem mark;

  sl_track_iter_init (&iter, marks, time);
  while (sl_track_iter_next (&iter, &mark) && mark.begin <= time)
    if (mark.begin == time && sl_kind_get_action (mark.state) == SL_ACTION_REPLENISH)
      {
        *found = mark;
        is_found = TRUE;
      }

  return is_found;
}

/**
 * sl_server_deadlines_are_computed_at:
 * @server: a server's lane
 *
 * Returns: whether the budget that the server has at @time, and the deadline that it got with that, were computed; see
 *   %SL_SERVER_COMPUTED
 */
gboolean
sl_server_deadlines_are_computed_at (const SlLane *server, SlTime time)
{
  const SlTrack *marks = sl_lane_get_track (server, SL_ROLE_MARKS);
  SlTime before = sl_time_add (time, 1);
  SlItem mark;

  while (marks != NULL && sl_track_find_before (marks, before, &mark))
    {
      before = mark.begin;
      if (find_replenishment (marks, before, &mark))
        return sl_server_is_computed (mark.detail);
    }

  return FALSE;
}
