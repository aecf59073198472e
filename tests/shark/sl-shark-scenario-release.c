/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What an activation means: a release, the announcement of one, or nothing. */
#include "sl-shark-scenario-private.h"

static const SlSharkTaskSpec creates_two =
    SL_SHARK_MAIN_CREATES ({ SL_SHARK_CREATE, 0 }, { SL_SHARK_CREATE, 1 });

static const SlSharkTaskSpec periodic = {
  .level = 1,
  .period_us = 5000,
  .steps = { { SL_SHARK_COMPUTE, 800 } },
};

static GPtrArray *
run (const SlSharkTaskSpec *tasks,
     const SlSharkLineSpec *lines,
     guint n_lines,
     guint64 duration_us,
     SlSharkTruth *truth)
{
  return sl_shark_scenario_run (&sl_shark_usual_setup, &creates_two, tasks, 2, lines, n_lines,
                                duration_us, truth);
}

GPtrArray *
make_activated_ahead (SlSharkTruth *truth)
{
  const SlSharkTaskSpec tasks[] = {
    periodic,
    { .level = 1,
      .offset_us = 3300,
      .activated_ahead = TRUE,
      .period_us = 4000,
      .steps = { { SL_SHARK_COMPUTE, 900 } } },
  };

  return run (tasks, NULL, 0, 30000, truth);
}

GPtrArray *
make_refused_first (SlSharkTruth *truth)
{
  static const SlSharkTaskSpec tasks[] = {
    { .level = 1, .period_us = 5000, .steps = { { SL_SHARK_COMPUTE, 800 } } },
    { .level = 1,
      .sporadic = TRUE,
      .refused = 2,
      .period_us = 3000,
      .steps = { { SL_SHARK_COMPUTE, 1700 } } },
  };
  static const SlSharkLineSpec lines[] = {
    { .line = 5, .first_us = 700, .period_us = 3700, .body_us = 20, .activates = 1 },
    { .line = 6, .first_us = 12300, .period_us = 7400, .body_us = 15, .activates = 1 },
  };

  return run (tasks, lines, G_N_ELEMENTS (lines), 40000, truth);
}

/* The hard task runs while three jobs of the soft one come. */
GPtrArray *
make_starved_server (SlSharkTruth *truth)
{
  static const SlSharkTaskSpec tasks[] = {
    { .level = 1,
      .period_us = 24000,
      .deadline_us = 9000,
      .steps = { { SL_SHARK_COMPUTE, 7000 } } },
    { .level = 2,
      .period_us = 3000,
      .deadline_us = 12000,
      .reactivated = TRUE,
      .steps = { { SL_SHARK_COMPUTE, 900 } } },
  };

  return run (tasks, NULL, 0, 40000, truth);
}

/* The trace begins while two jobs of the soft task wait. */
GPtrArray *
make_queued_begin (SlSharkTruth *truth)
{
  g_autoptr (GPtrArray) files = make_starved_server (truth);
  GBytes *records = g_ptr_array_index (files, 0);
  gsize n_records = g_bytes_get_size (records) / SL_SHARK_RECORD_SIZE;
  GPtrArray *cut = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  const guint8 *data = g_bytes_get_data (records, NULL);
  guint first = 0;

  for (guint n_releases = 0; n_releases < 3; first++)
    {
      SlSharkRecord record = sl_shark_record_read (data + first * SL_SHARK_RECORD_SIZE);

      if (record.code == SL_SHARK_TASK_TIMER)
        n_releases++;
    }

  sl_shark_truth_begin_at (truth, sl_shark_record_read (data + first * SL_SHARK_RECORD_SIZE).tsc);
  g_ptr_array_add (cut, sl_shark_shape_part (records, first, n_records - first));

  return cut;
}
