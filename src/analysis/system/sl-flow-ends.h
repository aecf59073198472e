/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Flows: what a task sends off, such as a message, arrives somewhere else later. The sender says a number, and so does
 * the receiver; here the two are put together. */

#include "sl-number-table.h"
#include "sl-trace-builder.h"
#include "sl-translator.h"

G_BEGIN_DECLS

/**
 * SlFlowEnds:
 *
 * What was sent off so far, in any task. All bytes 0 is empty.
 */
typedef struct
{
  SlNumberTable *places; /* number of a flow → place in @sent; NULL while there is none */
  GArray *sent;
} SlFlowEnds;

/**
 * SlFlowSent:
 * @sender: number of the object
 * @time: when it was sent off; of a flow that goes on, from there on
 */
typedef struct
{
  guint32 sender;
  SlTime time;
} SlFlowSent;

/**
 * SlFlowTracks:
 *
 * Of a task to which flows lead: %SL_ROLE_FLOWS and %SL_ROLE_SENT, made with the first. All bytes 0 is none.
 */
typedef struct
{
  SlTrackWriter *flows;
  SlTrackWriter *sent;
} SlFlowTracks;

void sl_flow_ends_clear (SlFlowEnds *self);
gboolean sl_flow_ends_take (SlFlowEnds *self, const SlActed *acted, guint32 task, SlFlowSent *from);
void sl_flow_tracks_add (SlFlowTracks *self,
                         SlLaneBuilder *lane,
                         SlTime time,
                         guint16 kind,
                         const SlFlowSent *from);

G_END_DECLS
