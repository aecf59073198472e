/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Spans that a task model makes of pairs of instants that the traced program logged: [span NAME] with "from"
 * and "to". */

#include "sl-task-model.h"

G_BEGIN_DECLS

SlTrace *sl_span_lanes_add (SlTrace *trace, const SlTaskModel *model) G_GNUC_WARN_UNUSED_RESULT;
char *sl_span_lanes_print (const SlTaskModel *model) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
