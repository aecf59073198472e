/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What kept a job from running, as a sentence. */

#include "sl-annotations.h"
#include "sl-job-parts.h"

G_BEGIN_DECLS

char *sl_text_wait (SlTrace *trace,
                    SlAnnotations *annotations,
                    const SlJobPart *part,
                    const char *ticks) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
