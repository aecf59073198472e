/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Task sets: whatever the text says, it is refused with a reason or runs to its end. */
#include "sl-simulator.h"

/* What takes longer shows nothing more. */
#define MAX_UNTIL   G_GINT64_CONSTANT (100000000)
#define MIN_QUANTUM G_GINT64_CONSTANT (100000)

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

/* The shortest time between two of what comes again and again. */
static gint64
get_shortest (const SlTaskSet *set)
{
  gint64 shortest = MAX_UNTIL;

  for (guint i = 0; i < sl_task_set_get_n_tasks (set); i++)
    {
      gint64 period = sl_task_set_get_task (set, i)->pattern.period;

      shortest = period > 0 ? MIN (shortest, period) : shortest;
    }
  for (guint i = 0; i < sl_task_set_get_n_lines (set); i++)
    {
      gint64 period = sl_task_set_get_line (set, i)->pattern.period;

      shortest = period > 0 ? MIN (shortest, period) : shortest;
    }
  for (guint i = 0; i < sl_task_set_get_n_servers (set); i++)
    shortest = MIN (shortest, sl_task_set_get_server (set, i)->budget);

  return shortest;
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autofree char *text = g_strndup ((const char *) data, size);
  g_autoptr (GError) error = NULL;
  g_autoptr (SlTaskModel) model = sl_task_model_parse (text, "fuzz", &error);
  g_autoptr (SlTaskSet) set = model != NULL ? sl_task_set_new (model, &error) : NULL;
  g_autoptr (SlSimRun) run = NULL;
  SlSimOptions options;

  if (set != NULL && sl_sim_options_read (model, &options, &error))
    {
      options.until = MIN (MAX_UNTIL, 1000 * get_shortest (set));
      options.quantum = MAX (options.quantum, MIN_QUANTUM);
      run = sl_simulator_run (set, &options, &error);
    }
  g_assert_true ((run != NULL) == (error == NULL));
  return 0;
}
