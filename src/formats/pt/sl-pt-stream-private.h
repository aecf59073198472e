/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What finding the segments and decoding them share. */

#include "sl-pt-stream.h"
#include "sl-source-extras.h"

G_BEGIN_DECLS

/**
 * SlPtStream:
 * @data: first byte
 * @size: in bytes
 * @base: SL_OFFSET() of the first byte
 * @first_psb: where decoding begins
 * @has_time: whether there is any TSC; else times are offsets
 * @origin: the first TSC
 * @segments: of #SlSegment; @a is the time of the PSB before the segment, or what times begin at;
 *   @b that of the PSB that ends it, which no time passes
 * @breaks: of guint64: offsets before which bytes are missing
 * @restarts: of guint64: offsets of the PSB with which decoding goes on after breaks
 * @owners: (nullable): of #SlPtOwner, by time: who was running by the system's records
 * @extras: of the source, with counts of the packets that are not events
 */
struct _SlPtStream
{
  const guint8 *data;
  gsize size;
  guint64 base;
  gsize first_psb;
  gboolean has_time;
  guint64 origin;
  SlPtStreamOptions options;
  GArray *segments;
  GArray *breaks;
  GArray *restarts;
  GArray *owners;
  SlSourceExtras *extras;
};

/**
 * SlPtDecoder:
 * @at: offset of the next packet in the stream
 * @end: of the segment
 * @next_psb: the next PSB, into which no packet can reach; @end if there is none
 * @first_tick: what a TSC of @first_tsc is as a time
 * @last_tsc: of the last TSC; what CYC tell may be beyond that
 * @last_time: no event is earlier
 * @most: no event is later
 * @taken: branches since the last event
 * @not_taken: likewise
 * @flags: of the next event
 * @is_exact: the time stands for the next packet that it may apply to
 * @is_status: packets tell the state at the last PSB, not what happens
 *
 * The state of a segment's decoding, as plain bytes.
 */
typedef struct
{
  guint64 at;
  guint64 end;
  guint64 next_psb;
  SlPtContext context;
  SlPtClock clock;
  guint64 first_tsc;
  guint64 last_tsc;
  SlTime first_tick;
  SlTime last_time;
  SlTime most;
  guint64 taken;
  guint64 not_taken;
  guint32 flags;
  gboolean is_exact;
  gboolean is_status;
} SlPtDecoder;

/* A step of the TSC that cannot be: it is damaged. */
#define SL_PT_MOST_STEP (G_GUINT64_CONSTANT (1) << 40)

gsize sl_pt_stream_get_limit (const SlPtStream *self, gsize offset);
gsize sl_pt_stream_find_psb (const SlPtStream *self, gsize offset);
gboolean sl_pt_stream_is_restart (const SlPtStream *self, gsize offset);
gboolean sl_pt_stream_find_tsc (const SlPtStream *self, gsize psb, guint64 *tsc);
gboolean sl_pt_stream_has_owners (const SlPtStream *self);
gboolean sl_pt_stream_find_owner (const SlPtStream *self, SlTime time, guint32 *process);
gboolean sl_pt_stream_find_ip (const SlPtStream *self, gsize psb, guint64 *ip);
gsize sl_pt_stream_find_begin (const SlPtStream *self, const SlSegment *segment);
guint64 sl_pt_stream_count_branches (const SlPtStream *self, gsize begin, gsize end);
void sl_pt_stream_find_segments (SlPtStream *self, SlNotes *notes);

void sl_pt_decoder_begin (gpointer user_data, const SlSegment *segment, gpointer state);
guint sl_pt_decoder_decode (gpointer user_data,
                            gpointer state,
                            SlEvent *events,
                            guint room,
                            SlNotes *notes);

G_END_DECLS
