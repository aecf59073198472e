/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-action-saying.h"

#include "sl-kind-action.h"
#include "sl-source-extras.h"
#include "sl-wake-event.h"

/* The order of what happens in one instant: what ends comes before what starts, and who runs comes after what became
 * of the one before. Deeper handlers end before those that they interrupted. */
enum
{
  RANK_LEAVE = 0,
  RANK_CREATE = 256,
  RANK_UNLOCK,
  RANK_MARK,
  RANK_SERVER,
  RANK_REQUEST,
  RANK_STATE,
  RANK_INHERIT,
  RANK_RUN,
  RANK_ACQUIRE,
  RANK_ENTER,
};

static void
set_object (SlActionStreams *self, SlActed *acted, guint32 number)
{
  const SlObject *object;

  if (number == 0)
    return;

  object = sl_object_table_get (self->objects, number);
  acted->object_type = object->type;
  acted->object = object->id;
}

static guint64
get_id (SlActionStreams *self, guint32 number)
{
  return number != 0 ? sl_object_table_get (self->objects, number)->id : SL_ACTED_NOTHING;
}

static void
start_action (SlActionStream *stream, SlTime time, SlAction action, guint rank)
{
  stream->next = (SlActed) {
    .time = time,
    .task = SL_ACTED_NOTHING,
    .object = SL_ACTED_NOTHING,
    .deadline = SL_TIME_MAX,
    .nominal = SL_TIME_MAX,
    .offset = SL_OFFSET_NONE,
    .action = action,
  };
  stream->rank = rank;
}

static gboolean
is_interrupted (SlActionStreams *self, guint32 task, SlTime time)
{
  const SlTrack *states = sl_trace_get_track_of_object (self->trace, task, SL_ROLE_STATES);
  SlItem item;

  return states != NULL && sl_track_find_at (states, time, &item) &&
         item.state == SL_STATE_INTERRUPTED;
}

/* A processor that is given to another task in the instant in which an interrupt starts shows that one only when the
 * interrupt is over. Says who was interrupted, where it was not who ran before. */
static gboolean
say_interrupted (SlActionStreams *self, SlActionStream *stream)
{
  const SlTrack *states = sl_lane_get_track (stream->lane, SL_ROLE_STATES);
  guint32 interrupted = 0;
  SlItem after;

  if (!sl_state_is_interrupt (stream->item.state))
    return FALSE;

  if (stream->ran != G_MAXUINT32 && is_interrupted (self, stream->ran, stream->item.begin))
    interrupted = stream->ran;
  else if (sl_track_find_at (states, stream->item.end, &after) && after.state == SL_STATE_RUNNING &&
           is_interrupted (self, after.detail, stream->item.begin) &&
           after.detail != sl_trace_get_idle_task (self->trace))
    interrupted = after.detail;
  else if (stream->ran == G_MAXUINT32)
    return FALSE;
  if (interrupted == stream->ran)
    return FALSE;

  stream->ran = interrupted;
  start_action (stream, stream->item.begin, SL_ACTION_RUN, RANK_RUN);
  stream->next.task = get_id (self, interrupted);
  stream->next.cpu = (guint16) get_id (self, stream->lane->object);
  return TRUE;
}

/* Who has a processor, and which handler it is in. Returns whether there is an action. */
static gboolean
say_processor (SlActionStreams *self, SlActionStream *stream)
{
  const SlItem *item = &stream->item;
  gboolean is_idle = item->detail == sl_trace_get_idle_task (self->trace);
  guint32 runs = item->state == SL_STATE_RUNNING && !is_idle ? item->detail : 0;

  if (stream->is_before)
    return say_interrupted (self, stream);

  if (sl_state_is_interrupt (item->state))
    {
      start_action (stream, stream->at_end ? item->end : item->begin,
                    stream->at_end ? SL_ACTION_LEAVE : SL_ACTION_ENTER,
                    stream->at_end ? (guint) RANK_LEAVE + 255 : (guint) RANK_ENTER);
      set_object (self, &stream->next, item->detail);
    }
  else if (stream->at_end)
    {
      return FALSE;
    }
  else if (item->state == SL_STATE_UNKNOWN)
    {
      stream->ran = G_MAXUINT32;
      if (item->index == 0 && item->detail == 0)
        return FALSE;
      start_action (stream, item->begin, SL_ACTION_FORGET, RANK_RUN);
      if (item->detail != 0)
        set_object (self, &stream->next, item->detail);
    }
  else
    {
      if (stream->ran == runs)
        return FALSE;
      stream->ran = runs;
      start_action (stream, item->begin, SL_ACTION_RUN, RANK_RUN);
      stream->next.task = get_id (self, runs);
    }

  stream->next.cpu = (guint16) get_id (self, stream->lane->object);
  return TRUE;
}

static gboolean
say_nested (SlActionStreams *self, SlActionStream *stream)
{
  start_action (stream, stream->at_end ? stream->item.end : stream->item.begin,
                stream->at_end ? SL_ACTION_LEAVE : SL_ACTION_ENTER,
                stream->at_end ? (guint) RANK_LEAVE + 254 - MIN (stream->depth, 254)
                               : (guint) RANK_ENTER + 1 + stream->depth);
  set_object (self, &stream->next, stream->item.detail);
  stream->next.cpu = (guint16) get_id (self, stream->lane->object);
  return TRUE;
}

static SlAction
get_state_action (guint32 state)
{
  switch (state)
    {
    case SL_STATE_READY:
      return SL_ACTION_READY;
    case SL_STATE_IDLE:
      return SL_ACTION_IDLE;
    case SL_STATE_BLOCKED:
      return SL_ACTION_BLOCK;
    case SL_STATE_SUSPENDED:
      return SL_ACTION_SLEEP;
    case SL_STATE_THROTTLED:
      return SL_ACTION_THROTTLE;
    case SL_STATE_UNINTERRUPTIBLE:
      return SL_ACTION_SLEEP_UNINTERRUPTIBLY;
    case SL_STATE_STOPPED:
      return SL_ACTION_STOP;
    case SL_STATE_WAKING:
      return SL_ACTION_WAKE;
    case SL_STATE_UNKNOWN:
      return SL_ACTION_FORGET;
    default:
      return SL_ACTION_NONE;
    }
}

/* Whether nothing is known of the task after the slice at hand. */
static gboolean
is_last_known (const SlActionStream *stream)
{
  SlItem after;

  return !sl_track_find_at (sl_lane_get_track (stream->lane, SL_ROLE_STATES), stream->item.end,
                            &after);
}

static SlTime
find_date (const SlTrack *track, SlTime time)
{
  SlTrackIter iter;
  SlItem item;

  if (track == NULL)
    return SL_TIME_MAX;

  sl_track_iter_init (&iter, track, time);
  while (sl_track_iter_next (&iter, &item) && item.begin <= time)
    if (item.begin == time)
      return item.value;

  return SL_TIME_MAX;
}

/* Who woke the task as the item at hand began. */
static void
set_waker (SlActionStreams *self, SlActionStream *stream)
{
  const SlTrack *wakers = sl_lane_get_track (stream->lane, SL_ROLE_WAKERS);
  SlTrackIter iter;
  SlItem waker;
  SlEvent event;

  if (wakers == NULL)
    return;
  sl_track_iter_init (&iter, wakers, stream->item.begin);
  if (!sl_track_iter_next (&iter, &waker) || waker.begin != stream->item.begin)
    return;

  if (waker.detail == SL_WAKER_INTERRUPT)
    stream->next.object_type = SL_OBJECT_IRQ;
  else
    set_object (self, &stream->next, waker.detail);
  /* That of a task that is ready is the one it waits for. */
  if (stream->next.action == SL_ACTION_WAKE &&
      sl_wake_event_find (self->trace, stream->lane->object, &waker, &event))
    stream->next.cpu = event.cpu;
}

/* The value of a wake-up: how late the timer was that did it. */
static gint64
find_lateness (const SlActionStream *stream)
{
  SlTime late_by = find_date (stream->timed, stream->item.begin);

  if (late_by == SL_TIME_MAX)
    return 0;
  return late_by < 0 ? -1 : late_by + 1;
}

static gint64
find_budget (const SlActionStream *stream)
{
  SlTime budget = find_date (sl_lane_get_track (stream->lane, SL_ROLE_BUDGET), stream->item.begin);

  return budget != SL_TIME_MAX ? budget : 0;
}

static gboolean
has_places (const SlActionStreams *self)
{
  return sl_source_says (sl_trace_get_source (self->trace), SL_TELLS_PLACES);
}

/* What a task does off its processor. */
static gboolean
say_state (SlActionStreams *self, SlActionStream *stream)
{
  SlAction action = get_state_action (stream->item.state);

  /* The end of a span leaves no state to forget. */
  if (stream->at_end)
    action = is_last_known (stream) && stream->item.state != SL_STATE_ACTIVE ? SL_ACTION_FORGET
                                                                             : SL_ACTION_NONE;
  if (action == SL_ACTION_NONE)
    return FALSE;

  start_action (stream, stream->at_end ? stream->item.end : stream->item.begin, action, RANK_STATE);
  stream->next.task = get_id (self, stream->lane->object);
  if (action == SL_ACTION_WAKE || action == SL_ACTION_READY)
    set_waker (self, stream);
  else if ((sl_action_get_parts (action) & SL_ACTION_HAS_OBJECT) != 0 &&
           (action != SL_ACTION_FORGET || (!stream->at_end && stream->item.detail != 0)))
    set_object (self, &stream->next, stream->item.detail);
  if (action == SL_ACTION_WAKE)
    stream->next.value = find_lateness (stream);
  else if (action == SL_ACTION_THROTTLE)
    stream->next.value = find_budget (stream);
  else if (action == SL_ACTION_READY)
    stream->next.cpu = stream->item.detail != 0 ? (guint16) get_id (self, stream->item.detail)
                       : has_places (self)      ? SL_ACTED_NO_CPU
                                                : 0;
  return TRUE;
}

/* Of a thread of which only spans are recorded, these are the jobs. */
static gboolean
follows_from_spans (const SlActionStreams *self, const SlActionStream *stream, SlAction action)
{
  return (action == SL_ACTION_RELEASE || action == SL_ACTION_FINISH) &&
         sl_source_is_of_spans (sl_trace_get_source (self->trace)) &&
         sl_lane_get_track (stream->lane, SL_ROLE_STATES) != NULL;
}

static gboolean
say_task_mark (SlActionStreams *self, SlActionStream *stream)
{
  SlAction action = sl_kind_get_action (stream->item.state);

  /* What was logged is said by the events. */
  if (action == SL_ACTION_NONE || sl_action_get_group (action) == SL_TELLS_MARKS ||
      follows_from_spans (self, stream, action))
    return FALSE;

  start_action (stream, stream->item.begin, action,
                action == SL_ACTION_CREATE ? (guint) RANK_CREATE : (guint) RANK_MARK);
  stream->next.task = get_id (self, stream->lane->object);
  if ((sl_action_get_parts (action) & SL_ACTION_HAS_VALUE) != 0)
    stream->next.value = stream->item.detail;
  if (action == SL_ACTION_RELEASE || action == SL_ACTION_ACTIVATE)
    {
      stream->next.deadline = find_date (stream->dates, stream->item.begin);
      stream->next.nominal = find_date (stream->nominals, stream->item.begin);
    }
  return TRUE;
}

/* What is required of the task from then on. */
static gboolean
say_rule (SlActionStreams *self, SlActionStream *stream)
{
  SlAction action = stream->role == SL_ROLE_PERIOD ? SL_ACTION_PERIOD
                    : stream->role == SL_ROLE_WCET ? SL_ACTION_WCET
                                                   : SL_ACTION_PHASE;

  if (stream->at_end)
    return FALSE;

  start_action (stream, stream->item.begin, action, RANK_MARK);
  stream->next.task = get_id (self, stream->lane->object);
  stream->next.value = stream->item.value;
  return TRUE;
}

/* The scheduler leaves the processor to a task that has finished a job. */
static gboolean
say_going_on (SlActionStreams *self, SlActionStream *stream)
{
  SlItem running;

  for (guint i = 0; i < sl_trace_get_n_lanes (self->trace); i++)
    {
      const SlLane *lane = sl_trace_get_lane (self->trace, i);
      const SlTrack *states =
          lane->type == SL_LANE_CPU ? sl_lane_get_track (lane, SL_ROLE_STATES) : NULL;

      if (states == NULL || !sl_track_find_at (states, stream->item.begin, &running) ||
          running.state != SL_STATE_RUNNING || running.detail != stream->lane->object)
        continue;
      start_action (stream, stream->item.begin, SL_ACTION_RUN, RANK_RUN);
      stream->next.task = get_id (self, stream->lane->object);
      stream->next.cpu = (guint16) get_id (self, lane->object);
      return TRUE;
    }

  return FALSE;
}

static gboolean
say_inheritance (SlActionStreams *self, SlActionStream *stream)
{
  start_action (stream, stream->at_end ? stream->item.end : stream->item.begin, SL_ACTION_INHERIT,
                stream->at_end ? (guint) RANK_UNLOCK : (guint) RANK_INHERIT);
  stream->next.task = get_id (self, stream->lane->object);
  if (!stream->at_end)
    set_object (self, &stream->next, stream->item.detail);
  return TRUE;
}

static gboolean
say_lock (SlActionStreams *self, SlActionStream *stream)
{
  if (stream->role == SL_ROLE_REQUESTS)
    start_action (stream, stream->item.begin, SL_ACTION_REQUEST, RANK_REQUEST);
  else if (stream->role == SL_ROLE_MARKS)
    start_action (stream, stream->item.begin, sl_kind_get_action (stream->item.state), RANK_MARK);
  else if (stream->item.state != SL_STATE_HELD)
    return FALSE;
  else if (stream->at_end)
    start_action (stream, stream->item.end, SL_ACTION_UNLOCK, RANK_UNLOCK);
  else
    start_action (stream, stream->item.begin, SL_ACTION_ACQUIRE, RANK_ACQUIRE);

  stream->next.task = get_id (self, stream->item.detail);
  set_object (self, &stream->next, stream->lane->object);
  return stream->next.action != SL_ACTION_NONE;
}

static SlAction
get_server_action (guint32 state)
{
  switch (state)
    {
    case SL_STATE_ACTIVE:
      return SL_ACTION_SERVER_ACTIVATE;
    case SL_STATE_EXHAUSTED:
      return SL_ACTION_EXHAUST;
    case SL_STATE_INACTIVE:
      return SL_ACTION_SERVER_IDLE;
    case SL_STATE_UNKNOWN:
      return SL_ACTION_FORGET;
    default:
      return SL_ACTION_NONE;
    }
}

/* Whether a mark of the server at @time says that it is in @state from then on. */
static gboolean
is_marked (const SlLane *lane, SlTime time, guint32 state)
{
  const SlTrack *marks = sl_lane_get_track (lane, SL_ROLE_MARKS);
  SlTrackIter iter;
  SlItem mark;
  gboolean found = FALSE;

  if (marks == NULL)
    return FALSE;

  sl_track_iter_init (&iter, marks, time);
  while (sl_track_iter_next (&iter, &mark) && mark.begin <= time)
    {
      SlAction action = sl_kind_get_action (mark.state);

      if (mark.begin == time)
        found = action == get_server_action (state) ||
                (action == SL_ACTION_SERVER_CREATE && state == SL_STATE_INACTIVE) ||
                (action == SL_ACTION_REPLENISH && state == SL_STATE_ACTIVE);
    }

  return found;
}

/* The task that runs in the server from @time on; 0 where that is not known, or several do. */
static guint32
find_served (const SlLane *lane, SlTime time)
{
  const SlTrack *states = sl_lane_get_track (lane, SL_ROLE_STATES);
  SlItem item;

  return states != NULL && sl_track_find_at (states, time, &item) ? item.detail : 0;
}

static gboolean
say_server (SlActionStreams *self, SlActionStream *stream)
{
  gboolean is_mark = stream->role == SL_ROLE_MARKS;
  SlAction action =
      is_mark ? sl_kind_get_action (stream->item.state) : get_server_action (stream->item.state);

  if (stream->at_end || action == SL_ACTION_NONE ||
      (!is_mark && is_marked (stream->lane, stream->item.begin, stream->item.state)))
    return FALSE;

  start_action (stream, stream->item.begin, action,
                is_mark ? (guint) RANK_MARK : (guint) RANK_SERVER);
  set_object (self, &stream->next, stream->lane->object);
  if (action == SL_ACTION_RECLAIM)
    stream->next.value = stream->item.detail;
  else
    stream->next.task = get_id (self, find_served (stream->lane, stream->item.begin));
  if (action == SL_ACTION_REPLENISH || action == SL_ACTION_FORGET)
    {
      stream->next.deadline = find_date (stream->dates, stream->item.begin);
      stream->next.nominal =
          find_date (sl_lane_get_track (stream->lane, SL_ROLE_BUDGET), stream->item.begin);
      stream->next.value = is_mark ? (gint32) stream->item.detail : 0;
    }
  return TRUE;
}

static gboolean
say_line_mark (SlActionStreams *self, SlActionStream *stream)
{
  if (sl_kind_get_action (stream->item.state) != SL_ACTION_HIT)
    return FALSE;

  start_action (stream, stream->item.begin, SL_ACTION_HIT, RANK_MARK);
  set_object (self, &stream->next, stream->lane->object);
  return TRUE;
}

static gboolean
say_mask (SlActionStreams *self, SlActionStream *stream)
{
  if (stream->item.state != SL_STATE_CLI)
    return FALSE;

  start_action (stream, stream->at_end ? stream->item.end : stream->item.begin,
                stream->at_end ? SL_ACTION_UNMASK : SL_ACTION_MASK, RANK_MARK);
  stream->next.cpu = (guint16) get_id (self, stream->lane->object);
  return TRUE;
}

static const struct
{
  SlLaneType lane;
  SlTrackRole role;
  SlActionSay say;
} sayings[] = {
  { SL_LANE_CPU, SL_ROLE_STATES, say_processor },
  { SL_LANE_CPU, SL_ROLE_NESTED, say_nested },
  { SL_LANE_CPU, SL_ROLE_CLI, say_mask },
  { SL_LANE_TASK, SL_ROLE_STATES, say_state },
  { SL_LANE_TASK, SL_ROLE_MARKS, say_task_mark },
  { SL_LANE_TASK, SL_ROLE_PERIOD, say_rule },
  { SL_LANE_TASK, SL_ROLE_WCET, say_rule },
  { SL_LANE_TASK, SL_ROLE_PHASE, say_rule },
  { SL_LANE_TASK, SL_ROLE_GOES_ON, say_going_on },
  { SL_LANE_TASK, SL_ROLE_INHERITS, say_inheritance },
  { SL_LANE_TASK, SL_ROLE_CEILING, say_inheritance },
  { SL_LANE_LOCK, SL_ROLE_STATES, say_lock },
  { SL_LANE_LOCK, SL_ROLE_HOLDS, say_lock },
  { SL_LANE_LOCK, SL_ROLE_MARKS, say_lock },
  { SL_LANE_LOCK, SL_ROLE_REQUESTS, say_lock },
  { SL_LANE_SERVER, SL_ROLE_STATES, say_server },
  { SL_LANE_SERVER, SL_ROLE_MARKS, say_server },
  { SL_LANE_IRQ, SL_ROLE_MARKS, say_line_mark },
  { SL_LANE_TIMER, SL_ROLE_MARKS, say_line_mark },
};

/**
 * sl_action_saying_find:
 *
 * Returns: what a track of that role in @lane says; %NULL if nothing
 */
SlActionSay
sl_action_saying_find (const SlLane *lane, SlTrackRole role)
{
  for (guint i = 0; i < G_N_ELEMENTS (sayings); i++)
    if (sayings[i].lane == lane->type && sayings[i].role == role)
      return sayings[i].say;

  return NULL;
}
