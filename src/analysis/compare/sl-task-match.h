/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Which task of one trace is which of another, by their names.
 *
 * A task's name is what the user calls it, else what the task model calls it. Tasks that have such
 * a name in both traces are matched by it; what is left over, where at least one of two has no
 * such name, by what the window shows. Where several tasks of a trace have one name, those of the
 * two traces are matched in the order in which their lives begin. */

#include "sl-annotations.h"
#include "sl-job-table.h"

G_BEGIN_DECLS

/* Which of two traces. */
enum
{
  SL_SIDE_A,
  SL_SIDE_B,
  SL_N_SIDES,
};

/**
 * SlTaskMatch:
 * @tasks: numbers in the tables of either trace; 0 where that trace has none
 * @name: what it is called in the first trace that has it
 */
typedef struct
{
  guint32 tasks[SL_N_SIDES];
  char *name;
} SlTaskMatch;

GArray *sl_task_matches_find (const SlJobTable *const jobs[SL_N_SIDES],
                              SlAnnotations *const annotations_of[SL_N_SIDES]);
gboolean sl_task_matches_find_first_releases (const SlJobTable *const jobs[SL_N_SIDES],
                                              SlAnnotations *const annotations_of[SL_N_SIDES],
                                              SlTime releases[SL_N_SIDES]);

G_END_DECLS
