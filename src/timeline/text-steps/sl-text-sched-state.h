/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Lines for people about what holds at one event of a trace. Strings are (transfer full); lines are
 * joined by line feeds. */

#include "sl-text-decision.h"

G_BEGIN_DECLS

char *sl_text_sched_state_running (SlReplay *replay,
                                   SlAnnotations *annotations,
                                   const SlClock *clock,
                                   const SlSchedState *sched) G_GNUC_WARN_UNUSED_RESULT;
char *sl_text_sched_state_ready (SlReplay *replay,
                                 SlAnnotations *annotations,
                                 const SlClock *clock,
                                 const SlSchedState *sched) G_GNUC_WARN_UNUSED_RESULT;
char *sl_text_sched_state_locks (SlReplay *replay,
                                 SlAnnotations *annotations,
                                 const SlSchedState *sched) G_GNUC_WARN_UNUSED_RESULT;
char *sl_text_sched_state_servers (SlReplay *replay,
                                   SlAnnotations *annotations,
                                   const SlClock *clock,
                                   const SlSchedState *sched) G_GNUC_WARN_UNUSED_RESULT;
const char *sl_text_sched_state_order (SlReplay *replay);

G_END_DECLS
