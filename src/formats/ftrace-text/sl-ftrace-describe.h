/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What a line says, by the names that the kernel gives its fields; and the text of a mark. */

#include "sl-detail.h"
#include "sl-ftrace-line.h"
#include "sl-linux-states.h"

G_BEGIN_DECLS

SlFtraceText sl_ftrace_get_mark (const SlFtraceLine *line);
void sl_ftrace_describe (const SlFtraceLine *line, const SlLinuxStates *states, GArray *details);
GPtrArray *sl_ftrace_list_states (const SlLinuxStates *states);

G_END_DECLS
