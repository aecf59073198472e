/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* From the text of an event to its parameters, as sl-linux-kinds.h packs them. */

#include "sl-event.h"
#include "sl-ftrace-line.h"
#include "sl-linux-kinds.h"
#include "sl-linux-states.h"

G_BEGIN_DECLS

/* What is known of a tracepoint by its name. */
typedef struct
{
  guint16 kind;
  SlLinuxRole role;
  SlLinuxSyscall syscall;
} SlFtraceKind;

void sl_ftrace_event_fill (const SlFtraceLine *line,
                           const SlFtraceKind *kind,
                           const SlLinuxStates *states,
                           SlEvent *event);

G_END_DECLS
