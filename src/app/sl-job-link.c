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

static gboolean
find_first_box (SlRows *rows, const SlJob *job, SlThing *thing)
{
  const SlLane *lane;
  SlItem item;
  guint row;

  if (job->start == SL_JOB_NEVER || !sl_rows_find_object (rows, 0, job->task, &row))
    return FALSE;

  lane = sl_rows_get_lane (rows, row);
  for (guint i = 0; lane != NULL && i < lane->n_tracks; i++)
    {
      if (lane->tracks[i].role != SL_ROLE_STATES ||
          !sl_track_find_at (lane->tracks[i].track, job->start, &item))
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
  if (find_first_box (sl_document_get_rows (document), job, &thing))
    sl_document_go_to (document, &thing);
  else
    sl_document_reveal (document, (SlSpan) { job->front, job->end });
}
