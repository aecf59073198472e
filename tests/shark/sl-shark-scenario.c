/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-shark-scenario-private.h"

static const SlSharkScenario scenarios[] = {
  { "edf-preemption", "Three periodic tasks under EDF, with preemptions", make_edf_preemption },
  { "mutex-inheritance",
    "Three tasks and a mutex: unbounded inversion cured by priority inheritance",
    make_mutex_inheritance },
  { "server-budget", "A hard CBS that exhausts its budget and is replenished", make_server_budget },
  { "interrupts", "Interrupts during a task, also nested", make_interrupts },
  { "deadline-miss", "A job that computes too long and misses its deadline", make_deadline_miss },
  { "semaphores", "A producer and a consumer with a semaphore", make_semaphores },
  { "jumping-balls", "All of it: EDF, a mutex, a server, interrupts, a deadline miss",
    make_jumping_balls },
};

const SlSharkScenario *
sl_shark_scenarios_get_all (guint *n_scenarios)
{
  *n_scenarios = G_N_ELEMENTS (scenarios);

  return scenarios;
}

/* Returns: (nullable): the scenario of that name */
const SlSharkScenario *
sl_shark_scenarios_find (const char *id)
{
  for (guint i = 0; i < G_N_ELEMENTS (scenarios); i++)
    {
      if (g_str_equal (scenarios[i].id, id))
        return &scenarios[i];
    }

  return NULL;
}

GPtrArray *
sl_shark_scenario_make (const SlSharkScenario *self, SlSharkTruth *truth)
{
  return self->make (truth);
}
