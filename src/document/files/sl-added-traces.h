/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-document.h"
#include "sl-simulation.h"

G_BEGIN_DECLS

#define SL_TYPE_ADDED_TRACES (sl_added_traces_get_type ())
G_DECLARE_FINAL_TYPE (SlAddedTraces, sl_added_traces, SL, ADDED_TRACES, GObject)

SlAddedTraces *sl_added_traces_new (SlDocument *document, GPtrArray *files);
void sl_added_traces_add_files (SlAddedTraces *self, GPtrArray *files);
void sl_added_traces_compare_files (SlAddedTraces *self, GPtrArray *files);
void sl_added_traces_compare_simulation (SlAddedTraces *self, SlSimulation *simulation);
void sl_added_traces_add_source (SlAddedTraces *self, SlSource *source);
void sl_added_traces_remove (SlAddedTraces *self, guint number);

G_END_DECLS
