/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What is told of the scheduler's decisions and of their reasons, worked out by hand. */

#include "sl-decision.h"
#include "sl-step-set.h"
#include "sl-text-decision.h"

#define MS (G_GINT64_CONSTANT (1000) * 1000)

typedef struct
{
  const char *name;
  const char *set;
  SlSimScheduler scheduler;
  SlSimProtocol protocol;
  guint until; /* ms */
  const char *story;
} Example;

/* "2 ms: sentence", a line each */
static char *
tell (SlStepRun *run)
{
  SlTrace *trace = sl_replay_get_recorded (run->replay);
  g_autoptr (SlAnnotations) annotations = sl_annotations_new ();
  g_autoptr (GArray) decisions = g_array_new (FALSE, FALSE, sizeof (SlDecision));
  GString *text = g_string_new (NULL);
  guint64 index = 0;

  while (sl_decisions_find (run->replay, index, 1, decisions))
    {
      for (guint i = 0; i < decisions->len; i++)
        {
          const SlDecision *decision = &g_array_index (decisions, SlDecision, i);
          g_autofree char *time = sl_text_step_time (sl_trace_get_clock (trace), decision->time);
          g_autofree char *sentence =
              sl_text_decision (run->replay, annotations, sl_trace_get_clock (trace), decision);

          g_string_append_printf (text, "%s: %s\n", time, sentence);
        }
      index = g_array_index (decisions, SlDecision, 0).index;
    }

  return g_string_free (text, FALSE);
}

#define TWO                          \
  "[task a]\nperiod=5ms\nwcet=2ms\n" \
  "[task b]\nperiod=7ms\nwcet=4ms\n"

#define INVERSION                                                                     \
  "[task a]\narrivals=2ms\ndeadline=20ms\nwcet=3ms\npriority=3\nsections=m@1ms+1ms\n" \
  "[task b]\narrivals=3ms\ndeadline=30ms\nwcet=5ms\npriority=2\n"                     \
  "[task c]\narrivals=0\ndeadline=40ms\nwcet=5ms\npriority=1\nsections=m@1ms+3ms\n"

#define TWO_LOCKS                                                               \
  "[task a]\narrivals=4ms\nwcet=2ms\npriority=3\nsections=n@0+1ms, m@1ms+1ms\n" \
  "[task b]\narrivals=2ms\nwcet=3ms\npriority=2\nsections=m@1ms+1ms\n"          \
  "[task c]\narrivals=0\nwcet=5ms\npriority=1\nsections=n@1ms+3ms\n"

#define SERVED                                                          \
  "[task a]\nperiod=10ms\nwcet=3ms\npriority=3\n"                       \
  "[task b]\narrivals=1ms, 3ms, 12ms\nwcet=3ms\npriority=2\nserver=s\n" \
  "[server s]\nbudget=2ms\nperiod=8ms\n"

static const Example examples[] = {
  { "ds", SERVED "policy=ds\n", SL_SIM_RM, SL_SIM_NONE, 20,
    "0 ns: boot ends; no task is ready\n"
    "0 ns: a runs: no other task is ready\n"
    "1 ms: b preempts a: it runs in s, and s’s period 8 ms is shorter than a’s 10 ms\n"
    "3 ms: b has used up its budget; a runs: no other task is ready\n"
    "5 ms: a finishes its job; no task is ready\n"
    "8 ms: b runs: no other task is ready\n"
    "9 ms: b finishes its job and starts the next\n"
    "10 ms: b has used up its budget; a runs: no other task is ready\n"
    "13 ms: a finishes its job; no task is ready\n"
    "16 ms: b runs: no other task is ready\n"
    "18 ms: b finishes its job; no task is ready\n" },
  { "ps", SERVED "policy=ps\n", SL_SIM_RM, SL_SIM_NONE, 20,
    "0 ns: boot ends; no task is ready\n"
    "0 ns: a runs: no other task is ready\n"
    "1 ms: b is released and waits: its server s has no budget now\n"
    "3 ms: a finishes its job; no task is ready\n"
    "8 ms: b runs: no other task is ready\n"
    "10 ms: b has used up its budget; a runs: no other task is ready\n"
    "13 ms: a finishes its job; no task is ready\n"
    "16 ms: b runs: no other task is ready\n"
    "17 ms: b finishes its job and starts the next\n"
    "18 ms: b has used up its budget; no task is ready\n" },
  { "cbs", SERVED "policy=cbs\n", SL_SIM_EDF, SL_SIM_NONE, 14,
    "0 ns: boot ends; no task is ready\n"
    "0 ns: a runs: no other task is ready\n"
    "1 ms: b preempts a: it runs in s, and s’s deadline 9 ms comes before a’s 10 ms\n"
    "3 ms: a preempts b: its deadline 10 ms comes before s’s 17 ms (b runs in s)\n"
    "5 ms: a finishes its job; b runs: no other task is ready\n"
    "6 ms: b finishes its job and starts the next\n"
    "9 ms: b finishes its job; no task is ready\n"
    "10 ms: a runs: no other task is ready\n"
    "12 ms: b is released and waits: it runs in s, and s’s deadline 33 ms comes after a’s 20 ms\n"
    "13 ms: a finishes its job; b runs: no other task is ready\n" },
  { "late", "[task a]\nperiod=10ms\nwcet=5ms\n[task b]\nperiod=20ms\ndeadline=8ms\nwcet=4ms\n",
    SL_SIM_RM, SL_SIM_NONE, 10,
    "0 ns: boot ends; no task is ready\n"
    "0 ns: a runs: its period 10 ms is shorter than b’s 20 ms\n"
    "0 ns: b is released and waits: its period 20 ms is longer than a’s 10 ms\n"
    "5 ms: a finishes its job; b runs: no other task is ready\n"
    "9 ms: b finishes its job (late by 1 ms); no task is ready\n" },
  { "aperiodic", "[task a]\nperiod=10ms\nwcet=2ms\n[task x]\narrivals=0, 9ms\nwcet=2ms\n",
    SL_SIM_RM, SL_SIM_NONE, 11,
    "0 ns: boot ends; no task is ready\n"
    "0 ns: a runs: its period is 10 ms, and x has none and ranks below all tasks that do\n"
    "0 ns: x is released and waits: it has no period and ranks below all tasks that do, such as a "
    "with 10 ms\n"
    "2 ms: a finishes its job; x runs: no other task is ready\n"
    "4 ms: x finishes its job; no task is ready\n"
    "9 ms: x runs: no other task is ready\n"
    "10 ms: a preempts x: its period is 10 ms, and x has none and ranks below all tasks that do\n" },
  { "rm", TWO, SL_SIM_RM, SL_SIM_NONE, 7,
    "0 ns: boot ends; no task is ready\n"
    "0 ns: a runs: its period 5 ms is shorter than b’s 7 ms\n"
    "0 ns: b is released and waits: its period 7 ms is longer than a’s 5 ms\n"
    "2 ms: a finishes its job; b runs: no other task is ready\n"
    "5 ms: a preempts b: its period 5 ms is shorter than 7 ms\n"
    "7 ms: a finishes its job; b runs: no other task is ready\n" },
  { "edf", TWO, SL_SIM_EDF, SL_SIM_NONE, 10,
    "0 ns: boot ends; no task is ready\n"
    "0 ns: a runs: its deadline 5 ms comes before b’s 7 ms\n"
    "0 ns: b is released and waits: its deadline 7 ms comes after a’s 5 ms\n"
    "2 ms: a finishes its job; b runs: no other task is ready\n"
    "5 ms: a is released and waits: its deadline 10 ms comes after b’s 7 ms\n"
    "6 ms: b finishes its job; a runs: no other task is ready\n"
    "7 ms: b is released and waits: its deadline 14 ms comes after a’s 10 ms\n"
    "8 ms: a finishes its job; b runs: no other task is ready\n" },
  { "none", INVERSION, SL_SIM_FP, SL_SIM_NONE, 13,
    "0 ns: boot ends; no task is ready\n"
    "0 ns: c runs: no other task is ready\n"
    "2 ms: a preempts c: its priority 3 is above 1\n"
    "3 ms: b is released and waits: its priority 2 is below a’s 3\n"
    "3 ms: a waits for m, which c holds; b runs: its priority 2 is above c’s 1\n"
    "8 ms: b finishes its job; c runs: no other task is ready\n"
    "10 ms: c releases m; a preempts c: its priority 3 is above 1\n"
    "12 ms: a finishes its job; c runs: no other task is ready\n"
    "13 ms: c finishes its job; no task is ready\n" },
  { "pip", INVERSION, SL_SIM_FP, SL_SIM_PIP, 13,
    "0 ns: boot ends; no task is ready\n"
    "0 ns: c runs: no other task is ready\n"
    "2 ms: a preempts c: its priority 3 is above 1\n"
    "3 ms: b is released and waits: its priority 2 is below a’s 3\n"
    "3 ms: a waits for m, which c holds; c runs at a’s priority because it holds m\n"
    "5 ms: c releases m; a preempts c: its priority 3 is above 1\n"
    "7 ms: a finishes its job; b runs: its priority 2 is above c’s 1\n"
    "12 ms: b finishes its job; c runs: no other task is ready\n"
    "13 ms: c finishes its job; no task is ready\n" },
  { "pip-edf", INVERSION, SL_SIM_EDF, SL_SIM_PIP, 13,
    "0 ns: boot ends; no task is ready\n"
    "0 ns: c runs: no other task is ready\n"
    "2 ms: a preempts c: its deadline 22 ms comes before 40 ms\n"
    "3 ms: b is released and waits: its deadline 33 ms comes after a’s 22 ms\n"
    "3 ms: a waits for m, which c holds; c runs with a’s deadline because it holds m\n"
    "5 ms: c releases m; a preempts c: its deadline 22 ms comes before 40 ms\n"
    "7 ms: a finishes its job; b runs: its deadline 33 ms comes before c’s 40 ms\n"
    "12 ms: b finishes its job; c runs: no other task is ready\n"
    "13 ms: c finishes its job; no task is ready\n" },
  { "npp", INVERSION, SL_SIM_FP, SL_SIM_NPP, 13,
    "0 ns: boot ends; no task is ready\n"
    "0 ns: c runs: no other task is ready\n"
    "2 ms: a is released and waits: c holds m and is not preempted\n"
    "3 ms: b is released and waits: c holds m and is not preempted\n"
    "4 ms: c releases m; a preempts c: its priority 3 is above 1\n"
    "7 ms: a finishes its job; b runs: its priority 2 is above c’s 1\n"
    "12 ms: b finishes its job; c runs: no other task is ready\n"
    "13 ms: c finishes its job; no task is ready\n" },
  { "icpp", INVERSION, SL_SIM_FP, SL_SIM_ICPP, 13,
    "0 ns: boot ends; no task is ready\n"
    "0 ns: c runs: no other task is ready\n"
    "2 ms: a is released and waits: c has the ceiling 3 of m, which is not below its priority 3\n"
    "3 ms: b is released and waits: c has the ceiling 3 of m, which is not below its priority 2\n"
    "4 ms: c releases m; a preempts c: its priority 3 is above 1\n"
    "7 ms: a finishes its job; b runs: its priority 2 is above c’s 1\n"
    "12 ms: b finishes its job; c runs: no other task is ready\n"
    "13 ms: c finishes its job; no task is ready\n" },
  { "srp", INVERSION, SL_SIM_FP, SL_SIM_SRP, 13,
    "0 ns: boot ends; no task is ready\n"
    "0 ns: c runs: no other task is ready\n"
    "2 ms: a is released and waits: the system ceiling 3 is not below its preemption level 3\n"
    "3 ms: b is released and waits: the system ceiling 3 is not below its preemption level 2\n"
    "4 ms: c releases m; a preempts c: its priority 3 is above 1\n"
    "7 ms: a finishes its job; b runs: its priority 2 is above c’s 1\n"
    "12 ms: b finishes its job; c runs: no other task is ready\n"
    "13 ms: c finishes its job; no task is ready\n" },
  { "srp-edf", INVERSION, SL_SIM_EDF, SL_SIM_SRP, 13,
    "0 ns: boot ends; no task is ready\n"
    "0 ns: c runs: no other task is ready\n"
    "2 ms: a is released and waits: the system ceiling 3 is not below its preemption level 3\n"
    "3 ms: b is released and waits: the system ceiling 3 is not below its preemption level 2\n"
    "4 ms: c releases m; a preempts c: its deadline 22 ms comes before 40 ms\n"
    "7 ms: a finishes its job; b runs: its deadline 33 ms comes before c’s 40 ms\n"
    "12 ms: b finishes its job; c runs: no other task is ready\n"
    "13 ms: c finishes its job; no task is ready\n" },
  { "pcp", TWO_LOCKS, SL_SIM_FP, SL_SIM_PCP, 10,
    "0 ns: boot ends; no task is ready\n"
    "0 ns: c runs: no other task is ready\n"
    "2 ms: b preempts c: its priority 2 is above 1\n"
    "3 ms: b waits for m, which is free: its priority 2 is not above the ceiling 3 of n, which c holds; c runs at b’s priority because it holds n\n"
    "4 ms: a preempts c: its priority 3 is above b’s 2 (c inherits from b)\n"
    "4 ms: a waits for n, which c holds; c runs at a’s priority because it holds n\n"
    "5 ms: c releases n; a preempts c: its priority 3 is above 1\n"
    "5 ms: b still has to wait for m, which is free: its priority 2 is not above the ceiling 3 of "
    "n, which a holds\n"
    "6 ms: b still has to wait for m, which a holds now\n"
    "7 ms: a releases m and finishes its job; b runs: its priority 2 is above c’s 1\n"
    "9 ms: b finishes its job; c runs: no other task is ready\n"
    "10 ms: c finishes its job; no task is ready\n" },
  { "fifo", INVERSION, SL_SIM_FIFO, SL_SIM_NONE, 13,
    "0 ns: boot ends; no task is ready\n"
    "0 ns: c runs: no other task is ready\n"
    "2 ms: a is released and waits: c’s job was released before its own\n"
    "3 ms: b is released and waits: c’s job was released before its own\n"
    "5 ms: c finishes its job; a runs: its job was released before b’s\n"
    "8 ms: a finishes its job; b runs: no other task is ready\n"
    "13 ms: b finishes its job; no task is ready\n" },
  { "rr", "[task a]\narrivals=0\nwcet=3ms\n[task b]\narrivals=1ms\nwcet=2ms\n", SL_SIM_RR,
    SL_SIM_NONE, 6,
    "0 ns: boot ends; no task is ready\n"
    "0 ns: a runs: no other task is ready\n"
    "1 ms: b preempts a: it is its turn\n"
    "2 ms: a preempts b: it is its turn\n"
    "3 ms: b preempts a: it is its turn\n"
    "4 ms: b finishes its job; a runs: no other task is ready\n"
    "5 ms: a finishes its job; no task is ready\n" },
  /* Sha, Rajkumar and Lehoczky’s example: at 7 ms J2 gives one lock back and is still waited for. */
  { "two-heirs",
    "[task J0]\narrivals=5ms\nwcet=5ms\npriority=3\nsections=S0@1ms+1ms, S1@3ms+1ms\n"
    "[task J1]\narrivals=2ms\nwcet=4ms\npriority=2\nsections=S2@1ms+2ms\n"
    "[task J2]\narrivals=0\nwcet=9ms\npriority=1\nsections=S2@1ms+6ms, S1@3ms+2ms\n",
    SL_SIM_FP, SL_SIM_PCP, 20,
    "0 ns: boot ends; no task is ready\n"
    "0 ns: J2 runs: no other task is ready\n"
    "2 ms: J1 preempts J2: its priority 2 is above 1\n"
    "3 ms: J1 waits for S2, which J2 holds; J2 runs at J1’s priority because it holds S2\n"
    "5 ms: J0 preempts J2: its priority 3 is above J1’s 2 (J2 inherits from J1)\n"
    "6 ms: J0 waits for S0, which is free: its priority 3 is not above the ceiling 3 of S1, which J2 holds; J2 runs at J0’s priority because it holds S1\n"
    "7 ms: J2 releases S1; J0 preempts J2: its priority 3 is above J1’s 2 (J2 inherits from J1)\n"
    "11 ms: J0 finishes its job; J2 runs at J1’s priority because it holds S2\n"
    "13 ms: J2 releases S2; J1 preempts J2: its priority 2 is above 1\n"
    "16 ms: J1 finishes its job; J2 runs: no other task is ready\n"
    "18 ms: J2 finishes its job; no task is ready\n" },
  { "tie",
    "[task a]\narrivals=0, 5ms\nwcet=1ms\npriority=1\n"
    "[task b]\narrivals=0, 4ms\nwcet=2ms\npriority=1\n",
    SL_SIM_FP, SL_SIM_NONE, 10,
    "0 ns: boot ends; no task is ready\n"
    "0 ns: a runs: b is as urgent, both were released at the same instant, and a is listed first\n"
    "0 ns: b is released and waits: a is as urgent, both were released at the same instant, and a is listed first\n"
    "1 ms: a finishes its job; b runs: no other task is ready\n"
    "3 ms: b finishes its job; no task is ready\n"
    "4 ms: b runs: no other task is ready\n"
    "5 ms: a is released and waits: b is as urgent, and its job was released first\n"
    "6 ms: b finishes its job; a runs: no other task is ready\n"
    "7 ms: a finishes its job; no task is ready\n" },
  /* The server’s budget is lost at 0 ms, when nobody asks for it, and is there again at 5 ms. */
  { "no-budget",
    "[task a]\nperiod=4ms\nwcet=1ms\n[task b]\nperiod=6ms\nwcet=2ms\n"
    "[task x]\narrivals=2ms\nwcet=2ms\nserver=s\n[server s]\npolicy=ps\nbudget=2ms\nperiod=5ms\n",
    SL_SIM_RM, SL_SIM_NONE, 7,
    "0 ns: boot ends; no task is ready\n"
    "0 ns: a runs: its period 4 ms is shorter than b’s 6 ms\n"
    "0 ns: b is released and waits: its period 6 ms is longer than a’s 4 ms\n"
    "1 ms: a finishes its job; b runs: no other task is ready\n"
    "2 ms: x is released and waits: its server s has no budget now\n"
    "3 ms: b finishes its job; no task is ready\n"
    "4 ms: a runs: the server s has no budget for x now\n"
    "5 ms: a finishes its job; x runs: no other task is ready\n"
    "6 ms: b is released and waits: its period 6 ms is longer than s’s 5 ms (x runs in s)\n"
    "7 ms: x finishes its job; b runs: no other task is ready\n" },
  { "section-ends-with-job",
    "[task a]\narrivals=1ms\nwcet=5ms\npriority=2\nsections=m@0+1ms\n"
    "[task b]\narrivals=0\nwcet=2ms\npriority=1\nsections=m@0+2ms\n",
    SL_SIM_FP, SL_SIM_PIP, 10,
    "0 ns: boot ends; no task is ready\n"
    "0 ns: b runs: no other task is ready\n"
    "1 ms: a preempts b: its priority 2 is above 1\n"
    "1 ms: a waits for m, which b holds; b runs at a’s priority because it holds m\n"
    "2 ms: b releases m and finishes its job; a runs: no other task is ready\n"
    "7 ms: a finishes its job; no task is ready\n" },
  { "chain-of-inheritance",
    "[task H]\narrivals=5ms\nwcet=2ms\npriority=9\nsections=A@1ms+1ms\n"
    "[task K]\narrivals=7ms\nwcet=1ms\npriority=7\n"
    "[task M]\narrivals=2ms\nwcet=5ms\npriority=5\nsections=A@1ms+3ms, B@2ms+1ms\n"
    "[task L]\narrivals=0\nwcet=6ms\npriority=1\nsections=B@1ms+4ms\n",
    SL_SIM_FP, SL_SIM_PIP, 20,
    "0 ns: boot ends; no task is ready\n"
    "0 ns: L runs: no other task is ready\n"
    "2 ms: M preempts L: its priority 5 is above 1\n"
    "4 ms: M waits for B, which L holds; L runs at M’s priority because it holds B\n"
    "5 ms: H preempts L: its priority 9 is above M’s 5 (L inherits from M)\n"
    "6 ms: H waits for A, which M holds; L runs at H’s priority because it holds B\n"
    "7 ms: K is released and waits: L runs at H’s priority because it holds B\n"
    "8 ms: L releases B; M runs at H’s priority because it holds A\n"
    "10 ms: M releases A; H preempts M: its priority 9 is above 5\n"
    "11 ms: H releases A and finishes its job; K runs: its priority 7 is above M’s 5\n"
    "12 ms: K finishes its job; M runs: its priority 5 is above L’s 1\n"
    "13 ms: M finishes its job; L runs: no other task is ready\n"
    "14 ms: L finishes its job; no task is ready\n" },
  { "released-when-section-ends",
    "[task a]\narrivals=3ms\nwcet=1ms\npriority=3\n"
    "[task b]\narrivals=2ms\nwcet=2ms\npriority=2\nsections=m@0+1ms\n"
    "[task c]\narrivals=0\nwcet=4ms\npriority=1\nsections=m@1ms+2ms\n",
    SL_SIM_FP, SL_SIM_PIP, 10,
    "0 ns: boot ends; no task is ready\n"
    "0 ns: c runs: no other task is ready\n"
    "2 ms: b preempts c: its priority 2 is above 1\n"
    "2 ms: b waits for m, which c holds; c runs at b’s priority because it holds m\n"
    "3 ms: c releases m; a preempts c: its priority 3 is above 1\n"
    "3 ms: b can take m now and is ready: its priority 2 is below a’s 3\n"
    "4 ms: a finishes its job; b runs: its priority 2 is above c’s 1\n"
    "6 ms: b finishes its job; c runs: no other task is ready\n"
    "7 ms: c finishes its job; no task is ready\n" },
  /* Without a protocol the lock is handed over, and b has it though a runs first. */
  { "handed-over",
    "[task a]\narrivals=3ms\nwcet=1ms\npriority=3\n"
    "[task b]\narrivals=2ms\nwcet=2ms\npriority=2\nsections=m@0+1ms\n"
    "[task c]\narrivals=0\nwcet=4ms\npriority=1\nsections=m@1ms+2ms\n",
    SL_SIM_FP, SL_SIM_NONE, 10,
    "0 ns: boot ends; no task is ready\n"
    "0 ns: c runs: no other task is ready\n"
    "2 ms: b preempts c: its priority 2 is above 1\n"
    "2 ms: b waits for m, which c holds; c runs: no other task is ready\n"
    "3 ms: c releases m; a preempts c: its priority 3 is above 1\n"
    "3 ms: b gets m and is ready: its priority 2 is below a’s 3\n"
    "4 ms: a finishes its job; b runs: its priority 2 is above c’s 1\n"
    "6 ms: b finishes its job; c runs: no other task is ready\n"
    "7 ms: c finishes its job; no task is ready\n" },
};

static void
test_example (gconstpointer data)
{
  const Example *example = data;
  const SlSimOptions options = { .scheduler = example->scheduler,
                                 .protocol = example->protocol,
                                 .until = example->until * MS,
                                 .quantum = MS,
                                 .seed = 1 };
  g_autoptr (SlStepRun) run = sl_step_run_new (example->set, &options);
  g_autofree char *story = tell (run);

  g_test_summary ("The sentences about a worked example, one by one");
  g_assert_cmpstr (story, ==, example->story);
}

static void
test_abort (void)
{
  const SlSimOptions options = { .scheduler = SL_SIM_DM,
                                 .overrun = SL_SIM_ABORT,
                                 .until = 10 * MS,
                                 .quantum = MS };
  g_autoptr (SlStepRun) run =
      sl_step_run_new ("[task a]\nperiod=10ms\nwcet=4ms\n"
                       "[task b]\nperiod=10ms\ndeadline=9ms\nwcet=7ms\n"
                       "[task c]\nperiod=10ms\ndeadline=8ms\nwcet=3ms\n"
                       "[task d]\nperiod=10ms\noffset=1ms\ndeadline=8ms\nwcet=2ms\n",
                       &options);
  g_autofree char *story = tell (run);

  g_test_summary (
      "A job that ends at its deadline is aborted: it does not finish, nor go to sleep");
  g_assert_cmpstr (
      story, ==,
      "0 ns: boot ends; no task is ready\n"
      "0 ns: c runs: its relative deadline 8 ms is shorter than b’s 9 ms\n"
      "0 ns: a is released and waits: its relative deadline 10 ms is longer than c’s 8 ms\n"
      "0 ns: b is released and waits: its relative deadline 9 ms is longer than c’s 8 ms\n"
      "1 ms: d is released and waits: c is as urgent, and its job was released first\n"
      "3 ms: c finishes its job; d runs: its relative deadline 8 ms is shorter than b’s 9 ms\n"
      "5 ms: d finishes its job; b runs: its relative deadline 9 ms is shorter than a’s 10 ms\n"
      "9 ms: the job of b is aborted at its deadline; a runs: no other task is ready\n");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/decisions/abort", test_abort);
  for (guint i = 0; i < G_N_ELEMENTS (examples); i++)
    {
      g_autofree char *path = g_strconcat ("/decisions/example/", examples[i].name, NULL);

      g_test_add_data_func (path, &examples[i], test_example);
    }

  return g_test_run ();
}
