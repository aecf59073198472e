/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Random sets of few tasks in whole milliseconds, so that much happens at one instant. */
#include "sl-reference-schedule.h"

typedef struct
{
  guint n_tasks;
  SlReferenceTask tasks[SL_REFERENCE_MAX_TASKS];
} SlReferenceSet;

void sl_reference_set_draw (GRand *random, SlReferenceSet *set);
char *sl_reference_set_print (const SlReferenceSet *set);
