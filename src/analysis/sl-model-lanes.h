/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* All lanes that a task model adds to a trace: its spans, and servers that the trace does not record. Jobs, findings and steps
 * are those of the trace with these lanes. */

#include "sl-task-model.h"
#include "sl-trace.h"

G_BEGIN_DECLS

SlTrace *sl_model_lanes_add (SlTrace *trace,
                             const SlTaskModel *model,
                             SlAnnotations *annotations) G_GNUC_WARN_UNUSED_RESULT;
char *sl_model_lanes_print (SlTrace *trace,
                            const SlTaskModel *model,
                            SlAnnotations *annotations) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
