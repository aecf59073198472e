/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Lanes of servers that a trace of Linux does not record: those of tasks of SCHED_DEADLINE whose reservation a task model
 * gives. */

#include "sl-task-model.h"
#include "sl-trace.h"

G_BEGIN_DECLS

SlTrace *sl_reservation_lanes_add (SlTrace *trace,
                                   const SlTaskModel *model,
                                   SlAnnotations *annotations) G_GNUC_WARN_UNUSED_RESULT;
char *sl_reservation_lanes_print (SlTrace *trace,
                                  const SlTaskModel *model,
                                  SlAnnotations *annotations) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
