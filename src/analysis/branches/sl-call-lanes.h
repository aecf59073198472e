/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Lanes of what was called, for the part of a trace that is in sight: decoded piece by piece, kept,
 * and put beside the trace's other lanes. */

#include <gio/gio.h>

#include "sl-code-map.h"
#include "sl-missing-code.h"
#include "sl-trace.h"

G_BEGIN_DECLS

/* More bytes of packets a window does not decode for one view: one must look closer. */
#define SL_CALL_MOST_BYTES (4u << 20)

typedef struct _SlCallLanes SlCallLanes;

gboolean sl_call_lanes_are_built (void);
gboolean sl_call_lanes_can (SlTrace *trace, SlCodeMap *map);
SlCallLanes *sl_call_lanes_new (SlTrace *trace, SlCodeMap *map);
SlCallLanes *sl_call_lanes_ref (SlCallLanes *self);
void sl_call_lanes_unref (SlCallLanes *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlCallLanes, sl_call_lanes_unref)

gboolean sl_call_lanes_set_visible (SlCallLanes *self, SlSpan visible, guint64 most_bytes);
gboolean sl_call_lanes_step (SlCallLanes *self, GCancellable *cancellable);
SlTrace *sl_call_lanes_snapshot (SlCallLanes *self);
guint64 sl_call_lanes_count_instructions (SlCallLanes *self);
SlMissingCode *sl_call_lanes_find_missing (SlCallLanes *self);

G_END_DECLS
