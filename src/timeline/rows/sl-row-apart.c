/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-row-apart.h"

#include "sl-event-hits.h"
#include "sl-row-collect-private.h"
#include "sl-row-hits.h"
#include "sl-row-levels.h"
#include "sl-trace-beginning.h"

/* What is needed while rows are set apart. */
typedef struct
{
  const SlRows *rows; /* whose set and jobs are known */
  SlJobTable
      *whole; /* jobs of all of the first trace, where only its beginning is shown; else NULL */
} Apart;

/* So that nothing moves, rows stand where they do in the whole trace. */
static const SlJobTable *
get_jobs (const Apart *self, guint trace)
{
  return trace == 0 && self->whole != NULL ? self->whole : sl_rows_get_jobs (self->rows, trace);
}

/* The row's lane, with objects as get_jobs() has them. */
static const SlLane *
get_lane (const Apart *self, const SlRow *row)
{
  return sl_trace_beginning_get_shape (sl_trace_set_get_trace (sl_rows_get_set (self->rows),
                                                               row->lane.trace),
                                       row->lane.lane);
}

static gboolean
is_jobless (const Apart *self, const SlRow *row)
{
  const SlJobTable *jobs = get_jobs (self, row->lane.trace);
  const SlJobTask *task;

  /* Where no task has jobs, that says nothing of any of them. A recorded miss or overrun must be seen, also that
   * of a task whose jobs nobody knows. */
  if (row->group != SL_GROUP_TASKS || jobs == NULL || sl_job_table_get_n_jobs (jobs) == 0 ||
      row->stock->has_fault)
    return FALSE;

  task = sl_job_table_find_task (jobs, get_lane (self, row)->object);
  return task == NULL || (task->n_jobs == 0 && task->n_skipped == 0) || sl_row_is_idle_task (row);
}

/* A thread of the kernel; of which those that have jobs stay among the tasks. */
static gboolean
is_kernel_thread (const Apart *self, const SlRow *row)
{
  const SlJobTable *jobs = get_jobs (self, row->lane.trace);
  const SlJobTask *task;

  if ((row->group != SL_GROUP_TASKS && row->group != SL_GROUP_JOBLESS) ||
      !row->stock->is_kernel_thread)
    return FALSE;

  task = jobs != NULL ? sl_job_table_find_task (jobs, get_lane (self, row)->object) : NULL;
  return task == NULL || task->n_jobs == 0;
}

/* A lock that no task with jobs held or waited for. Where no task has jobs, that says nothing of any. */
static gboolean
is_jobless_lock (const Apart *self, const SlRow *row)
{
  const SlJobTable *jobs = get_jobs (self, row->lane.trace);
  const SlLane *lane = get_lane (self, row);

  if (row->group != SL_GROUP_LOCKS || jobs == NULL || sl_job_table_get_n_jobs (jobs) == 0)
    return FALSE;

  for (guint i = 0; i < lane->n_tracks; i++)
    {
      guint n_codes = sl_track_get_n_codes (lane->tracks[i].track);

      for (guint code = 0; code < n_codes; code++)
        {
          const SlJobTask *task;
          guint32 state, detail;

          sl_track_get_code (lane->tracks[i].track, code, &state, &detail);
          task = state == SL_STATE_HELD || state == SL_STATE_WAITED
                     ? sl_job_table_find_task (jobs, detail)
                     : NULL;
          if (task != NULL && task->n_jobs > 0)
            return FALSE;
        }
    }

  return TRUE;
}

/* Two compared rows of one task stay side by side: among the tasks, if either had a job. */
static void
join_sides (const SlRowSides *sides, GArray *found)
{
  g_autoptr (GHashTable) kept = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < found->len; i++)
    {
      const SlRow *row = &g_array_index (found, SlRow, i);
      guint32 task = sl_row_sides_get_task (sides, row);

      if (row->group == SL_GROUP_TASKS && task != 0)
        g_hash_table_add (kept, GUINT_TO_POINTER (task));
    }
  for (guint i = 0; i < found->len; i++)
    {
      SlRow *row = &g_array_index (found, SlRow, i);
      guint32 task = sl_row_sides_get_task (sides, row);

      if (row->group == SL_GROUP_JOBLESS && g_hash_table_contains (kept, GUINT_TO_POINTER (task)))
        row->group = SL_GROUP_TASKS;
    }
}

/* Threads of a process stay together: among the tasks, if any of them is there. */
static void
join_processes (GArray *found)
{
  g_autoptr (GHashTable) kept = g_hash_table_new (g_int64_hash, g_int64_equal);
  g_autofree gint64 *keys = g_new (gint64, found->len + 1);

  for (guint i = 0; i < found->len; i++)
    {
      const SlRow *row = &g_array_index (found, SlRow, i);

      keys[i] = (gint64) row->host << 32 | row->level;
      if (row->group == SL_GROUP_TASKS && row->level != SL_ROW_LEVEL_UNKNOWN)
        g_hash_table_add (kept, &keys[i]);
    }
  for (guint i = 0; i < found->len; i++)
    {
      SlRow *row = &g_array_index (found, SlRow, i);

      if (row->group == SL_GROUP_JOBLESS && g_hash_table_contains (kept, &keys[i]))
        row->group = SL_GROUP_TASKS;
    }
}

/* Whether the row is one that a filter which hides has left since it asks for what is in it. Until all of the trace was
 * searched, others are still there. */
static gboolean
is_asked_for (const SlRows *rows, const SlRow *row, SlViewState *state)
{
  const SlEventHits *hits = sl_rows_get_hits (rows, row->lane.trace);
  SlRowHits found;

  if (!sl_view_state_get_filter_hides (state) || sl_view_state_get_filter (state) == NULL)
    return FALSE;

  return (hits != NULL && hits->is_complete) ||
         sl_row_hits_init (&found, hits,
                           sl_trace_set_get_trace (sl_rows_get_set (rows), row->lane.trace),
                           row->lane.lane, row->part, state);
}

/**
 * sl_row_apart_put:
 * @rows: whose set and jobs are known
 * @whole: (nullable): as of #SlRowFindings
 * @sides: (nullable): which traces are compared
 * @found: (element-type SlRow): rows before they are put in order
 *
 * Moves the tasks that never had a job from the group of tasks to %SL_GROUP_JOBLESS, those of the kernel to
 * %SL_GROUP_KERNEL, and locks that none but such tasks use to %SL_GROUP_JOBLESS_LOCKS. What a filter that hides
 * has left since the user asks for it is not set apart.
 */
void
sl_row_apart_put (const SlRows *rows,
                  SlJobTable *whole,
                  const SlRowSides *sides,
                  SlViewState *state,
                  GArray *found)
{
  const Apart apart = { rows, whole };

  for (guint i = 0; i < found->len; i++)
    {
      SlRow *row = &g_array_index (found, SlRow, i);

      if (is_asked_for (rows, row, state))
        continue;
      if (is_jobless (&apart, row))
        row->group = SL_GROUP_JOBLESS;
      if (is_kernel_thread (&apart, row))
        row->group = SL_GROUP_KERNEL;
      else if (is_jobless_lock (&apart, row))
        row->group = SL_GROUP_JOBLESS_LOCKS;
    }
  if (sl_row_levels_get_by (state) == SL_ROW_BY_PROCESS)
    join_processes (found);
  if (sides != NULL)
    join_sides (sides, found);
}
