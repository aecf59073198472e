/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Servers: who of their tasks is served, and what becomes of their budgets. The trace tells it by
 * the kernel's codes, whose meaning for each policy is a convention of this simulator:
 *
 *   server_create      at the start, for each task that runs in the server: parameter 1 is its context,
 *                      0 where there is none
 *   server_active      parameter 1: the context of the task that it begins to serve
 *   server_exhaust     the budget is used up
 *   server_replenish   parameter 1: 0 where the budget is whole again, else by how many
 *                      microseconds it grows (sporadic servers)
 *   server_reclaiming  what is left of the budget is lost (polling servers)
 */
#include "sl-sim-private.h"

/* Of the replenishments of a sporadic server: more are told by several records. */
#define MAX_TOLD 65535

static void
tell (SlSimulator *self, const SlSimReserve *reserve, guint16 code, guint16 parameter)
{
  sl_sim_log (self, code, parameter, sl_simulator_get_server_address (reserve->number));
}

/* Returns: (nullable): whose job came first, of the server's tasks */
static SlSimThread *
find_first (const SlSimulator *self, const SlSimReserve *reserve)
{
  SlSimThread *first = NULL;

  for (guint i = 0; i < self->n_threads; i++)
    {
      SlSimThread *thread = &self->threads[i];

      if (thread->reserve == reserve && !g_queue_is_empty (thread->jobs) &&
          (first == NULL || thread->turn < first->turn))
        first = thread;
    }

  return first;
}

/* Whom it serves now, where that is not told yet. */
static void
announce (SlSimulator *self, SlSimReserve *reserve)
{
  const SlSimThread *first = find_first (self, reserve);
  gint64 number = first != NULL ? (gint64) first->number : -1;

  if (first != NULL && reserve->budget > 0 && number != reserve->announced)
    {
      reserve->announced = number;
      tell (self, reserve, SL_SHARK_SERVER_ACTIVE, sl_sim_context (first));
    }
  if (first == NULL)
    reserve->announced = -1;
}

/* Returns: whether it is @thread's turn in its server, which has a budget */
gboolean
sl_sim_reserve_serves (const SlSimulator *self, const SlSimThread *thread)
{
  return thread->reserve->budget > 0 && find_first (self, thread->reserve) == thread;
}

static void
fill (SlSimulator *self, SlSimReserve *reserve)
{
  reserve->budget = reserve->server->budget;
  reserve->is_spent = FALSE;
  tell (self, reserve, SL_SHARK_SERVER_REPLENISH, 0);
}

/* The trace tells the deadline by the order of its records: see the manual page of simulate. */
static void
fill_until (SlSimulator *self, SlSimReserve *reserve, gint64 deadline)
{
  const SlSimDeadline told = { reserve->number, self->now, deadline };

  g_array_append_val (self->run->deadlines, told);
  reserve->deadline = deadline;
  fill (self, reserve);
}

static void
postpone (SlSimulator *self, SlSimReserve *reserve)
{
  fill_until (self, reserve, reserve->deadline + reserve->server->period);
}

/* A job came to a constant bandwidth server that had nothing to do: what is left of its budget
 * may not be more than its share of the time to its deadline. */
static void
renew (SlSimulator *self, SlSimReserve *reserve)
{
  const SlSimServer *server = reserve->server;
  __int128 wanted = (__int128) reserve->budget * server->period;
  __int128 share = (__int128) (reserve->deadline - self->now) * server->budget;

  if (wanted < share)
    return;

  fill_until (self, reserve, self->now + server->period);
}

static guint
count_jobs (const SlSimulator *self, const SlSimReserve *reserve)
{
  guint n = 0;

  for (guint i = 0; i < self->n_threads; i++)
    if (self->threads[i].reserve == reserve)
      n += g_queue_get_length (self->threads[i].jobs);

  return n;
}

/* A job of @thread was released. */
void
sl_sim_reserve_arrival (SlSimulator *self, SlSimThread *thread)
{
  SlSimReserve *reserve = thread->reserve;
  gboolean is_cbs = reserve->server->policy <= SL_SIM_HCBS;

  if (is_cbs && count_jobs (self, reserve) == 1 && reserve->next == SL_SIM_NEVER)
    renew (self, reserve);
  /* A budget that comes back at this instant is told before whom it is for. */
  if (reserve->next > self->now)
    announce (self, reserve);
}

/* It has nothing left. */
static void
run_out (SlSimulator *self, SlSimReserve *reserve)
{
  reserve->is_spent = TRUE;
  reserve->announced = -1;
  tell (self, reserve, SL_SHARK_SERVER_EXHAUST, 0);
  if (reserve->server->policy == SL_SIM_CBS)
    postpone (self, reserve);
  else if (reserve->server->policy == SL_SIM_HCBS)
    reserve->next = MAX (reserve->deadline, self->now);
}

/* A job of @thread ended. */
void
sl_sim_reserve_finish (SlSimulator *self, SlSimThread *thread)
{
  SlSimReserve *reserve = thread->reserve;

  if (reserve->budget <= 0 && !reserve->is_spent && reserve->next > self->now)
    {
      run_out (self, reserve);
    }
  else if (reserve->server->policy == SL_SIM_PS && find_first (self, reserve) == NULL &&
           reserve->budget > 0)
    {
      reserve->budget = 0;
      tell (self, reserve, SL_SHARK_SERVER_RECLAIMING, 0);
    }
  announce (self, reserve);
}

/* In a timer's interrupt: the running task may have used its server's budget up. */
void
sl_sim_reserve_exhaust (SlSimulator *self)
{
  SlSimReserve *reserve = self->running != NULL ? self->running->reserve : NULL;

  if (reserve == NULL || self->depth > 1 || self->ended || reserve->budget > 0 || reserve->is_spent)
    return;

  sl_sim_log (self, SL_SHARK_TIMER_DELETE, 0, 0);
  run_out (self, reserve);
  sl_sim_reserve_watch (self);
  announce (self, reserve);
}

/* A polling server that finds nothing to do at the beginning of its period loses its budget. */
static void
begin_period (SlSimulator *self, SlSimReserve *reserve)
{
  reserve->next += reserve->server->period;
  fill (self, reserve);
  if (reserve->server->policy == SL_SIM_PS && find_first (self, reserve) == NULL)
    {
      reserve->budget = 0;
      tell (self, reserve, SL_SHARK_SERVER_RECLAIMING, 0);
    }
}

/* The record holds whole microseconds; what is below goes into the next one. */
static void
tell_amount (SlSimulator *self, SlSimReserve *reserve, gint64 amount)
{
  gint64 told = MAX (1, (amount + reserve->rest) / 1000);

  reserve->rest += amount - told * 1000;
  for (; told > 0; told -= MIN (told, MAX_TOLD))
    tell (self, reserve, SL_SHARK_SERVER_REPLENISH, (guint16) MIN (told, MAX_TOLD));
}

static void
take_refills (SlSimulator *self, SlSimReserve *reserve, gint64 instant)
{
  SlSimRefill *refill = g_queue_peek_head (reserve->refills);

  while (refill != NULL && refill->at <= instant)
    {
      reserve->budget += refill->amount;
      reserve->before += refill->amount;
      reserve->is_spent = FALSE;
      if (reserve->budget == reserve->server->budget)
        {
          reserve->rest = 0;
          tell (self, reserve, SL_SHARK_SERVER_REPLENISH, 0);
        }
      else
        {
          tell_amount (self, reserve, refill->amount);
        }
      g_free (g_queue_pop_head (reserve->refills));
      refill = g_queue_peek_head (reserve->refills);
    }
  reserve->next = refill != NULL ? refill->at : SL_SIM_NEVER;
}

/* In a timer's interrupt: budgets that come back by then. */
void
sl_sim_reserve_refill (SlSimulator *self, gint64 instant)
{
  for (guint i = 0; i < self->n_reserves; i++)
    {
      SlSimReserve *reserve = &self->reserves[i];

      while (reserve->next <= instant)
        switch (reserve->server->policy)
          {
          case SL_SIM_SS:
            take_refills (self, reserve, instant);
            break;
          case SL_SIM_CBS:
          case SL_SIM_HCBS:
            reserve->next = SL_SIM_NEVER;
            postpone (self, reserve);
            break;
          case SL_SIM_PS:
          case SL_SIM_DS:
          case SL_SIM_N_SERVER_POLICIES:
          default:
            begin_period (self, reserve);
            break;
          }
      announce (self, reserve);
    }
}

/* What was used since @reserve became active comes back one period after that. */
static void
plan_refill (SlSimReserve *reserve)
{
  gint64 used = reserve->before - reserve->budget;
  SlSimRefill *refill;

  if (used == 0)
    return;

  refill = g_new (SlSimRefill, 1);
  *refill = (SlSimRefill) { reserve->active_at + reserve->server->period, used };
  g_queue_push_tail (reserve->refills, refill);
  reserve->next = ((const SlSimRefill *) g_queue_peek_head (reserve->refills))->at;
}

/* Sporadic servers: a server is active while what runs has its priority or a higher one, and it
 * has a budget. Called when either changes. */
void
sl_sim_reserve_watch (SlSimulator *self)
{
  for (guint i = 0; i < self->n_reserves; i++)
    {
      SlSimReserve *reserve = &self->reserves[i];
      gboolean active = self->running != NULL && self->chosen != NULL &&
                        self->chosen->priority >= reserve->priority && reserve->budget > 0;

      if (reserve->server->policy != SL_SIM_SS || active == reserve->active)
        continue;

      reserve->active = active;
      if (active)
        {
          reserve->active_at = self->now;
          reserve->before = reserve->budget;
        }
      else
        {
          plan_refill (reserve);
        }
    }
}

/* Returns: when a budget comes back next */
gint64
sl_sim_reserve_get_next (const SlSimulator *self)
{
  gint64 next = SL_SIM_NEVER;

  for (guint i = 0; i < self->n_reserves; i++)
    next = MIN (next, self->reserves[i].next);

  return next;
}

/* At the start; its first period begins with the trace. */
void
sl_sim_reserve_begin (SlSimReserve *self, const SlSimServer *server, guint number)
{
  gboolean is_periodic = server->policy == SL_SIM_PS || server->policy == SL_SIM_DS;

  *self = (SlSimReserve) {
    .server = server,
    .number = number,
    .budget = is_periodic ? 0 : server->budget,
    .next = is_periodic ? 0 : SL_SIM_NEVER,
    .announced = -1,
    .refills = g_queue_new (),
  };
}
