/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* One event of any format. Lives only in the block buffers of readers: a trace
 * never holds an array of these; the file is the store. */

#include "sl-time.h"

G_BEGIN_DECLS

/**
 * SlEventFlags:
 * @SL_EVENT_BAD_TIME: the recorded time is damaged; @time is that of the previous event
 * @SL_EVENT_FAST: a fast instrumentation point, whose second parameter has no meaning
 * @SL_EVENT_GUESSED: a field was reconstructed
 * @SL_EVENT_INFERRED: the event is not in the file; it follows from others
 * @SL_EVENT_GAP: a time of unknown length precedes this event
 * @SL_EVENT_INTERVAL: @time is its earliest possible time; the latest is the time of the next event
 *   of the same processor without this flag (tick_max)
 * @SL_EVENT_NO_A: @a has no meaning
 * @SL_EVENT_NO_B: @b has no meaning
 * @SL_EVENT_SEAM: first event of another part of the recording; events may be missing before it
 * @SL_EVENT_LOST: the records between the previous event and this one are lost
 */
typedef enum
{
  SL_EVENT_BAD_TIME = 1 << 0,
  SL_EVENT_FAST = 1 << 1,
  SL_EVENT_GUESSED = 1 << 2,
  SL_EVENT_INFERRED = 1 << 3,
  SL_EVENT_GAP = 1 << 4,
  SL_EVENT_INTERVAL = 1 << 5,
  SL_EVENT_NO_A = 1 << 6,
  SL_EVENT_NO_B = 1 << 7,
  SL_EVENT_LOST = 1 << 8,
  SL_EVENT_SEAM = 1 << 9,
} SlEventFlags;

/**
 * SlEvent:
 * @time: ticks since the trace's origin
 * @a: first parameter, as the kind's table says
 * @b: second parameter, as the kind's table says
 * @offset: position of the record; see SL_OFFSET()
 * @object: number of the object acted on in the trace's table, 0 where there is none or
 *   where it is not resolved yet (readers leave 0, sl_trace_resolve() fills it in)
 * @flags: #SlEventFlags below bit 16; the bits from there on belong to the format, as those of
 *   branches in sl-branch-cause.h
 * @kind: number of the kind in the registry of sl-kind.h
 * @cpu: number of the processor
 * @detail: what a format keeps in addition to @a and @b: the attribute of a BYU bus cycle, the number of
 *   bytes that a Pentium bus cycle moves, the branches before a packet of Intel PT as
 *   SL_BRANCHES() makes them, what SL_DETAIL_TYPE() reads of neutral events; else 0
 */
typedef struct
{
  SlTime time;
  guint64 a;
  guint64 b;
  guint64 offset;
  guint32 object;
  guint32 flags;
  guint16 kind;
  guint16 cpu;
  guint32 detail;
} SlEvent;

G_STATIC_ASSERT (sizeof (SlEvent) == 48);

/* Conditional branches between an event and the one before it; at most 65535 of each. Where there
 * are more, the events that follow bear the rest. */
#define SL_BRANCHES(taken, not_taken) ((guint32) (taken) << 16 | (guint32) (not_taken))
#define SL_BRANCHES_TAKEN(detail)     ((detail) >> 16)
#define SL_BRANCHES_NOT_TAKEN(detail) ((detail) &0xffff)
#define SL_BRANCHES_MOST              0xffff

/* What a neutral event keeps in its detail: the type of the object in b, an SlObjectType; whether its line says more
 * than fits an event; and which of the events of that line it is. */
#define SL_DETAIL_MAKE(type, has_more, part) \
  ((guint32) (type) | ((has_more) ? 1u << 8 : 0u) | (guint32) (part) << 16)
#define SL_DETAIL_TYPE(detail)     ((detail) &0xff)
#define SL_DETAIL_HAS_MORE(detail) (((detail) & (1u << 8)) != 0)
#define SL_DETAIL_PART(detail)     ((detail) >> 16)

/* A place in the input: the file's position among the input's files in the top 12 bits,
 * the byte offset in the unpacked file below. */
#define SL_OFFSET(file, byte)  (((guint64) (file) << 52) | (guint64) (byte))
#define SL_OFFSET_FILE(offset) ((guint) ((offset) >> 52))
#define SL_OFFSET_BYTE(offset) ((offset) & ((G_GUINT64_CONSTANT (1) << 52) - 1))
#define SL_OFFSET_NONE         G_MAXUINT64

/* Readers hand out events in blocks of at most this many. */
#define SL_BLOCK_EVENTS 4096

G_END_DECLS
