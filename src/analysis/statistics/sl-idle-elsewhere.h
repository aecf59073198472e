/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Whether another processor had nothing to do while a task was ready. */

#include "sl-trace.h"

G_BEGIN_DECLS

/**
 * SlIdleElsewhere:
 * @cpu: number of the processor's object
 * @ticks: for which it was idle while the task was ready for another one
 */
typedef struct
{
  guint32 cpu;
  gint64 ticks;
} SlIdleElsewhere;

gboolean sl_idle_elsewhere_find (SlTrace *trace, guint32 task, SlSpan span, SlIdleElsewhere *found);

G_END_DECLS
