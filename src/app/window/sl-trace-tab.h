/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "sl-document.h"
#include "sl-simulation.h"

G_BEGIN_DECLS

/* One trace, from choosing its files to closing, in a tab of a window. */
#define SL_TYPE_TRACE_TAB (sl_trace_tab_get_type ())
G_DECLARE_FINAL_TYPE (SlTraceTab, sl_trace_tab, SL, TRACE_TAB, AdwBin)

SlTraceTab *sl_trace_tab_new (void);
void sl_trace_tab_leave (SlTraceTab *self);
void sl_trace_tab_open (SlTraceTab *self, GPtrArray *files);
void sl_trace_tab_open_simulation (SlTraceTab *self, SlSimulation *simulation);
void sl_trace_tab_compare_simulations (SlTraceTab *self, SlSimulation *one, SlSimulation *other);
void sl_trace_tab_open_source (SlTraceTab *self, SlSource *source);
void sl_trace_tab_toast (SlTraceTab *self, const char *text);
SlDocument *sl_trace_tab_get_document (SlTraceTab *self);
GPtrArray *sl_trace_tab_get_files (SlTraceTab *self);
const char *sl_trace_tab_get_title (SlTraceTab *self);
gboolean sl_trace_tab_is_empty (SlTraceTab *self);

G_END_DECLS
