/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Sentences about the jobs of other tasks that a late job waited for. Strings are (transfer full). */

#include "sl-annotations.h"
#include "sl-job-table.h"

G_BEGIN_DECLS

char *sl_text_job_interference (SlJobTable *table,
                                SlAnnotations *annotations,
                                const SlClock *clock,
                                guint number) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
