/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* By how much the releases of a periodic task come after those that its period asks for. */

#include "sl-job.h"
#include "sl-task-rules.h"

G_BEGIN_DECLS

/* Of a job whose nominal release is not known. */
#define SL_RELEASE_LATENESS_UNKNOWN (-1)

void sl_release_lateness_find (const SlTaskRule *rule,
                               SlTime start,
                               const SlJob *jobs,
                               guint n_jobs,
                               gint64 *lateness);

G_END_DECLS
