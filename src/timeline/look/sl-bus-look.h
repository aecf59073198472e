/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* How the lanes of bus cycles are called, ordered and coloured. */

#include "sl-page-group.h"
#include "sl-trace.h"
#include "sl-view-state.h"

G_BEGIN_DECLS

int sl_bus_look_colour_of_group (guint8 group);
int sl_bus_look_colour_of_attribute (guint8 attribute);
int sl_bus_look_colour (const SlLane *lane);
SlPlane sl_bus_look_get_plane (const SlPageMap *map);
SlPageGroup sl_bus_look_get_first_group (const SlLane *lane);
guint64 sl_bus_look_get_kinds (const SlLane *lane);
guint32 sl_bus_look_place (const SlLane *lane);
guint8 sl_bus_look_get_bytes (const SlEvent *event);
gboolean sl_bus_look_is_close (SlTrace *trace, SlSpan visible);
gboolean sl_bus_look_goes_by_attribute (const SlViewState *state, SlTrace *trace, SlPlane plane);
gboolean sl_bus_look_get_agent (const SlLane *lane, guint16 *agent);
gboolean sl_bus_look_has_agents (SlTrace *trace);
char *sl_bus_look_title (const SlLane *lane) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
