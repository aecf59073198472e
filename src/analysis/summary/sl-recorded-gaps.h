/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Where the recording of a trace was lost or paused. */

#include "sl-trace.h"

G_BEGIN_DECLS

/* In place of a processor: nothing at all was recorded. */
#define SL_RECORDED_GAP_ALL G_MAXUINT32

/**
 * SlRecordedGap:
 * @end: equal to @begin where the length is unknown
 * @cpu: number of the processor whose events are missing; %SL_RECORDED_GAP_ALL
 */
typedef struct
{
  SlTime begin;
  SlTime end;
  SlGapReason reason;
  guint32 cpu;
} SlRecordedGap;

/**
 * SlRecordedGapEvent:
 * @event: number of the first event after a gap
 * @cpu: as the gap has it
 */
typedef struct
{
  guint64 event;
  guint32 cpu;
} SlRecordedGapEvent;

GArray *sl_recorded_gaps_new (SlTrace *trace) G_GNUC_WARN_UNUSED_RESULT;
gboolean sl_recorded_gaps_are_of_processors (SlTrace *trace);
guint64 sl_recorded_gaps_get_event (SlTrace *trace, const SlRecordedGap *gap);
GArray *sl_recorded_gaps_find_events (SlTrace *trace) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
