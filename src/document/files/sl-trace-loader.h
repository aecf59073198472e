/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "sl-simulation.h"
#include "sl-trace.h"

G_BEGIN_DECLS

#define SL_TYPE_TRACE_LOADER (sl_trace_loader_get_type ())
G_DECLARE_FINAL_TYPE (SlTraceLoader, sl_trace_loader, SL, TRACE_LOADER, GObject)

SlTraceLoader *sl_trace_loader_new (GPtrArray *files, const char *format_id);
SlTraceLoader *sl_trace_loader_new_for_source (SlSource *source);
SlTraceLoader *sl_trace_loader_new_for_simulation (SlSimulation *simulation);
void sl_trace_loader_start (SlTraceLoader *self);
void sl_trace_loader_cancel (SlTraceLoader *self);

G_END_DECLS
