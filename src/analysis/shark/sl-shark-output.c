/* SPDX-License-Identifier: GPL-3.0-or-later */

/* When open slices get into the lanes. */

#include "sl-shark-private.h"

/**
 * sl_shark_write_objects:
 * @time: up to which all that is open is certain
 *
 * Writes all open slices up to @time and leaves them open.
 */
void
sl_shark_write_objects (SlSharkStates *self, SlTime time)
{
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, self->locks);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    sl_lock_tracker_write (value, time);

  g_hash_table_iter_init (&iter, self->servers);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    sl_state_track_write (&((SlServerTracker *) value)->state_track, time);

  sl_cpu_tracker_write (self->cpu, time);
  for (guint line = 0; line < SL_SHARK_N_LINES; line++)
    if (self->lines[line] != NULL)
      sl_irq_tracker_write (self->lines[line], time);
  if (self->timer != NULL)
    sl_irq_tracker_write (self->timer, time);

  for (guint i = 0; i < self->tasks->len; i++)
    {
      SlSharkTask *task = g_ptr_array_index (self->tasks, i);

      sl_task_tracker_write (&task->tracker, sl_shark_get_certain_time (task, time));
    }

  sl_recording_write (self->recording, time);
}

/**
 * sl_shark_close_objects:
 * @end: where the lanes end
 *
 * Ends all open slices.
 */
void
sl_shark_close_objects (SlSharkStates *self, SlTime end)
{
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, self->locks);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    sl_lock_tracker_forget (value, end, SL_STATE_NONE);

  g_hash_table_iter_init (&iter, self->servers);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    sl_server_tracker_set_state (value, end, SL_STATE_NONE);

  sl_cpu_tracker_close (self->cpu, end);
  for (guint line = 0; line < SL_SHARK_N_LINES; line++)
    if (self->lines[line] != NULL)
      {
        sl_irq_tracker_end_counts (self->lines[line]);
        sl_irq_tracker_end_all (self->lines[line], end);
      }
  if (self->timer != NULL)
    sl_irq_tracker_end_all (self->timer, end);

  for (guint i = 0; i < self->tasks->len; i++)
    sl_task_tracker_close (g_ptr_array_index (self->tasks, i), end);

  sl_recording_close (self->recording, end);
}
