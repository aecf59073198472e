/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-job-statistics.h"
#include "sl-schedulability.h"

G_BEGIN_DECLS

/**
 * SlTheoryInput:
 * @tasks: (element-type SlTheoryTask): in the order of those of the result
 * @sections: (element-type SlTheorySection)
 * @measured: (element-type SlJobStatistics): of the first of @tasks, those with jobs
 *
 * What a trace and its model give the analyses.
 */
typedef struct
{
  SlJobTable *jobs;
  GArray *tasks;
  GArray *sections;
  GArray *measured;
} SlTheoryInput;

void sl_theory_input_init (SlTheoryInput *self, SlJobTable *jobs, SlSchedulability *result);
void sl_theory_input_clear (SlTheoryInput *self);
void sl_theory_input_get_set (const SlTheoryInput *self,
                              const SlSchedulability *result,
                              SlTheorySet *set);

gboolean sl_schedulability_find_partitions (SlSchedulability *self, const SlTheoryInput *input);
gboolean sl_schedulability_work_out_partitions (SlSchedulability *self,
                                                const SlTheoryInput *input,
                                                GCancellable *cancellable,
                                                GError **error);
SlSchedulability *sl_schedulability_alloc (void);
gboolean sl_schedulability_work_out (SlSchedulability *self,
                                     const SlTheoryInput *input,
                                     GCancellable *cancellable,
                                     GError **error);
void sl_task_theory_measure (SlTaskTheory *self, const SlTheoryInput *input);

void sl_task_theory_explain (SlTaskTheory *self,
                             const SlTheoryInput *input,
                             const SlSchedulability *result);

G_END_DECLS
