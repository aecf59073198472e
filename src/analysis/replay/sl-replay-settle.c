/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Which events are one decision. S.Ha.R.K. logs all that leads to a switch in a fixed order; of other systems nothing is
 * known but what their events say and when. */

#include "sl-kind-action.h"
#include "sl-replay.h"

/* Events that are logged for one decision; there are never more in an interrupt. */
#define MAX_SETTLE 256

static gboolean
is_about_timer (guint16 kind)
{
  return sl_kind_get (kind)->object_type == SL_OBJECT_TIMER;
}

/* Whether events of @kind say @action of a timer: its handler is entered or left. */
static gboolean
is_of_timer (guint16 kind, SlAction action)
{
  return sl_kind_get_action (kind) == action && is_about_timer (kind);
}

/* What the kernel logs on its way to a decision, or after it. */
static gboolean
belongs_to_decision (guint16 kind)
{
  SlAction action = sl_kind_get_action (kind);

  switch ((int) action)
    {
    case SL_ACTION_INHERIT:
    case SL_ACTION_POST:
    case SL_ACTION_ACTIVATE:
    case SL_ACTION_RELEASE:
    case SL_ACTION_MISS:
    case SL_ACTION_CHOOSE:
    case SL_ACTION_RUN:
      return TRUE;
    case SL_ACTION_NONE:
      return is_about_timer (kind);
    default:
      return sl_action_get_group (action) == SL_TELLS_SERVERS;
    }
}

static gboolean
is_in_interrupt (const SlReplay *self, guint64 index)
{
  const GPtrArray *cpus = sl_replay_get_cpus (self);

  for (guint i = 0; i < cpus->len; i++)
    {
      SlItem item;

      if (sl_track_find_at (g_ptr_array_index (cpus, i), (SlTime) index, &item) &&
          sl_state_is_interrupt (item.state))
        return TRUE;
    }

  return FALSE;
}

/* The kernel has switched, or has not. */
static gboolean
ends_decision (const SlReplay *self, guint64 index, guint16 kind)
{
  return sl_kind_get_action (kind) == SL_ACTION_RUN ||
         (is_of_timer (kind, SL_ACTION_LEAVE) && !is_in_interrupt (self, index));
}

/* Once somebody was chosen, only these stand before the switch. */
static gboolean
belongs_to_switch (guint16 kind)
{
  SlAction action = sl_kind_get_action (kind);

  return action == SL_ACTION_RUN || action == SL_ACTION_INHERIT ||
         is_of_timer (kind, SL_ACTION_NONE);
}

/* What ends at one instant ends before anything is decided: sections, then the job, then what the
 * timers do. No clock of a real kernel is as coarse as that; simulated ones have such instants. */
static gboolean
belongs_to_sched (const SlEvent *event, const SlEvent *next)
{
  SlAction action = sl_kind_get_action (next->kind);

  return next->time == event->time && (action == SL_ACTION_UNLOCK || action == SL_ACTION_FINISH ||
                                       is_of_timer (next->kind, SL_ACTION_ENTER));
}

/* Whether @task, which ran on a processor until the event at @index, could have gone on. */
static gboolean
is_preempted (const SlReplay *self, guint32 task, guint64 index)
{
  SlTrace *by_event = sl_replay_get_by_event (self);
  const SlLane *lane = sl_trace_get_lane_of_object (by_event, task);
  const SlTrack *states;
  SlItem item;

  if (lane == NULL || task == sl_job_table_get_idle_task (sl_replay_get_jobs (self)))
    return TRUE;

  states = sl_lane_get_track (lane, SL_ROLE_STATES);
  return states != NULL && sl_track_find_at (states, (SlTime) index, &item) &&
         (item.state == SL_STATE_READY || item.state == SL_STATE_RUNNING);
}

/* Whether the switch at @index follows from what happened just before, and not from the task that ran: that one was
 * preempted, or the processor idle. */
static gboolean
is_caused (const SlReplay *self, guint64 index)
{
  const GPtrArray *cpus = sl_replay_get_cpus (self);

  for (guint i = 0; i < cpus->len; i++)
    {
      const SlTrack *cpu = g_ptr_array_index (cpus, i);
      SlItem before, after;

      if (!sl_track_find_at (cpu, (SlTime) index, &after) || after.begin != (SlTime) index)
        continue;
      if (!sl_track_find_before (cpu, (SlTime) index, &before) ||
          before.state != SL_STATE_RUNNING || is_preempted (self, before.detail, index))
        return TRUE;
    }

  return FALSE;
}

/* The task that runs has to leave, or has nothing more to do: a switch follows from that. */
static gboolean
is_leaving (SlAction action)
{
  switch ((int) action)
    {
    case SL_ACTION_FINISH:
    case SL_ACTION_IDLE:
    case SL_ACTION_BLOCK:
    case SL_ACTION_SLEEP:
    case SL_ACTION_SUSPEND:
    case SL_ACTION_THROTTLE:
    case SL_ACTION_REQUEST:
    case SL_ACTION_WAIT:
    case SL_ACTION_EXHAUST:
    case SL_ACTION_END:
      return TRUE;
    default:
      return FALSE;
    }
}

static gboolean
is_about_scheduling (SlAction action)
{
  return action != SL_ACTION_NONE &&
         (sl_action_get_group (action) &
          (SL_TELLS_SCHEDULING | SL_TELLS_JOBS | SL_TELLS_LOCKS | SL_TELLS_SERVERS)) != 0;
}

/* Whether it is what a task does that runs; another one may be released at any time. */
static gboolean
is_done_by_runner (SlAction action)
{
  return is_leaving (action) ||
         (action != SL_ACTION_INHERIT && sl_action_get_group (action) == SL_TELLS_LOCKS);
}

static guint64
get_cpu_bit (const SlEvent *event)
{
  return G_GUINT64_CONSTANT (1) << (event->cpu % 64);
}

/* One decision takes all that is said at one instant, of all processors, until a task that it has given a processor does
 * something there. Where no processor is given by then, the switch may also come later, if only the choice is said
 * in between; not so of Linux, where a task that is woken is in a queue until the scheduler is called, and all of one instant
 * was said by one event: also that who runs then holds the lock that the one before waits for. */
static guint64
settle_from (const SlReplay *self, guint64 index)
{
  SlTrace *recorded = sl_replay_get_recorded (self);
  gboolean is_linux = sl_source_has_trait (sl_trace_get_source (recorded), SL_TRAIT_LINUX_CLASSES);
  guint64 settled = index, switched = 0;
  gboolean leaves = FALSE;
  SlEvent event;
  SlTime time = 0;

  for (guint i = 0; i < MAX_SETTLE && sl_trace_read_event (recorded, index, &event); i++, index++)
    {
      SlAction action = sl_kind_get_action (event.kind);

      if (i == 0)
        time = event.time;
      if (event.time != time && is_linux)
        break;
      if (event.time != time && switched == 0 && action == SL_ACTION_RUN &&
          (leaves || is_caused (self, index)))
        return index;
      if (event.time != time &&
          (switched != 0 || (action != SL_ACTION_CHOOSE && action != SL_ACTION_INHERIT)))
        break;
      if (!is_linux && (switched & get_cpu_bit (&event)) != 0 && is_done_by_runner (action))
        break;

      leaves |= is_leaving (action);
      if (event.time == time && is_about_scheduling (action))
        settled = index;
      if (action == SL_ACTION_RUN)
        switched |= get_cpu_bit (&event);
    }

  return settled;
}

/* Goes by all decisions of the instant, so that each event belongs to one of them. */
static guint64
settle_by_time (const SlReplay *self, guint64 index, SlEvent event)
{
  SlTrace *recorded = sl_replay_get_recorded (self);
  guint64 first = index, settled;
  SlTime time = event.time;

  for (guint i = 0; i < MAX_SETTLE && first > 0 &&
                    sl_trace_read_event (recorded, first - 1, &event) && event.time == time;
       i++)
    first--;

  for (settled = settle_from (self, first); settled < index && first < index;
       settled = settle_from (self, first))
    first = settled + 1;
  return MAX (settled, index);
}

/**
 * sl_replay_settle:
 * @index: at which something changes
 *
 * A decision takes the kernel several events: a release, the choice, the switch. Until the last of
 * them some tasks are in states in which they stay for no time at all.
 *
 * Returns: the last event of the decision that the one at @index belongs to
 */
guint64
sl_replay_settle (const SlReplay *self, guint64 index)
{
  SlTrace *recorded = sl_replay_get_recorded (self);
  SlSource *source = sl_trace_get_source (recorded);
  gboolean is_chosen = FALSE;
  SlEvent event, next;

  if (!sl_trace_read_event (recorded, index, &event))
    return index;
  if (!sl_source_has_trait (source, SL_TRAIT_KERNEL))
    return sl_source_says (source, SL_TELLS_SCHEDULING) ? settle_by_time (self, index, event)
                                                        : index;

  for (guint i = 0; i < MAX_SETTLE && !ends_decision (self, index, event.kind); i++)
    {
      gboolean in_interrupt = is_in_interrupt (self, index);

      is_chosen |= sl_kind_get_action (event.kind) == SL_ACTION_CHOOSE && !in_interrupt;
      if (!sl_trace_read_event (recorded, index + 1, &next) ||
          (!in_interrupt && !belongs_to_decision (next.kind) &&
           !belongs_to_sched (&event, &next)) ||
          (is_chosen && !belongs_to_switch (next.kind)))
        break;
      event = next;
      index++;
    }

  return index;
}
