/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-recorded-misses.h"

/**
 * sl_recorded_misses_has_mark:
 * @action: such as %SL_ACTION_MISS
 *
 * Returns: whether a mark of @lane says that it happened
 */
gboolean
sl_recorded_misses_has_mark (const SlLane *lane, SlAction action)
{
  const SlTrack *marks = sl_lane_get_track (lane, SL_ROLE_MARKS);
  guint n_codes = marks != NULL ? sl_track_get_n_codes (marks) : 0;

  for (guint i = 0; i < n_codes; i++)
    {
      guint32 kind, detail;

      sl_track_get_code (marks, i, &kind, &detail);
      if (sl_kind_get_action (kind) == action)
        return TRUE;
    }
  return FALSE;
}

static GArray *
find_lanes (SlTrace *trace)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (guint));
  guint n_tasks;
  const guint *tasks = sl_trace_get_lanes_of_type (trace, SL_LANE_TASK, &n_tasks);

  for (guint i = 0; i < n_tasks; i++)
    if (sl_recorded_misses_has_mark (sl_trace_get_lane (trace, tasks[i]), SL_ACTION_MISS))
      g_array_append_val (found, tasks[i]);

  return found;
}

/**
 * sl_recorded_misses_get_lanes:
 * @n_lanes: (out): how many there are
 *
 * Costs the number of tasks the first time, and nothing after that. Any thread.
 *
 * Returns: (transfer none): the lanes of the tasks with a mark of a missed deadline; valid as long as @trace
 */
const guint *
sl_recorded_misses_get_lanes (SlTrace *trace, guint *n_lanes)
{
  static GMutex mutex;
  static GQuark quark;
  G_GNUC_UNUSED g_autoptr (GMutexLocker) locker = NULL;
  GArray *lanes;

  g_return_val_if_fail (SL_IS_TRACE (trace), NULL);

  locker = g_mutex_locker_new (&mutex);
  if (quark == 0)
    quark = g_quark_from_static_string ("sl-recorded-misses");
  lanes = g_object_get_qdata (G_OBJECT (trace), quark);
  if (lanes == NULL)
    {
      lanes = find_lanes (trace);
      g_object_set_qdata_full (G_OBJECT (trace), quark, lanes, (GDestroyNotify) g_array_unref);
    }

  *n_lanes = lanes->len;
  return (const guint *) (gpointer) lanes->data;
}
