/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-job-link.h"

#include "sl-kind-action.h"

/* From what is picked in the timeline to the job it belongs to, and back. */

/* The task that a row or an event is about, when, in ticks of its trace, and the kind of the event;
 * %G_MAXUINT32 for a slice. */
static gboolean
find_time (SlDocument *document,
           SlRows *rows,
           const SlTarget *picked,
           guint32 *task,
           SlTime *time,
           guint32 *kind)
{
  SlTraceSet *set = sl_document_get_trace_set (document);
  const SlLane *lane;
  SlEvent event;
  SlItem item;
  guint row;

  if (picked->trace >= sl_trace_set_get_size (set))
    return FALSE;
  if (picked->type == SL_TARGET_EVENT)
    {
      if (!sl_trace_read_event (sl_trace_set_get_trace (set, picked->trace), picked->index, &event))
        return FALSE;

      *task = event.object;
      *time = event.time;
      *kind = event.kind;
      return TRUE;
    }

  /* A fold is many jobs, not one. */
  if (picked->type != SL_TARGET_ITEMS || picked->count > 1 || picked->row == NULL ||
      !sl_rows_find (rows, picked->row, &row) || !sl_rows_get_item (rows, picked, &item))
    return FALSE;

  lane = sl_rows_get_lane (rows, row);
  *task = sl_rows_get (rows, row)->object;
  *time = item.begin;
  *kind = lane != NULL && picked->track < lane->n_tracks &&
                  lane->tracks[picked->track].role == SL_ROLE_MARKS
              ? item.state
              : G_MAXUINT32;
  return TRUE;
}

static gboolean
find_picked_time (SlDocument *document, guint32 *task, SlTime *time, guint32 *kind)
{
  g_autoptr (SlRows) rows = sl_document_dup_all_rows (document);

  return find_time (document, rows, sl_view_state_get_picked (sl_document_get_state (document)),
                    task, time, kind);
}

static gboolean
find_job (SlDocument *document, guint trace, guint32 task, guint32 kind, SlTime time, SlJobRef *ref)
{
  SlJobTable *jobs = task != 0 ? sl_document_get_jobs_of (document, trace) : NULL;
  guint number = jobs != NULL ? sl_job_table_find_marked (jobs, task, kind, time) : G_MAXUINT;

  *ref = (SlJobRef) { trace, number };
  return number != G_MAXUINT;
}

/**
 * sl_job_link_find_picked:
 * @ref: (out): the job that what is picked belongs to; set on success only
 *
 * Returns: whether there is one
 */
gboolean
sl_job_link_find_picked (SlDocument *document, SlJobRef *ref)
{
  guint trace = sl_view_state_get_picked (sl_document_get_state (document))->trace;
  guint32 task, kind;
  SlTime time;

  return find_picked_time (document, &task, &time, &kind) &&
         find_job (document, trace, task, kind, time, ref);
}

/**
 * sl_job_link_find_picked_time:
 * @time: (out): reference tick of what is picked; set on success only
 *
 * Returns: whether that has a time
 */
gboolean
sl_job_link_find_picked_time (SlDocument *document, SlTime *time)
{
  guint trace = sl_view_state_get_picked (sl_document_get_state (document))->trace;
  guint32 task, kind;
  SlTime own;

  if (!find_picked_time (document, &task, &own, &kind))
    return FALSE;
  *time = sl_trace_set_to_reference (sl_document_get_trace_set (document), trace, own);
  return TRUE;
}

/**
 * sl_job_link_begin_steps:
 *
 * Begins to go through the trace step by step: with the picked job, if there is one.
 */
void
sl_job_link_begin_steps (SlDocument *document)
{
  SlTraceSet *set = sl_document_get_trace_set (document);
  SlSpan span = { 0 };
  const SlJob *job;
  SlJobRef ref;

  if (sl_job_link_find_picked (document, &ref))
    {
      job = sl_job_table_get (sl_document_get_jobs_of (document, ref.trace), ref.number);
      if (job->release != SL_JOB_NEVER)
        span = (SlSpan) { sl_trace_set_to_reference (set, ref.trace, job->release),
                          sl_trace_set_to_reference (set, ref.trace, job->end) };
    }
  sl_step_mode_begin_in (sl_document_get_step_mode (document), span);
}

/* One item of a track of the row's lane. */
static SlTarget
make_target (SlRows *rows, guint row, guint track, const SlItem *item)
{
  return (SlTarget) { .type = SL_TARGET_ITEMS,
                      .trace = sl_rows_get (rows, row)->lane.trace,
                      .row = sl_rows_get (rows, row)->key,
                      .track = track,
                      .index = item->index,
                      .count = 1 };
}

/* Sets @track and @item to the box of the lane that stands for its state at @time. */
static gboolean
find_state (const SlLane *lane, SlTime time, guint *track, SlItem *item)
{
  for (*track = 0; lane != NULL && *track < lane->n_tracks; (*track)++)
    if (lane->tracks[*track].role == SL_ROLE_STATES &&
        sl_track_find_at (lane->tracks[*track].track, time, item))
      return TRUE;

  return FALSE;
}

/**
 * sl_job_link_find_box:
 * @task: number of an object of the trace
 * @time: in ticks of that trace
 * @target: (out): the box of the object's row that stands for its state at @time; set on success
 *
 * Returns: whether there is one
 */
gboolean
sl_job_link_find_box (SlRows *rows, guint trace, guint32 task, SlTime time, SlTarget *target)
{
  SlItem item;
  guint row, track;

  if (time == SL_JOB_NEVER || !sl_rows_find_object (rows, trace, task, &row) ||
      !find_state (sl_rows_get_lane (rows, row), time, &track, &item))
    return FALSE;

  *target = make_target (rows, row, track, &item);
  return TRUE;
}

/**
 * sl_job_link_show_box:
 *
 * As sl_job_link_find_box(), and shows the row where it is in a folded group or hidden by the user. Where a filter hides
 * it, it stays hidden: what is picked there is in the details only.
 */
gboolean
sl_job_link_show_box (SlDocument *document,
                      guint trace,
                      guint32 task,
                      SlTime time,
                      SlTarget *target)
{
  g_autoptr (SlRows) rows = sl_document_dup_rows_of_object (document, trace, task);
  guint row;

  if (!sl_job_link_find_box (rows, trace, task, time, target))
    return FALSE;

  target->row = g_intern_string (target->row);
  if (!sl_rows_find (sl_document_get_rows (document), target->row, &row))
    sl_document_show_row (document, target->row,
                          sl_view_history_new_gesture (sl_document_get_history (document)));
  return TRUE;
}

static void
reveal (SlDocument *document, guint trace, SlSpan span)
{
  SlTraceSet *set = sl_document_get_trace_set (document);

  sl_document_reveal (document, (SlSpan) { sl_trace_set_to_reference (set, trace, span.begin),
                                           sl_trace_set_to_reference (set, trace, span.end) });
}

/* Picks what a list or a key leads to; a job that has no place in the rows is only shown. */
static void
lead_to (SlDocument *document, SlJobRef ref, const SlTarget *target, SlTime time)
{
  SlTraceSet *set = sl_document_get_trace_set (document);
  const SlJob *job = sl_job_table_get (sl_document_get_jobs_of (document, ref.trace), ref.number);
  SlSpan span = { sl_trace_set_to_reference (set, ref.trace,
                                             job->release != SL_JOB_NEVER ? sl_job_get_arrival (job)
                                                                          : job->eligible),
                  sl_trace_set_to_reference (set, ref.trace, job->end) };

  sl_document_lead_to (document, target, span, sl_trace_set_to_reference (set, ref.trace, time));
}

static gboolean
is_of_job (SlDocument *document, SlRows *rows, SlJobRef ref, const SlTarget *target)
{
  guint32 task, kind;
  SlJobRef found;
  SlTime time;

  return find_time (document, rows, target, &task, &time, &kind) &&
         find_job (document, ref.trace, task, kind, time, &found) && found.number == ref.number;
}

/* The first mark of the job in a lane of its task's row; set on success only. */
static gboolean
find_mark (SlDocument *document, SlRows *rows, SlJobRef ref, SlTarget *target)
{
  const SlJob *job = sl_job_table_get (sl_document_get_jobs_of (document, ref.trace), ref.number);
  const SlLane *lane;
  SlJobRef found;
  guint row;

  if (!sl_rows_find_object (rows, ref.trace, job->task, &row))
    return FALSE;

  lane = sl_rows_get_lane (rows, row);
  for (guint i = 0; lane != NULL && i < lane->n_tracks; i++)
    {
      SlTrackIter iter;
      SlItem item;

      if (lane->tracks[i].role != SL_ROLE_MARKS)
        continue;
      sl_track_iter_init (&iter, lane->tracks[i].track, MIN (job->release, job->eligible));
      while (sl_track_iter_next (&iter, &item) && item.begin <= job->end)
        {
          if (!find_job (document, ref.trace, job->task, item.state, item.begin, &found) ||
              found.number != ref.number)
            continue;
          *target = make_target (rows, row, i, &item);
          return TRUE;
        }
    }
  return FALSE;
}

/* As sl_job_link_show_box(), of the job's task. A task may go on with its next job without a pause: where the box begins in
 * a job before, it stands for that one, and a mark of the job is picked instead. */
static gboolean
show_job (SlDocument *document, SlJobRef ref, SlTime time, SlTarget *target)
{
  const SlJob *job = sl_job_table_get (sl_document_get_jobs_of (document, ref.trace), ref.number);
  g_autoptr (SlRows) rows = NULL;

  if (!sl_job_link_show_box (document, ref.trace, job->task, time, target))
    return FALSE;

  rows = sl_document_dup_rows_of_object (document, ref.trace, job->task);
  if (!is_of_job (document, rows, ref, target))
    find_mark (document, rows, ref, target);
  return TRUE;
}

/**
 * sl_job_link_go_to:
 * @ref: a job of the document
 *
 * Picks the box in which it starts, or a mark of it where that box begins in a job before, and shows the job at least a
 * third as wide as the view; of a job that never started only its time is shown.
 */
void
sl_job_link_go_to (SlDocument *document, SlJobRef ref)
{
  SlJobTable *jobs = sl_document_get_jobs_of (document, ref.trace);
  const SlJob *job;
  SlTarget target;

  g_return_if_fail (jobs != NULL && ref.number < sl_job_table_get_n_jobs (jobs));

  job = sl_job_table_get (jobs, ref.number);
  if (show_job (document, ref, job->start, &target))
    lead_to (document, ref, &target, job->start);
  else
    reveal (document, ref.trace, (SlSpan) { job->eligible, job->end });
}

/**
 * sl_job_link_go_to_target:
 * @target: what has a place in time, in a row that is shown
 *
 * Picks it. Where it belongs to a job, shows that one at least a third as wide as the view.
 */
void
sl_job_link_go_to_target (SlDocument *document, const SlTarget *target)
{
  guint32 task, kind;
  SlJobRef ref;
  SlTime time;

  if (find_time (document, sl_document_get_rows (document), target, &task, &time, &kind) &&
      find_job (document, target->trace, task, kind, time, &ref))
    lead_to (document, ref, target, time);
  else
    sl_document_go_to (document, target);
}

/**
 * sl_job_link_go_to_slice:
 * @trace: number in the document's set
 * @task: number of a task of that trace
 * @span: what must be seen, in ticks of that trace
 *
 * Picks the box of the task's state at the begin of @span, as sl_job_link_go_to_target() does.
 */
void
sl_job_link_go_to_slice (SlDocument *document, guint trace, guint32 task, SlSpan span)
{
  SlJobRef ref;
  SlTarget target;

  if (!sl_job_link_show_box (document, trace, task, span.begin, &target))
    reveal (document, trace, span);
  else if (find_job (document, trace, task, G_MAXUINT32, span.begin, &ref))
    lead_to (document, ref, &target, span.begin);
  else
    sl_document_go_to (document, &target);
}

static gboolean
find_miss_event (SlTrace *trace, const SlJob *job, guint64 *index)
{
  guint64 n_events = sl_trace_get_n_events (trace);
  SlEvent event;

  if (job->miss == SL_JOB_NEVER || job->miss != sl_job_get_miss_time (job))
    return FALSE;

  for (guint64 i = sl_trace_index_at (trace, job->miss);
       i < n_events && sl_trace_read_event (trace, i, &event) && event.time <= job->miss; i++)
    {
      *index = i;
      if (sl_kind_get_action (event.kind) == SL_ACTION_MISS && event.object == job->task)
        return TRUE;
    }
  return FALSE;
}

/* The event that records the miss, in the row of its task, which is shown. */
static gboolean
show_miss_event (SlDocument *document, SlJobRef ref, SlTarget *target)
{
  const SlJob *job = sl_job_table_get (sl_document_get_jobs_of (document, ref.trace), ref.number);
  guint64 index;
  SlTarget box;
  SlTime time;

  if (!find_miss_event (sl_trace_set_get_trace (sl_document_get_trace_set (document), ref.trace),
                        job, &index))
    return FALSE;

  sl_job_link_show_box (document, ref.trace, job->task, job->miss, &box);
  return sl_document_make_event (document, ref.trace, index, target, &time);
}

/**
 * sl_job_link_go_to_miss:
 * @ref: a job that missed its deadline
 *
 * Picks the event that records the miss; where the deadline in force is another one, what the task
 * did when that passed. The task's row is shown as by sl_job_link_show_box().
 */
void
sl_job_link_go_to_miss (SlDocument *document, SlJobRef ref)
{
  SlJobTable *jobs = sl_document_get_jobs_of (document, ref.trace);
  const SlJob *job;
  SlTarget target;
  SlTime time;

  g_return_if_fail (jobs != NULL && ref.number < sl_job_table_get_n_jobs (jobs));

  job = sl_job_table_get (jobs, ref.number);
  if (show_miss_event (document, ref, &target))
    {
      lead_to (document, ref, &target, job->miss);
      return;
    }

  /* A job that is late runs, or waits, at its deadline; one that another kept waiting until then
   * is shown by when it became eligible. */
  time = CLAMP (job->deadline, job->eligible, MAX (job->eligible, job->end - 1));
  if (show_job (document, ref, time, &target))
    lead_to (document, ref, &target, sl_job_get_miss_time (job));
  else
    reveal (document, ref.trace, (SlSpan) { time, time });
}
