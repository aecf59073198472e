/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Shared by sl-job-compare.c and sl-job-difference.c. */

#include "sl-job-compare.h"

struct _SlJobCompare
{
  gatomicrefcount ref_count;
  SlTraceSet *set;
  SlJobSide sides[SL_N_SIDES];
  SlSpan spans[SL_N_SIDES];           /* of the traces, on the axis */
  GArray *tasks;                      /* of SlTaskCompare */
  GArray *pairs;                      /* of SlJobPair, task by task, in a task by release */
  gboolean has_any[SL_N_DIFFERENCES]; /* of any job, other than 0 */
  gboolean has_own[SL_N_DIFFERENCES]; /* of any job, other than that of its response times */
};
