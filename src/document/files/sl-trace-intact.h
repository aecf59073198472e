/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-trace.h"

G_BEGIN_DECLS

gboolean sl_trace_intact_check (SlTrace *trace);

G_END_DECLS
