/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Lines for people about what holds at one place of a trace. Strings are (transfer full); lines are
 * joined by line feeds. */

#include "sl-text-decision.h"

G_BEGIN_DECLS

char *sl_text_instant_running (SlSteps *steps,
                               SlOverlay *overlay,
                               const SlClock *clock,
                               const SlInstant *instant) G_GNUC_WARN_UNUSED_RESULT;
char *sl_text_instant_ready (SlSteps *steps,
                             SlOverlay *overlay,
                             const SlClock *clock,
                             const SlInstant *instant) G_GNUC_WARN_UNUSED_RESULT;
char *sl_text_instant_locks (SlSteps *steps,
                             SlOverlay *overlay,
                             const SlInstant *instant) G_GNUC_WARN_UNUSED_RESULT;
char *sl_text_instant_servers (SlSteps *steps,
                               SlOverlay *overlay,
                               const SlClock *clock,
                               const SlInstant *instant) G_GNUC_WARN_UNUSED_RESULT;
const char *sl_text_instant_order (SlSteps *steps);

G_END_DECLS
