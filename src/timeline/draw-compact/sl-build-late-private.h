/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The missed deadlines and overruns of a row in the compact look. */

#include "sl-build-private.h"

G_BEGIN_DECLS

/* What a diamond stands for; of each kind one cluster may be open. */
typedef enum
{
  SL_LATE_MISS,
  SL_LATE_OVERRUN,
  SL_LATE_RECORDED, /* a recorded miss at another time than the deadline in force */
  SL_N_LATE,
} SlLateKind;

/* Misses that would cover each other are one, with their number beside it. */
typedef struct
{
  SlTime first;
  SlTime last;
  guint64 count;
  double x;
  double last_x;
  SlLateKind type;
  guint32 kind;
  guint track;   /* of what can be picked */
  guint64 index; /* in @track; G_MAXUINT64 where nothing can */
  SlTime end;    /* of the lateness, where there is one miss; else SL_JOB_NEVER */
} SlBuildCluster;

/**
 * SlBuildLate:
 * @marks: number of the row's track of marks
 * @open: what may grow yet
 * @jobs: where the user gives the task's deadline, so that it and not the trace says who was late;
 *   else %NULL
 * @given: places of the jobs in @jobs that missed it, by time
 * @next: the first of @given that is not drawn
 * @end: beyond those in sight
 */
typedef struct
{
  SlRowPen *pen;
  guint marks;
  SlBuildCluster open[SL_N_LATE];
  const SlJobTable *jobs;
  const guint *given;
  guint n_given;
  guint next;
  guint end;
} SlBuildLate;

void sl_build_late_init (SlBuildLate *self, SlRowPen *pen, guint marks, gboolean with_misses);
void sl_build_late_add (SlBuildLate *self, const SlItem *mark, gboolean is_overrun, guint64 count);
void sl_build_late_finish (SlBuildLate *self);

G_END_DECLS
