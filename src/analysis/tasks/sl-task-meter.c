/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-task-meter.h"

/**
 * sl_task_meter_is_recorded:
 * @states: (nullable): of a task
 *
 * Returns: %FALSE where all that is known of the task is what it said of itself: when it began and ended something
 */
gboolean
sl_task_meter_is_recorded (const SlTrack *states)
{
  guint n_codes = states != NULL ? sl_track_get_n_codes (states) : 0;

  for (guint i = 0; i < n_codes; i++)
    {
      guint32 state, detail;

      sl_track_get_code (states, i, &state, &detail);
      if (state != SL_STATE_ACTIVE)
        return TRUE;
    }

  return n_codes == 0;
}
