/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Schedules worked out by hand. Tasks are a, b, c in the order of the set; times are milliseconds,
 * "a0-2" says that a runs from 0 to 2. */
#include "sl-sim-set.h"

#define MS G_GINT64_CONSTANT (1000000)

typedef struct
{
  const char *name;
  const char *set;
  SlSimScheduler scheduler;
  SlSimProtocol protocol;
  SlSimOverrun overrun;
  guint until;
  const char *schedule;
} Example;

/* U = 2/5 + 4/7 = 0.97. */
#define TWO                          \
  "[task a]\nperiod=5ms\nwcet=2ms\n" \
  "[task b]\nperiod=7ms\nwcet=4ms\n"

/* a has the longer period and the shorter deadline. */
#define CONSTRAINED                                 \
  "[task a]\nperiod=10ms\ndeadline=3ms\nwcet=2ms\n" \
  "[task b]\nperiod=6ms\nwcet=3ms\n"

#define THREE_AT_ONCE                              \
  "[task a]\narrivals=0\nwcet=3ms\npriority=1\n"   \
  "[task b]\narrivals=1ms\nwcet=2ms\npriority=3\n" \
  "[task c]\narrivals=1ms\nwcet=1ms\npriority=2\n"

/* The inversion: c (low) locks m from its 1st to its 4th ms; a (high) comes at 2 and wants m after
 * 1 ms; b (medium) comes at 3 and executes 5. */
#define INVERSION                                                                     \
  "[task a]\narrivals=2ms\ndeadline=20ms\nwcet=3ms\npriority=3\nsections=m@1ms+1ms\n" \
  "[task b]\narrivals=3ms\ndeadline=30ms\nwcet=5ms\npriority=2\n"                     \
  "[task c]\narrivals=0\ndeadline=40ms\nwcet=5ms\npriority=1\nsections=m@1ms+3ms\n"

/* Two locks: c holds n when b comes and asks for m, which is free and has a's ceiling. */
#define TWO_LOCKS                                                               \
  "[task a]\narrivals=4ms\nwcet=2ms\npriority=3\nsections=n@0+1ms, m@1ms+1ms\n" \
  "[task b]\narrivals=2ms\nwcet=3ms\npriority=2\nsections=m@1ms+1ms\n"          \
  "[task c]\narrivals=0\nwcet=5ms\npriority=1\nsections=n@1ms+3ms\n"

static const Example examples[] = {
  /* b's first job has 3 ms until 5, is preempted by a until 7 and late by 1 at its 8. Its second,
   * released at 7, goes from 8 to 10, waits for a, and goes on from 12 to 14. */
  { "rm", TWO, SL_SIM_RM, SL_SIM_NONE, SL_SIM_CONTINUE, 14, "a0-2 b2-5 a5-7 b7-10 a10-12 b12-14" },
  /* At 5, b's deadline 7 comes before a's 10; at 10 a's 15 comes after b's 14. */
  { "edf", TWO, SL_SIM_EDF, SL_SIM_NONE, SL_SIM_CONTINUE, 14, "a0-2 b2-6 a6-8 b8-12 a12-14" },
  /* b's job of 0 is late at 7, where its next release is left out; the next comes at 14. */
  { "skip", TWO, SL_SIM_RM, SL_SIM_NONE, SL_SIM_SKIP, 14, "a0-2 b2-5 a5-7 b7-8 a10-12" },
  /* b ends at 7 without having executed the fourth ms, and starts anew. */
  { "abort", TWO, SL_SIM_RM, SL_SIM_NONE, SL_SIM_ABORT, 14, "a0-2 b2-5 a5-7 b7-10 a10-12 b12-13" },
  { "dm", CONSTRAINED, SL_SIM_DM, SL_SIM_NONE, SL_SIM_CONTINUE, 12, "a0-2 b2-5 b6-9 a10-12" },
  { "rm-constrained", CONSTRAINED, SL_SIM_RM, SL_SIM_NONE, SL_SIM_CONTINUE, 12,
    "b0-3 a3-5 b6-9 a10-12" },
  { "fp", THREE_AT_ONCE, SL_SIM_FP, SL_SIM_NONE, SL_SIM_CONTINUE, 6, "a0-1 b1-3 c3-4 a4-6" },
  { "fifo", THREE_AT_ONCE, SL_SIM_FIFO, SL_SIM_NONE, SL_SIM_CONTINUE, 6, "a0-3 b3-5 c5-6" },
  /* A quantum of 1 ms; at 1 b and c are released before a goes to the end of the queue. */
  { "rr", THREE_AT_ONCE, SL_SIM_RR, SL_SIM_NONE, SL_SIM_CONTINUE, 6,
    "a0-1 b1-2 c2-3 a3-4 b4-5 a5-6" },
  /* a asks for m at 3 and waits; b keeps c, which has 2 ms of its section left, from 3 to 8. */
  { "none", INVERSION, SL_SIM_FP, SL_SIM_NONE, SL_SIM_CONTINUE, 13,
    "c0-2 a2-3 b3-8 c8-10 a10-12 c12-13" },
  /* c executes the 2 ms in a's stead, before b. */
  { "pip", INVERSION, SL_SIM_FP, SL_SIM_PIP, SL_SIM_CONTINUE, 13,
    "c0-2 a2-3 c3-5 a5-7 b7-12 c12-13" },
  { "pip-edf", INVERSION, SL_SIM_EDF, SL_SIM_PIP, SL_SIM_CONTINUE, 13,
    "c0-2 a2-3 c3-5 a5-7 b7-12 c12-13" },
  /* With one lock the original ceiling does as inheritance does. */
  { "pcp", INVERSION, SL_SIM_FP, SL_SIM_PCP, SL_SIM_CONTINUE, 13,
    "c0-2 a2-3 c3-5 a5-7 b7-12 c12-13" },
  /* c is at a's priority from 1 to 4, so that a starts at 4 and never waits again. */
  { "icpp", INVERSION, SL_SIM_FP, SL_SIM_ICPP, SL_SIM_CONTINUE, 13, "c0-4 a4-7 b7-12 c12-13" },
  { "npp", INVERSION, SL_SIM_FP, SL_SIM_NPP, SL_SIM_CONTINUE, 13, "c0-4 a4-7 b7-12 c12-13" },
  { "srp", INVERSION, SL_SIM_FP, SL_SIM_SRP, SL_SIM_CONTINUE, 13, "c0-4 a4-7 b7-12 c12-13" },
  { "srp-edf", INVERSION, SL_SIM_EDF, SL_SIM_SRP, SL_SIM_CONTINUE, 13, "c0-4 a4-7 b7-12 c12-13" },
  /* Inheritance: b takes m at 3; a comes at 4, where b releases m, asks for n at once, and c
   * executes the 2 ms that are left of n's section before a goes on. */
  { "pip-two", TWO_LOCKS, SL_SIM_FP, SL_SIM_PIP, SL_SIM_CONTINUE, 10,
    "c0-2 b2-4 c4-6 a6-8 b8-9 c9-10" },
  /* Ceiling: at 3, b's priority 2 is not above n's ceiling 3, although m is free. c goes on for b,
   * and from 4 on for a, which asks for n; at 5 a has both, then b, then c. */
  { "pcp-two", TWO_LOCKS, SL_SIM_FP, SL_SIM_PCP, SL_SIM_CONTINUE, 10,
    "c0-2 b2-3 c3-5 a5-7 b7-9 c9-10" },
};

static void
test_example (gconstpointer data)
{
  const Example *example = data;
  const SlSimOptions options = { .scheduler = example->scheduler,
                                 .protocol = example->protocol,
                                 .overrun = example->overrun,
                                 .until = example->until * MS,
                                 .quantum = MS };
  g_autoptr (SlSimRun) run = sl_sim_set_run (example->set, &options);
  g_autofree char *schedule = sl_sim_set_print (run, MS);

  g_assert_cmpstr (schedule, ==, example->schedule);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_summary ("Every scheduler, protocol and policy does what a worked example says");

  for (guint i = 0; i < G_N_ELEMENTS (examples); i++)
    {
      g_autofree char *path = g_strconcat ("/simulator/", examples[i].name, NULL);

      g_test_add_data_func (path, &examples[i], test_example);
    }

  return g_test_run ();
}
