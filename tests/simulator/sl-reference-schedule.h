/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* A scheduler of one processor as textbooks have it, to hold the simulator against: it goes on by one
 * unit of time after the other and shares nothing with the simulator but the words for policies. Priorities are
 * inherited by computing them, and at one instant all ends come before all releases and those
 * before the decision. */
#include "sl-simulator.h"

#define SL_REFERENCE_MAX_TASKS    5
#define SL_REFERENCE_MAX_SECTIONS 3
#define SL_REFERENCE_N_LOCKS      3

typedef struct
{
  guint lock;
  guint begin; /* by what the job has executed */
  guint end;
} SlReferenceSection;

/**
 * SlReferenceTask:
 * @priority: for fixed priorities; the greater, the more urgent
 * @sections: what begins first first, the outer one before the inner
 *
 * In units of time, all of them whole.
 */
typedef struct
{
  guint period;
  guint offset;
  guint deadline;
  guint wcet;
  gint priority;
  guint n_sections;
  SlReferenceSection sections[SL_REFERENCE_MAX_SECTIONS];
} SlReferenceTask;

/**
 * SlReferenceJob:
 * @finish: -1 where it did not finish
 */
typedef struct
{
  guint task;
  gint release;
  gint deadline;
  gint finish;
} SlReferenceJob;

GArray *sl_reference_schedule (const SlReferenceTask *tasks,
                               guint n_tasks,
                               SlSimScheduler scheduler,
                               SlSimProtocol protocol,
                               gint end);
