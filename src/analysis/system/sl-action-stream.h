/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What one track of a lane says about the system, action by action. */

#include "sl-trace.h"
#include "sl-translator.h"

G_BEGIN_DECLS

/**
 * SlActionStreams:
 * @begin: where reading starts; what already holds at that time is reported as if it began then
 * @end: last tick of the trace
 *
 * What the streams of one trace share.
 */
typedef struct
{
  SlTrace *trace;
  SlObjectTable *objects;
  SlTime begin;
  SlTime end;
} SlActionStreams;

typedef struct _SlActionStream SlActionStream;

/* Sets the action of the item at hand. Returns whether there is one. */
typedef gboolean (*SlActionSay) (SlActionStreams *self, SlActionStream *stream);

/**
 * SlActionStream:
 * @say: what a track of that role says
 * @depth: of a track of nested interrupts
 * @is_before: the action comes before @item: who was interrupted by it
 * @at_end: the action is of the end of @item, not of its begin
 * @ran: who had the processor before an interrupt; %G_MAXUINT32 where nobody knows
 * @dates: (nullable): deadlines of the lane's releases
 * @nominals: (nullable): when they should have come
 * @timed: (nullable): how late the timers were that woke the task
 * @next: the action
 * @rank: its place in its instant: what ends comes before what starts, and who runs after what became of the one before
 */
struct _SlActionStream
{
  const SlLane *lane;
  SlTrackRole role;
  SlActionSay say;
  guint depth;
  SlTrackIter iter;
  SlItem item;
  gboolean is_before;
  gboolean at_end;
  guint32 ran;
  const SlTrack *dates;
  const SlTrack *nominals;
  const SlTrack *timed;
  SlActed next;
  guint rank;
};

gboolean sl_action_stream_init (SlActionStreams *self,
                                SlActionStream *stream,
                                const SlLane *lane,
                                guint number,
                                guint depth);
gboolean sl_action_stream_advance (SlActionStreams *self, SlActionStream *stream);

G_END_DECLS
