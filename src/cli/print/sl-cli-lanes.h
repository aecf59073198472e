/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The lanes that "slices" prints and "info" lists: the trace's lanes that hold slices. Tracks
 * that lie beside the states of a lane (interrupts disabled, inherited priority …) are lanes of
 * their own, such as "cpu:0/cli", so that the states of a lane stay a partition of its time. */

#include "sl-trace.h"

G_BEGIN_DECLS

/**
 * SlCliLane:
 * @name: unique in the trace
 * @lane: the trace's
 * @tracks: (element-type SlTrack): of slices, the lane's states first; owned by the trace
 */
typedef struct
{
  char *name;
  const SlLane *lane;
  GPtrArray *tracks;
} SlCliLane;

GPtrArray *sl_cli_lanes_new (SlTrace *trace);

GPtrArray *sl_cli_lanes_dup_names (SlTrace *trace);

G_END_DECLS
