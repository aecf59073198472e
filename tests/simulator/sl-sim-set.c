/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-sim-set.h"

/* Returns: (transfer full): what @text does; it has to be right */
SlSimRun *
sl_sim_set_run (const char *text, const SlSimOptions *options)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SlTaskModel) model = sl_task_model_parse (text, "set", &error);
  g_autoptr (SlTaskSet) set = NULL;
  SlSimRun *run;

  g_assert_no_error (error);
  set = sl_task_set_new (model, &error);
  g_assert_no_error (error);
  run = sl_simulator_run (set, options, &error);
  g_assert_no_error (error);
  return run;
}

/* Returns: (transfer full): who runs when, such as "a0-2 b2-5 a5-6", in units, idle times left out */
char *
sl_sim_set_print (const SlSimRun *run, gint64 unit)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < run->slices->len; i++)
    {
      SlSimSlice slice = g_array_index (run->slices, SlSimSlice, i);

      if (slice.lock != SL_SIM_NO_LOCK)
        continue;

      /* Another task may have run for no time at all, or held a lock until then. */
      for (; i + 1 < run->slices->len; i++)
        {
          const SlSimSlice *next = &g_array_index (run->slices, SlSimSlice, i + 1);

          if (next->lock == SL_SIM_NO_LOCK &&
              (next->task != slice.task || next->begin != slice.end))
            break;
          if (next->lock == SL_SIM_NO_LOCK)
            slice.end = next->end;
        }
      g_string_append_printf (text, "%s%c%" G_GINT64_FORMAT "-%" G_GINT64_FORMAT,
                              text->len > 0 ? " " : "", (char) ('a' + slice.task),
                              slice.begin / unit, slice.end / unit);
    }

  return g_string_free (g_steal_pointer (&text), FALSE);
}
