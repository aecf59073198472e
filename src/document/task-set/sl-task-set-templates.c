/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-task-set-templates.h"

#include <glib/gi18n.h>

/* Task sets to begin with, each of which shows one thing. */

/* Everything in time, at a utilisation that the bound of Liu and Layland does not promise. */
#define RATE_MONOTONIC                       \
  "[scheduler]\npolicy=rm\n\n"               \
  "[task fast]\nperiod=10ms\nwcet=3ms\n\n"   \
  "[task middle]\nperiod=20ms\nwcet=6ms\n\n" \
  "[task slow]\nperiod=40ms\nwcet=10ms\n"

/* 2/5 + 4/7 is 0.97: too much for fixed priorities, not for deadlines. */
#define EARLIEST_DEADLINE                  \
  "[scheduler]\npolicy=edf\n\n"            \
  "[task short]\nperiod=5ms\nwcet=2ms\n\n" \
  "[task long]\nperiod=7ms\nwcet=4ms\n"

/* 1.1 in all: under EDF one late job makes the others late. */
#define OVERLOAD                                  \
  "[scheduler]\npolicy=edf\noverrun=continue\n\n" \
  "[task control]\nperiod=10ms\nwcet=4ms\n\n"     \
  "[task video]\nperiod=15ms\nwcet=6ms\n\n"       \
  "[task log]\nperiod=20ms\nwcet=6ms\n"

/* While low holds the bus that high waits for, middle keeps low from running. */
#define INVERSION(protocol)                                                              \
  "[scheduler]\npolicy=fp\nprotocol=" protocol "\nuntil=50ms\n\n"                        \
  "[task high]\nperiod=50ms\noffset=4ms\nwcet=5ms\npriority=3\nsections=bus@1ms+2ms\n\n" \
  "[task middle]\nperiod=50ms\noffset=6ms\nwcet=12ms\npriority=2\n\n"                    \
  "[task low]\nperiod=50ms\nwcet=9ms\npriority=1\nsections=bus@2ms+5ms\n"

#define ROUND_ROBIN                          \
  "[scheduler]\npolicy=rr\nquantum=2ms\n\n"  \
  "[task first]\nperiod=30ms\nwcet=7ms\n\n"  \
  "[task second]\nperiod=30ms\nwcet=5ms\n\n" \
  "[task third]\nperiod=30ms\nwcet=9ms\n"

/* The seed draws what varies. */
#define VARYING                                                                            \
  "[scheduler]\npolicy=dm\nseed=1\nuntil=120ms\n\n"                                        \
  "[task sensor]\nperiod=10ms\ndeadline=6ms\nwcet=2ms\njitter=2ms\nexecution=1ms..2ms\n\n" \
  "[task radio]\nperiod=15ms\nsporadic=10ms\nwcet=4ms\nexecution=2ms..4ms\n\n"             \
  "[task operator]\narrivals=12ms, 50ms, 53ms\nwcet=3ms\ndeadline=20ms\n"

/* What comes at any time has no more than the server’s share. */
#define SERVER                                                          \
  "[scheduler]\npolicy=edf\nuntil=60ms\n\n"                             \
  "[task control]\nperiod=10ms\nwcet=4ms\n\n"                           \
  "[task video]\narrivals=3ms, 12ms, 31ms\nwcet=5ms\nserver=camera\n\n" \
  "[server camera]\npolicy=cbs\nbudget=3ms\nperiod=10ms\n"

#define EMPTY "[scheduler]\npolicy=rm\n\n[task task1]\nperiod=10ms\nwcet=2ms\n"

static const SlTaskSetTemplate templates[] = {
  { "rm", N_ ("Rate Monotonic"), RATE_MONOTONIC },
  { "edf", N_ ("Earliest Deadline First"), EARLIEST_DEADLINE },
  { "overload", N_ ("Overload"), OVERLOAD },
  { "inversion", N_ ("Priority Inversion"), INVERSION ("none") },
  { "inheritance", N_ ("Priority Inheritance"), INVERSION ("pip") },
  { "round-robin", N_ ("Round Robin"), ROUND_ROBIN },
  { "varying", N_ ("Jitter and Varying Execution"), VARYING },
  { "server", N_ ("Constant Bandwidth Server"), SERVER },
  { "one", N_ ("One Task"), EMPTY },
};

/**
 * sl_task_set_templates_get:
 *
 * Returns: (transfer none): all of them, the first to begin with
 */
const SlTaskSetTemplate *
sl_task_set_templates_get (guint *n_templates)
{
  *n_templates = G_N_ELEMENTS (templates);
  return templates;
}

/**
 * sl_task_set_templates_find:
 *
 * Returns: (transfer none) (nullable)
 */
const SlTaskSetTemplate *
sl_task_set_templates_find (const char *id)
{
  for (guint i = 0; i < G_N_ELEMENTS (templates); i++)
    if (g_str_equal (templates[i].id, id))
      return &templates[i];

  return NULL;
}
