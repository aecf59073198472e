/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-input.h"
#include "sl-linux-source.h"

G_BEGIN_DECLS

#define SL_TYPE_FTRACE_SOURCE (sl_ftrace_source_get_type ())
G_DECLARE_FINAL_TYPE (SlFtraceSource, sl_ftrace_source, SL, FTRACE_SOURCE, SlLinuxSource)

SlSource *sl_ftrace_source_open (SlInput *input, GCancellable *cancellable, GError **error);

G_END_DECLS
