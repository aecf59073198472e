/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Who keeps a task from the lock that it asks for: whoever has it, or by the priority ceiling
 * protocol, where it is free, whoever has the lock with the highest ceiling. */

#include "sl-task-rules.h"
#include "sl-trace.h"

G_BEGIN_DECLS

/**
 * SlLockBlocker:
 * @task: 0 where nobody knows
 * @lock: the lock of @task that is in the way: the one that was asked for, or that with the ceiling
 * @is_ceiling: the lock that was asked for is free
 */
typedef struct
{
  guint32 task;
  guint32 lock;
  gboolean is_ceiling;
} SlLockBlocker;

/* Quickest where it is asked forwards in time. One thread. */
typedef struct _SlLockBlockers SlLockBlockers;

SlLockBlockers *sl_lock_blockers_new (SlTrace *trace, const SlTaskRules *rules);
void sl_lock_blockers_free (SlLockBlockers *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlLockBlockers, sl_lock_blockers_free)

SlLockBlocker
sl_lock_blockers_cut (SlLockBlockers *self, guint32 waiter, guint32 lock, SlSpan *span);

G_END_DECLS
