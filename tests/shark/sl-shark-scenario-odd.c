/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a trace may hold beside the usual. Where records are missing, no truth is told but what was
 * not recorded. */
#include "sl-shark-scenario-private.h"

#define FAMILY_TASK  2
#define FAMILY_TIMER 11

typedef struct
{
  SlSharkWriter *writer;
  SlSharkKernel *kernel;
} Run;

/* One periodic task and main, which creates it and ends. */
static Run
begin (const SlSharkTaskSpec *task, SlSharkTruth *truth)
{
  static const SlSharkTaskSpec main_task = {
    .level = 3,
    .steps = { { SL_SHARK_COMPUTE, 60 }, { SL_SHARK_CREATE, 0 }, { SL_SHARK_EXIT, 0 } },
  };
  Run run = { .writer = sl_shark_writer_new () };

  run.kernel = sl_shark_kernel_new (&sl_shark_usual_setup, run.writer, truth);
  sl_shark_kernel_add_task (run.kernel, task);
  sl_shark_kernel_boot (run.kernel, &main_task);

  return run;
}

static GPtrArray *
end (Run *run)
{
  GPtrArray *files = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);

  sl_shark_kernel_shut_down (run->kernel);
  g_ptr_array_add (files, sl_shark_writer_get_bytes (run->writer));
  sl_shark_kernel_free (run->kernel);
  sl_shark_writer_free (run->writer);

  return files;
}

static const SlSharkTaskSpec usual_task = {
  .level = 1,
  .offset_us = 500,
  .period_us = 2000,
  .steps = { { SL_SHARK_COMPUTE, 700 } },
};

static void
add_not_recorded (SlSharkTruth *truth, const char *family, guint64 begin, guint64 end)
{
  SlSharkTruthTrack *track = sl_shark_truth_add_track (truth, "trace");

  sl_shark_truth_set_partial (truth);
  sl_shark_truth_set (truth, track, "not-recorded", family, begin);
  sl_shark_truth_set (truth, track, NULL, NULL, end);
}

GPtrArray *
make_filter_start (SlSharkTruth *truth)
{
  static const SlSharkTaskSpec main_task = {
    .level = 3,
    .steps = { { SL_SHARK_COMPUTE, 60 }, { SL_SHARK_CREATE, 0 }, { SL_SHARK_EXIT, 0 } },
  };
  g_autoptr (SlSharkWriter) writer = sl_shark_writer_new ();
  Run run = { writer, sl_shark_kernel_new (&sl_shark_usual_setup, writer, NULL) };
  guint64 from;

  g_steal_pointer (&writer);
  sl_shark_kernel_add_task (run.kernel, &usual_task);
  sl_shark_kernel_filter (run.kernel, FAMILY_TIMER, TRUE);
  from = sl_shark_kernel_get_now (run.kernel);
  sl_shark_kernel_boot (run.kernel, &main_task);
  sl_shark_kernel_run (run.kernel, 9000);
  sl_shark_kernel_filter (run.kernel, FAMILY_TIMER, FALSE);
  add_not_recorded (truth, "timer", from, sl_shark_kernel_get_now (run.kernel));
  sl_shark_kernel_run (run.kernel, 5000);

  return end (&run);
}

GPtrArray *
make_filter_middle (SlSharkTruth *truth)
{
  Run run = begin (&usual_task, NULL);
  guint64 from;

  sl_shark_kernel_run (run.kernel, 5000);
  sl_shark_kernel_filter (run.kernel, FAMILY_TASK, TRUE);
  from = sl_shark_kernel_get_now (run.kernel);
  sl_shark_kernel_run (run.kernel, 5000);
  sl_shark_kernel_filter (run.kernel, FAMILY_TASK, FALSE);
  add_not_recorded (truth, "task", from, sl_shark_kernel_get_now (run.kernel));
  sl_shark_kernel_run (run.kernel, 5000);

  return end (&run);
}

GPtrArray *
make_blackout (SlSharkTruth *truth)
{
  Run run = begin (&usual_task, NULL);
  SlSharkTruthTrack *track = sl_shark_truth_add_track (truth, "trace");

  sl_shark_truth_set_partial (truth);
  sl_shark_kernel_run (run.kernel, 5000);
  sl_shark_truth_set (truth, track, "gap", "blackout",
                      sl_shark_kernel_log (run.kernel, SL_SHARK_BLACKOUT_START, 0, 0));
  sl_shark_kernel_run (run.kernel, 100);
  sl_shark_truth_set (truth, track, NULL, NULL,
                      sl_shark_kernel_log (run.kernel, SL_SHARK_BLACKOUT_END, 0, 0));
  sl_shark_kernel_run (run.kernel, 5000);

  return end (&run);
}

GPtrArray *
make_fast_points (SlSharkTruth *truth)
{
  static const SlSharkTaskSpec task = {
    .level = 1,
    .offset_us = 500,
    .period_us = 2000,
    .steps = { { SL_SHARK_FAST_POINT, 1000 },
               { SL_SHARK_COMPUTE, 300 },
               { SL_SHARK_FAST_POINT, 2000 },
               { SL_SHARK_COMPUTE, 300 },
               { SL_SHARK_POINT, 6000 } },
  };
  Run run = begin (&task, truth);

  sl_shark_kernel_run (run.kernel, 9000);

  return end (&run);
}

GPtrArray *
make_interrupt_counts (SlSharkTruth *truth)
{
  const guint16 line = 11;
  Run run = begin (&usual_task, NULL);

  for (guint32 i = 0; i < 25; i++)
    {
      sl_shark_kernel_run (run.kernel, 400);
      sl_shark_kernel_log (run.kernel, SL_SHARK_INTERRUPT_COUNT, line, i % 7 * (i % 3));
    }

  return end (&run);
}

/* The first task ends after its first job; the next that is created gets its context. */
GPtrArray *
make_context_reuse (SlSharkTruth *truth)
{
  static const SlSharkTaskSpec first = {
    .level = 1,
    .period_us = 2000,
    .steps = { { SL_SHARK_COMPUTE, 500 }, { SL_SHARK_EXIT, 0 } },
  };
  static const SlSharkTaskSpec main_task = {
    .level = 3,
    .steps = { { SL_SHARK_COMPUTE, 60 },
               { SL_SHARK_CREATE, 0 },
               { SL_SHARK_COMPUTE, 900 },
               { SL_SHARK_CREATE, 1 },
               { SL_SHARK_COMPUTE, 100 },
               { SL_SHARK_EXIT, 0 } },
  };
  Run run = { .writer = sl_shark_writer_new () };

  run.kernel = sl_shark_kernel_new (&sl_shark_usual_setup, run.writer, truth);
  sl_shark_kernel_add_task (run.kernel, &first);
  sl_shark_kernel_add_task (run.kernel, &usual_task);
  sl_shark_kernel_boot (run.kernel, &main_task);
  sl_shark_kernel_run (run.kernel, 9000);

  return end (&run);
}

/* The kernel does not clear the context of a dead task: its id is listed all the same. */
GPtrArray *
make_stale_ids (SlSharkTruth *truth)
{
  Run run = begin (&usual_task, NULL);

  sl_shark_kernel_log (run.kernel, SL_SHARK_ID, 288, 4);
  sl_shark_kernel_log (run.kernel, SL_SHARK_ID, 256, 5);
  sl_shark_kernel_run (run.kernel, 6000);

  return end (&run);
}

GPtrArray *
make_frequency_change (SlSharkTruth *truth)
{
  static const SlSharkTaskSpec task = {
    .level = 1,
    .offset_us = 500,
    .period_us = 4000,
    .steps = { { SL_SHARK_COMPUTE, 500 },
               { SL_SHARK_FREQUENCY, 200000 },
               { SL_SHARK_COMPUTE, 500 },
               { SL_SHARK_FREQUENCY, 400000 },
               { SL_SHARK_COMPUTE, 500 } },
  };
  Run run = begin (&task, truth);

  sl_shark_kernel_run (run.kernel, 10000);

  return end (&run);
}

/* A BIOS call in context 80, whose return is not logged, and a descriptor without a context. */
GPtrArray *
make_special_contexts (SlSharkTruth *truth)
{
  Run run = begin (&usual_task, NULL);

  sl_shark_kernel_run (run.kernel, 3000);
  sl_shark_kernel_log (run.kernel, SL_SHARK_CONTEXT_SWITCH, 80, 0);
  sl_shark_kernel_run (run.kernel, 3000);
  sl_shark_kernel_log (run.kernel, SL_SHARK_TASK_SCHEDULE, 0, 0);
  sl_shark_kernel_run (run.kernel, 3000);

  return end (&run);
}

GPtrArray *
make_every_code (SlSharkTruth *truth)
{
  g_autoptr (SlSharkWriter) writer = sl_shark_writer_new ();
  GPtrArray *files = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  guint64 tsc = sl_shark_usual_setup.start;

  sl_shark_writer_add (writer, SL_SHARK_TRACE_START, 256, tsc, sl_shark_usual_setup.khz);
  for (guint code = 1; code <= 0xff; code++)
    {
      if (!sl_shark_code_is_known (code) && code % 5 != 0)
        continue; /* a few unknown ones will do */
      tsc += 400;
      sl_shark_writer_add (writer, code, code == SL_SHARK_CYCLES_PER_MSEC ? 0 : 256, tsc,
                           sl_shark_usual_setup.khz);
    }
  g_ptr_array_add (files, sl_shark_writer_get_bytes (writer));

  return files;
}
