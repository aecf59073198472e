/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* How several traces come to stand on one axis.
 *
 * Lengths: where the rates of both clocks are known, ticks are converted by them, exactly and
 * piecewise. A rate that the user gave counts too for a trace that recorded no time (records or
 * bytes a second). Without rates a tick of the trace is a tick of the axis, whatever they are;
 * sl_trace_set_has_pace() tells that this was only assumed.
 *
 * A recording that says how its clock fits that of another one in the set, as a virtual machine's does of its host's, is
 * mapped as it says where traces would start together.
 *
 * Places: traces start together (their origins stand at one tick), or those that count the same
 * thing as the first trace stand where their absolute counts say, such as two captures of one
 * processor's time stamp counter, or two instants that somebody has found in both, such as the
 * first releases, stand upon each other. From there each is moved by its own offset. */

#include "sl-trace-set.h"

G_BEGIN_DECLS

typedef enum
{
  SL_ALIGN_START,    /* origin at origin */
  SL_ALIGN_ABSOLUTE, /* absolute count at absolute count, tick for tick */
  SL_ALIGN_RELEASE,  /* anchor at anchor: first releases */
  SL_ALIGN_EVENT,    /* anchor at anchor: events that the user means */
} SlAlignment;

/**
 * SlTracePlace:
 * @annotations: (nullable): what the user added to @trace
 * @offset: reference ticks by which the trace is moved later from where it stands by itself; of
 *   the first trace it does not count
 * @has_anchor: whether @anchor and @onto are known; else the trace stands at the start where anchors
 *   are aligned
 * @anchor: an instant of @trace, in its own ticks
 * @onto: upon which instant of the first trace it is laid
 */
typedef struct
{
  SlTrace *trace;
  SlAnnotations *annotations;
  gint64 offset;
  gboolean has_anchor;
  SlTime anchor;
  SlTime onto;
} SlTracePlace;

SlTraceSet *
sl_trace_set_new_aligned (const SlTracePlace *places, guint n_places, SlAlignment alignment);
gboolean sl_trace_set_has_pace (SlTraceSet *self, guint trace);
gboolean sl_trace_set_shares_count (SlTraceSet *self, guint trace);

const char *sl_alignment_get_id (SlAlignment alignment);
gboolean sl_alignment_find (const char *id, SlAlignment *alignment);

G_END_DECLS
