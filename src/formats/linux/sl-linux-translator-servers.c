/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The reservations of tasks of SCHED_DEADLINE whose budget Q, relative deadline D and period T a mark says: each is a server
 * under its task's number. What is recorded of them is when a budget is used up (the task's replenishment timer is started) and
 * when it is whole again (that timer expires). What happens as the task is woken follows from the kernel's rule (L. Abeni and
 * G. Buttazzo, Integrating Multimedia Applications in Hard Real-Time Systems, 1998; Documentation/scheduler/sched-deadline.rst):
 * with q left and the deadline d, at t, the budget is whole again, and d = t + D, where d < t or q / (d - t) > Q / D; else both
 * stay as they are. Such a replenishment is said to be computed. So nothing is said of a server before the first time that
 * its budget is known for certain, nor after anything that makes it uncertain. */

#include "sl-linux-translator-private.h"

#include "sl-kind-action.h"

/* Budgets are checked at ticks and by timers that are somewhat early or late: where no timers are recorded, a task that has
 * more left than that, in ns, and 1 of so many parts of its budget, was not throttled. Nor does anything shorter that was not
 * recorded make a budget unknown. */
#define LEFT_NS    200000
#define LEFT_PARTS 20

/* Whether @ticks are more than what the kernel itself is late by. */
static gboolean
is_doubtful (const SlLinuxTask *task, gint64 ticks)
{
  return ticks > MAX (LEFT_NS, task->budget / LEFT_PARTS);
}

static SlActed *
say (SlLinuxState *self, SlLinuxTask *task, SlAction action, guint16 kind, SlTime time)
{
  SlActed *acted = sl_linux_say (self, action, action != SL_ACTION_FORGET ? task->tid : 0);

  acted->time = task->served_at = MAX (time, task->served_at);
  acted->kind = kind;
  acted->object_type = SL_OBJECT_SERVER;
  acted->object = task->tid;
  return acted;
}

/* The budget is whole, but for what was executed beyond the one before.
 *
 * @deadline: by which the scheduler orders it from now on; %SL_TIME_MAX where only the latest one is known that it may have
 *
 * Returns: (transfer none): what was said of that, valid up to the next action */
static SlActed *
fill (SlLinuxState *self, SlLinuxTask *task, SlTime deadline, gint64 left)
{
  SlActed *acted =
      say (self, task, SL_ACTION_REPLENISH, SL_KIND_ACTED_REPLENISH, self->event->time);

  /* In microseconds; 0 for all of it. */
  if (left < task->budget)
    acted->value = MAX ((left + 500) / 1000, 1);
  acted->deadline = deadline;
  acted->nominal = task->budget;
  task->left = left;
  task->doubt = 0;
  task->knows_budget = TRUE;
  task->is_spent = FALSE;
  task->knows_deadline = deadline != SL_TIME_MAX;
  task->server_deadline =
      task->knows_deadline ? deadline : sl_time_add (self->event->time, task->relative_deadline);
  return acted;
}

static void
activate (SlLinuxState *self, SlLinuxTask *task)
{
  say (self, task, SL_ACTION_SERVER_ACTIVATE, SL_KIND_ACTED_SERVER_ACTIVATE, self->event->time);
}

/* Says that nobody knows what is left of the budget. */
static SlActed *
forget (SlLinuxState *self, SlLinuxTask *task, SlTime time)
{
  SlActed *acted = say (self, task, SL_ACTION_FORGET, self->event->kind, time);

  acted->nominal = task->budget;
  task->knows_budget = task->is_spent = FALSE;
  task->doubt = SL_TIME_MAX;
  task->latest_deadline = SL_TIME_MAX;
  return acted;
}

/**
 * sl_linux_begin_server:
 * @is_new: @task became one of SCHED_DEADLINE while it executed as it does now
 *
 * The server of @task begins, if it has one by now. A new one has a whole budget; of another one nothing is known yet.
 */
void
sl_linux_begin_server (SlLinuxState *self, SlLinuxTask *task, gboolean is_new)
{
  SlTime now = self->event->time;

  if (task->has_server || !task->is_deadline || task->budget <= 0 || task->period <= 0 ||
      task->relative_deadline <= 0)
    return;

  task->has_server = self->has_servers = TRUE;
  task->served_at = now;
  forget (self, task, now);
  if (!is_new)
    return;

  /* It may have used some of it since its mark. */
  fill (self, task, SL_TIME_MAX, task->budget);
  task->left -= now - MAX (task->runs_since, task->marked_at);
  task->runs_since = now;
  activate (self, task);
}

/**
 * sl_linux_end_server:
 *
 * @task has no budget any more, since it ends or is of another class.
 */
void
sl_linux_end_server (SlLinuxState *self, SlLinuxTask *task)
{
  if (!task->has_server)
    return;

  say (self, task, SL_ACTION_SERVER_REMOVE, SL_KIND_ACTED_SERVER_REMOVE, self->event->time);
  task->has_server = task->knows_budget = task->is_spent = FALSE;
}

/**
 * sl_linux_doubt_server:
 * @time: since when nobody knows what is left of the budget of @task
 */
void
sl_linux_doubt_server (SlLinuxState *self, SlLinuxTask *task, SlTime time)
{
  if (!task->has_server)
    return;

  if (task->knows_budget || task->is_spent)
    forget (self, task, time);
  task->latest_deadline = SL_TIME_MAX;
  task->doubt = SL_TIME_MAX;
}

/**
 * sl_linux_doubt_run:
 * @begin: since when nobody knows whether @task executed, with some budget
 * @end: up to when; %SL_TIME_MAX where that is not over
 *
 * What is not much longer than the kernel itself is late by changes nothing.
 */
void
sl_linux_doubt_run (SlLinuxState *self, SlLinuxTask *task, SlTime begin, SlTime end)
{
  gint64 ticks = end - begin;
  gboolean is_bounded = task->doubt != SL_TIME_MAX && ticks <= task->budget;
  gint64 doubt = is_bounded ? task->doubt + ticks : SL_TIME_MAX;

  if (!task->has_server || !is_doubtful (task, ticks))
    return;

  sl_linux_doubt_server (self, task, begin);
  task->doubt = doubt;
}

/**
 * sl_linux_run_server:
 *
 * @task executes from now on.
 */
void
sl_linux_run_server (SlLinuxState *self, SlLinuxTask *task)
{
  task->runs_since = self->event->time;
}

/**
 * sl_linux_leave_server:
 *
 * @task executed up to now. No deadline that it had meanwhile is later than one that was set now.
 */
void
sl_linux_leave_server (SlLinuxState *self, SlLinuxTask *task)
{
  if (!task->has_server)
    return;

  task->left -= self->event->time - task->runs_since;
  task->latest_deadline =
      MIN (task->latest_deadline, sl_time_add (self->event->time, task->relative_deadline));
}

/* Whether so little is left by what it executed, where that is known, that it may have been used up. */
static gboolean
may_be_spent (const SlLinuxTask *task)
{
  return !task->knows_budget || !is_doubtful (task, task->left);
}

/* Whatever was not known, nothing is left: between that and the least that was possible lies how much it executed beyond. */
static void
spend (SlLinuxState *self, SlLinuxTask *task)
{
  say (self, task, SL_ACTION_EXHAUST, SL_KIND_ACTED_EXHAUST, self->event->time);
  task->is_spent = TRUE;
  if (task->knows_budget || task->doubt == SL_TIME_MAX)
    return;

  task->doubt = MAX (task->doubt - MAX (task->left, 0), 0);
  task->left = MIN (task->left, 0);
}

/**
 * sl_linux_exhaust_server:
 *
 * @task used up its budget.
 */
void
sl_linux_exhaust_server (SlLinuxState *self, SlLinuxTask *task)
{
  if (!task->has_server || task->is_spent)
    return;
  if (!self->has_timers && !may_be_spent (task))
    {
      sl_linux_doubt_server (self, task, self->event->time);
      return;
    }

  spend (self, task);
}

/* The kernel takes away what @task gives up: it has no budget up to the replenishment, whatever it had before. */
static void
give_up (SlLinuxState *self, SlLinuxTask *task)
{
  if (task->has_server && !task->is_spent)
    spend (self, task);
}

/**
 * sl_linux_rest_server:
 *
 * @task has nothing to do: it sleeps, or gave up the rest of its budget.
 */
void
sl_linux_rest_server (SlLinuxState *self, SlLinuxTask *task)
{
  if (task->has_yielded && task->place == SL_LINUX_PLACE_THROTTLED)
    give_up (self, task);
  else if (task->has_server && task->dl_armed)
    sl_linux_exhaust_server (self, task);
  else if (task->has_server && task->knows_budget && !task->is_spent)
    say (self, task, SL_ACTION_SERVER_IDLE, SL_KIND_ACTED_SERVER_IDLE, self->event->time);
}

/* Whether the kernel gives a whole budget to @task, whose deadline is not over yet. In doubles: a damaged trace may say
 * anything. */
static gboolean
has_too_much (const SlLinuxTask *task, SlTime now)
{
  return (double) task->left * (double) task->relative_deadline >
         (double) task->budget * (double) (task->server_deadline - now);
}

/**
 * sl_linux_wake_server:
 *
 * @task, which slept, has something to do.
 */
void
sl_linux_wake_server (SlLinuxState *self, SlLinuxTask *task)
{
  SlTime now = self->event->time;
  SlTime deadline = task->knows_budget ? task->server_deadline : task->latest_deadline;
  gint64 relative = task->relative_deadline;
  gboolean is_over = deadline < now;

  /* It is throttled until its timer expires. */
  if (!task->has_server || task->dl_armed || task->is_spent)
    return;
  if (!task->knows_budget && !is_over)
    {
      if (deadline != SL_TIME_MAX)
        task->latest_deadline = MAX (deadline, sl_time_add (now, relative));
      return;
    }
  /* One whose deadline comes before its next period may be throttled up to that, or have less. */
  if (task->inherits || (!is_over && !task->knows_deadline && !has_too_much (task, now)) ||
      (relative < task->period &&
       (!is_over || now < sl_time_add (deadline, task->period - relative))))
    {
      sl_linux_doubt_server (self, task, now);
      return;
    }

  if (is_over || has_too_much (task, now))
    fill (self, task, sl_time_add (now, relative), task->budget)->value = SL_ACTED_COMPUTED;
  activate (self, task);
}

/* What it executed beyond its budget is paid back; how much that was nobody knows where its budget was not known. Who gives up
 * the rest has not used it up. */
static gboolean
can_fill (const SlLinuxTask *task)
{
  return task->knows_budget || !task->is_spent || task->has_yielded ||
         !is_doubtful (task, task->doubt);
}

static gint64
get_debt (const SlLinuxTask *task)
{
  return task->is_spent && task->doubt != SL_TIME_MAX ? MAX (MIN (task->left, 0), 1 - task->budget)
                                                      : 0;
}

/**
 * sl_linux_fill_server:
 * @nominal: when the period begins with which @task has budget again; %SL_TIME_MAX where nobody knows
 *
 * The budget of @task, which it had used up or given up, was replenished.
 */
void
sl_linux_fill_server (SlLinuxState *self, SlLinuxTask *task, SlTime nominal)
{
  gboolean knows_deadline = task->knows_budget && task->knows_deadline;
  SlTime deadline = SL_TIME_MAX;

  if (!task->has_server)
    return;

  if (nominal != SL_TIME_MAX)
    deadline = sl_time_add (nominal, task->relative_deadline);
  else if (knows_deadline)
    deadline = sl_time_add (task->server_deadline, task->period);
  if (!can_fill (task))
    {
      forget (self, task, self->event->time)->deadline = deadline;
      task->latest_deadline = deadline != SL_TIME_MAX
                                  ? deadline
                                  : sl_time_add (self->event->time, task->relative_deadline);
      return;
    }

  fill (self, task, deadline, task->budget + get_debt (task));
  if (task->place != SL_LINUX_PLACE_ASLEEP)
    activate (self, task);
  else
    sl_linux_rest_server (self, task);
}
