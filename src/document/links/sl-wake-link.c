/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-wake-link.h"

#include "sl-flow-arrows.h"
#include "sl-follow-link.h"
#include "sl-job-link.h"
#include "sl-wake-chain.h"

/* From what is picked to what woke it, and to what it wakes; where no wake-ups are recorded, along flows. */

/* Of one slice; only one of them is followed. */
#define MOST_FLOWS 4096

/* The object of the row that is picked, and from when to when. */
static gboolean
find_picked (SlDocument *document, guint32 *object, SlSpan *span)
{
  const SlTarget *picked = sl_view_state_get_picked (sl_document_get_state (document));
  g_autoptr (SlRows) rows = sl_document_dup_all_rows (document);
  SlItem item, slice;
  guint32 mark_object;
  guint row;

  if (picked->type != SL_TARGET_ITEMS || picked->count > 1 || picked->row == NULL ||
      !sl_rows_find (rows, picked->row, &row) || !sl_rows_get_item (rows, picked, &item))
    return FALSE;

  /* In the row of a processor the task that runs is meant. */
  *object = sl_rows_get (rows, row)->lane_type == SL_LANE_CPU && item.state == SL_STATE_RUNNING
                ? item.detail
                : sl_rows_get (rows, row)->object;
  if (item.end <= item.begin && sl_follow_link_find_slice (document, &mark_object, &slice))
    item = slice;
  *span = (SlSpan) { item.begin, item.end };
  return *object != 0;
}

static guint
get_picked_trace (SlDocument *document)
{
  return sl_view_state_get_picked (sl_document_get_state (document))->trace;
}

/**
 * sl_wake_link_dup_picked:
 * @n_first: (out): how many of them lead to the release of the job, or to the slice, that is picked
 *
 * Returns: (transfer full) (element-type SlWake): how what is picked was woken, as sl_wake_chain_find_job() and
 *   sl_wake_chain_find() have it; empty where nobody knows, and where no job nor slice of a task is picked
 */
GArray *
sl_wake_link_dup_picked (SlDocument *document, guint *n_first)
{
  guint number = get_picked_trace (document);
  SlTraceSet *set = sl_document_get_trace_set (document);
  GArray *chain;
  guint32 object;
  SlJobRef ref;
  SlSpan span;

  if (sl_job_link_find_picked (document, &ref))
    return sl_wake_chain_find_job (sl_document_get_jobs_of (document, ref.trace), ref.number,
                                   n_first);

  chain = number < sl_trace_set_get_size (set) && find_picked (document, &object, &span)
              ? sl_wake_chain_find (sl_trace_set_get_trace (set, number), object, span.begin)
              : g_array_new (FALSE, FALSE, sizeof (SlWake));
  *n_first = chain->len;
  return chain;
}

/**
 * sl_wake_link_go_to:
 * @trace: number in the document's set
 *
 * Picks what @wake came from: the box of the task, or of the interrupt, that woke. Of one that has no row, its time is shown.
 *
 * Returns: whether it has a row
 */
gboolean
sl_wake_link_go_to (SlDocument *document, guint trace, const SlWake *wake)
{
  SlTraceSet *set = sl_document_get_trace_set (document);
  SlTime time = sl_trace_set_to_reference (set, trace, wake->time);
  SlTarget target;

  if (wake->waker != SL_WAKER_INTERRUPT &&
      sl_job_link_show_box (document, trace, wake->waker, wake->time, &target))
    {
      sl_document_go_to (document, &target);
      return TRUE;
    }

  sl_document_reveal (document, (SlSpan) { time, time });
  return FALSE;
}

/* The first box in which the task of @wake runs after it; else what it does then. */
static SlTime
find_run (SlTrace *trace, const SlWake *wake)
{
  const SlTrack *states = sl_trace_get_track_of_object (trace, wake->task, SL_ROLE_STATES);
  SlTrackIter iter;
  SlItem item;

  if (states == NULL)
    return wake->time;

  sl_track_iter_init (&iter, states, wake->time);
  while (sl_track_iter_next (&iter, &item) &&
         (item.state == SL_STATE_WAKING || item.state == SL_STATE_READY ||
          item.state == SL_STATE_RUNNING || item.begin < wake->time))
    if (item.state == SL_STATE_RUNNING && item.begin >= wake->time)
      return item.begin;

  return wake->time;
}

/* Since when a wake-up belongs to what is picked: where that is a job, what came before led to an earlier one. */
static SlTime
find_begin (SlDocument *document)
{
  const SlJob *job;
  SlJobRef ref;

  if (!sl_job_link_find_picked (document, &ref))
    return SL_TIME_MIN;

  job = sl_job_table_get (sl_document_get_jobs_of (document, ref.trace), ref.number);
  return job->release != SL_JOB_NEVER ? job->release : job->eligible;
}

/* To where the last flow that arrives at @task in @span comes from, or where the first that it sends off arrives. */
static SlWakeStep
step_flow (SlDocument *document, guint number, guint32 task, SlSpan span, int direction)
{
  SlTrace *trace = sl_trace_set_get_trace (sl_document_get_trace_set (document), number);
  g_autoptr (GArray) flows = g_array_new (FALSE, FALSE, sizeof (SlFlowArrow));
  const SlFlowArrow *best = NULL;
  SlTarget target;

  if (direction < 0)
    sl_flow_arrows_add_to (flows, trace, task, span, MOST_FLOWS);
  else
    sl_flow_arrows_add_from (flows, trace, task, span, MOST_FLOWS);
  for (guint i = 0; i < flows->len; i++)
    {
      const SlFlowArrow *flow = &g_array_index (flows, SlFlowArrow, i);

      if (best == NULL || direction < 0 || flow->arrived < best->arrived)
        best = flow;
    }
  if (best == NULL)
    return SL_WAKE_STEP_UNKNOWN;
  if (!sl_job_link_show_box (document, number, direction < 0 ? best->sender : best->receiver,
                             direction < 0 ? best->sent : best->arrived, &target))
    return SL_WAKE_STEP_NO_ROW;

  sl_document_go_to (document, &target);
  return SL_WAKE_STEP_DONE;
}

static gboolean
is_interrupt_picked (SlDocument *document)
{
  const SlTarget *picked = sl_view_state_get_picked (sl_document_get_state (document));
  g_autoptr (SlRows) rows = sl_document_dup_all_rows (document);
  guint row;

  return sl_rows_find (rows, picked->row, &row) &&
         sl_rows_get (rows, row)->lane_type == SL_LANE_IRQ;
}

/* To what woke @object last before @span. */
static SlWakeStep
step_back (SlDocument *document, guint number, guint32 object, SlSpan span)
{
  SlTrace *trace = sl_trace_set_get_trace (sl_document_get_trace_set (document), number);
  SlWakeStep step;
  SlWake wake;

  if (!sl_wake_find (trace, object, span.begin, &wake))
    {
      step = step_flow (document, number, object, span, -1);
      return step == SL_WAKE_STEP_UNKNOWN && is_interrupt_picked (document) ? SL_WAKE_STEP_INTERRUPT
                                                                            : step;
    }
  if (wake.time < find_begin (document))
    return SL_WAKE_STEP_AWAKE;

  return sl_wake_link_go_to (document, number, &wake) ? SL_WAKE_STEP_DONE : SL_WAKE_STEP_NO_ROW;
}

/* When what is picked is over: the job, or else the slice. */
static SlTime
find_end (SlDocument *document, SlSpan span)
{
  const SlJob *job;
  SlJobRef ref;

  if (!sl_job_link_find_picked (document, &ref))
    return span.end;

  job = sl_job_table_get (sl_document_get_jobs_of (document, ref.trace), ref.number);
  return job->end != SL_JOB_NEVER ? MAX (job->end, span.end) : SL_TIME_MAX;
}

/* To the first that @object wakes from the begin of @span on. */
static SlWakeStep
step_on (SlDocument *document, guint number, guint32 object, SlSpan span, SlSpan *delay)
{
  SlTrace *trace = sl_trace_set_get_trace (sl_document_get_trace_set (document), number);
  SlTime end = find_end (document, span);
  SlTarget target;
  SlWake wake;

  if (!sl_wake_find_by (trace, object, span.begin, &wake))
    return step_flow (document, number, object, span, 1);
  if (!sl_job_link_show_box (document, number, wake.task, find_run (trace, &wake), &target))
    return SL_WAKE_STEP_NO_ROW;

  if (wake.time > end)
    *delay = (SlSpan) { end, wake.time };
  sl_document_go_to (document, &target);
  return SL_WAKE_STEP_DONE;
}

/**
 * sl_wake_link_step:
 * @direction: below 0 to what woke what is picked; above to the first that it wakes from then on
 * @delay: (out): from the end of the job, or of the slice, to a wake-up that comes only after it, in ticks of the trace;
 *   empty where it is within
 *
 * Picks that.
 *
 * Returns: what became of it
 */
SlWakeStep
sl_wake_link_step (SlDocument *document, int direction, SlSpan *delay)
{
  SlTarget from = *sl_view_state_get_picked (sl_document_get_state (document));
  guint number = get_picked_trace (document);
  SlWakeStep step;
  guint32 object;
  SlSpan span;

  *delay = (SlSpan) { 0 };
  if (number >= sl_trace_set_get_size (sl_document_get_trace_set (document)) ||
      !find_picked (document, &object, &span))
    return SL_WAKE_STEP_NO_PICK;

  step = direction < 0 ? step_back (document, number, object, span)
                       : step_on (document, number, object, span, delay);
  if (step == SL_WAKE_STEP_DONE)
    sl_follow_link_leave (document, &from);
  return step;
}
