/* SPDX-License-Identifier: GPL-3.0-or-later */

/* When open slices get into the lanes. */

#include "sl-system-private.h"

static void
write_tables (SlSystem *self, SlTime time)
{
  GHashTable *const locks[] = { self->mutexes, self->semaphores, self->futexes };
  GHashTable *const lines[] = { self->lines, self->timers, self->softirqs, self->vectors };
  GHashTableIter iter;
  gpointer value;

  for (guint i = 0; i < G_N_ELEMENTS (locks); i++)
    {
      g_hash_table_iter_init (&iter, locks[i]);
      while (g_hash_table_iter_next (&iter, NULL, &value))
        sl_lock_tracker_write (((SlSystemLock *) value)->tracker, time);
    }
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_hash_table_iter_init (&iter, lines[i]);
      while (g_hash_table_iter_next (&iter, NULL, &value))
        sl_irq_tracker_write (value, time);
    }
  g_hash_table_iter_init (&iter, self->servers);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    sl_state_track_write (&((SlServerTracker *) value)->state_track, time);
}

/**
 * sl_system_write_objects:
 * @time: up to which all but doubts of single tasks is certain
 *
 * Writes all open slices as far as they are certain, and leaves them open.
 */
void
sl_system_write_objects (SlSystem *self, SlTime time)
{
  write_tables (self, time);
  sl_system_write_losses (self);
  for (guint i = 0; i < self->cpus->len; i++)
    if (self->cpus->pdata[i] != NULL)
      sl_cpu_tracker_write (self->cpus->pdata[i], time);
  for (guint i = 0; i < self->tasks->len; i++)
    {
      SlSystemTask *task = self->tasks->pdata[i];

      sl_task_tracker_write (&task->tracker, MIN (time, task->certain));
    }
  sl_recording_write (self->recording, time);
}

static void
close_tables (SlSystem *self)
{
  GHashTable *const locks[] = { self->mutexes, self->semaphores, self->futexes };
  GHashTable *const lines[] = { self->lines, self->timers, self->softirqs, self->vectors };
  GHashTableIter iter;
  gpointer value;

  for (guint i = 0; i < G_N_ELEMENTS (locks); i++)
    {
      g_hash_table_iter_init (&iter, locks[i]);
      while (g_hash_table_iter_next (&iter, NULL, &value))
        sl_lock_tracker_forget (((SlSystemLock *) value)->tracker, self->now, SL_STATE_NONE);
    }
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_hash_table_iter_init (&iter, lines[i]);
      while (g_hash_table_iter_next (&iter, NULL, &value))
        {
          sl_irq_tracker_end_counts (value);
          sl_irq_tracker_end_all (value, self->now);
        }
    }
  g_hash_table_iter_init (&iter, self->servers);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    sl_server_tracker_set_state (value, self->now, SL_STATE_NONE);
}

/**
 * sl_system_close_objects:
 *
 * The trace is over: ends all open slices.
 */
void
sl_system_close_objects (SlSystem *self)
{
  for (guint i = 0; i < self->cpus->len; i++)
    {
      SlCpuTracker *cpu = self->cpus->pdata[i];

      if (cpu != NULL && cpu->current != NULL)
        sl_system_went_on (self, (SlSystemTask *) cpu->current);
    }
  sl_system_close_losses (self);
  for (guint i = 0; i < self->cpus->len; i++)
    if (self->cpus->pdata[i] != NULL)
      sl_cpu_tracker_close (self->cpus->pdata[i], self->now);
  close_tables (self);
  for (guint i = 0; i < self->tasks->len; i++)
    sl_task_tracker_close (&((SlSystemTask *) self->tasks->pdata[i])->tracker, self->now);
  sl_recording_close (self->recording, self->now);
}

static void
touch_table (SlSystem *self, GHashTable *table, gsize object, gsize last_seen)
{
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, table);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    sl_object_table_builder_touch (self->objects, G_STRUCT_MEMBER (guint32, value, object),
                                   G_STRUCT_MEMBER (SlTime, value, last_seen));
}

static void
touch_locks (SlSystem *self, GHashTable *table)
{
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, table);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      const SlLockTracker *lock = ((SlSystemLock *) value)->tracker;

      sl_object_table_builder_touch (self->objects, lock->object, lock->last_seen);
    }
}

/**
 * sl_system_tell_builder:
 *
 * Tells the builder when each object was named last, and the source's notes what was odd since the last call.
 */
void
sl_system_tell_builder (SlSystem *self)
{
  for (guint i = 0; i < self->tasks->len; i++)
    {
      const SlSystemTask *task = self->tasks->pdata[i];

      sl_object_table_builder_touch (self->objects, task->tracker.object, task->last_seen);
    }
  for (guint i = 0; i < self->cpus->len; i++)
    if (self->cpus->pdata[i] != NULL)
      sl_object_table_builder_touch (self->objects, ((SlCpuTracker *) self->cpus->pdata[i])->object,
                                     self->now);
  touch_locks (self, self->mutexes);
  touch_locks (self, self->semaphores);
  touch_locks (self, self->futexes);
  touch_table (self, self->servers, offsetof (SlServerTracker, object),
               offsetof (SlServerTracker, last_seen));
  touch_table (self, self->lines, offsetof (SlIrqTracker, object),
               offsetof (SlIrqTracker, last_seen));
  touch_table (self, self->softirqs, offsetof (SlIrqTracker, object),
               offsetof (SlIrqTracker, last_seen));
  touch_table (self, self->vectors, offsetof (SlIrqTracker, object),
               offsetof (SlIrqTracker, last_seen));
  touch_table (self, self->timers, offsetof (SlIrqTracker, object),
               offsetof (SlIrqTracker, last_seen));
  sl_note_counts_flush (self->odd, sl_source_get_notes (self->source));
}
