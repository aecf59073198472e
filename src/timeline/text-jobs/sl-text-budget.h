/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* A sentence about the budget that a job used up. */

#include "sl-job-table.h"

G_BEGIN_DECLS

char *sl_text_job_budget (SlJobTable *table, const SlClock *clock, guint number, gint64 without)
    G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
