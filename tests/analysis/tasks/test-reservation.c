/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-reservation.h"

/* A task of SCHED_DEADLINE on a processor of its own whose kernel checks its budget at each tick of its own clock: written
 * apart from what is tested, after Documentation/scheduler/sched-deadline.rst. */
typedef struct
{
  gint64 budget;
  gint64 relative;
  gint64 period;
  gint64 left;
  SlTime deadline;
} Kernel;

static void
kernel_wake (Kernel *self, SlTime now)
{
  if (self->deadline < now || self->left * self->relative > self->budget * (self->deadline - now))
    {
      self->left = self->budget;
      self->deadline = now + self->relative;
    }
}

static void
kernel_replenish (Kernel *self)
{
  while (self->left <= 0)
    {
      self->left += self->budget;
      self->deadline += self->period;
    }
}

/* The budget was used up in a period that is over: the task goes on, in one that is not. */
static void
kernel_refill (Kernel *self, SlTime now)
{
  kernel_replenish (self);
  if (self->deadline < now)
    {
      self->left = self->budget;
      self->deadline = now + self->relative;
    }
}

static void
assert_holds (const SlReservation *followed, const Kernel *kernel)
{
  g_assert_cmpint (followed->least, <=, kernel->left);
  g_assert_cmpint (followed->most, >=, kernel->left - followed->grain);
  g_assert_cmpint (followed->first, <=, kernel->deadline);
  g_assert_cmpint (followed->last, >=, kernel->deadline - followed->grain);
}

/* Runs up to where the budget is used up in a period that is not over.
 *
 * Returns: for how long */
static gint64
run_on (SlReservation *followed, Kernel *kernel, SlTime now, gint64 length, gint64 tick)
{
  SlTime end = now, filled;

  while (length > 0)
    {
      gint64 late = g_test_rand_int_range (0, (gint32) tick);
      gint64 part = MIN (length, MAX (kernel->left, 1) + late);

      end += part;
      length -= part;
      kernel->left -= part;
      if (kernel->left > 0 || kernel->deadline - kernel->relative + kernel->period > end)
        break;

      kernel_refill (kernel, end);
    }
  sl_reservation_run (followed, now, end, 0);
  sl_reservation_refill (followed, end, &filled);
  return end - now;
}

/* Runs for @length, and may be throttled and replenished meanwhile.
 *
 * Returns: when it is done */
static SlTime
run (SlReservation *followed, Kernel *kernel, SlTime now, gint64 length, gint64 tick)
{
  while (length > 0)
    {
      gint64 part = run_on (followed, kernel, now, length, tick);
      SlTime next, nominal;

      now += part;
      length -= part;
      assert_holds (followed, kernel);
      if (length == 0)
        break;

      /* Throttled. */
      g_assert_true (sl_reservation_may_be_spent (followed));
      sl_reservation_spend (followed, now, part);
      next = kernel->deadline - kernel->relative + kernel->period;
      now = MAX (now, next) + 10;
      kernel_replenish (kernel);
      g_assert_true (sl_reservation_replenish (followed, now, &nominal));
      assert_holds (followed, kernel);
    }
  return now;
}

static void
test_law (void)
{
  guint n_known = 0;

  g_test_summary (
      "What the kernel has is always within what is followed, which becomes known, and then is exact.");

  for (guint i = 0; i < 400; i++)
    {
      gint64 budget = g_test_rand_int_range (2000, 5000);
      gint64 period = g_test_rand_int_range (10000, 40000);
      Kernel kernel = { budget, period, period, budget / 3, 0 };
      SlReservation followed = { .budget = budget,
                                 .relative = period,
                                 .period = period,
                                 .jitter = 1,
                                 .grain = 20 };
      SlTime now = 0;

      kernel.deadline = g_test_rand_int_range (0, (gint32) period);
      sl_reservation_forget (&followed);
      for (guint job = 0; job < 60; job++)
        {
          gint64 asleep = g_test_rand_int_range (1, (gint32) period * 2);

          /* One that blocks with nothing left is throttled in its sleep. */
          now += asleep;
          if (kernel.left <= 0)
            {
              now = MAX (now, kernel.deadline + 1);
              kernel_replenish (&kernel);
            }
          kernel_wake (&kernel, now);
          sl_reservation_wake (&followed, now);
          if (followed.is_spent)
            {
              SlTime nominal;

              sl_reservation_replenish (&followed, now, &nominal);
            }
          assert_holds (&followed, &kernel);
          n_known += sl_reservation_is_known (&followed);
          /* Others may have the processor beyond its deadline. */
          if (job % 4 == 3)
            now += g_test_rand_int_range (1, (gint32) period * 2);
          now = run (&followed, &kernel, now, g_test_rand_int_range (100, (gint32) budget + 1000),
                     200);
        }
    }
  g_assert_cmpuint (n_known, >, 400 * 20);
}

static void
test_constrained (void)
{
  SlReservation followed = { .budget = 3, .relative = 15, .period = 20, .jitter = 0, .grain = 0 };
  SlTime nominal;

  g_test_summary (
      "Where the deadline comes before the next period, a task that is woken in between waits for that; one that "
      "is woken before its deadline has what the bandwidth leaves.");

  sl_reservation_begin (&followed, 100, 100);
  sl_reservation_run (&followed, 100, 101, 0);
  g_assert_cmpint (sl_reservation_wake (&followed, 117), ==, SL_RESERVATION_SPENT);
  g_assert_true (sl_reservation_replenish (&followed, 121, &nominal));
  g_assert_cmpint (nominal, ==, 120);
  g_assert_cmpint (followed.first, ==, 135);
  g_assert_cmpint (followed.most, ==, 3);

  sl_reservation_run (&followed, 121, 122, 0);
  g_assert_cmpint (sl_reservation_wake (&followed, 130), ==, SL_RESERVATION_REDUCED);
  g_assert_cmpint (followed.most, ==, 1);
  g_assert_cmpint (followed.last, ==, 135);

  g_assert_cmpint (sl_reservation_wake (&followed, 150), ==, SL_RESERVATION_FILLED);
  g_assert_cmpint (followed.first, ==, 165);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/reservation/law", test_law);
  g_test_add_func ("/reservation/constrained", test_constrained);
  return g_test_run ();
}
