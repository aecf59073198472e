/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Sentences for people about what the scheduler decided. Strings are (transfer full). */

#include "sl-decision.h"
#include "sl-text-step.h"

G_BEGIN_DECLS

char *sl_text_decision (SlReplay *replay,
                        SlAnnotations *annotations,
                        const SlClock *clock,
                        const SlDecision *decision) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
