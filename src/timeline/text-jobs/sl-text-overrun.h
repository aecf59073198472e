/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Sentences for people about jobs that executed beyond their WCET. Strings are (transfer full). */

#include "sl-annotations.h"
#include "sl-job-table.h"

G_BEGIN_DECLS

char *sl_text_overrun_excess (const SlJobTable *table,
                              const SlClock *clock,
                              guint number) G_GNUC_WARN_UNUSED_RESULT;
char *sl_text_overrun_why (const SlJobTable *table,
                           const SlClock *clock,
                           guint number) G_GNUC_WARN_UNUSED_RESULT;
char *sl_text_overrun (SlJobTable *table,
                       SlAnnotations *annotations,
                       const SlClock *clock,
                       guint number) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
