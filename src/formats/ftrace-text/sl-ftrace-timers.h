/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What timers do where their functions are printed as addresses, as trace-cmd does of raw fields when they expire, but not when
 * they are started: what a timer was started with is what it calls. */

#include "sl-event.h"
#include "sl-ftrace-line.h"

G_BEGIN_DECLS

typedef struct _SlFtraceTimers SlFtraceTimers;

SlFtraceTimers *sl_ftrace_timers_new (void);
void sl_ftrace_timers_free (SlFtraceTimers *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlFtraceTimers, sl_ftrace_timers_free)

void sl_ftrace_timers_learn (SlFtraceTimers *self, const SlFtraceLine *line, const SlEvent *event);
void sl_ftrace_timers_fill (const SlFtraceTimers *self, const SlFtraceLine *line, SlEvent *event);

G_END_DECLS
