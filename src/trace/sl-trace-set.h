/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The traces that share one time axis, each with an exact affine map onto the ticks of the
 * reference clock (the first trace's). One trace is the identity. Immutable. */

#include "sl-affine.h"
#include "sl-annotations.h"
#include "sl-clock-shown.h"
#include "sl-string-pool.h"

G_BEGIN_DECLS

#define SL_TYPE_TRACE_SET (sl_trace_set_get_type ())
G_DECLARE_FINAL_TYPE (SlTraceSet, sl_trace_set, SL, TRACE_SET, GObject)

/**
 * SlTraceSetMember:
 * @annotations: (nullable): what the user added to @trace
 * @pieces: (array length=n_pieces): by ascending @from, of which the first holds before it too;
 *   numerators and denominators above zero; none for the identity
 */
typedef struct
{
  SlTrace *trace;
  SlAnnotations *annotations;
  const SlAffine *pieces;
  guint n_pieces;
} SlTraceSetMember;

SlTraceSet *sl_trace_set_new (const SlTraceSetMember *members, guint n_members);
SlTraceSet *sl_trace_set_new_single (SlTrace *trace, SlAnnotations *annotations);
SlStringPool *sl_trace_set_get_keys (SlTraceSet *self);
void sl_trace_set_share_keys (SlTraceSet *self, SlTraceSet *other);
guint sl_trace_set_get_size (SlTraceSet *self);
SlTrace *sl_trace_set_get_trace (SlTraceSet *self, guint trace);
SlAnnotations *sl_trace_set_get_annotations (SlTraceSet *self, guint trace);
char *sl_trace_set_dup_title (SlTraceSet *self, guint trace) G_GNUC_WARN_UNUSED_RESULT;
SlClock *sl_trace_set_dup_clock_of (SlTraceSet *self, guint trace) G_GNUC_WARN_UNUSED_RESULT;
SlClock *sl_trace_set_get_clock (SlTraceSet *self); /* the reference, with the user's rate */
SlSpan sl_trace_set_get_span (SlTraceSet *self);
void sl_trace_set_show_unit (SlTraceSet *self, SlShownUnit unit);
void sl_trace_set_say_when (SlTraceSet *self, guint trace, const char *when);
void sl_trace_set_keep_colours (SlTraceSet *self, SlObjectTable *objects);
void sl_trace_set_hide (SlTraceSet *self, SlSpan hidden, SlTrace *whole);
guint sl_trace_set_get_rank (SlTraceSet *self, guint trace, guint32 object);
gboolean sl_trace_set_get_hidden (SlTraceSet *self, SlSpan *hidden);
SlTime sl_trace_set_to_reference (SlTraceSet *self, guint trace, SlTime own);
SlTime sl_trace_set_from_reference (SlTraceSet *self, guint trace, SlTime reference);
SlTime sl_trace_set_first_from_reference (SlTraceSet *self, guint trace, SlTime reference);
SlSpan sl_trace_set_own_span (SlTraceSet *self, guint trace, SlSpan span);
const SlAffine *sl_trace_set_get_pieces (SlTraceSet *self, guint trace, guint *n_pieces);

/* A lane of a set. */
typedef struct
{
  guint trace;
  guint lane;
} SlLaneRef;

G_END_DECLS
