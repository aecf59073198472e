/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Why one task goes before another: clauses without a full stop, about the task of a decision. They say so where a fact
 * is neither in the trace nor in the task model. */

#include "sl-decision-words.h"

G_BEGIN_DECLS

char *sl_text_reason_to_run (const SlDecisionWords *self) G_GNUC_WARN_UNUSED_RESULT;
char *sl_text_reason_to_wait (const SlDecisionWords *self) G_GNUC_WARN_UNUSED_RESULT;
char *sl_text_reason_inherited (const SlDecisionWords *self,
                                const char *runner) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
