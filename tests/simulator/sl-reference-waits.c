/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-reference-waits.h"

/* A stretch of time in which nothing happens. */
typedef struct
{
  gint64 begin;
  gint64 end;
  gint runner; /* -1 for nobody */
  gboolean is_interrupted;
  gboolean has_budget; /* the server of the set */
  gint64 deadline;     /* of that server */
} Piece;

typedef struct
{
  const SlTaskSet *set;
  const SlSimRun *run;
  const SlSimOptions *options;
  GArray *pieces;

  /* The server, from piece to piece. */
  const SlSimServer *server;
  gint64 budget;
  gint64 deadline;
  gboolean waits; /* for its deadline */
} Reference;

static const SlSimJob *
get_job (const Reference *self, guint number)
{
  return &g_array_index (self->run->jobs, SlSimJob, number);
}

static gint64
get_end (const Reference *self, const SlSimJob *job)
{
  return job->finish >= 0 ? job->finish : self->options->until;
}

static int
compare_times (gconstpointer one, gconstpointer other)
{
  const gint64 *a = one, *b = other;

  return *a < *b ? -1 : *a > *b;
}

static void
add_time (GArray *times, gint64 time)
{
  g_array_append_val (times, time);
}

static GArray *
list_times (const Reference *self)
{
  GArray *times = g_array_new (FALSE, FALSE, sizeof (gint64));

  add_time (times, 0);
  add_time (times, self->options->until);
  for (guint i = 0; i < self->run->slices->len; i++)
    {
      add_time (times, g_array_index (self->run->slices, SlSimSlice, i).begin);
      add_time (times, g_array_index (self->run->slices, SlSimSlice, i).end);
    }
  for (guint i = 0; i < self->run->jobs->len; i++)
    {
      add_time (times, get_job (self, i)->release);
      add_time (times, get_end (self, get_job (self, i)));
    }
  for (guint i = 0; i < self->run->handlings->len; i++)
    {
      add_time (times, g_array_index (self->run->handlings, SlSimHandling, i).begin);
      add_time (times, g_array_index (self->run->handlings, SlSimHandling, i).end);
    }
  for (gint64 t = 0; self->server != NULL && t < self->options->until; t += self->server->period)
    add_time (times, t);
  g_array_sort (times, compare_times);
  return times;
}

static gint
find_runner (const Reference *self, gint64 time)
{
  for (guint i = 0; i < self->run->slices->len; i++)
    {
      const SlSimSlice *slice = &g_array_index (self->run->slices, SlSimSlice, i);

      if (slice->lock == SL_SIM_NO_LOCK && slice->begin <= time && time < slice->end)
        return (gint) slice->task;
    }

  return -1;
}

static gboolean
is_handled (const Reference *self, gint64 time)
{
  for (guint i = 0; i < self->run->handlings->len; i++)
    {
      const SlSimHandling *handling = &g_array_index (self->run->handlings, SlSimHandling, i);

      if (handling->begin <= time && time < handling->end)
        return TRUE;
    }

  return FALSE;
}

static gboolean
is_served (const Reference *self, guint task)
{
  return sl_task_set_get_task (self->set, task)->server != SL_SIM_NO_SERVER;
}

/* Jobs for the server that came before @time, or at it too, and are not finished by then. */
static guint
count_open (const Reference *self, gint64 time, gboolean with_now)
{
  guint n = 0;

  for (guint i = 0; i < self->run->jobs->len; i++)
    {
      const SlSimJob *job = get_job (self, i);

      n += is_served (self, job->task) && job->release < time + with_now &&
           (job->finish < 0 || job->finish > time);
    }

  return n;
}

static gboolean
comes_one (const Reference *self, gint64 time)
{
  for (guint i = 0; i < self->run->jobs->len; i++)
    if (is_served (self, get_job (self, i)->task) && get_job (self, i)->release == time)
      return TRUE;

  return FALSE;
}

/* Finishes come first, then what is spent, then releases, then what comes back. */
static void
follow_server (Reference *self, gint64 now)
{
  const SlSimServer *server = self->server;
  gboolean is_cbs = server->policy <= SL_SIM_HCBS;

  if (is_cbs && self->budget == 0 && !self->waits)
    {
      self->waits = server->policy == SL_SIM_HCBS;
      self->deadline += self->waits ? 0 : server->period;
      self->budget = self->waits ? 0 : server->budget;
    }
  if (server->policy == SL_SIM_PS && count_open (self, now, FALSE) == 0)
    self->budget = 0;

  if (is_cbs && !self->waits && comes_one (self, now) && count_open (self, now, FALSE) == 0 &&
      (__int128) self->budget * server->period >=
          (__int128) (self->deadline - now) * server->budget)
    {
      self->deadline = now + server->period;
      self->budget = server->budget;
    }

  if (self->waits && now >= self->deadline)
    {
      self->deadline += server->period;
      self->budget = server->budget;
      self->waits = FALSE;
    }
  /* What a sporadic server has left is not worked out: as if it always had something. */
  if (server->policy == SL_SIM_SS)
    self->budget = server->budget;
  else if (!is_cbs && now % server->period == 0)
    self->budget =
        server->policy == SL_SIM_PS && count_open (self, now, TRUE) == 0 ? 0 : server->budget;
}

static void
add_pieces (Reference *self, gint64 begin, gint64 end)
{
  while (begin < end)
    {
      Piece piece = { begin, end, find_runner (self, begin), is_handled (self, begin), FALSE, 0 };

      if (self->server != NULL)
        {
          follow_server (self, begin);
          if (self->waits)
            piece.end = MIN (end, self->deadline);
          piece.has_budget = self->budget > 0;
          piece.deadline = self->deadline;
          if (piece.runner >= 0 && is_served (self, (guint) piece.runner))
            {
              /* With a new budget it may go on at once. */
              piece.end = MIN (piece.end, begin + MAX (self->budget, 1));
              self->budget -= piece.end - begin;
            }
        }
      g_array_append_val (self->pieces, piece);
      begin = piece.end;
    }
}

/* The job that @task has in the piece: the first that is not finished. */
static const SlSimJob *
find_job (const Reference *self, guint task, const Piece *piece)
{
  for (guint i = 0; i < self->run->jobs->len; i++)
    {
      const SlSimJob *job = get_job (self, i);

      if (job->task == task && job->release <= piece->begin && get_end (self, job) > piece->begin)
        return job;
    }

  g_assert_not_reached ();
}

/* The smaller, the more urgent. */
static gint64
get_measure (const Reference *self, guint task, const SlSimJob *job, const Piece *piece)
{
  const SlSimTask *of = sl_task_set_get_task (self->set, task);
  const SlSimServer *server = is_served (self, task) ? self->server : NULL;

  switch (self->options->scheduler)
    {
    case SL_SIM_RM:
      return server != NULL ? server->period : of->pattern.period;
    case SL_SIM_DM:
      return server != NULL ? server->period : of->deadline;
    case SL_SIM_FP:
      return server != NULL ? -server->priority : -of->priority;
    case SL_SIM_EDF:
      return server != NULL ? piece->deadline : job->deadline;
    case SL_SIM_FIFO:
      return job->release;
    case SL_SIM_RR:
    default:
      return 0;
    }
}

static void
add_wait (const Reference *self, const SlSimJob *job, const Piece *piece, SlReferenceWaits *waits)
{
  gint64 ticks = piece->end - piece->begin;
  guint runner = (guint) piece->runner;
  gint64 own, other;
  const SlSimJob *rival;

  if (is_served (self, job->task) && !piece->has_budget)
    {
      waits->throttled += ticks;
      return;
    }
  if (piece->is_interrupted)
    {
      waits->interrupted += ticks;
      return;
    }
  if (piece->runner < 0)
    {
      waits->blocked += ticks;
      return;
    }

  rival = find_job (self, runner, piece);
  own = get_measure (self, job->task, job, piece);
  other = get_measure (self, runner, rival, piece);
  /* The jobs of a server wait for each other, first come first. */
  if (is_served (self, job->task) && is_served (self, runner))
    {
      own = job->release;
      other = rival->release;
    }
  if (own == other)
    waits->equal[runner] += ticks;
  else if (other < own)
    waits->preempted[runner] += ticks;
  else
    waits->blocked += ticks;
}

static SlReferenceWaits
sum_up (const Reference *self, guint number)
{
  const SlSimJob *job = get_job (self, number);
  SlReferenceWaits waits = { 0 };
  gint64 front = job->release;

  for (guint i = 0; i < number; i++)
    if (get_job (self, i)->task == job->task)
      front = MAX (front, get_end (self, get_job (self, i)));
  waits.earlier = front - job->release;

  for (guint i = 0; i < self->pieces->len; i++)
    {
      const Piece *piece = &g_array_index (self->pieces, Piece, i);

      if (piece->begin < front || piece->begin >= get_end (self, job))
        continue;
      if (piece->runner == (gint) job->task)
        waits.executed += piece->end - piece->begin;
      else
        add_wait (self, job, piece, &waits);
    }

  return waits;
}

/* @options: with an end
 *
 * Returns: (transfer full) (element-type SlReferenceWaits): of each job of @run, in its order */
GArray *
sl_reference_waits_new (const SlTaskSet *set, const SlSimRun *run, const SlSimOptions *options)
{
  g_autoptr (GArray) pieces = g_array_new (FALSE, FALSE, sizeof (Piece));
  GArray *all = g_array_new (FALSE, FALSE, sizeof (SlReferenceWaits));
  Reference self = { .set = set, .run = run, .options = options, .pieces = pieces };
  g_autoptr (GArray) times = NULL;

  g_assert_cmpuint (sl_task_set_get_n_tasks (set), <=, SL_REFERENCE_WAITS_MAX_TASKS);
  if (sl_task_set_get_n_servers (set) > 0)
    self.server = sl_task_set_get_server (set, 0);
  if (self.server != NULL && self.server->policy <= SL_SIM_HCBS)
    self.budget = self.server->budget;
  times = list_times (&self);
  for (guint i = 1; i < times->len; i++)
    add_pieces (&self, g_array_index (times, gint64, i - 1), g_array_index (times, gint64, i));
  for (guint i = 0; i < run->jobs->len; i++)
    {
      SlReferenceWaits waits = sum_up (&self, i);

      g_array_append_val (all, waits);
    }

  return all;
}
