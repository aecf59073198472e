/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The names that the text of an event says. */

#include "sl-event.h"
#include "sl-ftrace-line.h"
#include "sl-linux-names.h"

G_BEGIN_DECLS

void sl_ftrace_learn (const SlFtraceLine *line, const SlEvent *event, SlLinuxNames *names);

G_END_DECLS
