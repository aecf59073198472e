/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-instant.h"

#include "sl-inheritance.h"
#include "sl-instant-queue.h"

/* Interrupts that follow each other without a task in between. */
#define MAX_INTERRUPTS 64

static gboolean
find_item (const SlLane *lane, SlTrackRole role, guint64 place, SlItem *item)
{
  const SlTrack *track = sl_lane_get_track (lane, role);

  return track != NULL && sl_track_find_at (track, (SlTime) place, item);
}

static void
read_processor (const SlInstant *self, const SlLane *lane, SlInstantProcessor *processor)
{
  const SlTrack *states = sl_lane_get_track (lane, SL_ROLE_STATES);
  SlItem item;

  processor->task = processor->interrupt = 0;
  if (!find_item (lane, SL_ROLE_STATES, self->place, &item))
    return;

  if (item.state == SL_STATE_INTERRUPT)
    processor->interrupt = item.detail;
  for (guint i = 0; i < MAX_INTERRUPTS && item.state == SL_STATE_INTERRUPT; i++)
    {
      SlTime begin = item.begin;

      if (!sl_track_find_before (states, begin, &item) || item.end != begin)
        item = (SlItem) { .state = SL_STATE_NONE };
    }
  if (item.state == SL_STATE_RUNNING)
    processor->task = item.detail;
}

static void
add_processor (SlInstant *self, const SlLane *lane, guint number)
{
  SlInstantProcessor processor = { .cpu = lane->object, .lane = number };

  read_processor (self, lane, &processor);
  g_array_append_val (self->processors, processor);
}

static SlInstantTask
read_task (const SlInstant *self, const SlLane *lane, guint number)
{
  SlInstantTask task = { .task = lane->object, .lane = number, .job = G_MAXUINT };
  SlItem item;

  if (find_item (lane, SL_ROLE_STATES, self->place, &item))
    {
      task.state = (SlState) item.state;
      task.since = (guint64) item.begin;
      if (task.state == SL_STATE_BLOCKED)
        task.lock = item.detail;
      task.job = sl_steps_find_job (self->steps, task.task, self->place);
    }
  task.has_processor = task.state == SL_STATE_RUNNING || task.state == SL_STATE_INTERRUPTED;
  if (!sl_inheritance_is_known (self->steps) &&
      find_item (lane, SL_ROLE_INHERITS, self->place, &item))
    task.inherits = item.detail;
  return task;
}

static void
add_task (SlInstant *self, const SlLane *lane, guint number)
{
  const SlInstantTask task = read_task (self, lane, number);

  g_array_append_val (self->tasks, task);
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
add_lock (SlInstant *self, const SlLane *lane, guint number)
{
  SlInstantLock lock = { .lock = lane->object, .lane = number };
  g_autoptr (GArray) waiters = g_array_new (FALSE, FALSE, sizeof (Waiter));
  guint place = self->locks->len;
  SlItem item;

  for (guint i = 0; i < lane->n_tracks; i++)
    {
      if (sl_track_get_type_of_items (lane->tracks[i].track) != SL_TRACK_SLICES ||
          !sl_track_find_at (lane->tracks[i].track, (SlTime) self->place, &item))
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
  while (place > 0 && g_array_index (self->locks, SlInstantLock, place - 1).lane > number)
    place--;
  g_array_insert_val (self->locks, place, lock);
}

static void
add_server (SlInstant *self, const SlLane *lane, guint number)
{
  SlInstantServer server = { .server = lane->object, .lane = number };
  SlItem item;

  if (find_item (lane, SL_ROLE_STATES, self->place, &item))
    server.state = (SlState) item.state;
  g_array_append_val (self->servers, server);
}

static void
clear_lock (gpointer data)
{
  g_clear_pointer (&((SlInstantLock *) data)->waiters, g_array_unref);
}

static void
read_lock (SlInstant *self, const SlLane *lane, guint number)
{
  for (guint i = 0; i < self->locks->len; i++)
    if (g_array_index (self->locks, SlInstantLock, i).lane == number)
      {
        g_array_remove_index (self->locks, i);
        break;
      }
  add_lock (self, lane, number);
}

static void
read_lane (SlInstant *self, guint number)
{
  const SlLane *lane = sl_trace_get_lane (sl_steps_get_told (self->steps), number);
  SlItem item;

  if (lane->type == SL_LANE_TASK)
    g_array_index (self->tasks, SlInstantTask,
                   sl_steps_get_task_place (self->steps, lane->object)) =
        read_task (self, lane, number);
  else if (lane->type == SL_LANE_LOCK)
    read_lock (self, lane, number);
  for (guint i = 0; lane->type == SL_LANE_CPU && i < self->processors->len; i++)
    if (g_array_index (self->processors, SlInstantProcessor, i).lane == number)
      read_processor (self, lane, &g_array_index (self->processors, SlInstantProcessor, i));
  for (guint i = 0; lane->type == SL_LANE_SERVER && i < self->servers->len; i++)
    if (g_array_index (self->servers, SlInstantServer, i).lane == number)
      g_array_index (self->servers, SlInstantServer, i).state =
          find_item (lane, SL_ROLE_STATES, self->place, &item) ? (SlState) item.state
                                                               : SL_STATE_NONE;
}

static void
fill (SlInstant *self)
{
  SlTrace *told = sl_steps_get_told (self->steps);

  for (guint i = 0; i < sl_trace_get_n_lanes (told); i++)
    {
      const SlLane *lane = sl_trace_get_lane (told, i);

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

static SlInstant *
make (SlSteps *steps, guint64 place)
{
  SlInstant *self = g_new0 (SlInstant, 1);

  self->steps = steps;
  self->place = place;
  self->time = sl_steps_get_time (steps, place);
  self->processors = g_array_new (FALSE, FALSE, sizeof (SlInstantProcessor));
  self->tasks = g_array_new (FALSE, FALSE, sizeof (SlInstantTask));
  self->ready = g_array_new (FALSE, FALSE, sizeof (guint));
  self->locks = g_array_new (FALSE, FALSE, sizeof (SlInstantLock));
  g_array_set_clear_func (self->locks, clear_lock);
  self->servers = g_array_new (FALSE, FALSE, sizeof (SlInstantServer));
  self->heirs = g_array_new (FALSE, FALSE, sizeof (guint32));
  fill (self);
  return self;
}

/**
 * sl_instant_new:
 * @place: number of an event
 *
 * Costs by the number of lanes. Any thread.
 *
 * Returns: (transfer full): what holds once that event has happened
 */
SlInstant *
sl_instant_new (SlSteps *steps, guint64 place)
{
  SlInstant *self = make (steps, place);

  sl_instant_queue_sort (self);
  return self;
}

/**
 * sl_instant_new_moving:
 * @place: number of an event
 *
 * Returns: (transfer full): as sl_instant_new(), to go on with sl_instant_move(); it keeps who is
 *   ready in order in another way than in its array
 */
SlInstant *
sl_instant_new_moving (SlSteps *steps, guint64 place)
{
  SlInstant *self = make (steps, place);

  sl_instant_queue_new (self);
  return self;
}

/**
 * sl_instant_move:
 * @self: of sl_instant_new_moving()
 * @place: any event, before or after that of @self
 *
 * Costs by what changes in between.
 */
void
sl_instant_move (SlInstant *self, SlStepChanges *changes, guint64 place)
{
  g_autoptr (GArray) lanes = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (guint));

  if (place == self->place)
    return;

  sl_step_changes_list (changes, MIN (place, self->place), MAX (place, self->place), lanes);
  sl_instant_queue_take_out (self, lanes, places);
  self->place = place;
  self->time = sl_steps_get_time (self->steps, place);
  for (guint i = 0; i < lanes->len; i++)
    read_lane (self, g_array_index (lanes, guint, i));
  sl_instant_queue_take_out_holders (self, places);
  sl_inheritance_find (self);
  sl_instant_queue_put_back (self, places);
}

void
sl_instant_free (SlInstant *self)
{
  g_array_unref (self->processors);
  g_array_unref (self->tasks);
  g_array_unref (self->ready);
  g_array_unref (self->locks);
  g_array_unref (self->servers);
  g_array_unref (self->heirs);
  g_clear_pointer (&self->queue, sl_instant_queue_free);
  g_free (self);
}
