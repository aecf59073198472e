/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-instant-queue.h"

#include "sl-urgency.h"

struct _SlInstantQueue
{
  GSequence *ready;      /* of places among the tasks */
  GSequence *unserved;   /* of those whose server does not serve them */
  GSequenceIter **where; /* by that place; NULL for who is in neither */
  GHashTable *served;    /* number of a server → GArray of the numbers of its tasks */
  guint32 idle_task;
};

typedef struct
{
  SlInstant *instant;
  SlSteps *steps;
} Order;

static int
compare_ready (gconstpointer one, gconstpointer other, gpointer data)
{
  const Order *order = data;
  const SlInstantTask *a =
      &g_array_index (order->instant->tasks, SlInstantTask, *(const guint *) one);
  const SlInstantTask *b =
      &g_array_index (order->instant->tasks, SlInstantTask, *(const guint *) other);
  int by_policy = sl_urgency_compare (order->instant, order->steps, a->task, b->task);

  if (by_policy != 0)
    return by_policy;
  if (a->since != b->since)
    return a->since < b->since ? -1 : 1;

  return a->lane < b->lane ? -1 : a->lane > b->lane;
}

/**
 * sl_instant_queue_sort:
 *
 * Finds who is ready at an instant that does not move.
 */
void
sl_instant_queue_sort (SlInstant *self)
{
  guint32 idle_task = sl_job_table_get_idle_task (sl_steps_get_jobs (self->steps));
  Order order = { self, self->steps };

  for (guint i = 0; i < self->tasks->len; i++)
    {
      const SlInstantTask *task = &g_array_index (self->tasks, SlInstantTask, i);

      if (task->state == SL_STATE_READY && task->task != idle_task)
        g_array_append_val (self->ready, i);
    }
  g_array_sort_with_data (self->ready, compare_ready, &order);
}

static int
compare_places (gconstpointer one, gconstpointer other, gpointer data)
{
  guint a = GPOINTER_TO_UINT (one), b = GPOINTER_TO_UINT (other);

  return compare_ready (&a, &b, data);
}

static const SlBaseOrder *
get_order (const SlInstant *self)
{
  return sl_job_table_get_order (sl_steps_get_jobs (self->steps));
}

/* (nullable): where the task belongs */
static GSequence *
choose (const SlInstantQueue *self, const SlInstant *instant, const SlInstantTask *task)
{
  if (task->state == SL_STATE_READY && task->task != self->idle_task)
    return self->ready;
  if (task->state == SL_STATE_THROTTLED &&
      sl_base_order_get_server (get_order (instant), task->task) != 0)
    return self->unserved;

  return NULL;
}

/* Before anything changes by which it has its place. */
static void
take_out (SlInstant *self, guint place)
{
  SlInstantQueue *queue = self->queue;

  if (place < self->tasks->len && queue->where[place] != NULL)
    g_sequence_remove (g_steal_pointer (&queue->where[place]));
}

static void
put_in (SlInstant *self, guint place)
{
  const SlInstantTask *task = &g_array_index (self->tasks, SlInstantTask, place);
  GSequence *tasks = choose (self->queue, self, task);
  Order order = { self, self->steps };

  if (tasks != NULL && self->queue->where[place] == NULL)
    self->queue->where[place] =
        g_sequence_insert_sorted (tasks, GUINT_TO_POINTER (place), compare_places, &order);
}

/* @places: (inout): of tasks that may come to have another place in the queue */
static void
take_out_task (SlInstant *self, guint32 task, GArray *places)
{
  guint place = sl_steps_get_task_place (self->steps, task);

  if (place == G_MAXUINT)
    return;

  take_out (self, place);
  g_array_append_val (places, place);
}

/**
 * sl_instant_queue_take_out_holders:
 *
 * Who holds locks may have their ceilings, and inherit.
 */
void
sl_instant_queue_take_out_holders (SlInstant *self, GArray *places)
{
  for (guint i = 0; i < self->locks->len; i++)
    take_out_task (self, g_array_index (self->locks, SlInstantLock, i).owner, places);
  for (guint i = 0; i < self->heirs->len; i++)
    take_out_task (self, g_array_index (self->heirs, guint32, i), places);
}

/* Its deadline may be another one. */
static void
take_out_served (SlInstant *self, guint32 server, GArray *places)
{
  const GArray *served = g_hash_table_lookup (self->queue->served, GUINT_TO_POINTER (server));

  for (guint i = 0; served != NULL && i < served->len; i++)
    take_out_task (self, g_array_index (served, guint32, i), places);
}

static GHashTable *
find_served (const SlInstant *self)
{
  GHashTable *all = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_array_unref);

  for (guint i = 0; i < self->tasks->len; i++)
    {
      guint32 task = g_array_index (self->tasks, SlInstantTask, i).task;
      gpointer server = GUINT_TO_POINTER (sl_base_order_get_server (get_order (self), task));
      GArray *served = g_hash_table_lookup (all, server);

      if (server == NULL)
        continue;
      if (served == NULL)
        {
          served = g_array_new (FALSE, FALSE, sizeof (guint32));
          g_hash_table_insert (all, server, served);
        }
      g_array_append_val (served, task);
    }
  return all;
}

/**
 * sl_instant_queue_take_out:
 * @lanes: (element-type guint): numbers of lanes that change
 * @places: (element-type guint) (inout): gets the places of the tasks that may come to have another place
 *
 * Before anything changes by which a task has its place.
 */
void
sl_instant_queue_take_out (SlInstant *self, const GArray *lanes, GArray *places)
{
  SlTrace *told = sl_steps_get_told (self->steps);

  for (guint i = 0; i < lanes->len; i++)
    {
      const SlLane *lane = sl_trace_get_lane (told, g_array_index (lanes, guint, i));

      if (lane->type == SL_LANE_TASK)
        take_out_task (self, lane->object, places);
      else if (lane->type == SL_LANE_SERVER)
        take_out_served (self, lane->object, places);
    }
  sl_instant_queue_take_out_holders (self, places);
}

/**
 * sl_instant_queue_put_back:
 * @places: of sl_instant_queue_take_out(), once all has changed
 */
void
sl_instant_queue_put_back (SlInstant *self, const GArray *places)
{
  for (guint i = 0; i < places->len; i++)
    put_in (self, g_array_index (places, guint, i));
}

/**
 * sl_instant_queue_new:
 *
 * Gives @self, all of which is known, a queue.
 */
void
sl_instant_queue_new (SlInstant *self)
{
  self->queue = g_new0 (SlInstantQueue, 1);
  self->queue->ready = g_sequence_new (NULL);
  self->queue->unserved = g_sequence_new (NULL);
  self->queue->where = g_new0 (GSequenceIter *, MAX (self->tasks->len, 1));
  self->queue->idle_task = sl_job_table_get_idle_task (sl_steps_get_jobs (self->steps));
  self->queue->served = find_served (self);
  for (guint i = 0; i < self->tasks->len; i++)
    put_in (self, i);
}

void
sl_instant_queue_free (SlInstantQueue *self)
{
  g_sequence_free (self->ready);
  g_sequence_free (self->unserved);
  g_free (self->where);
  g_hash_table_unref (self->served);
  g_free (self);
}

static guint32
get_task (const SlInstant *self, guint place)
{
  return g_array_index (self->tasks, SlInstantTask, place).task;
}

guint
sl_instant_get_n_ready (const SlInstant *self)
{
  return self->queue != NULL ? (guint) g_sequence_get_length (self->queue->ready)
                             : self->ready->len;
}

/**
 * sl_instant_get_ready:
 * @number: less than sl_instant_get_n_ready(); small ones are cheaper
 *
 * Returns: the task that is ready at that place of the queue
 */
guint32
sl_instant_get_ready (const SlInstant *self, guint number)
{
  guint place = self->queue != NULL
                    ? GPOINTER_TO_UINT (g_sequence_get (
                          g_sequence_get_iter_at_pos (self->queue->ready, (gint) number)))
                    : g_array_index (self->ready, guint, number);

  return get_task (self, place);
}

/**
 * sl_instant_get_unserved:
 * @self: of sl_instant_new_moving()
 *
 * Returns: of the tasks whose server does not serve them the one that the policy would put first; 0 for
 *   none
 */
guint32
sl_instant_get_unserved (const SlInstant *self)
{
  GSequenceIter *first = g_sequence_get_begin_iter (self->queue->unserved);

  return g_sequence_iter_is_end (first)
             ? 0
             : get_task (self, GPOINTER_TO_UINT (g_sequence_get (first)));
}
