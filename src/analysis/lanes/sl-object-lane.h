/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-trace-builder.h"

G_BEGIN_DECLS

/* So many numbers of the traced program have a lane each. */
#define SL_OBJECT_LANE_MAX_NUMBERS 512

SlLaneBuilder *sl_object_lane_add (SlTraceBuilder *builder, SlLaneType type, guint32 object);

G_END_DECLS
