/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Sentences for people about jobs: why one took as long as it did, by how much it was late.
 * Strings are (transfer full). */

#include "sl-annotations.h"
#include "sl-inversion.h"
#include "sl-job-splitter.h"
#include "sl-text-cause.h"

G_BEGIN_DECLS

const char *sl_text_deadline_from (const SlJob *job);
char *sl_text_job_miss (SlJobTable *table,
                        SlAnnotations *annotations,
                        const SlClock *clock,
                        guint number) G_GNUC_WARN_UNUSED_RESULT;

char *sl_text_inversion_chain (SlTrace *trace,
                               SlAnnotations *annotations,
                               const SlClock *clock,
                               const SlInversion *inversion) G_GNUC_WARN_UNUSED_RESULT;
char *sl_text_inversion (SlJobTable *table,
                         SlAnnotations *annotations,
                         const SlClock *clock,
                         const SlInversion *inversion) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
