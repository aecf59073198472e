/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Which task, lock, server or line an event means, and what is odd. */

#include "sl-shark-private.h"

static const char *const odd_texts[SL_SHARK_N_ODD] = {
  [SL_SHARK_ODD_CONTEXT] = "An event names a context that is not a task's: not a multiple of 8, "
                           "or below 256 and neither 0, 80 nor 248",
  [SL_SHARK_ODD_LINE] = "An event names an interrupt line above 255",
  [SL_SHARK_ODD_LIVES] = "There are more than 16384 lives of tasks; the rest have no lanes",
  [SL_SHARK_ODD_LOCKS] = "There are more than 4096 mutexes and semaphores; the rest have no lanes",
  [SL_SHARK_ODD_SERVERS] = "There are more than 1024 servers; the rest have no lanes",
  [SL_SHARK_ODD_NO_INTERRUPT] = "An interrupt that never started ends",
  [SL_SHARK_ODD_MISSING_END] =
      "An interrupt's end is missing; it is assumed to end with the one below it",
  [SL_SHARK_ODD_NESTING] = "Interrupts nest deeper than 64; the innermost are not shown",
  [SL_SHARK_ODD_SWITCH_INSIDE] =
      "A context switch occurs inside an interrupt, whose end must be missing",
  [SL_SHARK_ODD_NOT_RUNNING] =
      "A task acts although it is not running according to earlier records",
  [SL_SHARK_ODD_UNLOCK] = "A task unlocks a mutex although no record shows that it locked it",
  [SL_SHARK_ODD_STOLEN] = "A task got a mutex whose unlocking by its holder was not recorded",
  [SL_SHARK_ODD_REUSED] = "A context is reused although the end of its task was not recorded",
  [SL_SHARK_ODD_COUNTS] = "All counts of interrupts are 0 in parameter 2: this tracer may keep the "
                          "number in parameter 1, which is read as the interrupt line",
};

/**
 * sl_shark_odd:
 *
 * Counts one odd thing at the event that is being looked at.
 */
void
sl_shark_odd (SlSharkStates *self, SlSharkOdd odd)
{
  sl_note_counts_add (self->odd, odd, self->offset);
}

/**
 * sl_shark_init_odd:
 *
 * Nothing odd was seen yet.
 */
void
sl_shark_init_odd (SlSharkStates *self)
{
  self->odd = sl_note_counts_new (odd_texts, G_N_ELEMENTS (odd_texts));
}

static void
name_task (SlSharkStates *self, SlSharkTask *task)
{
  g_autofree char *name = NULL;

  if (task->context == SL_SHARK_KERNEL_CONTEXT)
    name = g_strdup_printf ("ctx %u · kernel", task->context);
  else if (task->context == SL_SHARK_VM86_CONTEXT)
    name = g_strdup_printf ("ctx %u · VM86", task->context);
  else if (task->pid >= 0)
    name = g_strdup_printf ("ctx %u · pid %" G_GINT64_FORMAT, task->context, task->pid);
  else
    name = g_strdup_printf ("ctx %u", task->context);

  sl_object_table_builder_name (self->objects, task->tracker.object, name);
}

static SlSharkTask *
add_task (SlSharkStates *self, guint context)
{
  SlSharkTask *task;
  guint32 object;

  if (self->tasks->len == SL_SHARK_MAX_LIVES)
    {
      sl_shark_odd (self, SL_SHARK_ODD_LIVES);
      return NULL;
    }

  object = sl_object_table_builder_begin_life (self->objects, SL_OBJECT_TASK, context, self->now);
  task = g_new0 (SlSharkTask, 1);
  task->finished_at = SL_TIME_MIN;
  sl_task_tracker_init (&task->tracker, self->builder, object);
  task->context = context;
  task->pid = -1;
  task->last_seen = self->now;
  g_ptr_array_add (self->tasks, task);
  self->by_context[context / 8] = task;
  name_task (self, task);
  return task;
}

static gboolean
is_context (guint64 context)
{
  return context % 8 == 0 && context < 65536 &&
         (context >= SL_SHARK_FIRST_CONTEXT || context == SL_SHARK_KERNEL_CONTEXT ||
          context == SL_SHARK_VM86_CONTEXT);
}

/**
 * sl_shark_find_task:
 * @context: as an event tells it
 *
 * Finds the task that lives under a context; one that nobody told of yet lives since before
 * the trace.
 *
 * Returns: (nullable): %NULL for 0, which is no task, and for what cannot be a context
 */
SlSharkTask *
sl_shark_find_task (SlSharkStates *self, guint64 context)
{
  SlSharkTask *task;

  if (G_UNLIKELY (!is_context (context)))
    {
      if (context != 0)
        sl_shark_odd (self, SL_SHARK_ODD_CONTEXT);
      return NULL;
    }

  task = self->by_context[context / 8];
  if (task == NULL)
    task = add_task (self, context);

  if (task != NULL)
    task->last_seen = self->now;

  return task;
}

/**
 * sl_shark_begin_task:
 *
 * A task is created under @context. What lived there before is over; one of which nothing but
 * its pid was told was dead before the trace began (records of ids list the dead too), and the
 * new task takes its place.
 *
 * Returns: (nullable): as sl_shark_get_task()
 */
SlSharkTask *
sl_shark_begin_task (SlSharkStates *self, guint64 context)
{
  SlSharkTask *task;

  if (!is_context (context))
    return sl_shark_get_task (self, context);

  task = self->by_context[context / 8];
  if (task != NULL && task->seen)
    {
      if (!task->ending)
        sl_shark_odd (self, SL_SHARK_ODD_REUSED);

      sl_shark_end_task (self, task, self->now);
    }

  task = sl_shark_get_task (self, context);
  if (task != NULL)
    task->created = TRUE;

  return task;
}

/**
 * sl_shark_end_task:
 * @time: first tick at which the task is no more
 *
 * Ends the life of a task; if it has the processor still, nobody knows who has.
 */
void
sl_shark_end_task (SlSharkStates *self, SlSharkTask *task, SlTime time)
{
  if (sl_shark_get_current (self) == task)
    sl_cpu_tracker_forget (self->cpu, time);

  if (self->requester == task)
    {
      self->requester = NULL;
      self->waiting &= ~SL_SHARK_WAITING_REQUEST;
    }
  if (self->scheduled == task)
    {
      self->scheduled = NULL;
      self->waiting &= ~SL_SHARK_WAITING_SCHEDULE;
    }

  if (self->vm86_caller == task)
    {
      self->vm86_caller = NULL;
      self->waiting &= ~SL_SHARK_WAITING_VM86;
    }

  sl_shark_leave_server (task);
  if (task->tracker.waits_for != NULL)
    sl_lock_tracker_stop_waiting (task->tracker.waits_for, time, &task->tracker);
  while (task->tracker.holds->len > 0)
    sl_lock_tracker_drop (g_ptr_array_index (task->tracker.holds, 0), time, &task->tracker);

  if (self->idle_like == task)
    self->idle_like = NULL;
  if (self->starter == task && self->started_at == self->now)
    self->boot_task = task->tracker.object;

  sl_shark_inherit (self, task, task);
  sl_task_tracker_close (&task->tracker, time);
  sl_object_table_builder_end_life (self->objects, task->tracker.object, time);
  task->ended = TRUE;
  self->by_context[task->context / 8] = NULL;
}

/**
 * sl_shark_identify_task:
 *
 * An event tells the number of @task in the kernel's table.
 */
void
sl_shark_identify_task (SlSharkStates *self, SlSharkTask *task, guint64 pid)
{
  if (task->pid == (gint64) pid)
    return;

  task->pid = pid;
  name_task (self, task);
}

static SlLockTracker *
add_lock (SlSharkStates *self, guint64 key, guint64 id, gboolean semaphore)
{
  SlObjectType type = semaphore ? SL_OBJECT_SEMAPHORE : SL_OBJECT_MUTEX;
  SlLockTracker *lock;
  guint32 object;
  g_autofree char *name = NULL;

  if (g_hash_table_size (self->locks) == SL_SHARK_MAX_LOCKS)
    {
      sl_shark_odd (self, SL_SHARK_ODD_LOCKS);
      return NULL;
    }

  object = sl_object_table_builder_begin_life (self->objects, type, id, self->now);
  if (semaphore)
    name = g_strdup_printf ("semaphore %" G_GUINT64_FORMAT, id);
  else
    name = g_strdup_printf ("mutex 0x%" G_GINT64_MODIFIER "x", id);

  sl_object_table_builder_name (self->objects, object, name);
  lock = sl_lock_tracker_new (self->builder, object, semaphore);
  if (self->not_recorded[SL_SHARK_MUTEX])
    sl_lock_tracker_forget (lock, self->now, SL_STATE_UNKNOWN);

  g_hash_table_insert (self->locks, g_memdup2 (&key, sizeof key), lock);
  return lock;
}

/**
 * sl_shark_get_lock:
 * @id: an address, or a semaphore's index
 * @semaphore: whether the kind of the event says so; below 256 it is one in any case, as older
 *   kernels logged semaphores as mutexes
 *
 * Returns: (nullable): %NULL with %SL_SHARK_MAX_LOCKS others
 */
SlLockTracker *
sl_shark_get_lock (SlSharkStates *self, guint64 id, gboolean semaphore)
{
  guint64 key;
  SlLockTracker *lock;

  semaphore = semaphore || id < 256;
  key = id << 1 | (semaphore ? 1 : 0);
  if (self->last_lock != NULL && self->last_lock_key == key)
    {
      lock = self->last_lock;
    }
  else
    {
      lock = g_hash_table_lookup (self->locks, &key);
      if (lock == NULL)
        lock = add_lock (self, key, id, semaphore);

      self->last_lock = lock;
      self->last_lock_key = key;
    }

  if (lock != NULL)
    lock->last_seen = self->now;

  return lock;
}

/**
 * sl_shark_get_server:
 *
 * Returns: (nullable): %NULL with %SL_SHARK_MAX_SERVERS others
 */
SlServerTracker *
sl_shark_get_server (SlSharkStates *self, guint64 id)
{
  SlServerTracker *server = g_hash_table_lookup (self->servers, &id);
  guint32 object;

  if (server == NULL && g_hash_table_size (self->servers) == SL_SHARK_MAX_SERVERS)
    {
      sl_shark_odd (self, SL_SHARK_ODD_SERVERS);
      return NULL;
    }

  if (server == NULL)
    {
      object = sl_object_table_builder_begin_life (self->objects, SL_OBJECT_SERVER, id, self->now);
      server = sl_server_tracker_new (self->builder, object, id);
      g_hash_table_insert (self->servers, &server->id, server);
    }

  server->last_seen = self->now;
  return server;
}

/**
 * sl_shark_get_line:
 *
 * Returns: (nullable): %NULL above 255
 */
SlIrqTracker *
sl_shark_get_line (SlSharkStates *self, guint64 line)
{
  g_autofree char *name = NULL;
  guint32 object;

  if (line >= SL_SHARK_N_LINES)
    {
      sl_shark_odd (self, SL_SHARK_ODD_LINE);
      return NULL;
    }

  if (self->lines[line] == NULL)
    {
      object = sl_object_table_builder_begin_life (self->objects, SL_OBJECT_IRQ, line, self->now);
      name = g_strdup_printf ("IRQ %" G_GUINT64_FORMAT, line);
      sl_object_table_builder_name (self->objects, object, name);
      self->lines[line] = sl_irq_tracker_new (self->builder, SL_LANE_IRQ, object);
      if (self->not_recorded[SL_SHARK_INTERRUPT])
        sl_irq_tracker_begin_unknown (self->lines[line], self->now);
    }

  self->lines[line]->last_seen = self->now;
  return self->lines[line];
}

/**
 * sl_shark_add_timer:
 *
 * Returns: the timer interrupt, new
 */
SlIrqTracker *
sl_shark_add_timer (SlSharkStates *self)
{
  guint32 object;

  object = sl_object_table_builder_begin_life (self->objects, SL_OBJECT_TIMER, 0, self->now);
  sl_object_table_builder_name (self->objects, object, "timer");
  self->timer = sl_irq_tracker_new (self->builder, SL_LANE_TIMER, object);
  if (self->not_recorded[SL_SHARK_TIMER])
    sl_irq_tracker_begin_unknown (self->timer, self->now);

  return self->timer;
}

static void
touch_line (SlSharkStates *self, const SlIrqTracker *line)
{
  if (line != NULL)
    sl_object_table_builder_touch (self->objects, line->object, line->last_seen);
}

/**
 * sl_shark_touch_objects:
 *
 * Tells the builder when each object was named last, and the servers' names, as both stand now.
 */
void
sl_shark_touch_objects (SlSharkStates *self)
{
  GHashTableIter iter;
  gpointer value;

  for (guint i = 0; i < self->tasks->len; i++)
    {
      const SlSharkTask *task = g_ptr_array_index (self->tasks, i);

      sl_object_table_builder_touch (self->objects, task->tracker.object, task->last_seen);
    }

  g_hash_table_iter_init (&iter, self->locks);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      const SlLockTracker *lock = value;

      sl_object_table_builder_touch (self->objects, lock->object, lock->last_seen);
    }

  touch_line (self, self->timer);
  for (guint line = 0; line < SL_SHARK_N_LINES; line++)
    touch_line (self, self->lines[line]);

  sl_shark_touch_levels (self);
  if (self->cpu != NULL)
    sl_object_table_builder_touch (self->objects, self->cpu->object, self->now);

  sl_shark_name_servers (self);
}

/**
 * sl_shark_free_objects:
 *
 * Frees all trackers; lanes and objects stay in the builder.
 */
void
sl_shark_free_objects (SlSharkStates *self)
{
  g_clear_pointer (&self->odd, sl_note_counts_free);
  g_clear_pointer (&self->cpu, sl_cpu_tracker_free);
  g_clear_pointer (&self->recording, sl_recording_free);
  g_clear_pointer (&self->timer, sl_irq_tracker_free);
  for (guint line = 0; line < SL_SHARK_N_LINES; line++)
    g_clear_pointer (&self->lines[line], sl_irq_tracker_free);

  for (guint i = 0; i < self->tasks->len; i++)
    {
      SlSharkTask *task = g_ptr_array_index (self->tasks, i);

      sl_task_tracker_clear (&task->tracker);
      g_free (task);
    }

  g_clear_pointer (&self->tasks, g_ptr_array_unref);
  g_clear_pointer (&self->activations, g_ptr_array_unref);
  g_clear_pointer (&self->ceilings, g_ptr_array_unref);
  g_clear_pointer (&self->locks, g_hash_table_unref);
  g_clear_pointer (&self->servers, g_hash_table_unref);
}
