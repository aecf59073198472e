/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Futexes and what they lend. The kernel sees a lock of a program only where somebody waits for it, so a lock is held at
 * least from when another task comes to wait for it, and at most until its holder sleeps for something else.
 *
 * A mutex that inherits priorities calls FUTEX_LOCK_PI and FUTEX_UNLOCK_PI; a plain one FUTEX_WAIT and FUTEX_WAKE. So do some
 * condition variables, while others, semaphores and joins use FUTEX_WAIT_BITSET: those are not locks, and nobody holds them.
 * sl_linux_pack_futex() says how a plain mutex is told from them. A count may be that for once; so what was ever waited for
 * with another value is no mutex from then on. */

#include "sl-linux-translator-private.h"

#include <string.h>

#include "sl-linux-marks.h"
#include "sl-linux-source.h"

#define CALL_PREFIX "sys-enter-"

static void
say_lock (SlLinuxState *self, SlAction action, SlLinuxTask *task, guint64 futex, SlTime time)
{
  SlActed *acted = sl_linux_say (self, action, task->tid);

  acted->object_type = SL_OBJECT_FUTEX;
  acted->object = futex;
  acted->time = time;
  task->locked_at = time;
}

static void
release_lock (SlLinuxState *self, SlLinuxTask *task, guint64 futex)
{
  SlLinuxLock *lock = sl_linux_get_lock (self, futex);

  if (lock == NULL || lock->holder != task->tid)
    return;

  say_lock (self, SL_ACTION_UNLOCK, task, futex, self->event->time);
  lock->holder = 0;
  lock->changed = self->event->time;
  if (task->holds == futex)
    task->holds = 0;
}

/* @task has the lock since @time, as far as nothing else was said of either since. */
static void
acquire_lock (SlLinuxState *self, SlLinuxTask *task, guint64 futex, SlTime time)
{
  SlLinuxLock *lock = sl_linux_get_lock (self, futex);
  SlLinuxTask *before;

  if (lock == NULL || lock->holder == task->tid)
    return;

  before = lock->holder != 0 ? sl_linux_find_task (self, lock->holder) : NULL;
  if (before != NULL)
    release_lock (self, before, futex);
  time = MAX (time, MAX (task->locked_at, lock->changed));
  say_lock (self, SL_ACTION_ACQUIRE, task, futex, time);
  lock->holder = task->tid;
  lock->changed = time;
  task->holds = futex;
}

/**
 * sl_linux_block:
 *
 * @task falls asleep.
 *
 * Returns: whether it does for a lock
 */
gboolean
sl_linux_block (SlLinuxState *self, SlLinuxTask *task)
{
  SlLinuxLock *lock = task->waits_for != 0 && task->syscall == SL_LINUX_SYSCALL_FUTEX
                          ? sl_linux_get_lock (self, task->waits_for)
                          : NULL;

  if (lock == NULL)
    return FALSE;

  say_lock (self, SL_ACTION_BLOCK, task, task->waits_for, self->event->time);
  if (lock->n_waiters++ == 0)
    lock->since = self->event->time;
  return TRUE;
}

/**
 * sl_linux_unblock:
 *
 * @task is woken; the lock that it waited for may now be its.
 */
void
sl_linux_unblock (SlLinuxState *self, SlLinuxTask *task)
{
  SlLinuxLock *lock = task->waits_for != 0 && task->slept_at != SL_TIME_MAX
                          ? sl_linux_get_lock (self, task->waits_for)
                          : NULL;

  if (lock != NULL && lock->n_waiters > 0)
    lock->n_waiters--;
}

/**
 * sl_linux_drop_locks:
 *
 * @task sleeps for something else than a lock, or ends: then it has none, as far as anybody sees.
 */
void
sl_linux_drop_locks (SlLinuxState *self, SlLinuxTask *task)
{
  if (task->holds != 0)
    release_lock (self, task, task->holds);
  task->waits_for = 0;
}

/* Whether a call with @extra at @futex asks for a lock. */
static gboolean
asks_for_lock (SlLinuxState *self, guint extra, guint64 futex)
{
  guint op = extra & SL_LINUX_FUTEX_OP;
  SlLinuxLock *lock;

  if (op == SL_LINUX_FUTEX_LOCK_PI || op == SL_LINUX_FUTEX_LOCK_PI2)
    return TRUE;
  if (op != SL_LINUX_FUTEX_WAIT)
    return FALSE;

  lock = sl_linux_get_lock (self, futex);
  if (lock != NULL && (extra & SL_LINUX_FUTEX_IS_MUTEX) == 0)
    lock->is_condition = TRUE;
  return lock != NULL && !lock->is_condition;
}

/* Whoever wakes those that wait for a plain mutex had it, at least since the first of them waits. */
static void
wake_waiters (SlLinuxState *self, SlLinuxTask *task, guint64 futex, gboolean is_mutex)
{
  SlLinuxLock *lock = sl_number_table_find_pointer (self->locks, futex);

  if (lock == NULL || lock->is_condition)
    return;
  if (!is_mutex)
    {
      lock->is_condition = TRUE;
      return;
    }

  if (lock->n_waiters > 0)
    acquire_lock (self, task, futex, lock->since);
  release_lock (self, task, futex);
}

static guint64
find_futex (SlLinuxState *self)
{
  if (self->names == NULL || self->clock == NULL)
    return self->event->b;

  return sl_linux_find_futex (self->names, self->event,
                              sl_clock_to_absolute (self->clock, self->event->time));
}

static void
enter_futex (SlLinuxState *self, SlLinuxTask *task)
{
  guint extra = sl_linux_get_extra (self->event);
  guint op = extra & SL_LINUX_FUTEX_OP;
  guint64 futex;

  task->syscall = SL_LINUX_SYSCALL_FUTEX;
  task->waits_for = 0;
  if (self->event->b == 0)
    return;

  futex = find_futex (self);
  if (asks_for_lock (self, extra, futex))
    {
      /* It was woken, and another was faster. */
      release_lock (self, task, futex);
      task->waits_for = futex;
      say_lock (self, SL_ACTION_REQUEST, task, futex, self->event->time);
    }
  else if (op == SL_LINUX_FUTEX_UNLOCK_PI)
    {
      release_lock (self, task, futex);
    }
  else if (op == SL_LINUX_FUTEX_WAKE)
    {
      wake_waiters (self, task, futex, (extra & SL_LINUX_FUTEX_IS_MUTEX) != 0);
    }
}

/* The call that asked for a lock returns: it has got it. */
static void
exit_futex (SlLinuxState *self, SlLinuxTask *task)
{
  if (task->waits_for != 0 && self->event->b == 0)
    acquire_lock (self, task, task->waits_for, self->event->time);
  task->waits_for = 0;
}

/* Kinds of calls are known by their names, and what a call's number is called depends on the processor. */
static void
name_call (SlLinuxState *self)
{
  const char *name = sl_kind_get (self->event->kind)->id;

  if (self->names != NULL && g_str_has_prefix (name, CALL_PREFIX))
    sl_linux_names_add_object (self->names, SL_OBJECT_SYSCALL, self->event->a,
                               name + strlen (CALL_PREFIX), strlen (name + strlen (CALL_PREFIX)));
}

static void
enter_call (SlLinuxState *self, SlLinuxTask *task, gboolean is_enter)
{
  guint64 number = self->event->a;

  task->call = 0;
  if (!is_enter || number >= SL_LINUX_MOST_CALLS || (self->event->flags & SL_EVENT_NO_A) != 0)
    return;

  task->call = (guint32) number + 1;
  if (!self->named_calls[number])
    name_call (self);
  self->named_calls[number] = TRUE;
}

/**
 * sl_linux_set_call:
 *
 * Sets the object of a sleep of @task: the system call that it is in, where that was recorded.
 */
void
sl_linux_set_call (const SlLinuxTask *task, SlActed *acted)
{
  if (task->call == 0)
    return;

  acted->object_type = SL_OBJECT_SYSCALL;
  acted->object = task->call - 1;
}

/**
 * sl_linux_take_syscall:
 *
 * Takes the begin or the end of a system call; what else has a role is no news.
 */
void
sl_linux_take_syscall (SlLinuxState *self)
{
  gboolean is_enter = sl_linux_get_role (self->event) == SL_LINUX_ROLE_SYSCALL_ENTER;
  guint32 tid = sl_linux_get_common_pid (self->event);
  SlLinuxTask *task = NULL;

  if (tid != 0 && sl_linux_get_role (self->event) != SL_LINUX_ROLE_NO_WAKEUP)
    task = sl_linux_get_task (self, tid);
  if (task == NULL)
    return;

  if (self->event->kind == SL_KIND_LINUX_SYS_ENTER_FUTEX)
    enter_futex (self, task);
  else if (!is_enter && task->syscall == SL_LINUX_SYSCALL_FUTEX)
    exit_futex (self, task);
  else if (is_enter)
    task->syscall = (SlLinuxSyscall) sl_linux_get_extra (self->event);

  enter_call (self, task, is_enter);
  if (is_enter && task->syscall == SL_LINUX_SYSCALL_SLEEP)
    task->call_at = self->event->time;
  else if (!is_enter)
    sl_linux_go_on (self, task);

  if (!is_enter)
    task->syscall = SL_LINUX_SYSCALL_OTHER;
  else if (task->syscall == SL_LINUX_SYSCALL_YIELD)
    sl_linux_yield_job (self, task);
}

/**
 * sl_linux_take_inheritance:
 *
 * Takes a sched_pi_setprio: the task that runs comes to wait, or waits no more, for a lock of another.
 */
void
sl_linux_take_inheritance (SlLinuxState *self)
{
  guint32 waiter = sl_linux_get_common_pid (self->event);
  gint64 prio = (gint64) self->event->b;
  gint before = SL_LINUX_PRIO_UNPACK (sl_linux_get_extra (self->event) & 0xff);
  SlLinuxTask *task, *from;
  SlActed *acted;

  if (self->event->a == 0)
    return;

  task = sl_linux_get_task (self, (guint32) self->event->a);
  from = waiter != 0 && waiter != task->tid ? sl_linux_find_task (self, waiter) : NULL;
  if (!task->inherits && prio < before)
    task->prio = (gint16) before;
  if (prio < before && from != NULL)
    {
      acted = sl_linux_say (self, SL_ACTION_INHERIT, task->tid);
      acted->object_type = SL_OBJECT_TASK;
      acted->object = waiter;
      task->inherits = TRUE;
      from->boosts = TRUE;
      if (from->waits_for != 0 && from->syscall == SL_LINUX_SYSCALL_FUTEX)
        acquire_lock (self, task, from->waits_for, self->event->time);
    }
  else if (task->inherits && prio >= task->prio)
    {
      sl_linux_say (self, SL_ACTION_INHERIT, task->tid);
      task->inherits = FALSE;
    }
}

/* Whether the name of the mark at hand is that of who wrote it: then it says who is in a critical section, but not of which
 * lock. */
static gboolean
is_own_name (SlLinuxState *self, const SlLinuxTask *task)
{
  const char *name = sl_linux_names_get_text (self->names, (guint32) self->event->a);
  const char *comm =
      sl_linux_names_get_comm (self->names, task->tid,
                               sl_clock_to_absolute (self->clock, self->event->time));

  return comm != NULL && strcmp (name, comm) == 0;
}

/**
 * sl_linux_mark_lock:
 *
 * Takes "locked NAME" or "unlock NAME": the writer has got the lock of that name, or gives it back.
 */
void
sl_linux_mark_lock (SlLinuxState *self, SlLinuxTask *task)
{
  gboolean is_begin = sl_linux_get_extra (self->event) == SL_LINUX_VERB_LOCKED;
  SlActed *acted;

  if (self->names == NULL || self->clock == NULL || (self->event->flags & SL_EVENT_NO_A) != 0 ||
      is_own_name (self, task))
    {
      sl_linux_log_mark (self, SL_ACTION_MARK, task->tid);
      return;
    }

  acted = sl_linux_say (self, is_begin ? SL_ACTION_ACQUIRE : SL_ACTION_UNLOCK, task->tid);
  acted->object_type = SL_OBJECT_MUTEX;
  acted->object = self->event->a;
}
