/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Which task, lock, server or line an event means, and what is odd. */

#include "sl-shark-private.h"

#include <glib/gi18n-lib.h>

static const char *const odd_texts[SL_SHARK_N_ODD] = {
  [SL_SHARK_ODD_CONTEXT] =
      N_ ("An event names a context that is not a task's: not a multiple of 8, "
          "or below 256 and neither 0, 80 nor 248"),
  [SL_SHARK_ODD_LINE] = N_ ("An event names an interrupt line above 255"),
  [SL_SHARK_ODD_SWITCH_INSIDE] =
      N_ ("A context switch occurs inside an interrupt, whose end must be missing"),
  [SL_SHARK_ODD_NOT_RUNNING] =
      N_ ("A task acts although it is not running according to earlier records"),
  [SL_SHARK_ODD_UNLOCK] = N_ ("A task unlocks a mutex although no record shows that it locked it"),
  [SL_SHARK_ODD_STOLEN] = N_ ("A task got a mutex whose unlocking by its holder was not recorded"),
  [SL_SHARK_ODD_REUSED] = N_ ("A context is reused although the end of its task was not recorded"),
  [SL_SHARK_ODD_COUNTS] =
      N_ ("All counts of interrupts are 0 in parameter 2: this tracer may keep the "
          "number in parameter 1, which is read as the interrupt line"),
};

/**
 * sl_shark_odd:
 *
 * Counts one odd thing at the event that is being looked at.
 */
void
sl_shark_odd (SlSharkStates *self, SlSharkOdd odd)
{
  sl_note_counts_add (self->odd, odd, self->system.offset);
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

/**
 * sl_shark_make_name:
 *
 * The kernel has no names.
 *
 * Returns: (transfer full) (nullable): what an object is called by its number
 */
char *
sl_shark_make_name (SlObjectType type, guint64 id)
{
  switch ((guint) type)
    {
    case SL_OBJECT_TASK:
      return g_strdup_printf ("ctx %" G_GUINT64_FORMAT "%s", id,
                              id == SL_SHARK_KERNEL_CONTEXT ? " · kernel"
                              : id == SL_SHARK_VM86_CONTEXT ? " · VM86"
                                                            : "");
    case SL_OBJECT_IRQ:
      return g_strdup_printf ("IRQ %" G_GUINT64_FORMAT, id);
    case SL_OBJECT_TIMER:
      return g_strdup ("timer");
    case SL_OBJECT_MUTEX:
      return g_strdup_printf ("mutex 0x%" G_GINT64_MODIFIER "x", id);
    case SL_OBJECT_SEMAPHORE:
      return g_strdup_printf ("semaphore %" G_GUINT64_FORMAT, id);
    default:
      return NULL;
    }
}

static SlSharkTask *
add_task (SlSharkStates *self, guint64 context)
{
  SlSharkTask *task = (SlSharkTask *) sl_system_get_task (&self->system, context);

  if (task == NULL)
    return NULL;

  task->finished_at = SL_TIME_MIN;
  task->pid = -1;
  self->by_context[context / 8] = task;
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
 * Returns: (nullable): %NULL for 0, which is not a task, and for what cannot be a context
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
    task->base.last_seen = self->system.now;

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
      if (!task->base.ending)
        sl_shark_odd (self, SL_SHARK_ODD_REUSED);

      sl_shark_end_task (self, task, self->system.now);
    }

  task = sl_shark_get_task (self, context);
  if (task != NULL)
    task->base.created = TRUE;

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

  if (self->idle_like == task)
    self->idle_like = NULL;
  if (self->starter == task && self->started_at == self->system.now)
    self->boot_task = task->base.tracker.object;

  sl_shark_inherit (self, task, task);
  sl_system_end_task (&self->system, &task->base, time);
  task->ended = TRUE;
  self->by_context[task->base.id / 8] = NULL;
}

/**
 * sl_shark_identify_task:
 *
 * An event tells the number of @task in the kernel's table.
 */
void
sl_shark_identify_task (SlSharkStates *self, SlSharkTask *task, guint64 pid)
{
  g_autofree char *name = NULL;

  if (task->pid == (gint64) pid)
    return;

  task->pid = pid;
  if (task->base.id < SL_SHARK_FIRST_CONTEXT || task->pid < 0)
    return;

  name = g_strdup_printf ("ctx %" G_GUINT64_FORMAT " · pid %" G_GINT64_FORMAT, task->base.id,
                          task->pid);
  sl_object_table_builder_name (self->system.objects, task->base.tracker.object, name);
}

/**
 * sl_shark_get_lock:
 * @id: an address, or a semaphore's index
 * @semaphore: whether the kind of the event says so; below 256 it is one in any case, as older
 *   kernels logged semaphores as mutexes
 *
 * Returns: (nullable): %NULL where there are too many
 */
SlLockTracker *
sl_shark_get_lock (SlSharkStates *self, guint64 id, gboolean semaphore)
{
  SlSystemLock *lock;
  guint64 key;

  semaphore = semaphore || id < 256;
  key = id << 1 | (semaphore ? 1 : 0);
  if (self->last_lock == NULL || self->last_lock_key != key)
    {
      lock =
          sl_system_get_lock (&self->system, semaphore ? SL_OBJECT_SEMAPHORE : SL_OBJECT_MUTEX, id);
      self->last_lock = lock != NULL ? lock->tracker : NULL;
      self->last_lock_key = key;
    }
  if (self->last_lock != NULL)
    self->last_lock->last_seen = self->system.now;

  return self->last_lock;
}

/**
 * sl_shark_get_line:
 *
 * Returns: (nullable): %NULL above 255
 */
SlIrqTracker *
sl_shark_get_line (SlSharkStates *self, guint64 line)
{
  if (line >= SL_SHARK_N_LINES)
    {
      sl_shark_odd (self, SL_SHARK_ODD_LINE);
      return NULL;
    }

  if (self->lines[line] == NULL)
    self->lines[line] = sl_system_get_line (&self->system, SL_OBJECT_IRQ, line);

  self->lines[line]->last_seen = self->system.now;
  return self->lines[line];
}

/**
 * sl_shark_touch_objects:
 *
 * Tells the builder when each object was named last, and the servers' names, as both stand now.
 */
void
sl_shark_touch_objects (SlSharkStates *self)
{
  sl_system_tell_builder (&self->system);
  sl_shark_touch_levels (self);
  sl_shark_name_servers (self);
}
