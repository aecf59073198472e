/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-sched-queue.h"

#include "sl-effective-priority.h"

struct _SlSchedQueue
{
  GSequence *ready;      /* of indices among the tasks */
  GSequence *unserved;   /* of those whose server does not serve them */
  GSequenceIter **where; /* by that index; NULL for who is in neither */
  GHashTable *served;    /* number of a server → GArray of the numbers of its tasks */
  guint32 idle_task;
};

typedef struct
{
  SlSchedState *sched;
  SlReplay *replay;
} Order;

/* Tasks of which the priority is not known come after all others: between them, by when they got ready, they would be
 * before a task that is before another one that is before them. */
static int
compare_ready (gconstpointer one, gconstpointer other, gpointer data)
{
  const Order *order = data;
  const SlSchedTask *a = &g_array_index (order->sched->tasks, SlSchedTask, *(const guint *) one);
  const SlSchedTask *b = &g_array_index (order->sched->tasks, SlSchedTask, *(const guint *) other);
  gboolean is_known = sl_effective_priority_get (order->sched, order->replay, a->task).known;
  gboolean other_is_known = sl_effective_priority_get (order->sched, order->replay, b->task).known;
  int by_policy = 0;

  if (is_known != other_is_known)
    return is_known ? -1 : 1;

  by_policy = sl_effective_priority_compare (order->sched, order->replay, a->task, b->task);
  if (by_policy != 0)
    return by_policy;
  if (a->since != b->since)
    return a->since < b->since ? -1 : 1;

  return a->lane < b->lane ? -1 : a->lane > b->lane;
}

/**
 * sl_sched_queue_sort:
 *
 * Finds who is ready in a state that does not move.
 */
void
sl_sched_queue_sort (SlSchedState *self)
{
  guint32 idle_task = sl_job_table_get_idle_task (sl_replay_get_jobs (self->replay));
  Order order = { self, self->replay };

  for (guint i = 0; i < self->tasks->len; i++)
    {
      const SlSchedTask *task = &g_array_index (self->tasks, SlSchedTask, i);

      if (task->state == SL_STATE_READY && task->task != idle_task)
        g_array_append_val (self->ready, i);
    }
  g_array_sort_with_data (self->ready, compare_ready, &order);
}

static int
compare_indices (gconstpointer one, gconstpointer other, gpointer data)
{
  guint a = GPOINTER_TO_UINT (one), b = GPOINTER_TO_UINT (other);

  return compare_ready (&a, &b, data);
}

static const SlBaseOrder *
get_order (const SlSchedState *self)
{
  return sl_job_table_get_order (sl_replay_get_jobs (self->replay));
}

/* (nullable): where the task belongs */
static GSequence *
choose (const SlSchedQueue *self, const SlSchedState *sched, const SlSchedTask *task)
{
  if (task->state == SL_STATE_READY && task->task != self->idle_task)
    return self->ready;
  if (task->state == SL_STATE_THROTTLED &&
      sl_base_order_get_server (get_order (sched), task->task) != 0)
    return self->unserved;

  return NULL;
}

/* Before anything changes that its position depends on. */
static void
take_out (SlSchedState *self, guint index)
{
  SlSchedQueue *queue = self->queue;

  if (index < self->tasks->len && queue->where[index] != NULL)
    g_sequence_remove (g_steal_pointer (&queue->where[index]));
}

static void
put_in (SlSchedState *self, guint index)
{
  const SlSchedTask *task = &g_array_index (self->tasks, SlSchedTask, index);
  GSequence *tasks = choose (self->queue, self, task);
  Order order = { self, self->replay };

  if (tasks != NULL && self->queue->where[index] == NULL)
    self->queue->where[index] =
        g_sequence_insert_sorted (tasks, GUINT_TO_POINTER (index), compare_indices, &order);
}

/* @indices: (inout): of tasks that may move to another position in the queue */
static void
take_out_task (SlSchedState *self, guint32 task, GArray *indices)
{
  guint index = sl_replay_get_task_index (self->replay, task);

  if (index == G_MAXUINT)
    return;

  take_out (self, index);
  g_array_append_val (indices, index);
}

/**
 * sl_sched_queue_take_out_holders:
 *
 * Who holds locks may have their ceilings, and inherit.
 */
void
sl_sched_queue_take_out_holders (SlSchedState *self, GArray *indices)
{
  for (guint i = 0; i < self->locks->len; i++)
    take_out_task (self, g_array_index (self->locks, SlSchedLock, i).owner, indices);
  for (guint i = 0; i < self->heirs->len; i++)
    take_out_task (self, g_array_index (self->heirs, guint32, i), indices);
}

/* Its deadline may be another one. */
static void
take_out_served (SlSchedState *self, guint32 server, GArray *indices)
{
  const GArray *served = g_hash_table_lookup (self->queue->served, GUINT_TO_POINTER (server));

  for (guint i = 0; served != NULL && i < served->len; i++)
    take_out_task (self, g_array_index (served, guint32, i), indices);
}

static GHashTable *
find_served (const SlSchedState *self)
{
  GHashTable *all = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_array_unref);

  for (guint i = 0; i < self->tasks->len; i++)
    {
      guint32 task = g_array_index (self->tasks, SlSchedTask, i).task;
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
 * sl_sched_queue_take_out:
 * @lanes: (element-type guint): numbers of lanes that change
 * @indices: (element-type guint) (inout): gets the indices of the tasks that may move to another position
 *
 * Before anything changes that the position of a task depends on.
 */
void
sl_sched_queue_take_out (SlSchedState *self, const GArray *lanes, GArray *indices)
{
  SlTrace *by_event = sl_replay_get_by_event (self->replay);

  for (guint i = 0; i < lanes->len; i++)
    {
      const SlLane *lane = sl_trace_get_lane (by_event, g_array_index (lanes, guint, i));

      if (lane->type == SL_LANE_TASK)
        take_out_task (self, lane->object, indices);
      else if (lane->type == SL_LANE_SERVER)
        take_out_served (self, lane->object, indices);
    }
  sl_sched_queue_take_out_holders (self, indices);
}

/**
 * sl_sched_queue_put_back:
 * @indices: of sl_sched_queue_take_out(), once all has changed
 */
void
sl_sched_queue_put_back (SlSchedState *self, const GArray *indices)
{
  for (guint i = 0; i < indices->len; i++)
    put_in (self, g_array_index (indices, guint, i));
}

/**
 * sl_sched_queue_new:
 *
 * Gives @self, all of which is known, a queue.
 */
void
sl_sched_queue_new (SlSchedState *self)
{
  self->queue = g_new0 (SlSchedQueue, 1);
  self->queue->ready = g_sequence_new (NULL);
  self->queue->unserved = g_sequence_new (NULL);
  self->queue->where = g_new0 (GSequenceIter *, MAX (self->tasks->len, 1));
  self->queue->idle_task = sl_job_table_get_idle_task (sl_replay_get_jobs (self->replay));
  self->queue->served = find_served (self);
  for (guint i = 0; i < self->tasks->len; i++)
    put_in (self, i);
}

void
sl_sched_queue_free (SlSchedQueue *self)
{
  g_sequence_free (self->ready);
  g_sequence_free (self->unserved);
  g_free (self->where);
  g_hash_table_unref (self->served);
  g_free (self);
}

static guint32
get_task (const SlSchedState *self, guint index)
{
  return g_array_index (self->tasks, SlSchedTask, index).task;
}

guint
sl_sched_state_get_n_ready (const SlSchedState *self)
{
  return self->queue != NULL ? (guint) g_sequence_get_length (self->queue->ready)
                             : self->ready->len;
}

/**
 * sl_sched_state_get_ready:
 * @number: less than sl_sched_state_get_n_ready(); small ones are cheaper
 *
 * Returns: the task that is ready at that position of the queue
 */
guint32
sl_sched_state_get_ready (const SlSchedState *self, guint number)
{
  guint index = self->queue != NULL
                    ? GPOINTER_TO_UINT (g_sequence_get (
                          g_sequence_get_iter_at_pos (self->queue->ready, (gint) number)))
                    : g_array_index (self->ready, guint, number);

  return get_task (self, index);
}

/**
 * sl_sched_state_get_unserved:
 * @self: of sl_sched_state_new_moving()
 *
 * Returns: of the tasks whose server does not serve them the one that the policy would put first; 0 for
 *   none
 */
guint32
sl_sched_state_get_unserved (const SlSchedState *self)
{
  GSequenceIter *first = g_sequence_get_begin_iter (self->queue->unserved);

  return g_sequence_iter_is_end (first)
             ? 0
             : get_task (self, GPOINTER_TO_UINT (g_sequence_get (first)));
}
