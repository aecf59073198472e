/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What a late job cost the ones behind it. */

#include "sl-clock.h"
#include "sl-job-table.h"

G_BEGIN_DECLS

char *sl_text_job_skipped (const SlJobTable *table,
                           const SlClock *clock,
                           guint number) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
