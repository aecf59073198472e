/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-job-link.h"

/* From what is picked in the timeline to the job it belongs to, and back. */

/* The task that a row or an event is about, and when. */
static gboolean
find_picked_time (SlDocument *document, guint32 *task, SlTime *time)
{
  const SlThing *picked = sl_view_state_get_picked (sl_document_get_state (document));
  SlRows *rows = sl_document_get_rows (document);
  SlEvent event;
  SlSpan span;
  guint row;

  /* Jobs are those of the first trace. */
  if (picked->trace != 0)
    return FALSE;
  if (picked->type == SL_THING_EVENT)
    {
      if (!sl_trace_read_event (sl_document_get_trace (document), picked->index, &event))
        return FALSE;

      *task = event.object;
      *time = event.time;
      return TRUE;
    }

  /* A fold is many jobs, not one. */
  if (picked->type != SL_THING_ITEMS || picked->count > 1 || picked->row == NULL ||
      !sl_rows_find (rows, picked->row, &row) || !sl_rows_get_span (rows, picked, &span))
    return FALSE;

  *task = sl_rows_get (rows, row)->object;
  *time = span.begin;
  return TRUE;
}

/**
 * sl_job_link_find_picked:
 *
 * Returns: the place in the document's table of the job that what is picked belongs to;
 *   %G_MAXUINT for none
 */
guint
sl_job_link_find_picked (SlDocument *document)
{
  SlJobTable *jobs = sl_document_get_jobs (document);
  guint number;
  guint32 task;
  SlTime time;

  if (jobs == NULL || !find_picked_time (document, &task, &time) || task == 0)
    return G_MAXUINT;

  /* A job ends before the tick in which its finish is marked. */
  number = sl_job_table_find_at (jobs, task, time);
  if (number == G_MAXUINT && time > SL_TIME_MIN)
    number = sl_job_table_find_at (jobs, task, time - 1);
  return number;
}

/* The box of a task's row that stands for its state at @time. */
static gboolean
find_box (SlRows *rows, guint32 task, SlTime time, SlThing *thing)
{
  const SlLane *lane;
  SlItem item;
  guint row;

  if (time == SL_JOB_NEVER || !sl_rows_find_object (rows, 0, task, &row))
    return FALSE;

  lane = sl_rows_get_lane (rows, row);
  for (guint i = 0; lane != NULL && i < lane->n_tracks; i++)
    {
      if (lane->tracks[i].role != SL_ROLE_STATES ||
          !sl_track_find_at (lane->tracks[i].track, time, &item))
        continue;

      *thing = (SlThing) { .type = SL_THING_ITEMS,
                           .row = sl_rows_get (rows, row)->key,
                           .track = i,
                           .index = item.index,
                           .count = 1 };
      return TRUE;
    }
  return FALSE;
}

/**
 * sl_job_link_go_to:
 * @number: place of a job in the document's table
 *
 * Picks the box in which it starts, and moves the view to it where it is out of sight; of a job
 * that never started only its time is shown.
 */
void
sl_job_link_go_to (SlDocument *document, guint number)
{
  SlJobTable *jobs = sl_document_get_jobs (document);
  const SlJob *job;
  SlThing thing;

  g_return_if_fail (jobs != NULL && number < sl_job_table_get_n_jobs (jobs));

  job = sl_job_table_get (jobs, number);
  if (find_box (sl_document_get_rows (document), job->task, job->start, &thing))
    sl_document_go_to (document, &thing);
  else
    sl_document_reveal (document, (SlSpan) { job->front, job->end });
}

/**
 * sl_job_link_go_to_slice:
 * @task: number of a task
 * @span: what must be seen
 *
 * Picks the box of the task's state at the begin of @span.
 */
void
sl_job_link_go_to_slice (SlDocument *document, guint32 task, SlSpan span)
{
  SlThing thing;

  if (find_box (sl_document_get_rows (document), task, span.begin, &thing))
    sl_document_go_to (document, &thing);
  else
    sl_document_reveal (document, span);
}

static gboolean
find_miss_event (SlDocument *document, const SlJob *job, guint64 *index)
{
  SlTrace *trace = sl_document_get_trace (document);
  guint64 n_events = sl_trace_get_n_events (trace);
  SlEvent event;

  if (job->miss == SL_JOB_NEVER)
    return FALSE;

  for (guint64 i = sl_trace_index_at (trace, job->miss);
       i < n_events && sl_trace_read_event (trace, i, &event) && event.time <= job->miss; i++)
    {
      *index = i;
      if (event.kind == SL_KIND_TASK_DEADLINE_MISS && event.object == job->task)
        return TRUE;
    }
  return FALSE;
}

/**
 * sl_job_link_go_to_miss:
 * @number: place of a job that missed its deadline
 *
 * Picks the event that records the miss, or what the task did when its deadline passed.
 */
void
sl_job_link_go_to_miss (SlDocument *document, guint number)
{
  SlJobTable *jobs = sl_document_get_jobs (document);
  const SlJob *job;
  guint64 index;
  SlTime time;

  g_return_if_fail (jobs != NULL && number < sl_job_table_get_n_jobs (jobs));

  job = sl_job_table_get (jobs, number);
  if (find_miss_event (document, job, &index))
    {
      sl_document_pick_event (document, index);
      return;
    }

  /* A job that is late runs, or waits, at its deadline; one that another kept waiting until then
   * is told by its front. */
  time = CLAMP (job->deadline, job->front, MAX (job->front, job->end - 1));
  sl_job_link_go_to_slice (document, job->task, (SlSpan) { time, time });
}

/* The place in @misses of the one that is picked; else of the first after @time, or of the last
 * before it; @n_misses where there is none. */
static guint
find_next_miss (SlJobTable *jobs,
                const guint *misses,
                guint n_misses,
                guint picked,
                SlTime time,
                int direction)
{
  guint next = n_misses;

  for (guint i = 0; i < n_misses; i++)
    {
      SlTime miss = sl_job_table_get_miss_time (jobs, misses[i]);

      /* By the list and not by time: several may be missed at once. */
      if (misses[i] == picked)
        return (i + n_misses + (direction > 0 ? 1 : -1)) % n_misses;
      if (direction > 0 ? miss > time && next == n_misses : miss < time)
        next = i;
    }
  return next;
}

/**
 * sl_job_link_step_miss:
 * @direction: above 0 for the next after what is picked, below 0 for the one before it
 *
 * Goes to a missed deadline, recorded or computed, and after the last to the first.
 */
void
sl_job_link_step_miss (SlDocument *document, int direction)
{
  SlJobTable *jobs = sl_document_get_jobs (document);
  SlTime time = direction > 0 ? SL_TIME_MIN : SL_TIME_MAX;
  const guint *misses;
  guint n_misses, next;
  guint32 task;

  misses = jobs != NULL ? sl_job_table_get_misses (jobs, FALSE, &n_misses) : NULL;
  if (misses == NULL || n_misses == 0)
    return;

  find_picked_time (document, &task, &time);
  next =
      find_next_miss (jobs, misses, n_misses, sl_job_link_find_picked (document), time, direction);
  if (next == n_misses)
    next = direction > 0 ? 0 : n_misses - 1;
  sl_job_link_go_to_miss (document, misses[next]);
}
