/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-lock-tracker.h"

#include "sl-kind.h"
#include "sl-object-lane.h"

/**
 * sl_lock_tracker_new:
 * @object: number of a mutex or semaphore
 * @counts: whether several tasks may hold it
 *
 * Returns: (transfer full): its lane is in @builder
 */
SlLockTracker *
sl_lock_tracker_new (SlTraceBuilder *builder, guint32 object, gboolean counts)
{
  SlLockTracker *self = g_new0 (SlLockTracker, 1);

  self->object = object;
  self->counts = counts;
  self->holders = g_array_new (FALSE, FALSE, sizeof (SlLockHolder));
  self->waiters = g_array_new (FALSE, FALSE, sizeof (SlLockWaiter));
  self->lane = sl_object_lane_add (builder, SL_LANE_LOCK, object);
  sl_depth_tracks_init (&self->held, self->lane, SL_ROLE_STATES, SL_ROLE_HOLDS);
  sl_depth_tracks_init (&self->waited, self->lane, SL_ROLE_WAITERS, SL_ROLE_WAITERS);
  return self;
}

/**
 * sl_lock_tracker_free:
 *
 * The lane stays in the builder. Tasks that hold the lock or wait for it must not be used
 * afterwards.
 */
void
sl_lock_tracker_free (SlLockTracker *self)
{
  g_array_unref (self->holders);
  g_array_unref (self->waiters);
  sl_depth_tracks_clear (&self->held);
  sl_depth_tracks_clear (&self->waited);
  g_free (self);
}

static guint
find_holder (const SlLockTracker *self, const SlTaskTracker *task)
{
  guint i = 0;

  while (i < self->holders->len && g_array_index (self->holders, SlLockHolder, i).task != task)
    i++;

  return i;
}

/**
 * sl_lock_tracker_is_held:
 *
 * Returns: whether any task holds it, as far as the trace tells
 */
gboolean
sl_lock_tracker_is_held (const SlLockTracker *self)
{
  return self->holders->len > 0;
}

/**
 * sl_lock_tracker_is_held_by:
 *
 * Returns: whether @task is one of those that hold it
 */
gboolean
sl_lock_tracker_is_held_by (const SlLockTracker *self, const SlTaskTracker *task)
{
  return find_holder (self, task) < self->holders->len;
}

/**
 * sl_lock_tracker_get_first_waiter:
 *
 * Returns: (nullable) (transfer none): the task that has waited longest
 */
SlTaskTracker *
sl_lock_tracker_get_first_waiter (const SlLockTracker *self)
{
  return self->waiters->len > 0 ? g_array_index (self->waiters, SlLockWaiter, 0).task : NULL;
}

/**
 * sl_lock_tracker_wait:
 * @time: when the task asked for the lock
 *
 * The task waits for the lock; for another one it waits no longer. With %SL_MAX_DEPTH waiters
 * nothing happens.
 */
void
sl_lock_tracker_wait (SlLockTracker *self, SlTime time, SlTaskTracker *task)
{
  SlLockWaiter waiter = { task, time, TRUE };

  if (task->waits_for == self || self->waiters->len == SL_MAX_DEPTH)
    return;

  if (task->waits_for != NULL)
    sl_lock_tracker_stop_waiting (task->waits_for, time, task);

  if (self->requests == NULL)
    self->requests = sl_lane_builder_add_track (self->lane, SL_ROLE_REQUESTS, SL_TRACK_INSTANTS);

  sl_track_writer_add_instant (self->requests, time, SL_KIND_MUTEX_LOCK, task->object);
  task->waits_for = self;
  g_array_append_val (self->waiters, waiter);
  sl_depth_tracks_begin (&self->waited, time, SL_STATE_WAITED, task->object);
}

static guint
find_waiter (const SlLockTracker *self, const SlTaskTracker *task)
{
  guint i = 0;

  while (i < self->waiters->len && g_array_index (self->waiters, SlLockWaiter, i).task != task)
    i++;

  return i;
}

/**
 * sl_lock_tracker_set_refused:
 * @task: waits for the lock, else nothing happens
 * @refused: whether it would not get it from @time on
 *
 * Only who is refused is shown as waiting.
 */
void
sl_lock_tracker_set_refused (SlLockTracker *self,
                             SlTime time,
                             const SlTaskTracker *task,
                             gboolean refused)
{
  guint number = find_waiter (self, task);
  SlLockWaiter *waiter;

  if (number == self->waiters->len)
    return;

  waiter = &g_array_index (self->waiters, SlLockWaiter, number);
  if (waiter->refused == refused)
    return;

  waiter->refused = refused;
  if (refused)
    sl_depth_tracks_begin (&self->waited, time, SL_STATE_WAITED, task->object);
  else
    sl_depth_tracks_end (&self->waited, time, SL_STATE_WAITED, task->object);
}

/**
 * sl_lock_tracker_stop_waiting:
 *
 * The task waits no longer, if it did.
 */
void
sl_lock_tracker_stop_waiting (SlLockTracker *self, SlTime time, SlTaskTracker *task)
{
  guint number;

  if (task->waits_for != self)
    return;

  sl_lock_tracker_set_refused (self, time, task, FALSE);
  task->waits_for = NULL;
  number = find_waiter (self, task);
  if (number < self->waiters->len)
    g_array_remove_index (self->waiters, number);
}

static void
begin_slices (SlLockTracker *self, SlTime time, SlTaskTracker *task)
{
  sl_depth_tracks_begin (&self->held, time, SL_STATE_HELD, task->object);
  sl_depth_tracks_begin (&task->hold_tracks, time, SL_STATE_HELD, self->object);
}

static void
end_slices (SlLockTracker *self, SlTime time, SlTaskTracker *task)
{
  sl_depth_tracks_end (&self->held, time, SL_STATE_HELD, task->object);
  sl_depth_tracks_end (&task->hold_tracks, time, SL_STATE_HELD, self->object);
}

/**
 * sl_lock_tracker_acquire:
 *
 * The task gets the lock and waits for it no longer. A mutex that another one still holds is
 * taken from that one: its release was not told.
 */
void
sl_lock_tracker_acquire (SlLockTracker *self, SlTime time, SlTaskTracker *task)
{
  SlLockHolder holder = { task, time };

  sl_lock_tracker_stop_waiting (self, time, task);
  if (sl_lock_tracker_is_held_by (self, task))
    {
      if (!self->counts)
        return;

      sl_lock_tracker_drop (self, time, task);
    }

  if (!self->counts && self->holders->len > 0)
    sl_lock_tracker_release (self, time, g_array_index (self->holders, SlLockHolder, 0).task);

  if (self->holders->len == SL_MAX_DEPTH || task->holds->len == SL_MAX_HELD_LOCKS)
    return;

  g_array_append_val (self->holders, holder);
  g_ptr_array_add (task->holds, self);
  if (!self->counts)
    begin_slices (self, time, task);
}

/**
 * sl_lock_tracker_release:
 *
 * The task gives the lock back, if it had it: it leaves its critical section.
 */
void
sl_lock_tracker_release (SlLockTracker *self, SlTime time, SlTaskTracker *task)
{
  guint number = find_holder (self, task);

  if (number == self->holders->len)
    return;

  if (self->counts)
    begin_slices (self, g_array_index (self->holders, SlLockHolder, number).since, task);

  end_slices (self, time, task);
  g_array_remove_index (self->holders, number);
  g_ptr_array_remove (task->holds, self);
}

/**
 * sl_lock_tracker_drop:
 *
 * The task holds the lock no longer, if it did, but does not give it back: it ended, or it waits
 * again on a semaphore that others post. With a semaphore there was no critical section.
 */
void
sl_lock_tracker_drop (SlLockTracker *self, SlTime time, SlTaskTracker *task)
{
  guint number = find_holder (self, task);

  if (number == self->holders->len)
    return;

  if (!self->counts)
    end_slices (self, time, task);

  g_array_remove_index (self->holders, number);
  g_ptr_array_remove (task->holds, self);
}

/**
 * sl_lock_tracker_add_mark:
 * @time: not before the last mark
 * @detail: number of the task that acts
 */
void
sl_lock_tracker_add_mark (SlLockTracker *self, SlTime time, guint16 kind, guint32 detail)
{
  if (self->marks == NULL)
    self->marks = sl_lane_builder_add_track (self->lane, SL_ROLE_MARKS, SL_TRACK_INSTANTS);

  sl_track_writer_add_instant (self->marks, time, kind, detail);
}

/**
 * sl_lock_tracker_write:
 *
 * As sl_state_track_write(), for all open slices of the lock.
 */
void
sl_lock_tracker_write (SlLockTracker *self, SlTime time)
{
  sl_depth_tracks_write (&self->held, time);
  sl_depth_tracks_write (&self->waited, time);
}

/**
 * sl_lock_tracker_forget:
 * @state: %SL_STATE_UNKNOWN where the locks are not recorded from @time on, %SL_STATE_NONE where
 *   they are recorded again or the trace ends
 *
 * From @time on nobody knows who holds the lock or waits for it.
 */
void
sl_lock_tracker_forget (SlLockTracker *self, SlTime time, SlState state)
{
  while (self->waiters->len > 0)
    sl_lock_tracker_stop_waiting (self, time, g_array_index (self->waiters, SlLockWaiter, 0).task);
  while (self->holders->len > 0)
    sl_lock_tracker_drop (self, time, g_array_index (self->holders, SlLockHolder, 0).task);

  sl_depth_tracks_end_all (&self->held, time);
  if (state != SL_STATE_NONE)
    sl_depth_tracks_begin (&self->held, time, state, 0);
}
