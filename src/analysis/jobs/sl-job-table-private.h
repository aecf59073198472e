/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Shared by sl-job-table.c, sl-job-table-new.c and sl-base-order.c, which the table makes and which asks it. */

#include "sl-job-misses.h"
#include "sl-job-table.h"

struct _SlJobTable
{
  gatomicrefcount ref_count;
  SlTrace *trace;
  guint32 idle_task;
  SlTaskRules *rules;
  SlBaseOrder *order;
  GArray *jobs;        /* of SlJob */
  GArray *tasks;       /* of SlJobTask; shared by tables that differ in their rules */
  GHashTable *by_task; /* number → place in @tasks + 1; shared as well */
  SlJobMisses *misses; /* of @jobs */
  gint64 *late_by;     /* by place: the lateness of its release */
};
