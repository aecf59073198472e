/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What the time of a job was spent on, in words. */

#include "sl-annotations.h"
#include "sl-job-parts.h"

G_BEGIN_DECLS

char *sl_text_object (SlTrace *trace,
                      SlAnnotations *annotations,
                      guint32 object) G_GNUC_WARN_UNUSED_RESULT;
char *sl_text_job_part (SlTrace *trace,
                        SlAnnotations *annotations,
                        const SlJobPart *part) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
