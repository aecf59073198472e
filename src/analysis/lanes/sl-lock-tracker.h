/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* A mutex or semaphore and its lane: who holds it and who waits. Keeps the critical sections in
 * the lanes of the tasks too; the tasks' states are the format's business. */

#include "sl-task-tracker.h"

G_BEGIN_DECLS

/**
 * SlLockWaiter:
 * @refused: it would not get the lock now; else it tries again when it runs
 */
typedef struct
{
  SlTaskTracker *task;
  SlTime since;
  gboolean refused;
} SlLockWaiter;

typedef struct
{
  SlTaskTracker *task;
  SlTime since;
} SlLockHolder;

/**
 * SlLockTracker:
 * @hands_over: seen to give itself to the first waiter when it is released, whoever runs next
 * @counts: a semaphore: several tasks may have passed. Whether one is in a critical section shows
 *   only when it posts itself: others use semaphores to signal
 * @ceiling: the rank of the most urgent task that uses it, by the trace; 0 where that is not told
 * @holders: (element-type SlLockHolder): in the order in which they got it
 * @waiters: (element-type SlLockWaiter): in the order in which they asked
 */
struct _SlLockTracker
{
  guint32 object;
  gboolean hands_over;
  gboolean counts;
  guint64 ceiling;
  GArray *holders;
  GArray *waiters;
  SlTime last_seen;

  SlLaneBuilder *lane;
  SlDepthTracks held;
  SlDepthTracks waited;
  SlTrackWriter *marks;
  SlTrackWriter *requests;
};

SlLockTracker *sl_lock_tracker_new (SlTraceBuilder *builder, guint32 object, gboolean counts);
void sl_lock_tracker_free (SlLockTracker *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlLockTracker, sl_lock_tracker_free)

gboolean sl_lock_tracker_is_held (const SlLockTracker *self);
gboolean sl_lock_tracker_is_held_by (const SlLockTracker *self, const SlTaskTracker *task);
SlTaskTracker *sl_lock_tracker_get_first_waiter (const SlLockTracker *self);

void sl_lock_tracker_wait (SlLockTracker *self, SlTime time, SlTaskTracker *task);
void sl_lock_tracker_set_refused (SlLockTracker *self,
                                  SlTime time,
                                  const SlTaskTracker *task,
                                  gboolean refused);
void sl_lock_tracker_stop_waiting (SlLockTracker *self, SlTime time, SlTaskTracker *task);
void sl_lock_tracker_acquire (SlLockTracker *self, SlTime time, SlTaskTracker *task);
void sl_lock_tracker_release (SlLockTracker *self, SlTime time, SlTaskTracker *task);
void sl_lock_tracker_drop (SlLockTracker *self, SlTime time, SlTaskTracker *task);
void sl_lock_tracker_add_mark (SlLockTracker *self, SlTime time, guint16 kind, guint32 detail);
void sl_lock_tracker_write (SlLockTracker *self, SlTime time);
void sl_lock_tracker_forget (SlLockTracker *self, SlTime time, SlState state);

G_END_DECLS
