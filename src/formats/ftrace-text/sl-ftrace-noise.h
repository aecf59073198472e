/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What the tracers osnoise and timerlat print. */

#include "sl-detail.h"
#include "sl-event.h"
#include "sl-ftrace-line.h"

G_BEGIN_DECLS

gboolean sl_ftrace_noise_fill (const SlFtraceLine *line, SlEvent *event);
const char *sl_ftrace_noise_find_name (const SlFtraceText *rest);
gboolean sl_ftrace_noise_describe (const SlFtraceLine *line, GArray *details);

G_END_DECLS
