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
tell (SlSimulator *self, const SlSimServerState *state, guint16 code, guint16 parameter)
{
  sl_sim_log (self, code, parameter, sl_simulator_get_server_address (state->number));
}

/* Returns: (nullable): whose job came first, of the server's tasks */
static SlSimThread *
find_first (const SlSimulator *self, const SlSimServerState *state)
{
  SlSimThread *first = NULL;

  for (guint i = 0; i < self->n_threads; i++)
    {
      SlSimThread *thread = &self->threads[i];

      if (thread->server_state == state && !g_queue_is_empty (thread->jobs) &&
          (first == NULL || thread->turn < first->turn))
        first = thread;
    }

  return first;
}

/* Whom it serves now, where that is not told yet. */
static void
announce (SlSimulator *self, SlSimServerState *state)
{
  const SlSimThread *first = find_first (self, state);
  gint64 number = first != NULL ? (gint64) first->number : -1;

  if (first != NULL && state->budget > 0 && number != state->announced)
    {
      state->announced = number;
      tell (self, state, SL_SHARK_SERVER_ACTIVE, sl_sim_context (first));
    }
  if (first == NULL)
    state->announced = -1;
}

/* Returns: whether it is @thread's turn in its server, which has a budget */
gboolean
sl_sim_server_state_serves (const SlSimulator *self, const SlSimThread *thread)
{
  return thread->server_state->budget > 0 && find_first (self, thread->server_state) == thread;
}

static void
fill (SlSimulator *self, SlSimServerState *state)
{
  state->budget = state->server->budget;
  state->is_spent = FALSE;
  tell (self, state, SL_SHARK_SERVER_REPLENISH, 0);
}

/* The trace tells the deadline by the order of its records: see the manual page of simulate. */
static void
fill_until (SlSimulator *self, SlSimServerState *state, gint64 deadline)
{
  const SlSimDeadline told = { state->number, self->now, deadline };

  g_array_append_val (self->run->deadlines, told);
  state->deadline = deadline;
  fill (self, state);
}

static void
postpone (SlSimulator *self, SlSimServerState *state)
{
  fill_until (self, state, state->deadline + state->server->period);
}

/* A job came to a constant bandwidth server that had nothing to do: what is left of its budget
 * may not be more than its share of the time to its deadline. */
static void
renew (SlSimulator *self, SlSimServerState *state)
{
  const SlSimServer *server = state->server;
  __int128 wanted = (__int128) state->budget * server->period;
  __int128 share = (__int128) (state->deadline - self->now) * server->budget;

  if (wanted < share)
    return;

  fill_until (self, state, self->now + server->period);
}

static guint
count_jobs (const SlSimulator *self, const SlSimServerState *state)
{
  guint n = 0;

  for (guint i = 0; i < self->n_threads; i++)
    if (self->threads[i].server_state == state)
      n += g_queue_get_length (self->threads[i].jobs);

  return n;
}

/* A job of @thread was released. */
void
sl_sim_server_state_arrival (SlSimulator *self, SlSimThread *thread)
{
  SlSimServerState *state = thread->server_state;
  gboolean is_cbs = state->server->policy <= SL_SIM_HCBS;

  if (is_cbs && count_jobs (self, state) == 1 && state->next == SL_SIM_NEVER)
    renew (self, state);
  /* A budget that comes back at this instant is told before whom it is for. */
  if (state->next > self->now)
    announce (self, state);
}

/* It has nothing left. */
static void
run_out (SlSimulator *self, SlSimServerState *state)
{
  state->is_spent = TRUE;
  state->announced = -1;
  tell (self, state, SL_SHARK_SERVER_EXHAUST, 0);
  if (state->server->policy == SL_SIM_CBS)
    postpone (self, state);
  else if (state->server->policy == SL_SIM_HCBS)
    state->next = MAX (state->deadline, self->now);
}

/* A job of @thread ended. */
void
sl_sim_server_state_finish (SlSimulator *self, SlSimThread *thread)
{
  SlSimServerState *state = thread->server_state;

  if (state->budget <= 0 && !state->is_spent && state->next > self->now)
    {
      run_out (self, state);
    }
  else if (state->server->policy == SL_SIM_PS && find_first (self, state) == NULL &&
           state->budget > 0)
    {
      state->budget = 0;
      tell (self, state, SL_SHARK_SERVER_RECLAIMING, 0);
    }
  announce (self, state);
}

/* In a timer's interrupt: the running task may have used its server's budget up. */
void
sl_sim_server_state_exhaust (SlSimulator *self)
{
  SlSimServerState *state = self->running != NULL ? self->running->server_state : NULL;

  if (state == NULL || self->depth > 1 || self->ended || state->budget > 0 || state->is_spent)
    return;

  sl_sim_log (self, SL_SHARK_TIMER_DELETE, 0, 0);
  run_out (self, state);
  sl_sim_server_state_watch (self);
  announce (self, state);
}

/* A polling server that finds nothing to do at the beginning of its period loses its budget. */
static void
begin_period (SlSimulator *self, SlSimServerState *state)
{
  state->next += state->server->period;
  fill (self, state);
  if (state->server->policy == SL_SIM_PS && find_first (self, state) == NULL)
    {
      state->budget = 0;
      tell (self, state, SL_SHARK_SERVER_RECLAIMING, 0);
    }
}

/* The record holds whole microseconds; what is below goes into the next one. */
static void
tell_amount (SlSimulator *self, SlSimServerState *state, gint64 amount)
{
  gint64 told = MAX (1, (amount + state->rest) / 1000);

  state->rest += amount - told * 1000;
  for (; told > 0; told -= MIN (told, MAX_TOLD))
    tell (self, state, SL_SHARK_SERVER_REPLENISH, (guint16) MIN (told, MAX_TOLD));
}

static void
take_refills (SlSimulator *self, SlSimServerState *state, gint64 instant)
{
  SlSimRefill *refill = g_queue_peek_head (state->refills);

  while (refill != NULL && refill->at <= instant)
    {
      state->budget += refill->amount;
      state->before += refill->amount;
      state->is_spent = FALSE;
      if (state->budget == state->server->budget)
        {
          state->rest = 0;
          tell (self, state, SL_SHARK_SERVER_REPLENISH, 0);
        }
      else
        {
          tell_amount (self, state, refill->amount);
        }
      g_free (g_queue_pop_head (state->refills));
      refill = g_queue_peek_head (state->refills);
    }
  state->next = refill != NULL ? refill->at : SL_SIM_NEVER;
}

/* In a timer's interrupt: budgets that come back by then. */
void
sl_sim_server_state_refill (SlSimulator *self, gint64 instant)
{
  for (guint i = 0; i < self->n_server_states; i++)
    {
      SlSimServerState *state = &self->server_states[i];

      while (state->next <= instant)
        switch (state->server->policy)
          {
          case SL_SIM_SS:
            take_refills (self, state, instant);
            break;
          case SL_SIM_CBS:
          case SL_SIM_HCBS:
            state->next = SL_SIM_NEVER;
            postpone (self, state);
            break;
          case SL_SIM_PS:
          case SL_SIM_DS:
          case SL_SIM_N_SERVER_POLICIES:
          default:
            begin_period (self, state);
            break;
          }
      announce (self, state);
    }
}

/* What was used since @state became active comes back one period after that. */
static void
plan_refill (SlSimServerState *state)
{
  gint64 used = state->before - state->budget;
  SlSimRefill *refill;

  if (used == 0)
    return;

  refill = g_new (SlSimRefill, 1);
  *refill = (SlSimRefill) { state->active_at + state->server->period, used };
  g_queue_push_tail (state->refills, refill);
  state->next = ((const SlSimRefill *) g_queue_peek_head (state->refills))->at;
}

/* Sporadic servers: a server is active while what runs has its priority or a higher one, and it
 * has a budget. Called when either changes. */
void
sl_sim_server_state_watch (SlSimulator *self)
{
  for (guint i = 0; i < self->n_server_states; i++)
    {
      SlSimServerState *state = &self->server_states[i];
      gboolean active = self->running != NULL && self->chosen != NULL &&
                        self->chosen->priority >= state->priority && state->budget > 0;

      if (state->server->policy != SL_SIM_SS || active == state->active)
        continue;

      state->active = active;
      if (active)
        {
          state->active_at = self->now;
          state->before = state->budget;
        }
      else
        {
          plan_refill (state);
        }
    }
}

/* Returns: when a budget comes back next */
gint64
sl_sim_server_state_get_next (const SlSimulator *self)
{
  gint64 next = SL_SIM_NEVER;

  for (guint i = 0; i < self->n_server_states; i++)
    next = MIN (next, self->server_states[i].next);

  return next;
}

/* At the start; its first period begins with the trace. */
void
sl_sim_server_state_begin (SlSimServerState *self, const SlSimServer *server, guint number)
{
  gboolean is_periodic = server->policy == SL_SIM_PS || server->policy == SL_SIM_DS;

  *self = (SlSimServerState) {
    .server = server,
    .number = number,
    .budget = is_periodic ? 0 : server->budget,
    .next = is_periodic ? 0 : SL_SIM_NEVER,
    .announced = -1,
    .refills = g_queue_new (),
  };
}
