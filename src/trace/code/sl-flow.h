/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The way that a processor took through the code, where it can be told: calls, returns and whatever
 * else leads from one function into another. It is decoded on demand, in parts. */

#include <gio/gio.h>

#include "sl-code-map.h"
#include "sl-instructions.h"
#include "sl-time.h"

G_BEGIN_DECLS

typedef enum
{
  SL_FLOW_ENTER, /* decoding begins at @to, or goes on there after what could not be decoded */
  SL_FLOW_CALL,
  SL_FLOW_RETURN,
  SL_FLOW_JUMP,       /* out of the function */
  SL_FLOW_INTERRUPT,  /* an interrupt or exception */
  SL_FLOW_FAR_CALL,   /* into the kernel */
  SL_FLOW_FAR_RETURN, /* out of the kernel or of an interrupt */
  SL_FLOW_ON,         /* tracing is switched on */
  SL_FLOW_OFF,        /* tracing is switched off */
  SL_FLOW_LOST,       /* what came from here on is not known */
} SlFlowType;

/**
 * SlFlowStep:
 * @time: in ticks of the trace, between the times that are known: estimated by instructions
 * @from: address of the instruction that leads away
 * @to: address where it goes on
 * @n_instructions: since the step before
 * @process: whose code is at @to, as sl_code_map_find() takes it
 */
typedef struct
{
  SlTime time;
  guint64 from;
  guint64 to;
  guint32 n_instructions;
  guint32 type; /* SlFlowType */
  guint32 process;
} SlFlowStep;

/**
 * SlFlowRun:
 * @begin: address of the first instruction
 * @last: address of the last
 * @n_steps: of the flow up to it
 */
typedef struct
{
  guint64 begin;
  guint64 last;
  guint n_steps;
} SlFlowRun;

/**
 * SlFlowGap:
 * @span: what was not decoded, in ticks of the trace
 * @address: where decoding stopped; without code there if @has_no_code
 * @process: in whose memory that is
 * @has_no_code: no code is known at @address; else the code there is not what ran, or the stream is damaged
 * @n_branches: that the packets of the gap hold
 */
typedef struct
{
  SlSpan span;
  guint64 address;
  guint64 n_branches;
  guint32 process;
  gboolean has_no_code;
} SlFlowGap;

/**
 * SlFlow:
 * @steps: (element-type SlFlowStep): by time
 * @tail: (element-type SlFlowRun): the last stretches of code, which no packet has confirmed: the next
 *   part begins in one of them
 * @gaps: (element-type SlFlowGap): where decoding could not go on, by time
 * @n_instructions: in all
 * @n_branches: that the packets of the part hold: conditional and indirect ones
 *
 * One part, decoded. Immutable.
 */
typedef struct
{
  GArray *steps;
  GArray *tail;
  GArray *gaps;
  guint64 n_instructions;
  guint64 n_branches;
} SlFlow;

SlFlow *sl_flow_new (void);
void sl_flow_free (SlFlow *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlFlow, sl_flow_free)

/**
 * SlFlowPart:
 * @span: in ticks of the trace; half open
 * @n_bytes: to be decoded
 * @follows: whether it goes on where the part before ends
 */
typedef struct
{
  SlSpan span;
  guint64 n_bytes;
  gboolean follows;
} SlFlowPart;

/**
 * SlFlowStream:
 * @cpu: number of the processor
 * @parts: (element-type SlFlowPart): by time
 * @read: decodes a part, from any thread; @source_data belongs to the source that holds this
 * @list: decodes the instructions of a part that are in a span, keeps at most the first @most of them; from any
 *   thread
 *
 * What a source can decode of one processor. Shared by count, but of no use without its source.
 */
typedef struct _SlFlowStream
{
  gatomicrefcount ref_count;
  guint16 cpu;
  GArray *parts;
  SlFlow *(*read) (gpointer source_data, guint part, SlCodeMap *map, GCancellable *cancellable);
  SlInstructions *(*list) (gpointer source_data,
                           guint part,
                           SlCodeMap *map,
                           SlSpan span,
                           guint most,
                           GCancellable *cancellable);
  gpointer source_data;
} SlFlowStream;

SlFlowStream *sl_flow_stream_new (guint16 cpu);
SlFlowStream *sl_flow_stream_ref (SlFlowStream *self);
void sl_flow_stream_unref (SlFlowStream *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlFlowStream, sl_flow_stream_unref)

G_END_DECLS
