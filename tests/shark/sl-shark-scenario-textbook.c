/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The situations that every course on real-time scheduling draws. A unit is a millisecond; what
 * the kernel takes for itself is left out of what the tasks compute. */
#include "sl-shark-scenario-private.h"

static const SlSharkSetup fixed_setup = { 400000, G_GUINT64_CONSTANT (24000000000), 7,
                                          .fixed_priorities = TRUE };
static const SlSharkSetup plain_lock_setup = { 400000, G_GUINT64_CONSTANT (24000000000), 7,
                                               .fixed_priorities = TRUE, .no_inheritance = TRUE };

static const SlSharkTaskSpec creates_two =
    SL_SHARK_MAIN_CREATES ({ SL_SHARK_CREATE, 0 }, { SL_SHARK_CREATE, 1 });
static const SlSharkTaskSpec creates_three =
    SL_SHARK_MAIN_CREATES ({ SL_SHARK_CREATE, 0 }, { SL_SHARK_CREATE, 1 }, { SL_SHARK_CREATE, 2 });

/* Liu and Layland's counter-example: a utilisation of 0.97, which only EDF can use. */
static const SlSharkTaskSpec set[] = {
  { .level = 1, .offset_us = 500, .period_us = 5000, .steps = { { SL_SHARK_COMPUTE, 1980 } } },
  { .level = 1, .offset_us = 500, .period_us = 7000, .steps = { { SL_SHARK_COMPUTE, 3960 } } },
};

GPtrArray *
make_rm_set (SlSharkTruth *truth)
{
  return sl_shark_scenario_run (&fixed_setup, &creates_two, set, G_N_ELEMENTS (set), NULL, 0, 36000,
                                truth);
}

GPtrArray *
make_edf_set (SlSharkTruth *truth)
{
  return sl_shark_scenario_run (&sl_shark_usual_setup, &creates_two, set, G_N_ELEMENTS (set), NULL,
                                0, 36000, truth);
}

/* Low locks, high wants the lock, medium needs none. */
static const SlSharkTaskSpec inverted[] = {
  { .level = 1,
    .offset_us = 500,
    .period_us = 30000,
    .steps = { { SL_SHARK_COMPUTE, 990 },
               { SL_SHARK_LOCK, 0 },
               { SL_SHARK_COMPUTE, 2970 },
               { SL_SHARK_UNLOCK, 0 },
               { SL_SHARK_COMPUTE, 990 } } },
  { .level = 1,
    .offset_us = 3500,
    .period_us = 20000,
    .deadline_us = 15000,
    .steps = { { SL_SHARK_COMPUTE, 5940 } } },
  { .level = 1,
    .offset_us = 2500,
    .period_us = 15000,
    .deadline_us = 8000,
    .steps = { { SL_SHARK_COMPUTE, 990 },
               { SL_SHARK_LOCK, 0 },
               { SL_SHARK_COMPUTE, 990 },
               { SL_SHARK_UNLOCK, 0 },
               { SL_SHARK_COMPUTE, 990 } } },
};

GPtrArray *
make_unbounded_inversion (SlSharkTruth *truth)
{
  return sl_shark_scenario_run (&plain_lock_setup, &creates_three, inverted,
                                G_N_ELEMENTS (inverted), NULL, 0, 28000, truth);
}

GPtrArray *
make_bounded_inversion (SlSharkTruth *truth)
{
  return sl_shark_scenario_run (&fixed_setup, &creates_three, inverted, G_N_ELEMENTS (inverted),
                                NULL, 0, 28000, truth);
}

GPtrArray *
make_bandwidth_server (SlSharkTruth *truth)
{
  static const SlSharkTaskSpec tasks[] = {
    { .level = 1, .offset_us = 500, .period_us = 7000, .steps = { { SL_SHARK_COMPUTE, 3861 } } },
    { .level = 2,
      .period_us = 6000,
      .budget_us = 2000,
      .server = 0x1731c00,
      .steps = { { SL_SHARK_COMPUTE, 2970 } } },
  };
  static const SlSharkLineSpec lines[] = {
    { .line = 11, .first_us = 3500, .period_us = 13000, .body_us = 10, .activates = 1 },
  };

  return sl_shark_scenario_run (&sl_shark_usual_setup, &creates_two, tasks, G_N_ELEMENTS (tasks),
                                lines, G_N_ELEMENTS (lines), 32000, truth);
}

/* EDF and inheritance, and still the first job of the most urgent task is late. */
GPtrArray *
make_blocked_miss (SlSharkTruth *truth)
{
  static const SlSharkTaskSpec tasks[] = {
    { .level = 1,
      .offset_us = 500,
      .period_us = 30000,
      .steps = { { SL_SHARK_COMPUTE, 990 },
                 { SL_SHARK_LOCK, 0 },
                 { SL_SHARK_COMPUTE, 4950 },
                 { SL_SHARK_UNLOCK, 0 },
                 { SL_SHARK_COMPUTE, 990 } } },
    { .level = 1, .offset_us = 2500, .period_us = 14000, .steps = { { SL_SHARK_COMPUTE, 1980 } } },
    { .level = 1,
      .offset_us = 3500,
      .period_us = 8000,
      .deadline_us = 5000,
      .steps = { { SL_SHARK_COMPUTE, 990 },
                 { SL_SHARK_LOCK, 0 },
                 { SL_SHARK_COMPUTE, 990 },
                 { SL_SHARK_UNLOCK, 0 },
                 { SL_SHARK_COMPUTE, 990 } } },
  };

  return sl_shark_scenario_run (&sl_shark_usual_setup, &creates_three, tasks, G_N_ELEMENTS (tasks),
                                NULL, 0, 30000, truth);
}

/* The weather task holds the bus, the camera the pipe while it wants the bus, the distributor
 * wants the pipe; the radio needs neither and keeps all of them waiting. */
GPtrArray *
make_pathfinder (SlSharkTruth *truth)
{
  static const SlSharkTaskSpec main_task =
      SL_SHARK_MAIN_CREATES ({ SL_SHARK_CREATE, 0 }, { SL_SHARK_CREATE, 1 }, { SL_SHARK_CREATE, 2 },
                             { SL_SHARK_CREATE, 3 });
  static const SlSharkTaskSpec tasks[] = {
    /* weather */
    { .level = 1,
      .offset_us = 500,
      .period_us = 40000,
      .steps = { { SL_SHARK_COMPUTE, 990 },
                 { SL_SHARK_LOCK, 0 },
                 { SL_SHARK_COMPUTE, 2970 },
                 { SL_SHARK_UNLOCK, 0 },
                 { SL_SHARK_COMPUTE, 990 } } },
    /* radio */
    { .level = 1,
      .offset_us = 6500,
      .period_us = 35000,
      .deadline_us = 25000,
      .steps = { { SL_SHARK_COMPUTE, 6930 } } },
    /* camera */
    { .level = 1,
      .offset_us = 2500,
      .period_us = 30000,
      .deadline_us = 20000,
      .steps = { { SL_SHARK_COMPUTE, 495 },
                 { SL_SHARK_LOCK, 1 },
                 { SL_SHARK_COMPUTE, 990 },
                 { SL_SHARK_LOCK, 0 },
                 { SL_SHARK_COMPUTE, 990 },
                 { SL_SHARK_UNLOCK, 0 },
                 { SL_SHARK_COMPUTE, 495 },
                 { SL_SHARK_UNLOCK, 1 } } },
    /* distributor */
    { .level = 1,
      .offset_us = 4500,
      .period_us = 20000,
      .deadline_us = 10000,
      .steps = { { SL_SHARK_COMPUTE, 990 },
                 { SL_SHARK_LOCK, 1 },
                 { SL_SHARK_COMPUTE, 990 },
                 { SL_SHARK_UNLOCK, 1 },
                 { SL_SHARK_COMPUTE, 495 } } },
  };

  return sl_shark_scenario_run (&plain_lock_setup, &main_task, tasks, G_N_ELEMENTS (tasks), NULL, 0,
                                38000, truth);
}
