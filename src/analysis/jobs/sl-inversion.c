/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-inversion.h"

#include "sl-policy.h"
#include "sl-track-cursor.h"

/* Slices between two looks at the cancellable. */
#define CANCEL_INTERVAL 65536

/* Tasks that may intrude on one wait and are told apart. */
#define MAX_INTRUDERS 16

typedef struct
{
  SlJobTable *table;
  SlTrace *trace;
  GPtrArray *processors; /* of SlTrack: their states */
  SlTrackCursor *cursor; /* of the first */
  GArray *found;
} Finder;

typedef struct
{
  guint n;
  guint32 tasks[MAX_INTRUDERS];
  gint64 ticks[MAX_INTRUDERS];
} Intruders;

static gboolean
is_in_chain (const SlInversion *wait, guint32 task)
{
  for (guint i = 0; i < wait->n_links; i++)
    if (wait->chain[i].holder == task)
      return TRUE;

  return FALSE;
}

/* Adds who held @lock in @span, for which @waiter waited. */
static void
add_holders (const Finder *self, SlInversion *wait, guint32 waiter, guint32 lock, SlSpan span)
{
  const SlTrack *held = sl_trace_get_track_of_object (self->trace, lock, SL_ROLE_STATES);
  SlTrackIter iter;
  SlItem item;

  if (held == NULL)
    return;

  sl_track_iter_init (&iter, held, span.begin);
  while (sl_track_iter_next (&iter, &item) && item.begin < span.end)
    {
      if (item.state != SL_STATE_HELD || item.detail == 0 || item.detail == wait->task ||
          item.end <= span.begin || is_in_chain (wait, item.detail) ||
          wait->n_links == SL_MAX_CHAIN)
        continue;

      wait->chain[wait->n_links++] = (SlChainLink) { lock, item.detail, waiter };
    }
}

/* A holder may wait in its turn, for a lock that the next one holds. */
static void
follow_chain (const Finder *self, SlInversion *wait, guint32 lock)
{
  add_holders (self, wait, wait->task, lock, wait->span);
  for (guint i = 0; i < wait->n_links; i++)
    {
      const SlTrack *states =
          sl_trace_get_track_of_object (self->trace, wait->chain[i].holder, SL_ROLE_STATES);
      SlTrackIter iter;
      SlItem item;

      if (states == NULL)
        continue;

      sl_track_iter_init (&iter, states, wait->span.begin);
      while (sl_track_iter_next (&iter, &item) && item.begin < wait->span.end)
        if (item.state == SL_STATE_BLOCKED && item.detail != 0 && item.detail != lock)
          add_holders (self, wait, wait->chain[i].holder, item.detail,
                       sl_span_intersect (wait->span, (SlSpan) { item.begin, item.end }));
    }
}

static gboolean
has_urgency_of (const Finder *self, const SlInversion *wait, guint32 task, SlTime time)
{
  const SlTrack *inherits = sl_trace_get_track_of_object (self->trace, task, SL_ROLE_INHERITS);
  SlItem item;

  return inherits != NULL && sl_track_find_at (inherits, time, &item) &&
         (item.detail == wait->task || is_in_chain (wait, item.detail));
}

/* Whether the waiting task's priority has reached a task in its way at @time: then only more urgent
 * ones run in between. */
static gboolean
is_inherited (const Finder *self, const SlInversion *wait, SlTime time)
{
  for (guint i = 0; i < wait->n_links; i++)
    if (has_urgency_of (self, wait, wait->chain[i].holder, time))
      return TRUE;

  return FALSE;
}

/* Whether @runner, which has no lock in the way, keeps the waiting task from going on all the same.
 *
 * @piece: (inout): cut where that changes */
static gboolean
intrudes (const Finder *self, const SlInversion *wait, guint32 runner, SlItem *piece)
{
  SlTime until;
  SlOrder order = sl_base_order_compare (sl_job_table_get_order (self->table), runner, wait->task,
                                         piece->begin, &until);

  piece->end = MIN (piece->end, until);
  /* A ceiling may be in the way as well: its holder runs with the waiting task's priority. */
  if (has_urgency_of (self, wait, runner, piece->begin))
    return FALSE;

  return order == SL_ORDER_LESS_URGENT ||
         (order == SL_ORDER_UNKNOWN && !is_inherited (self, wait, piece->begin));
}

static void
add_intruder (Intruders *self, guint32 task, gint64 ticks)
{
  guint i = 0;

  while (i < self->n && self->tasks[i] != task)
    i++;
  if (i == MAX_INTRUDERS)
    return;

  if (i == self->n)
    {
      self->tasks[self->n++] = task;
      self->ticks[i] = 0;
    }
  self->ticks[i] += ticks;
}

static void
watch_processor (const Finder *self,
                 SlInversion *wait,
                 SlTrackCursor *cursor,
                 SlSpan rest,
                 Intruders *intruders)
{
  guint32 idle_task = sl_job_table_get_idle_task (self->table);

  while (rest.begin < rest.end)
    {
      SlItem piece;

      sl_track_cursor_cut (cursor, rest, &piece);
      if (piece.state == SL_STATE_RUNNING && piece.detail != 0 && piece.detail != idle_task &&
          piece.detail != wait->task && !is_in_chain (wait, piece.detail) &&
          intrudes (self, wait, piece.detail, &piece))
        {
          wait->intruder_ticks += piece.end - piece.begin;
          add_intruder (intruders, piece.detail, piece.end - piece.begin);
        }
      rest.begin = piece.end;
    }
}

/* The processor that @task gets at @time, for which it waited before; NULL for none. */
static const SlTrack *
find_processor (const Finder *self, guint32 task, SlTime time)
{
  for (guint i = 0; i < self->processors->len; i++)
    {
      const SlTrack *states = g_ptr_array_index (self->processors, i);
      SlItem item;

      if (sl_track_find_at (states, time, &item) && item.state == SL_STATE_RUNNING &&
          item.detail == task)
        return states;
    }

  return NULL;
}

/* Of several processors, the one that a task in the way waits for: who runs on the others keeps nobody from going on. */
static void
watch_processors_of (const Finder *self, SlInversion *wait, guint32 holder, Intruders *intruders)
{
  const SlTrack *states = sl_trace_get_track_of_object (self->trace, holder, SL_ROLE_STATES);
  SlTrackIter iter;
  SlItem item;

  if (states == NULL)
    return;

  sl_track_iter_init (&iter, states, wait->span.begin);
  while (sl_track_iter_next (&iter, &item) && item.begin < wait->span.end)
    {
      const SlTrack *processor =
          item.state == SL_STATE_READY ? find_processor (self, holder, item.end) : NULL;
      SlTrackCursor cursor;

      if (processor == NULL)
        continue;
      sl_track_cursor_init (&cursor, processor);
      watch_processor (self, wait, &cursor,
                       sl_span_intersect (wait->span, (SlSpan) { item.begin, item.end }),
                       intruders);
    }
}

static void
watch (const Finder *self, SlInversion *wait, Intruders *intruders)
{
  if (self->processors->len == 1)
    watch_processor (self, wait, self->cursor, wait->span, intruders);
  else
    for (guint i = 0; i < wait->n_links; i++)
      watch_processors_of (self, wait, wait->chain[i].holder, intruders);
}

static SlOrder
compare_holder (const Finder *self, const SlInversion *wait, guint link)
{
  SlTime until;

  return sl_base_order_compare (sl_job_table_get_order (self->table), wait->chain[link].holder,
                                wait->task, wait->span.begin, &until);
}

/* Whether anyone in the way may be less urgent than the waiting task. */
static gboolean
has_less_urgent (const Finder *self, const SlInversion *wait)
{
  for (guint i = 0; i < wait->n_links; i++)
    {
      SlOrder order = compare_holder (self, wait, i);

      if (order == SL_ORDER_LESS_URGENT || order == SL_ORDER_UNKNOWN)
        return TRUE;
    }

  return wait->intruder != 0;
}

static void
add_wait (Finder *self, guint32 task, const SlItem *blocked)
{
  SlInversion wait = { .task = task, .span = { blocked->begin, blocked->end } };
  Intruders intruders = { 0 };
  gint64 longest = 0;

  follow_chain (self, &wait, blocked->detail);
  if (wait.n_links == 0 || compare_holder (self, &wait, 0) == SL_ORDER_MORE_URGENT)
    return;

  watch (self, &wait, &intruders);
  for (guint i = 0; i < intruders.n; i++)
    {
      if (intruders.ticks[i] <= longest)
        continue;

      longest = intruders.ticks[i];
      wait.intruder = intruders.tasks[i];
    }
  if (!has_less_urgent (self, &wait))
    return;

  wait.job = sl_job_table_find_at (self->table, task, wait.span.begin);
  g_array_append_val (self->found, wait);
}

static gboolean
add_task (Finder *self, const SlLane *lane, GCancellable *cancellable, GError **error)
{
  const SlTrack *states = sl_lane_get_track (lane, SL_ROLE_STATES);
  gboolean waits = FALSE;
  SlTrackIter iter;
  SlItem items[64];
  guint n;

  for (guint code = 0; states != NULL && code < sl_track_get_n_codes (states); code++)
    {
      guint32 state, detail;

      sl_track_get_code (states, code, &state, &detail);
      waits |= state == SL_STATE_BLOCKED && detail != 0;
    }
  if (!waits)
    return TRUE;

  sl_track_iter_init (&iter, states, SL_TIME_MIN);
  while ((n = sl_track_iter_read (&iter, items, G_N_ELEMENTS (items))) > 0)
    {
      if (items[0].index % CANCEL_INTERVAL < n &&
          g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;

      for (guint i = 0; i < n; i++)
        if (items[i].state == SL_STATE_BLOCKED && items[i].detail != 0)
          add_wait (self, lane->object, &items[i]);
    }

  return TRUE;
}

/* Under round robin and first in, first out, no task is more urgent than another. */
static gboolean
has_priorities (SlJobTable *table)
{
  SlPolicy policy =
      sl_policy_from_id (sl_task_rules_get_scheduler (sl_job_table_get_rules (table))->policy);

  return policy != SL_POLICY_RR && policy != SL_POLICY_FIFO;
}

static int
compare_waits (gconstpointer one, gconstpointer other)
{
  const SlInversion *a = one, *b = other;

  if (a->span.begin != b->span.begin)
    return a->span.begin < b->span.begin ? -1 : 1;

  return a->task < b->task ? -1 : a->task > b->task;
}

static void
find_processors (Finder *self, SlTrackCursor *cursor)
{
  for (guint i = 0; i < sl_trace_get_n_lanes (self->trace); i++)
    {
      const SlLane *lane = sl_trace_get_lane (self->trace, i);

      if (lane->type == SL_LANE_CPU)
        g_ptr_array_add (self->processors, (gpointer) sl_lane_get_track (lane, SL_ROLE_STATES));
    }
  if (self->processors->len > 0)
    sl_track_cursor_init (cursor, g_ptr_array_index (self->processors, 0));
}

/**
 * sl_inversions_find:
 * @table: its order says who is more urgent; where it does not, whoever holds a lock that another waits
 *   for is taken to be less urgent, and whoever runs in between without anyone in the way having
 *   inherited the waiting task's priority is taken to intrude. A policy without priorities has none
 * @cancellable: (nullable): looked at now and then
 *
 * Costs by the number of slices and, for each wait, by what goes on in it. May run in any thread.
 *
 * Returns: (transfer full) (element-type SlInversion): by time; %NULL with
 *   %G_IO_ERROR_CANCELLED
 */
GArray *
sl_inversions_find (SlJobTable *table, GCancellable *cancellable, GError **error)
{
  g_autoptr (GPtrArray) processors = g_ptr_array_new ();
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (SlInversion));
  SlTrackCursor cursor;
  Finder finder = { table, sl_job_table_get_trace (table), processors, &cursor, found };

  if (!has_priorities (table))
    return g_steal_pointer (&found);

  find_processors (&finder, &cursor);
  for (guint i = 0; i < sl_trace_get_n_lanes (finder.trace); i++)
    {
      const SlLane *lane = sl_trace_get_lane (finder.trace, i);

      if (lane->type == SL_LANE_TASK && !add_task (&finder, lane, cancellable, error))
        return NULL;
    }

  g_array_sort (found, compare_waits);
  return g_steal_pointer (&found);
}

/**
 * sl_inversions_find_worst:
 * @task: number of a task
 * @span: in ticks of the trace
 * @worst: (out): of the waits of @task that begin in @span, the one into which others intrude longest; set on success
 *
 * Returns: whether any task intrudes on one of them
 */
gboolean
sl_inversions_find_worst (SlJobTable *table, guint32 task, SlSpan span, SlInversion *worst)
{
  g_autoptr (GPtrArray) processors = g_ptr_array_new ();
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (SlInversion));
  SlTrackCursor cursor;
  Finder finder = { table, sl_job_table_get_trace (table), processors, &cursor, found };
  const SlTrack *states;
  gint64 longest = 0;
  SlTrackIter iter;
  SlItem item;

  if (!has_priorities (table))
    return FALSE;

  find_processors (&finder, &cursor);
  states = sl_trace_get_track_of_object (finder.trace, task, SL_ROLE_STATES);
  if (states == NULL)
    return FALSE;

  sl_track_iter_init (&iter, states, span.begin);
  while (sl_track_iter_next (&iter, &item) && item.begin < span.end)
    if (item.state == SL_STATE_BLOCKED && item.detail != 0 && item.begin >= span.begin)
      add_wait (&finder, task, &item);
  for (guint i = 0; i < found->len; i++)
    {
      const SlInversion *wait = &g_array_index (found, SlInversion, i);

      if (wait->intruder_ticks <= longest)
        continue;
      longest = wait->intruder_ticks;
      *worst = *wait;
    }
  return longest > 0;
}
