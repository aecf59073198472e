/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What one job came to, in sentences: whether it was late, why, and how it differs from its task's
 * other jobs. Strings are (transfer full). */

#include "sl-annotations.h"
#include "sl-job-contrast.h"

G_BEGIN_DECLS

char *sl_text_job_verdict (const SlJobTable *table,
                           const SlClock *clock,
                           guint number) G_GNUC_WARN_UNUSED_RESULT;
char *sl_text_job_reason (SlJobTable *table,
                          SlAnnotations *annotations,
                          const SlClock *clock,
                          guint number,
                          gboolean *has_longer) G_GNUC_WARN_UNUSED_RESULT;
char *sl_text_job_remark (SlJobTable *table,
                          SlAnnotations *annotations,
                          const SlClock *clock,
                          guint number) G_GNUC_WARN_UNUSED_RESULT;
char *sl_text_job_why (SlJobTable *table,
                       SlAnnotations *annotations,
                       const SlClock *clock,
                       guint number) G_GNUC_WARN_UNUSED_RESULT;
char *sl_text_job_idle (SlJobTable *table,
                        SlAnnotations *annotations,
                        const SlClock *clock,
                        guint number) G_GNUC_WARN_UNUSED_RESULT;
const char *sl_text_contrast_title (SlCause cause);

G_END_DECLS
