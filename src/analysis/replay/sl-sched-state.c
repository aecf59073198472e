/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-sched-state.h"

#include "sl-inheritance.h"
#include "sl-sched-queue.h"

/* Interrupts that follow each other without a task in between. */
#define MAX_INTERRUPTS 64

static gboolean
find_item (const SlLane *lane, SlTrackRole role, guint64 index, SlItem *item)
{
  const SlTrack *track = sl_lane_get_track (lane, role);

  return track != NULL && sl_track_find_at (track, (SlTime) index, item);
}

/* Whom the interrupts at hand keep from executing, of whom nobody knew before them that it did: only once they end the
 * processor says so. 0 for none. */
static guint32
find_interrupted (const SlSchedState *self, const SlTrack *states)
{
  SlTime time = (SlTime) self->index;
  SlItem item = { .state = SL_STATE_NONE }, its;
  const SlTrack *tracks;

  for (guint i = 0; i < MAX_INTERRUPTS; i++)
    {
      if (!sl_track_find_at (states, time, &item) || !sl_state_is_interrupt (item.state))
        break;
      time = item.end;
    }
  if (item.state != SL_STATE_RUNNING || item.begin != time)
    return 0;

  tracks = sl_trace_get_track_of_object (sl_replay_get_by_event (self->replay), item.detail,
                                         SL_ROLE_STATES);
  return tracks != NULL && sl_track_find_at (tracks, (SlTime) self->index, &its) &&
                 its.state == SL_STATE_INTERRUPTED
             ? item.detail
             : 0;
}

static void
read_processor (const SlSchedState *self, const SlLane *lane, SlSchedProcessor *processor)
{
  const SlTrack *states = sl_lane_get_track (lane, SL_ROLE_STATES);
  SlItem item;

  processor->task = processor->interrupt = 0;
  processor->is_idle = FALSE;
  if (!find_item (lane, SL_ROLE_STATES, self->index, &item))
    return;

  if (sl_state_is_interrupt (item.state))
    processor->interrupt = item.detail;
  for (guint i = 0; i < MAX_INTERRUPTS && sl_state_is_interrupt (item.state); i++)
    {
      SlTime begin = item.begin;

      if (!sl_track_find_before (states, begin, &item) || item.end != begin)
        item = (SlItem) { .state = SL_STATE_NONE };
    }
  if (item.state == SL_STATE_RUNNING)
    processor->task = item.detail;
  processor->is_idle = item.state == SL_STATE_IDLE || item.state == SL_STATE_ASLEEP;
  if (processor->interrupt != 0 && sl_sched_processor_is_unseen (processor))
    processor->task = find_interrupted (self, states);
}

static void
add_processor (SlSchedState *self, const SlLane *lane, guint number)
{
  SlSchedProcessor processor = { .cpu = lane->object, .lane = number };

  read_processor (self, lane, &processor);
  g_array_append_val (self->processors, processor);
}

/* Of values, which last up to the next one. */
static void
read_priority (const SlSchedState *self, const SlLane *lane, SlSchedTask *task)
{
  const SlTrack *track = sl_lane_get_track (lane, SL_ROLE_PRIORITY);
  SlTrackIter iter;
  SlItem item;

  if (track == NULL)
    return;

  task->has_priority = sl_track_find_at (track, (SlTime) self->index, &item);
  if (!task->has_priority)
    {
      sl_track_iter_init (&iter, track, (SlTime) self->index);
      task->has_priority = sl_track_iter_next (&iter, &item);
    }
  if (task->has_priority)
    task->priority = item.value;
}

static SlSchedTask
read_task (const SlSchedState *self, const SlLane *lane, guint number)
{
  SlSchedTask task = { .task = lane->object, .lane = number, .job = G_MAXUINT };
  SlItem item;

  if (find_item (lane, SL_ROLE_STATES, self->index, &item))
    {
      task.state = (SlState) item.state;
      task.since = (guint64) item.begin;
      if (task.state == SL_STATE_BLOCKED)
        task.lock = item.detail;
      if (task.state == SL_STATE_READY)
        task.queue = item.detail;
      task.job = sl_replay_find_job (self->replay, task.task, self->index);
    }
  read_priority (self, lane, &task);
  task.has_processor = task.state == SL_STATE_RUNNING || task.state == SL_STATE_INTERRUPTED;
  if (!sl_inheritance_is_known (self->replay) &&
      find_item (lane, SL_ROLE_INHERITS, self->index, &item))
    task.inherits = item.detail;
  return task;
}

/* Of inheritance that is recorded: who inherits moves in the queue with the task that it inherits from. */
static void
keep_heir (SlSchedState *self, const SlSchedTask *task, gboolean was_heir)
{
  if (sl_inheritance_is_known (self->replay) || (task->inherits != 0) == was_heir)
    return;

  if (!was_heir)
    g_array_append_val (self->heirs, task->task);
  for (guint i = 0; was_heir && i < self->heirs->len; i++)
    if (g_array_index (self->heirs, guint32, i) == task->task)
      {
        g_array_remove_index_fast (self->heirs, i);
        return;
      }
}

static void
add_task (SlSchedState *self, const SlLane *lane, guint number)
{
  const SlSchedTask task = read_task (self, lane, number);

  g_array_append_val (self->tasks, task);
  keep_heir (self, &task, FALSE);
}

static void
reread_task (SlSchedState *self, const SlLane *lane, guint number)
{
  SlSchedTask *task = &g_array_index (self->tasks, SlSchedTask,
                                      sl_replay_get_task_index (self->replay, lane->object));
  gboolean was_heir = task->inherits != 0;

  *task = read_task (self, lane, number);
  keep_heir (self, task, was_heir);
}

typedef struct
{
  guint32 task;
  SlTime since;
} Waiter;

static int
compare_waiters (gconstpointer one, gconstpointer other)
{
  const Waiter *a = one, *b = other;

  return a->since < b->since ? -1 : a->since > b->since;
}

/* Those that are held or waited for, in the order of their lanes. */
static void
add_lock (SlSchedState *self, const SlLane *lane, guint number)
{
  SlSchedLock lock = { .lock = lane->object, .lane = number };
  g_autoptr (GArray) waiters = g_array_new (FALSE, FALSE, sizeof (Waiter));
  guint index = self->locks->len;
  SlItem item;

  for (guint i = 0; i < lane->n_tracks; i++)
    {
      if (sl_track_get_type_of_items (lane->tracks[i].track) != SL_TRACK_SLICES ||
          !sl_track_find_at (lane->tracks[i].track, (SlTime) self->index, &item))
        continue;

      if (item.state == SL_STATE_HELD && lock.owner == 0)
        {
          lock.owner = item.detail;
          lock.since = (guint64) item.begin;
        }
      else if (item.state == SL_STATE_WAITED)
        {
          const Waiter waiter = { item.detail, item.begin };

          g_array_append_val (waiters, waiter);
        }
    }
  if (lock.owner == 0 && waiters->len == 0)
    return;

  lock.waiters = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_array_sort (waiters, compare_waiters);
  for (guint i = 0; i < waiters->len; i++)
    g_array_append_val (lock.waiters, g_array_index (waiters, Waiter, i).task);
  while (index > 0 && g_array_index (self->locks, SlSchedLock, index - 1).lane > number)
    index--;
  g_array_insert_val (self->locks, index, lock);
}

static void
add_server (SlSchedState *self, const SlLane *lane, guint number)
{
  SlSchedServer server = { .server = lane->object, .lane = number };
  SlItem item;

  if (find_item (lane, SL_ROLE_STATES, self->index, &item))
    server.state = (SlState) item.state;
  g_array_append_val (self->servers, server);
}

static void
clear_lock (gpointer data)
{
  g_clear_pointer (&((SlSchedLock *) data)->waiters, g_array_unref);
}

static void
read_lock (SlSchedState *self, const SlLane *lane, guint number)
{
  for (guint i = 0; i < self->locks->len; i++)
    if (g_array_index (self->locks, SlSchedLock, i).lane == number)
      {
        g_array_remove_index (self->locks, i);
        break;
      }
  add_lock (self, lane, number);
}

static void
read_lane (SlSchedState *self, guint number)
{
  const SlLane *lane = sl_trace_get_lane (sl_replay_get_by_event (self->replay), number);
  SlItem item;

  if (lane->type == SL_LANE_TASK)
    reread_task (self, lane, number);
  else if (lane->type == SL_LANE_LOCK)
    read_lock (self, lane, number);
  for (guint i = 0; lane->type == SL_LANE_CPU && i < self->processors->len; i++)
    if (g_array_index (self->processors, SlSchedProcessor, i).lane == number)
      read_processor (self, lane, &g_array_index (self->processors, SlSchedProcessor, i));
  for (guint i = 0; lane->type == SL_LANE_SERVER && i < self->servers->len; i++)
    if (g_array_index (self->servers, SlSchedServer, i).lane == number)
      g_array_index (self->servers, SlSchedServer, i).state =
          find_item (lane, SL_ROLE_STATES, self->index, &item) ? (SlState) item.state
                                                               : SL_STATE_NONE;
}

static void
fill (SlSchedState *self)
{
  SlTrace *by_event = sl_replay_get_by_event (self->replay);

  for (guint i = 0; i < sl_trace_get_n_lanes (by_event); i++)
    {
      const SlLane *lane = sl_trace_get_lane (by_event, i);

      if (lane->type == SL_LANE_CPU)
        add_processor (self, lane, i);
      else if (lane->type == SL_LANE_TASK)
        add_task (self, lane, i);
      else if (lane->type == SL_LANE_LOCK)
        add_lock (self, lane, i);
      else if (lane->type == SL_LANE_SERVER)
        add_server (self, lane, i);
    }
  sl_inheritance_find (self);
}

static SlSchedState *
make (SlReplay *replay, guint64 index)
{
  SlSchedState *self = g_new0 (SlSchedState, 1);

  self->replay = replay;
  self->index = index;
  self->time = sl_replay_get_time (replay, index);
  self->processors = g_array_new (FALSE, FALSE, sizeof (SlSchedProcessor));
  self->tasks = g_array_new (FALSE, FALSE, sizeof (SlSchedTask));
  self->ready = g_array_new (FALSE, FALSE, sizeof (guint));
  self->locks = g_array_new (FALSE, FALSE, sizeof (SlSchedLock));
  g_array_set_clear_func (self->locks, clear_lock);
  self->servers = g_array_new (FALSE, FALSE, sizeof (SlSchedServer));
  self->heirs = g_array_new (FALSE, FALSE, sizeof (guint32));
  fill (self);
  return self;
}

/**
 * sl_sched_state_new:
 * @index: number of an event
 *
 * Costs by the number of lanes. Any thread.
 *
 * Returns: (transfer full): what holds once that event has happened
 */
SlSchedState *
sl_sched_state_new (SlReplay *replay, guint64 index)
{
  SlSchedState *self = make (replay, index);

  sl_sched_queue_sort (self);
  return self;
}

/**
 * sl_sched_state_new_moving:
 * @index: number of an event
 *
 * Returns: (transfer full): as sl_sched_state_new(), to go on with sl_sched_state_move(); it keeps who is
 *   ready in order in another way than in its array
 */
SlSchedState *
sl_sched_state_new_moving (SlReplay *replay, guint64 index)
{
  SlSchedState *self = make (replay, index);

  sl_sched_queue_new (self);
  return self;
}

/**
 * sl_sched_state_move:
 * @self: of sl_sched_state_new_moving()
 * @index: any event, before or after that of @self
 *
 * Costs by what changes in between.
 */
void
sl_sched_state_move (SlSchedState *self, SlReplayChanges *changes, guint64 index)
{
  g_autoptr (GArray) lanes = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GArray) indices = g_array_new (FALSE, FALSE, sizeof (guint));

  if (index == self->index)
    return;

  sl_replay_changes_list (changes, MIN (index, self->index), MAX (index, self->index), lanes);
  sl_sched_queue_take_out (self, lanes, indices);
  self->index = index;
  self->time = sl_replay_get_time (self->replay, index);
  for (guint i = 0; i < lanes->len; i++)
    read_lane (self, g_array_index (lanes, guint, i));
  sl_sched_queue_take_out_holders (self, indices);
  sl_inheritance_find (self);
  sl_sched_queue_put_back (self, indices);
}

void
sl_sched_state_free (SlSchedState *self)
{
  g_array_unref (self->processors);
  g_array_unref (self->tasks);
  g_array_unref (self->ready);
  g_array_unref (self->locks);
  g_array_unref (self->servers);
  g_array_unref (self->heirs);
  g_clear_pointer (&self->queue, sl_sched_queue_free);
  g_free (self);
}
