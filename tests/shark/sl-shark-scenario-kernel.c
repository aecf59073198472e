/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Scenarios that a running kernel makes by itself. */
#include "sl-shark-scenario-private.h"

const SlSharkSetup sl_shark_usual_setup = { 400000, G_GUINT64_CONSTANT (24000000000), 7, FALSE,
                                            FALSE };

static const SlSharkTaskSpec creates_one = SL_SHARK_MAIN_CREATES ({ SL_SHARK_CREATE, 0 });
static const SlSharkTaskSpec creates_two =
    SL_SHARK_MAIN_CREATES ({ SL_SHARK_CREATE, 0 }, { SL_SHARK_CREATE, 1 });
static const SlSharkTaskSpec creates_three =
    SL_SHARK_MAIN_CREATES ({ SL_SHARK_CREATE, 0 }, { SL_SHARK_CREATE, 1 }, { SL_SHARK_CREATE, 2 });

GPtrArray *
sl_shark_scenario_run (const SlSharkSetup *setup,
                       const SlSharkTaskSpec *main_task,
                       const SlSharkTaskSpec *tasks,
                       guint n_tasks,
                       const SlSharkLineSpec *lines,
                       guint n_lines,
                       guint64 duration_us,
                       SlSharkTruth *truth)
{
  g_autoptr (SlSharkWriter) writer = sl_shark_writer_new ();
  g_autoptr (SlSharkKernel) kernel = sl_shark_kernel_new (setup, writer, truth);
  GPtrArray *files = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);

  for (guint i = 0; i < n_tasks; i++)
    sl_shark_kernel_add_task (kernel, &tasks[i]);
  for (guint i = 0; i < n_lines; i++)
    sl_shark_kernel_add_line (kernel, &lines[i]);
  sl_shark_kernel_boot (kernel, main_task);
  sl_shark_kernel_run (kernel, duration_us);
  sl_shark_kernel_shut_down (kernel);
  g_ptr_array_add (files, sl_shark_writer_get_bytes (writer));

  return files;
}

static GPtrArray *
run (const SlSharkTaskSpec *main_task,
     const SlSharkTaskSpec *tasks,
     guint n_tasks,
     const SlSharkLineSpec *lines,
     guint n_lines,
     guint64 duration_us,
     SlSharkTruth *truth)
{
  return sl_shark_scenario_run (&sl_shark_usual_setup, main_task, tasks, n_tasks, lines, n_lines,
                                duration_us, truth);
}

GPtrArray *
make_edf_preemption (SlSharkTruth *truth)
{
  static const SlSharkTaskSpec tasks[] = {
    { .level = 1,
      .offset_us = 500,
      .period_us = 4000,
      .jitter = 20,
      .steps = { { SL_SHARK_COMPUTE, 1000 } } },
    { .level = 1,
      .offset_us = 500,
      .period_us = 6000,
      .jitter = 20,
      .steps = { { SL_SHARK_COMPUTE, 2000 } } },
    { .level = 1,
      .offset_us = 500,
      .period_us = 12000,
      .jitter = 20,
      .steps = { { SL_SHARK_COMPUTE, 3000 } } },
  };

  return run (&creates_three, tasks, G_N_ELEMENTS (tasks), NULL, 0, 30000, truth);
}

GPtrArray *
make_mutex_inheritance (SlSharkTruth *truth)
{
  static const SlSharkTaskSpec tasks[] = {
    /* low: holds the mutex for long */
    { .level = 1,
      .offset_us = 200,
      .period_us = 24000,
      .steps = { { SL_SHARK_COMPUTE, 300 },
                 { SL_SHARK_LOCK, 0 },
                 { SL_SHARK_COMPUTE, 3000 },
                 { SL_SHARK_UNLOCK, 0 },
                 { SL_SHARK_COMPUTE, 500 } } },
    /* medium: would keep low, and so high, waiting */
    { .level = 1, .offset_us = 1600, .period_us = 12000, .steps = { { SL_SHARK_COMPUTE, 2500 } } },
    /* high: wants the mutex */
    { .level = 1,
      .offset_us = 1000,
      .period_us = 8000,
      .steps = { { SL_SHARK_COMPUTE, 400 },
                 { SL_SHARK_LOCK, 0 },
                 { SL_SHARK_COMPUTE, 600 },
                 { SL_SHARK_UNLOCK, 0 },
                 { SL_SHARK_COMPUTE, 200 } } },
  };

  return run (&creates_three, tasks, G_N_ELEMENTS (tasks), NULL, 0, 50000, truth);
}

/* The low task holds one mutex, the medium one the other while it wants the first, and the high
 * one wants that of the medium one. */
GPtrArray *
make_lock_chain (SlSharkTruth *truth)
{
  static const SlSharkTaskSpec tasks[] = {
    { .level = 1,
      .offset_us = 200,
      .period_us = 24000,
      .steps = { { SL_SHARK_COMPUTE, 300 },
                 { SL_SHARK_LOCK, 0 },
                 { SL_SHARK_COMPUTE, 2500 },
                 { SL_SHARK_UNLOCK, 0 },
                 { SL_SHARK_COMPUTE, 400 } } },
    { .level = 1,
      .offset_us = 900,
      .period_us = 16000,
      .steps = { { SL_SHARK_COMPUTE, 200 },
                 { SL_SHARK_LOCK, 1 },
                 { SL_SHARK_COMPUTE, 300 },
                 { SL_SHARK_LOCK, 0 },
                 { SL_SHARK_COMPUTE, 500 },
                 { SL_SHARK_UNLOCK, 0 },
                 { SL_SHARK_COMPUTE, 200 },
                 { SL_SHARK_UNLOCK, 1 } } },
    { .level = 1,
      .offset_us = 1900,
      .period_us = 8000,
      .steps = { { SL_SHARK_COMPUTE, 200 },
                 { SL_SHARK_LOCK, 1 },
                 { SL_SHARK_COMPUTE, 400 },
                 { SL_SHARK_UNLOCK, 1 },
                 { SL_SHARK_COMPUTE, 100 } } },
  };

  return run (&creates_three, tasks, G_N_ELEMENTS (tasks), NULL, 0, 50000, truth);
}

GPtrArray *
make_server_budget (SlSharkTruth *truth)
{
  static const SlSharkTaskSpec tasks[] = {
    { .level = 1, .offset_us = 500, .period_us = 5000, .steps = { { SL_SHARK_COMPUTE, 1200 } } },
    { .level = 2,
      .period_us = 6000,
      .budget_us = 1500,
      .server = 0x1731c00,
      .steps = { { SL_SHARK_COMPUTE, 3600 } } },
  };
  static const SlSharkLineSpec lines[] = {
    { .line = 11, .first_us = 1200, .period_us = 17000, .body_us = 12, .activates = 1 },
  };

  return run (&creates_two, tasks, G_N_ELEMENTS (tasks), lines, G_N_ELEMENTS (lines), 45000, truth);
}

GPtrArray *
make_interrupts (SlSharkTruth *truth)
{
  static const SlSharkTaskSpec tasks[] = {
    { .level = 1, .offset_us = 500, .period_us = 3000, .steps = { { SL_SHARK_COMPUTE, 1400 } } },
  };
  static const SlSharkLineSpec lines[] = {
    { .line = 14,
      .first_us = 900,
      .period_us = 1700,
      .body_us = 60,
      .nested_line = 1,
      .activates = -1 },
    { .line = 1, .first_us = 1300, .period_us = 4100, .body_us = 15, .activates = -1 },
  };

  return run (&creates_one, tasks, G_N_ELEMENTS (tasks), lines, G_N_ELEMENTS (lines), 20000, truth);
}

GPtrArray *
make_deadline_miss (SlSharkTruth *truth)
{
  static const SlSharkTaskSpec tasks[] = {
    { .level = 1,
      .offset_us = 500,
      .period_us = 5000,
      .late_job = 3,
      .steps = { { SL_SHARK_COMPUTE, 1900 } } },
    { .level = 1,
      .offset_us = 800,
      .period_us = 10000,
      .deadline_us = 8000,
      .late_job = 2,
      .steps = { { SL_SHARK_COMPUTE, 2500 } } },
  };

  return run (&creates_two, tasks, G_N_ELEMENTS (tasks), NULL, 0, 60000, truth);
}

GPtrArray *
make_semaphores (SlSharkTruth *truth)
{
  static const SlSharkTaskSpec tasks[] = {
    /* consumer, the more urgent one */
    { .level = 1,
      .offset_us = 400,
      .period_us = 4000,
      .steps = { { SL_SHARK_COMPUTE, 200 }, { SL_SHARK_WAIT, 3 }, { SL_SHARK_COMPUTE, 300 } } },
    /* producer */
    { .level = 1,
      .offset_us = 600,
      .period_us = 8000,
      .steps = { { SL_SHARK_COMPUTE, 900 },
                 { SL_SHARK_POST, 3 },
                 { SL_SHARK_COMPUTE, 400 },
                 { SL_SHARK_POST, 3 },
                 { SL_SHARK_COMPUTE, 100 } } },
  };

  return run (&creates_two, tasks, G_N_ELEMENTS (tasks), NULL, 0, 40000, truth);
}

/* A ball that EDF moves, one that a server moves, a painter that locks the screen as they do, a
 * controller that once takes too long, and a keyboard. */
GPtrArray *
make_jumping_balls (SlSharkTruth *truth)
{
  static const SlSharkTaskSpec tasks[] = {
    /* the hard ball */
    { .level = 1,
      .offset_us = 700,
      .period_us = 5000,
      .jitter = 10,
      .steps = { { SL_SHARK_COMPUTE, 500 },
                 { SL_SHARK_LOCK, 0 },
                 { SL_SHARK_COMPUTE, 350 },
                 { SL_SHARK_UNLOCK, 0 },
                 { SL_SHARK_COMPUTE, 150 } } },
    /* the controller */
    { .level = 1,
      .offset_us = 1000,
      .period_us = 8000,
      .jitter = 25,
      .late_job = 5,
      .steps = { { SL_SHARK_COMPUTE, 2200 }, { SL_SHARK_POINT, 100 }, { SL_SHARK_COMPUTE, 500 } } },
    /* the meter */
    { .level = 1,
      .offset_us = 1400,
      .period_us = 10000,
      .deadline_us = 9000,
      .jitter = 15,
      .steps = { { SL_SHARK_COMPUTE, 1300 } } },
    /* the painter */
    { .level = 1,
      .offset_us = 300,
      .period_us = 20000,
      .jitter = 5,
      .steps = { { SL_SHARK_COMPUTE, 250 },
                 { SL_SHARK_LOCK, 0 },
                 { SL_SHARK_COMPUTE, 1600 },
                 { SL_SHARK_UNLOCK, 0 },
                 { SL_SHARK_COMPUTE, 700 },
                 { SL_SHARK_USER, 0 } } },
    /* the soft ball, moved when the keyboard says so */
    { .level = 2,
      .period_us = 6000,
      .budget_us = 900,
      .server = 0x1731c00,
      .jitter = 10,
      .steps = { { SL_SHARK_COMPUTE, 2100 } } },
  };
  static const SlSharkLineSpec lines[] = {
    { .line = 1, .first_us = 3300, .period_us = 18500, .body_us = 25, .activates = 4 },
    { .line = 14,
      .first_us = 5600,
      .period_us = 7300,
      .body_us = 90,
      .nested_line = 11,
      .activates = -1 },
    { .line = 11, .first_us = 9100, .period_us = 13700, .body_us = 30, .activates = -1 },
  };
  static const SlSharkTaskSpec main_task =
      SL_SHARK_MAIN_CREATES ({ SL_SHARK_CREATE, 0 }, { SL_SHARK_CREATE, 1 }, { SL_SHARK_CREATE, 2 },
                             { SL_SHARK_CREATE, 3 }, { SL_SHARK_CREATE, 4 });

  return run (&main_task, tasks, G_N_ELEMENTS (tasks), lines, G_N_ELEMENTS (lines), 60000, truth);
}

/**
 * sl_shark_generate_long:
 * @file: written as it goes
 * @n_events: at least so many; the run ends soon after
 *
 * Six tasks, a mutex, a server and two interrupt lines, for benchmarks.
 *
 * Returns: %FALSE where the file could not be written
 */
gboolean
sl_shark_generate_long (FILE *file, guint64 n_events)
{
  static const SlSharkTaskSpec tasks[] = {
    { .level = 1,
      .offset_us = 300,
      .period_us = 5000,
      .jitter = 30,
      .steps = { { SL_SHARK_COMPUTE, 400 },
                 { SL_SHARK_LOCK, 0 },
                 { SL_SHARK_COMPUTE, 200 },
                 { SL_SHARK_UNLOCK, 0 },
                 { SL_SHARK_COMPUTE, 100 } } },
    { .level = 1,
      .offset_us = 500,
      .period_us = 8000,
      .jitter = 40,
      .steps = { { SL_SHARK_COMPUTE, 1500 } } },
    { .level = 1,
      .offset_us = 700,
      .period_us = 10000,
      .jitter = 40,
      .steps = { { SL_SHARK_COMPUTE, 1200 }, { SL_SHARK_POINT, 1 }, { SL_SHARK_COMPUTE, 300 } } },
    { .level = 1,
      .offset_us = 100,
      .period_us = 25000,
      .jitter = 40,
      .steps = { { SL_SHARK_COMPUTE, 500 },
                 { SL_SHARK_LOCK, 0 },
                 { SL_SHARK_COMPUTE, 1500 },
                 { SL_SHARK_UNLOCK, 0 },
                 { SL_SHARK_COMPUTE, 1000 } } },
    { .level = 2,
      .period_us = 7000,
      .budget_us = 700,
      .server = 0x1731c00,
      .jitter = 50,
      .steps = { { SL_SHARK_COMPUTE, 1400 } } },
  };
  static const SlSharkLineSpec lines[] = {
    { .line = 1, .first_us = 3300, .period_us = 29000, .body_us = 25, .activates = 4 },
    { .line = 14, .first_us = 5600, .period_us = 3300, .body_us = 40, .activates = -1 },
  };
  static const SlSharkTaskSpec main_task =
      SL_SHARK_MAIN_CREATES ({ SL_SHARK_CREATE, 0 }, { SL_SHARK_CREATE, 1 }, { SL_SHARK_CREATE, 2 },
                             { SL_SHARK_CREATE, 3 }, { SL_SHARK_CREATE, 4 });
  g_autoptr (SlSharkWriter) writer = sl_shark_writer_new_for_file (file);
  g_autoptr (SlSharkKernel) kernel = sl_shark_kernel_new (&sl_shark_usual_setup, writer, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (tasks); i++)
    sl_shark_kernel_add_task (kernel, &tasks[i]);
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    sl_shark_kernel_add_line (kernel, &lines[i]);
  sl_shark_kernel_boot (kernel, &main_task);
  while (sl_shark_writer_get_count (writer) < n_events)
    sl_shark_kernel_run (kernel, 1000);
  sl_shark_kernel_shut_down (kernel);

  return sl_shark_writer_flush (writer);
}
