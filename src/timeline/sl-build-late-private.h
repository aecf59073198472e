/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The missed deadlines and overruns of a row in the compact look. */

#include "sl-build-private.h"

G_BEGIN_DECLS

/* Misses that would cover each other are one, with their number beside it. */
typedef struct
{
  SlTime first;
  SlTime last;
  guint64 count;
  double x;
  double last_x;
  gboolean hollow;
  guint32 kind;
  guint track;   /* of what can be picked */
  guint64 index; /* in @track; G_MAXUINT64 where nothing can */
  SlTime end;    /* of the lateness, where there is one miss; else SL_JOB_NEVER */
} SlBuildCluster;

/**
 * SlBuildLate:
 * @marks: number of the row's track of marks
 * @open: what may grow yet: of misses, and of overruns
 * @computed: places of jobs in @jobs that missed a deadline that the trace does not tell, by time
 */
typedef struct
{
  SlBuild *build;
  guint marks;
  SlBuildCluster open[2];
  const SlJobTable *jobs;
  const guint *computed;
  guint n_computed;
} SlBuildLate;

void sl_build_late_init (SlBuildLate *self, SlBuild *build, guint marks, gboolean with_computed);
void sl_build_late_add (SlBuildLate *self, const SlItem *mark, gboolean is_overrun, guint64 count);
void sl_build_late_finish (SlBuildLate *self);

G_END_DECLS
