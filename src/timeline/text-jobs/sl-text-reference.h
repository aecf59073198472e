/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* From where the deadlines of a task count, in sentences. Strings are (transfer full). */

#include "sl-annotations.h"
#include "sl-job-table.h"

G_BEGIN_DECLS

char *sl_text_deadline_reference (const SlJobTable *table,
                                  SlAnnotations *annotations,
                                  const SlClock *clock,
                                  const SlJobTask *task) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
