/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Why one task goes before another as far as the priorities that a trace records say it. */

#include "sl-decision-words.h"

G_BEGIN_DECLS

char *sl_text_recorded (const SlDecisionWords *self) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
