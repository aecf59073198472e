/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-follow-link.h"

#include "sl-job-link.h"
#include "sl-relation.h"

/* The way that was followed, to go back on it. */

#define MOST_PLACES 100

typedef struct
{
  GArray *back;  /* of SlTarget, the last at the end */
  GArray *forth; /* in the same way, as far as was gone back */
} Trail;

static void
trail_free (gpointer data)
{
  Trail *self = data;

  g_array_unref (self->back);
  g_array_unref (self->forth);
  g_free (self);
}

static Trail *
get_trail (SlDocument *document)
{
  Trail *self = g_object_get_data (G_OBJECT (document), "sl-follow-trail");

  if (self != NULL)
    return self;

  self = g_new0 (Trail, 1);
  self->back = g_array_new (FALSE, FALSE, sizeof (SlTarget));
  self->forth = g_array_new (FALSE, FALSE, sizeof (SlTarget));
  g_object_set_data_full (G_OBJECT (document), "sl-follow-trail", self, trail_free);
  return self;
}

static void
push (GArray *places, const SlTarget *target)
{
  if (places->len >= MOST_PLACES)
    g_array_remove_index (places, 0);
  g_array_append_val (places, *target);
}

/**
 * sl_follow_link_leave:
 * @from: what was picked before something was followed from it
 *
 * Remembers it for sl_follow_link_return().
 */
void
sl_follow_link_leave (SlDocument *document, const SlTarget *from)
{
  Trail *trail = get_trail (document);

  if (from->type == SL_TARGET_NONE)
    return;

  push (trail->back, from);
  g_array_set_size (trail->forth, 0);
}

/**
 * sl_follow_link_return:
 * @direction: below 0 back to where something was last followed from, above 0 forth again
 *
 * Returns: whether there was somewhere to go
 */
gboolean
sl_follow_link_return (SlDocument *document, int direction)
{
  Trail *trail = get_trail (document);
  GArray *from = direction < 0 ? trail->back : trail->forth;
  SlTarget target;

  if (from->len == 0)
    return FALSE;

  push (direction < 0 ? trail->forth : trail->back,
        sl_view_state_get_picked (sl_document_get_state (document)));
  target = g_array_index (from, SlTarget, from->len - 1);
  g_array_set_size (from, from->len - 1);
  sl_document_go_to (document, &target);
  return TRUE;
}

/* Of a mark in the row of a task: the first slice of the job that is released there, the last of the one that ends there;
 * of any other mark what the task does then. */
static gboolean
find_slice_of_mark (SlDocument *document, guint number, guint32 task, SlItem *slice)
{
  SlTrace *trace = sl_trace_set_get_trace (sl_document_get_trace_set (document), number);
  SlTime time = slice->begin;
  const SlJob *job;
  SlJobRef ref;

  if (sl_job_link_find_picked (document, &ref))
    {
      job = sl_job_table_get (sl_document_get_jobs_of (document, ref.trace), ref.number);
      if (time == job->end)
        time--;
      else if (time == job->release && job->start != SL_JOB_NEVER)
        time = job->start;
    }
  return sl_relation_find_state (trace, task, time, slice);
}

static gboolean
is_task (SlTrace *trace, guint32 object)
{
  const SlLane *lane = object != 0 ? sl_trace_get_lane_of_object (trace, object) : NULL;

  return lane != NULL && lane->type == SL_LANE_TASK;
}

/* As of a mark, wherever the event was picked: a recorded miss is an event. */
static gboolean
find_slice_of_event (SlDocument *document, const SlTarget *picked, guint32 *object, SlItem *slice)
{
  SlTraceSet *set = sl_document_get_trace_set (document);
  SlTrace *trace;
  SlEvent event;

  if (picked->trace >= sl_trace_set_get_size (set))
    return FALSE;

  trace = sl_trace_set_get_trace (set, picked->trace);
  if (!sl_trace_read_event (trace, picked->index, &event) || !is_task (trace, event.object))
    return FALSE;

  *object = event.object;
  slice->begin = event.time;
  return find_slice_of_mark (document, picked->trace, *object, slice);
}

/**
 * sl_follow_link_find_slice:
 * @object: (out): of its row
 * @slice: (out): in ticks of its trace
 *
 * Returns: whether a single slice is picked, or a mark or an event of a task, which stands for the slice of the job there
 */
gboolean
sl_follow_link_find_slice (SlDocument *document, guint32 *object, SlItem *slice)
{
  const SlTarget *picked = sl_view_state_get_picked (sl_document_get_state (document));
  g_autoptr (SlRows) rows = sl_document_dup_all_rows (document);
  guint row;

  if (picked->type == SL_TARGET_EVENT)
    return find_slice_of_event (document, picked, object, slice);
  if (picked->type != SL_TARGET_ITEMS || picked->count > 1 || picked->row == NULL ||
      !sl_rows_find (rows, picked->row, &row) || !sl_rows_get_item (rows, picked, slice))
    return FALSE;

  *object = sl_rows_get (rows, row)->object;
  if (*object != 0 && slice->end <= slice->begin &&
      sl_rows_get (rows, row)->lane_type == SL_LANE_TASK)
    return find_slice_of_mark (document, picked->trace, *object, slice);

  return *object != 0 && slice->end > slice->begin;
}

static SlLaneType
get_lane_type (SlTrace *trace, guint32 object)
{
  const SlLane *lane = sl_trace_get_lane_of_object (trace, object);

  return lane != NULL ? lane->type : SL_LANE_TRACE;
}

/* From a processor to what it does, from a lock to who has it or waits, from a task to where it runs. */
static guint32
find_across (SlTrace *trace, guint32 object, const SlItem *slice)
{
  SlLaneType type = get_lane_type (trace, object);

  if (type == SL_LANE_CPU)
    return slice->state == SL_STATE_RUNNING || sl_state_is_interrupt (slice->state) ? slice->detail
                                                                                    : 0;
  if (type == SL_LANE_LOCK || (type == SL_LANE_TASK && slice->state == SL_STATE_BLOCKED))
    return slice->detail;

  return type == SL_LANE_TASK ? sl_relation_find_processor (trace, object, slice->begin) : 0;
}

/* The task that the slice is about: of the row, or what the processor runs. */
static guint32
find_task (SlTrace *trace, guint32 object, const SlItem *slice)
{
  SlLaneType type = get_lane_type (trace, object);

  if (type == SL_LANE_TASK)
    return object;

  return type == SL_LANE_CPU && slice->state == SL_STATE_RUNNING ? slice->detail : 0;
}

/* What the task does next that is not running: ready, or blocked. */
static gboolean
find_wait (SlTrace *trace, guint32 task, SlTime time, SlItem *wait)
{
  if (!sl_relation_find_state (trace, task, time, wait))
    return FALSE;
  while (wait->state == SL_STATE_RUNNING || wait->state == SL_STATE_INTERRUPTED ||
         wait->state == SL_STATE_WAKING)
    if (!sl_relation_find_state (trace, task, wait->end, wait))
      return FALSE;

  return TRUE;
}

/* Without a budget nobody is in the way: whoever runs then does so since the task may not. */
static SlFollowed
find_obstacle (SlTrace *trace, guint32 task, const SlItem *slice)
{
  SlFollowed found = { 0, slice->begin };
  SlItem wait;

  if (!find_wait (trace, task, slice->begin, &wait))
    return found;

  found.time = wait.begin;
  if (wait.state == SL_STATE_BLOCKED)
    found.object = sl_relation_find_holder (trace, task, wait.detail, wait.begin);
  else if (wait.state == SL_STATE_READY)
    found.object = sl_relation_find_rival (trace, task, &wait, &found.time);
  return found;
}

static SlFollowed
find_lock (SlTrace *trace, guint32 task, const SlItem *slice)
{
  SlItem wait;

  if (!find_wait (trace, task, slice->begin, &wait) || wait.state != SL_STATE_BLOCKED)
    return (SlFollowed) { 0, slice->begin };

  return (SlFollowed) { wait.detail, wait.begin };
}

/* In the task's own row where the slice is in it, else in that of the processor. */
static SlFollowed
find_move (SlTrace *trace, guint32 object, guint32 task, SlTime time, int direction)
{
  SlItem run;
  guint32 cpu = sl_relation_find_move (trace, task, time, direction, &run);

  if (cpu == 0)
    return (SlFollowed) { 0, time };

  return (SlFollowed) { object == task ? task : cpu, run.begin };
}

/**
 * sl_follow_link_find:
 * @followed: (out): where that leads; its object is 0 for nobody
 *
 * Returns: %SL_FOLLOW_DONE where it leads somewhere
 */
SlFollowResult
sl_follow_link_find (SlDocument *document, SlFollow follow, SlFollowed *followed)
{
  guint number = sl_view_state_get_picked (sl_document_get_state (document))->trace;
  SlTraceSet *set = sl_document_get_trace_set (document);
  guint32 object, task;
  SlTrace *trace;
  SlItem slice;

  g_return_val_if_fail ((guint) follow < SL_N_FOLLOWS, SL_FOLLOW_NOTHING);

  *followed = (SlFollowed) { 0 };
  if (number >= sl_trace_set_get_size (set) ||
      !sl_follow_link_find_slice (document, &object, &slice))
    return SL_FOLLOW_NO_PICK;

  trace = sl_trace_set_get_trace (set, number);
  task = find_task (trace, object, &slice);
  if (task == 0 && follow != SL_FOLLOW_ACROSS)
    return SL_FOLLOW_NO_PICK;

  switch (follow)
    {
    case SL_FOLLOW_ACROSS:
      *followed = (SlFollowed) { find_across (trace, object, &slice), slice.begin };
      break;
    case SL_FOLLOW_OBSTACLE:
      *followed = find_obstacle (trace, task, &slice);
      break;
    case SL_FOLLOW_LOCK:
      *followed = find_lock (trace, task, &slice);
      break;
    case SL_FOLLOW_MOVE_TO:
    case SL_FOLLOW_MOVE_FROM:
    case SL_N_FOLLOWS:
    default:
      *followed =
          find_move (trace, object, task, slice.begin, follow == SL_FOLLOW_MOVE_TO ? 1 : -1);
      break;
    }
  return followed->object != 0 ? SL_FOLLOW_DONE : SL_FOLLOW_NOTHING;
}

/**
 * sl_follow_link_go:
 *
 * Picks where that leads, and shows its row as sl_job_link_show_box() does.
 *
 * Returns: what became of it
 */
SlFollowResult
sl_follow_link_go (SlDocument *document, SlFollow follow)
{
  SlTarget from = *sl_view_state_get_picked (sl_document_get_state (document));
  SlFollowed followed;
  SlFollowResult result = sl_follow_link_find (document, follow, &followed);
  SlTarget target;

  if (result != SL_FOLLOW_DONE)
    return result;

  if (!sl_job_link_show_box (document, from.trace, followed.object, followed.time, &target))
    return SL_FOLLOW_NO_ROW;

  sl_follow_link_leave (document, &from);
  sl_document_go_to (document, &target);
  return SL_FOLLOW_DONE;
}
