/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Which task, processor, lock, server or line an action means, and what is odd. */

#include "sl-system-private.h"

#include <glib/gi18n-lib.h>

static const char *const odd_texts[SL_SYSTEM_N_ODD] = {
  [SL_SYSTEM_ODD_TIME] =
      N_ ("An action is earlier than the previous one; it gets the time of that one"),
  [SL_SYSTEM_ODD_NO_TASK] = N_ ("An action that needs a task does not name one"),
  [SL_SYSTEM_ODD_NO_OBJECT] = N_ ("An action that needs an object does not name one"),
  [SL_SYSTEM_ODD_TWO_CPUS] =
      N_ ("A task runs on a processor although another one still runs it; what that one does "
          "from then on is unknown"),
  [SL_SYSTEM_ODD_REUSED] =
      N_ ("A task is created under a number whose task has not ended; that one is taken to end"),
  [SL_SYSTEM_ODD_FINISHED] =
      N_ ("A job is finished although all jobs that were released are finished"),
  [SL_SYSTEM_ODD_NOT_RUNNING] = N_ ("A job is finished while no processor runs its task"),
  [SL_SYSTEM_ODD_UNLOCK] = N_ ("A task releases a lock although no record shows that it has it"),
  [SL_SYSTEM_ODD_STOLEN] = N_ ("A task gets a lock although its holder has not released it"),
  [SL_SYSTEM_ODD_NO_INTERRUPT] = N_ ("An interrupt that never started ends"),
  [SL_SYSTEM_ODD_MISSING_END] =
      N_ ("An interrupt's end is missing; it is assumed to end with the one below it"),
  [SL_SYSTEM_ODD_NESTING] = N_ ("Interrupts nest deeper than 64; the innermost are not shown"),
  [SL_SYSTEM_ODD_FAMILY] = N_ ("An unknown family of events is switched off or on"),
  [SL_SYSTEM_ODD_UNDECLARED] =
      N_ ("Events say something that their format does not declare: its author should add the "
          "group to \"tells\""),
  [SL_SYSTEM_ODD_TOO_MANY] =
      N_ ("There are more objects than are followed: 4096 processors, 131072 lives of tasks, "
          "16384 locks, servers or lines; the rest have no lanes"),
  [SL_SYSTEM_ODD_NO_WAKES] = N_ (
      "No event says who woke a task (sched_waking was not recorded): releases by timers, the time to wake a task and the "
      "chain of wake-ups are unknown"),
};

/**
 * sl_system_odd:
 *
 * Counts one contradiction at the action that is being looked at.
 */
void
sl_system_odd (SlSystem *self, SlSystemOdd odd)
{
  sl_note_counts_add (self->odd, odd, self->offset);
}

/**
 * sl_system_init_odd:
 *
 * Nothing odd was seen yet.
 */
void
sl_system_init_odd (SlSystem *self)
{
  self->odd = sl_note_counts_new (odd_texts, G_N_ELEMENTS (odd_texts));
}

static void
free_cpu (gpointer cpu)
{
  if (cpu != NULL)
    sl_cpu_tracker_free (cpu);
}

static void
free_task (gpointer data)
{
  SlSystemTask *task = data;

  sl_task_tracker_clear (&task->tracker);
  g_free (task);
}

static void
free_lock (gpointer data)
{
  SlSystemLock *lock = data;

  sl_lock_tracker_free (lock->tracker);
  g_free (lock);
}

static GHashTable *
new_table (GDestroyNotify free)
{
  return g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, free);
}

void
sl_system_init_objects (SlSystem *self)
{
  sl_system_init_odd (self);
  self->losses = g_array_new (FALSE, TRUE, sizeof (SlSystemLoss));
  /* Who adds to tasks may hold on to them. */
  self->keeps_ended = self->task_size > 0;
  self->task_size = MAX (self->task_size, sizeof (SlSystemTask));
  self->cpus = g_ptr_array_new_with_free_func (free_cpu);
  self->switched = g_array_new (FALSE, TRUE, sizeof (SlTime));
  self->tasks = g_ptr_array_new_with_free_func (free_task);
  self->by_id = sl_number_table_new ();
  self->mutexes = new_table (free_lock);
  self->semaphores = new_table (free_lock);
  self->futexes = new_table (free_lock);
  self->ceilings = g_ptr_array_new ();
  self->servers = new_table ((GDestroyNotify) sl_server_tracker_free);
  self->lines = new_table ((GDestroyNotify) sl_irq_tracker_free);
  self->timers = new_table ((GDestroyNotify) sl_irq_tracker_free);
  self->softirqs = new_table ((GDestroyNotify) sl_irq_tracker_free);
  self->calls = new_table (NULL);
  self->vectors = new_table ((GDestroyNotify) sl_irq_tracker_free);
}

/**
 * sl_system_free_objects:
 *
 * Frees all trackers; lanes and objects stay in the builder.
 */
void
sl_system_free_objects (SlSystem *self)
{
  g_clear_pointer (&self->odd, sl_note_counts_free);
  g_clear_pointer (&self->losses, g_array_unref);
  g_clear_pointer (&self->recording, sl_recording_free);
  g_ptr_array_unref (self->cpus);
  g_array_unref (self->switched);
  g_hash_table_unref (self->mutexes);
  g_hash_table_unref (self->semaphores);
  g_hash_table_unref (self->futexes);
  g_ptr_array_unref (self->ceilings);
  g_hash_table_unref (self->servers);
  g_hash_table_unref (self->lines);
  g_hash_table_unref (self->timers);
  g_hash_table_unref (self->softirqs);
  g_hash_table_unref (self->calls);
  g_hash_table_unref (self->vectors);
  sl_number_table_free (self->by_id);
  g_ptr_array_unref (self->tasks);
}

/* The source knows best; who has neither a name nor somebody to name it is known by its number. */
static void
name_object (SlSystem *self, SlObjectType type, guint64 id, guint32 object)
{
  g_autofree char *name = sl_source_get_object_name (self->source, type, id, self->now);

  if (name == NULL && self->namer != NULL)
    name = self->namer (type, id);
  if (name != NULL)
    sl_object_table_builder_name (self->objects, object, name);
}

/* The number of the object, which is new where nobody named it yet. */
static guint32
ensure_object (SlSystem *self, SlObjectType type, guint64 id)
{
  guint32 object = sl_object_table_builder_current (self->objects, type, id);

  if (object == 0)
    object = sl_object_table_builder_begin_life (self->objects, type, id, self->now);
  self->last_object = MAX (self->last_object, object);
  name_object (self, type, id, object);
  return object;
}

/**
 * sl_system_find_cpu:
 *
 * Returns: (nullable) (transfer none): as sl_system_get_cpu(), also for a processor that nobody named yet
 */
SlCpuTracker *
sl_system_find_cpu (SlSystem *self, guint16 number)
{
  g_autofree char *name = NULL;
  guint32 object;

  if (number >= SL_SYSTEM_MAX_CPUS)
    {
      sl_system_odd (self, SL_SYSTEM_ODD_TOO_MANY);
      return NULL;
    }
  if (number >= self->cpus->len)
    {
      g_ptr_array_set_size (self->cpus, number + 1);
      g_array_set_size (self->switched, number + 1);
    }
  if (self->cpus->pdata[number] == NULL)
    {
      object = ensure_object (self, SL_OBJECT_CPU, number);
      name = g_strdup_printf ("CPU %u", number);
      sl_object_table_builder_name (self->objects, object, name);
      self->cpus->pdata[number] =
          sl_cpu_tracker_new (self->builder, object, MIN (self->begin, self->now), self->now);
      ((SlCpuTracker *) self->cpus->pdata[number])->is_named = self->has_places;
      g_array_index (self->switched, SlTime, number) = self->now;
    }

  return self->cpus->pdata[number];
}

static SlSystemTask *
add_task (SlSystem *self, guint64 id)
{
  SlSystemTask *task;
  guint32 object;

  if (self->n_lives == SL_SYSTEM_MAX_LIVES)
    {
      sl_system_odd (self, SL_SYSTEM_ODD_TOO_MANY);
      return NULL;
    }

  object = sl_object_table_builder_begin_life (self->objects, SL_OBJECT_TASK, id, self->now);
  self->last_object = object;
  if (!self->has_late_names)
    name_object (self, SL_OBJECT_TASK, id, object);
  task = g_malloc0 (self->task_size);
  sl_task_tracker_init (&task->tracker, self->builder, object);
  task->id = id;
  task->certain = SL_TIME_MAX;
  task->last_seen = self->now;
  task->place_of = self->tasks->len;
  self->n_lives++;
  g_ptr_array_add (self->tasks, task);
  sl_number_table_set_pointer (self->by_id, task->id, task);
  return task;
}

/**
 * sl_system_find_task:
 *
 * Returns: (nullable) (transfer none): as sl_system_get_task(), also for a task that was not named lately
 */
SlSystemTask *
sl_system_find_task (SlSystem *self, guint64 id)
{
  SlSystemTask *task = sl_number_table_find_pointer (self->by_id, id);

  if (G_UNLIKELY (task == NULL))
    task = add_task (self, id);
  if (task != NULL)
    self->recent_tasks[id % SL_SYSTEM_N_RECENT_TASKS] = task;

  return task;
}

/**
 * sl_system_begin_task:
 *
 * Returns: (nullable) (transfer none): a task that is new under that number
 */
SlSystemTask *
sl_system_begin_task (SlSystem *self, guint64 id)
{
  SlSystemTask *old = sl_number_table_find_pointer (self->by_id, id);
  SlSystemTask *task;

  if (old != NULL)
    {
      sl_system_odd (self, SL_SYSTEM_ODD_REUSED);
      if (old->cpu != NULL)
        sl_cpu_tracker_forget (old->cpu, self->now);
      old->cpu = NULL;
      sl_system_end_task (self, old, self->now);
    }

  task = add_task (self, id);
  if (task != NULL)
    task->created = TRUE;
  return task;
}

/* What it takes while it lives goes with it: in long traces far more tasks have lived than live at a time. */
static void
drop_task (SlSystem *self, SlSystemTask *task)
{
  guint place = task->place_of;

  sl_object_table_builder_touch (self->objects, task->tracker.object, task->last_seen);
  ((SlSystemTask *) self->tasks->pdata[self->tasks->len - 1])->place_of = place;
  g_ptr_array_remove_index_fast (self->tasks, place);
}

/**
 * sl_system_end_task:
 * @task: (transfer full): has no processor
 * @time: first tick at which it is no more
 */
void
sl_system_end_task (SlSystem *self, SlSystemTask *task, SlTime time)
{
  sl_system_drop_locks (self, task, time);
  sl_system_leave_server (task);
  sl_system_set_queue (self, task, NULL);
  sl_task_tracker_close (&task->tracker, time);
  sl_lane_builder_close (task->tracker.lane);
  sl_object_table_builder_end_life (self->objects, task->tracker.object, time);
  sl_number_table_remove (self->by_id, task->id);
  if (self->recent_tasks[task->id % SL_SYSTEM_N_RECENT_TASKS] == task)
    self->recent_tasks[task->id % SL_SYSTEM_N_RECENT_TASKS] = NULL;
  task->ending = FALSE;
  if (!self->keeps_ended)
    drop_task (self, task);
}

/* Where what was found last under such an id is. Nothing leaves the tables. */
static SlSystemRecent *
get_recent (SlSystem *self, SlObjectType type, guint64 id)
{
  return &self->recent[(id ^ id >> 6 ^ (guint64) type << 3) % SL_SYSTEM_N_RECENT];
}

static gboolean
has_room (SlSystem *self, GHashTable *table)
{
  if (g_hash_table_size (table) < SL_SYSTEM_MAX_OBJECTS)
    return TRUE;

  sl_system_odd (self, SL_SYSTEM_ODD_TOO_MANY);
  return FALSE;
}

static SlSystemLock *
find_lock (SlSystem *self, SlObjectType type, guint64 id)
{
  GHashTable *table = type == SL_OBJECT_SEMAPHORE ? self->semaphores
                      : type == SL_OBJECT_FUTEX   ? self->futexes
                                                  : self->mutexes;
  SlSystemLock *lock = g_hash_table_lookup (table, &id);

  if (lock != NULL || !has_room (self, table))
    return lock;

  lock = g_new0 (SlSystemLock, 1);
  lock->tracker = sl_lock_tracker_new (self->builder, ensure_object (self, type, id),
                                       type == SL_OBJECT_SEMAPHORE);
  if ((self->hidden & SL_SYSTEM_LOCKS) != 0)
    sl_lock_tracker_forget (lock->tracker, self->now, SL_STATE_UNKNOWN);
  g_hash_table_insert (table, g_memdup2 (&id, sizeof id), lock);
  return lock;
}

/**
 * sl_system_get_lock:
 * @type: %SL_OBJECT_MUTEX, %SL_OBJECT_FUTEX or %SL_OBJECT_SEMAPHORE
 *
 * Returns: (nullable) (transfer none): the lock; %NULL where there are too many
 */
SlSystemLock *
sl_system_get_lock (SlSystem *self, SlObjectType type, guint64 id)
{
  SlSystemRecent *recent = get_recent (self, type, id);
  SlSystemLock *lock = recent->type == type && recent->id == id ? recent->found : NULL;

  if (lock == NULL)
    {
      lock = find_lock (self, type, id);
      *recent = (SlSystemRecent) { type, id, lock };
    }
  if (lock != NULL)
    lock->tracker->last_seen = MAX (lock->tracker->last_seen, self->now);

  return lock;
}

/**
 * sl_system_get_server:
 *
 * Returns: (nullable) (transfer none): the server; %NULL where there are too many
 */
SlServerTracker *
sl_system_get_server (SlSystem *self, guint64 id)
{
  SlServerTracker *server = g_hash_table_lookup (self->servers, &id);

  if (server == NULL && has_room (self, self->servers))
    {
      server =
          sl_server_tracker_new (self->builder, ensure_object (self, SL_OBJECT_SERVER, id), id);
      g_hash_table_insert (self->servers, g_memdup2 (&id, sizeof id), server);
    }
  if (server != NULL)
    server->last_seen = MAX (server->last_seen, self->now);

  return server;
}

static SlIrqTracker *
find_line (SlSystem *self, SlObjectType type, guint64 id)
{
  gboolean is_timer = type == SL_OBJECT_TIMER;
  GHashTable *table = type == SL_OBJECT_TIMER     ? self->timers
                      : type == SL_OBJECT_SOFTIRQ ? self->softirqs
                      : type == SL_OBJECT_VECTOR  ? self->vectors
                                                  : self->lines;
  SlIrqTracker *line = g_hash_table_lookup (table, &id);

  if (line != NULL || !has_room (self, table))
    return line;

  line = sl_irq_tracker_new (self->builder, is_timer ? SL_LANE_TIMER : SL_LANE_IRQ,
                             ensure_object (self, type, id));
  line->is_deferred = type == SL_OBJECT_SOFTIRQ;
  if ((self->hidden & (is_timer ? SL_SYSTEM_TIMERS : SL_SYSTEM_LINES)) != 0)
    sl_irq_tracker_begin_unknown (line, self->now);
  g_hash_table_insert (table, g_memdup2 (&id, sizeof id), line);
  return line;
}

/* Looks for a line that was not named lately. */
static G_NO_INLINE SlIrqTracker *
remember_line (SlSystem *self, SlObjectType type, guint64 id)
{
  SlIrqTracker *line = find_line (self, type, id);

  *get_recent (self, type, id) = (SlSystemRecent) { type, id, line };
  if (line != NULL)
    line->last_seen = MAX (line->last_seen, self->now);
  return line;
}

/**
 * sl_system_get_line:
 * @type: %SL_OBJECT_TIMER, %SL_OBJECT_SOFTIRQ, %SL_OBJECT_VECTOR, or any other for an interrupt line
 *
 * Returns: (nullable) (transfer none): the line; %NULL where there are too many
 */
SlIrqTracker *
sl_system_get_line (SlSystem *self, SlObjectType type, guint64 id)
{
  SlObjectType real =
      type == SL_OBJECT_TIMER || type == SL_OBJECT_SOFTIRQ || type == SL_OBJECT_VECTOR
          ? type
          : SL_OBJECT_IRQ;
  const SlSystemRecent *recent = get_recent (self, real, id);
  SlIrqTracker *line = recent->found;

  if (G_UNLIKELY (recent->type != real || recent->id != id || line == NULL))
    return remember_line (self, real, id);

  line->last_seen = MAX (line->last_seen, self->now);
  return line;
}

/**
 * sl_system_get_call:
 * @number: of a system call
 *
 * Returns: its number among the objects; 0 where there are too many
 */
guint32
sl_system_get_call (SlSystem *self, guint64 number)
{
  gpointer found;
  guint32 object;

  if (g_hash_table_lookup_extended (self->calls, &number, NULL, &found))
    return GPOINTER_TO_UINT (found);
  if (!has_room (self, self->calls))
    return 0;

  object = ensure_object (self, SL_OBJECT_SYSCALL, number);
  g_hash_table_insert (self->calls, g_memdup2 (&number, sizeof number), GUINT_TO_POINTER (object));
  return object;
}

/**
 * sl_system_get_logged:
 *
 * Returns: number of an object that tasks log, in the trace's table; 0 where there are too many
 */
guint32
sl_system_get_logged (SlSystem *self, SlObjectType type, guint64 id)
{
  guint32 object = sl_object_table_builder_current (self->objects, type, id);

  if (object != 0)
    return object;
  if (self->n_logged == SL_SYSTEM_MAX_OBJECTS)
    {
      sl_system_odd (self, SL_SYSTEM_ODD_TOO_MANY);
      return 0;
    }

  self->n_logged++;
  return ensure_object (self, type, id);
}
