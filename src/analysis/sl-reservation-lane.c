/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-reservation-lane.h"

#include "sl-kind-action.h"
#include "sl-policy.h"

/* What a stretch of the task's states means for its reservation. */
typedef enum
{
  DOES_UNKNOWN,
  DOES_RUN,
  DOES_WAIT,   /* for a processor */
  DOES_NOT_GO, /* it has no budget, as the trace says */
  DOES_SLEEP,
  DOES_WAKE,
} Doing;

/* @unseen: for how long nobody knows who had the processor for which it waits */
typedef struct
{
  Doing doing;
  SlTime begin;
  SlTime end;
  gint64 unseen;
} Stretch;

/* @unseen: of the wait for a processor that came last, if it has not been seen to leave one since */
typedef struct
{
  SlTrace *trace;
  const SlClock *clock;
  SlReservation reservation;
  gint64 unseen;
  const SlTrack *priorities;
  const SlTrack *inherits;
  guint32 task;
  gboolean has_wakings;
  SlTrackIter iter;
  SlItem item;
  gboolean has_item;
  gboolean is_begun;
  SlState state;
  SlTime since;
  SlTime said;
  SlTrackWriter *states;
  SlTrackWriter *marks;
  SlTrackWriter *budgets;
  SlTrackWriter *deadlines;
  SlReservationLane *made;
} Maker;

static Doing
get_doing (guint32 state)
{
  switch (state)
    {
    case SL_STATE_RUNNING:
    case SL_STATE_INTERRUPTED:
      return DOES_RUN;
    case SL_STATE_READY:
      return DOES_WAIT;
    case SL_STATE_THROTTLED:
      return DOES_NOT_GO;
    case SL_STATE_WAKING:
      return DOES_WAKE;
    case SL_STATE_IDLE:
    case SL_STATE_SUSPENDED:
    case SL_STATE_BLOCKED:
    case SL_STATE_UNINTERRUPTIBLE:
    case SL_STATE_STOPPED:
      return DOES_SLEEP;
    default:
      return DOES_UNKNOWN;
    }
}

/* For how long nobody knows who has the processor in whose queue the task is. */
static gint64
get_unseen (const Maker *self)
{
  const SlLane *cpu = self->item.state == SL_STATE_READY && self->item.detail != 0
                          ? sl_trace_get_lane_of_object (self->trace, self->item.detail)
                          : NULL;
  SlTrackIter iter;
  SlItem item;
  gint64 sum = 0;

  if (cpu == NULL)
    return 0;

  sl_track_iter_init (&iter, sl_lane_get_track (cpu, SL_ROLE_STATES), self->item.begin);
  while (sl_track_iter_next (&iter, &item) && item.begin < self->item.end)
    if (item.state == SL_STATE_UNKNOWN)
      sum += sl_span_duration (sl_span_intersect ((SlSpan) { item.begin, item.end },
                                                  (SlSpan) { self->item.begin, self->item.end }));
  return sum;
}

/* The next stretch of one kind; what lies between states is unknown. */
static gboolean
read_stretch (Maker *self, SlTime from, Stretch *stretch)
{
  if (!self->has_item)
    return FALSE;
  if (self->item.begin > from && self->is_begun)
    {
      *stretch = (Stretch) { DOES_UNKNOWN, from, self->item.begin, 0 };
      return TRUE;
    }

  *stretch = (Stretch) { get_doing (self->item.state), self->item.begin, self->item.begin, 0 };
  do
    {
      stretch->end = self->item.end;
      stretch->unseen += get_unseen (self);
      self->has_item = sl_track_iter_next (&self->iter, &self->item);
    }
  while (self->has_item && self->item.begin == stretch->end &&
         get_doing (self->item.state) == stretch->doing);
  return TRUE;
}

/* 0 where nobody knows. */
static gint64
find_priority (const Maker *self, SlTime before)
{
  SlItem item;

  return sl_track_find_before (self->priorities, before, &item) ? item.value : 0;
}

/* A task that inherits is not throttled. */
static gboolean
has_inherited (const Maker *self, const Stretch *stretch)
{
  SlTrackIter iter;
  SlItem item;

  if (self->inherits == NULL)
    return FALSE;

  sl_track_iter_init (&iter, self->inherits, stretch->begin);
  return sl_track_iter_next (&iter, &item) && item.begin < stretch->end;
}

static SlTime
get_time (Maker *self, SlTime time)
{
  self->said = MAX (time, self->said);
  return self->said;
}

static void
set_state (Maker *self, SlTime time, SlState state)
{
  SlTime now = get_time (self, time);

  if (self->state == state)
    return;
  if (self->state != SL_STATE_NONE && now > self->since)
    sl_track_writer_add_slice (self->states, self->since, now, self->state,
                               self->state != SL_STATE_UNKNOWN ? self->task : 0);
  self->state = state;
  self->since = now;
}

static void
add_mark (Maker *self, SlTime time, guint16 kind, guint32 detail)
{
  sl_track_writer_add_instant (self->marks, get_time (self, time), kind, detail);
}

static gint64
get_microseconds (const Maker *self, gint64 ticks)
{
  gint64 ns;

  return sl_clock_span_to_ns (self->clock, (SlSpan) { self->said, sl_time_add (self->said, ticks) },
                              &ns)
             ? ns / 1000
             : 0;
}

/* It has a budget and a deadline that are known. */
static void
say_filled (Maker *self, SlTime time)
{
  const SlReservation *reservation = &self->reservation;
  SlTime now = get_time (self, time);
  gboolean is_whole = reservation->most >= reservation->budget;

  add_mark (self, now, SL_KIND_ACTED_REPLENISH,
            is_whole ? SL_SERVER_COMPUTED
                     : sl_server_compute_amount (get_microseconds (self, reservation->most)));
  sl_track_writer_add_value (self->budgets, now, reservation->budget);
  sl_track_writer_add_value (self->deadlines, now, reservation->first);
  if (self->state == SL_STATE_UNKNOWN)
    self->made->n_known++;
}

/* Says with a mark of @kind that it is in @state, unless it is already. */
static void
enter (Maker *self, SlTime time, guint16 kind, SlState state)
{
  if (self->state == state)
    return;

  add_mark (self, time, kind, 0);
  set_state (self, time, state);
}

static void
say_exhausted (Maker *self, SlTime time)
{
  enter (self, time, SL_KIND_ACTED_EXHAUST, SL_STATE_EXHAUSTED);
}

static void
activate (Maker *self, SlTime time)
{
  enter (self, time, SL_KIND_ACTED_SERVER_ACTIVATE, SL_STATE_ACTIVE);
}

static void
forget (Maker *self, SlTime time)
{
  sl_reservation_forget (&self->reservation);
  set_state (self, time, SL_STATE_UNKNOWN);
}

/* Says that it has a budget again, where that is known. */
static gboolean
fill (Maker *self, SlTime time)
{
  if (!sl_reservation_is_known (&self->reservation))
    {
      set_state (self, time, SL_STATE_UNKNOWN);
      return FALSE;
    }

  say_filled (self, time);
  return TRUE;
}

/* What @self->reservation.is_spent for ends, at the latest at @time. */
static void
replenish (Maker *self, SlTime time)
{
  SlTime nominal;

  if (!sl_reservation_replenish (&self->reservation, time, &nominal))
    self->made->n_odd++;
  if (fill (self, nominal))
    activate (self, nominal);
}

/* The task becomes one of SCHED_DEADLINE, or is first seen as one.
 *
 * Returns: whether it is one */
static gboolean
begin (Maker *self, const Stretch *stretch)
{
  SlItem item;

  if (find_priority (self, sl_time_add (stretch->end, 1)) != SL_LINUX_DEADLINE)
    {
      if (self->is_begun)
        set_state (self, stretch->begin, SL_STATE_NONE);
      self->is_begun = FALSE;
      return FALSE;
    }
  if (self->is_begun)
    return TRUE;

  self->is_begun = TRUE;
  self->said = MAX (self->said, stretch->begin);
  set_state (self, stretch->begin, SL_STATE_UNKNOWN);
  if (self->made->span.begin == SL_TIME_MIN)
    self->made->span.begin = stretch->begin;
  sl_reservation_forget (&self->reservation);
  /* Known to be of another class before, it became one within the stretch. */
  if (stretch->doing == DOES_RUN &&
      sl_track_find_before (self->priorities, sl_time_add (stretch->begin, 1), &item))
    {
      sl_reservation_begin (&self->reservation, stretch->begin, stretch->end);
      self->reservation.last += self->reservation.jitter;
    }
  return TRUE;
}

/* @is_new: it became one of SCHED_DEADLINE meanwhile, with a budget that is charged for all of it */
static void
run (Maker *self, const Stretch *stretch, gboolean is_new)
{
  SlTime time;

  if (self->reservation.is_spent)
    replenish (self, stretch->begin);
  if (!is_new)
    sl_reservation_run (&self->reservation, stretch->begin, stretch->end, self->unseen);
  if (sl_reservation_refill (&self->reservation, stretch->end, &time))
    {
      say_exhausted (self, time);
      if (fill (self, time))
        activate (self, time);
    }
}

/* The task left its processor, and had no budget any more, or gave it up. */
static void
spend (Maker *self, SlTime time, gint64 length)
{
  sl_reservation_spend (&self->reservation, time, length);
  say_exhausted (self, time);
}

/* @ran: for how long it executed last
 * @next: (nullable): what it does then */
static void
leave (Maker *self, const Stretch *stretch, gint64 ran, const Stretch *next)
{
  SlReservation *reservation = &self->reservation;
  gboolean has_yielded = stretch->doing == DOES_SLEEP && self->has_wakings && next != NULL &&
                         (next->doing == DOES_WAIT || next->doing == DOES_RUN);
  gboolean is_throttled = stretch->doing == DOES_NOT_GO;

  /* Who goes on before the next period had to give way to a lower class for another reason, as the server of fair tasks. */
  if (is_throttled && !sl_reservation_may_be_spent (reservation))
    {
      is_throttled = sl_reservation_may_begin (reservation, stretch->end);
      if (is_throttled)
        {
          self->made->n_odd++;
          forget (self, stretch->begin);
        }
    }
  if (is_throttled || has_yielded || sl_reservation_must_be_spent (reservation))
    spend (self, stretch->begin, ran);
  else if (stretch->doing == DOES_SLEEP && self->state == SL_STATE_ACTIVE)
    {
      add_mark (self, stretch->begin, SL_KIND_ACTED_SERVER_IDLE, 0);
      set_state (self, stretch->begin, SL_STATE_INACTIVE);
    }
}

/* What was used up as the task fell asleep is replenished in its sleep. */
static void
wake (Maker *self, SlTime time)
{
  SlReservation *reservation = &self->reservation;
  SlReservationWake wake;

  if (reservation->is_spent && reservation->last != SL_TIME_MAX &&
      sl_time_add (reservation->last, reservation->period - reservation->relative) <= time)
    {
      replenish (self, time);
      if (self->state == SL_STATE_ACTIVE)
        set_state (self, self->said, SL_STATE_INACTIVE);
    }

  wake = sl_reservation_wake (reservation, time);
  if (wake == SL_RESERVATION_SPENT)
    say_exhausted (self, time);
  else if (wake == SL_RESERVATION_FILLED && sl_reservation_is_known (reservation))
    {
      say_filled (self, time);
      activate (self, time);
    }
  else if (wake == SL_RESERVATION_KEPT && self->state == SL_STATE_INACTIVE)
    activate (self, time);
  else
    set_state (self, time, SL_STATE_UNKNOWN);
}

/* Whether the task, which slept, has no budget as it is woken, as the trace says. */
static gboolean
is_woken_spent (const Stretch *stretch, const Stretch *next)
{
  return stretch->doing == DOES_NOT_GO ||
         (stretch->doing == DOES_WAKE && next != NULL && next->doing == DOES_NOT_GO);
}

/* Either it had used up its budget as it fell asleep, or it is woken between its deadline and its next period. */
static void
wake_spent (Maker *self, const Stretch *slept, SlTime time)
{
  if (!self->reservation.is_spent)
    sl_reservation_spend (&self->reservation, slept->begin, self->reservation.budget - 1);
  say_exhausted (self, time);
}

/* @before: what the task did up to then
 * @next: (nullable): what it does afterwards */
static void
take (Maker *self, const Stretch *before, const Stretch *stretch, const Stretch *next)
{
  gboolean was_begun = self->is_begun;
  gboolean has_slept = before->doing == DOES_SLEEP;

  if (!begin (self, stretch))
    return;
  if (stretch->doing == DOES_UNKNOWN || has_inherited (self, stretch))
    {
      forget (self, stretch->begin);
      return;
    }

  if (before->doing == DOES_WAIT && stretch->doing != DOES_RUN && self->unseen > 0)
    sl_reservation_run (&self->reservation, before->end, before->end, self->unseen);
  if (before->doing == DOES_RUN || (before->doing == DOES_WAIT && stretch->doing != DOES_RUN))
    {
      leave (self, stretch,
             before->doing == DOES_RUN ? before->end - before->begin + self->unseen : self->unseen,
             next);
      self->unseen = 0;
    }
  else if (has_slept && is_woken_spent (stretch, next))
    wake_spent (self, before, stretch->begin);
  else if (stretch->doing == DOES_WAKE || (has_slept && !self->has_wakings))
    wake (self, stretch->begin);
  else if (stretch->doing == DOES_NOT_GO && !self->reservation.is_spent)
    spend (self, stretch->begin, self->reservation.budget - 1);
  else if ((before->doing == DOES_NOT_GO || has_slept) && self->reservation.is_spent)
    replenish (self, stretch->begin);
  if (stretch->doing == DOES_WAIT && stretch->unseen > self->reservation.grain)
    set_state (self, stretch->begin, SL_STATE_UNKNOWN);
  if (stretch->doing == DOES_WAIT)
    self->unseen = stretch->unseen;
  if (stretch->doing == DOES_RUN)
    run (self, stretch, !was_begun && self->reservation.first != SL_TIME_MIN);
}

static gboolean
has_state (const SlTrack *states, SlState wanted)
{
  for (guint i = 0; i < sl_track_get_n_codes (states); i++)
    {
      guint32 state, detail;

      sl_track_get_code (states, i, &state, &detail);
      if (state == wanted)
        return TRUE;
    }

  return FALSE;
}

static void
follow (Maker *self, const SlTrack *states)
{
  Stretch before = { DOES_UNKNOWN, 0, 0, 0 }, stretch, next;
  gboolean has_next;

  sl_track_iter_init (&self->iter, states, SL_TIME_MIN);
  self->has_item = sl_track_iter_next (&self->iter, &self->item);
  for (has_next = read_stretch (self, SL_TIME_MIN, &next); has_next; before = stretch)
    {
      stretch = next;
      has_next = read_stretch (self, stretch.end, &next);
      take (self, &before, &stretch, has_next ? &next : NULL);
    }
  self->made->span.end = before.end;
  set_state (self, before.end, SL_STATE_NONE);
}

static void
finish (Maker *self)
{
  const struct
  {
    SlTrackRole role;
    SlTrackWriter *writer;
  } all[] = { { SL_ROLE_STATES, self->states },
              { SL_ROLE_MARKS, self->marks },
              { SL_ROLE_BUDGET, self->budgets },
              { SL_ROLE_DEADLINES, self->deadlines } };

  self->made->tracks = g_new (SlLaneTrack, G_N_ELEMENTS (all));
  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    {
      self->made->tracks[i] =
          (SlLaneTrack) { all[i].role, sl_track_writer_snapshot (all[i].writer) };
      sl_track_writer_free (all[i].writer);
    }
  self->made->n_tracks = G_N_ELEMENTS (all);
}

void
sl_reservation_lane_clear (SlReservationLane *self)
{
  for (guint i = 0; i < self->n_tracks; i++)
    sl_track_unref (self->tracks[i].track);
  g_clear_pointer (&self->tracks, g_free);
  self->n_tracks = 0;
}

/**
 * sl_reservation_lane_make:
 * @trace: of Linux
 * @task: a lane of it
 * @reservation: its budget, relative deadline, period and errors
 * @clock: of @trace, with the user's rate
 * @made: (out): what follows, all of it computed
 *
 * Returns: whether @task is known to be of SCHED_DEADLINE at any time
 */
gboolean
sl_reservation_lane_make (SlTrace *trace,
                          const SlLane *task,
                          SlReservation reservation,
                          const SlClock *clock,
                          SlReservationLane *made)
{
  const SlTrack *states = sl_lane_get_track (task, SL_ROLE_STATES);
  Maker self = { .trace = trace,
                 .clock = clock,
                 .reservation = reservation,
                 .priorities = sl_lane_get_track (task, SL_ROLE_PRIORITY),
                 .inherits = sl_lane_get_track (task, SL_ROLE_INHERITS),
                 .task = task->object,
                 .said = SL_TIME_MIN,
                 .made = made };

  *made = (SlReservationLane) { .span = { SL_TIME_MIN, SL_TIME_MIN } };
  if (states == NULL || self.priorities == NULL)
    return FALSE;

  self.has_wakings = has_state (states, SL_STATE_WAKING);
  self.states = sl_track_writer_new (SL_TRACK_SLICES);
  self.marks = sl_track_writer_new (SL_TRACK_INSTANTS);
  self.budgets = sl_track_writer_new (SL_TRACK_VALUES);
  self.deadlines = sl_track_writer_new (SL_TRACK_VALUES);
  follow (&self, states);
  finish (&self);
  if (made->span.begin != SL_TIME_MIN)
    return TRUE;

  sl_reservation_lane_clear (made);
  return FALSE;
}
