/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Which jobs of a table missed their deadlines. Immutable. */

#include "sl-job.h"
#include "sl-task-rules.h"

G_BEGIN_DECLS

typedef struct _SlJobMisses SlJobMisses;

SlJobMisses *sl_job_misses_new (const GArray *jobs, const GArray *tasks, const SlTaskRules *rules);
void sl_job_misses_free (SlJobMisses *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlJobMisses, sl_job_misses_free)

const guint *
sl_job_misses_get_all (const SlJobMisses *self, gboolean with_inferred, guint *n_misses);
const guint *
sl_job_misses_get_given (const SlJobMisses *self, guint first, guint n_jobs, guint *n_misses);
guint sl_job_misses_find (const SlJobMisses *self, guint first, guint n_jobs, SlTime time);

G_END_DECLS
