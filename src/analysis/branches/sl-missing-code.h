/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Where the flow through the code could not be decoded for want of the code: which addresses, which
 * file the recording names for them, and how much of the trace that leaves dark. */

#include "sl-flow.h"
#include "sl-source.h"

G_BEGIN_DECLS

/* More bytes of packets are not decoded to find out; parts from all over the trace are. */
#define SL_MISSING_MOST_BYTES (16u << 20)

/**
 * SlMissingRange:
 * @begin: first address; of a file that the recording names the one that it begins at
 * @end: first address behind it
 * @process: in whose memory, as sl_code_map_find() takes it
 * @file: (nullable): which the recording names for it, as bytes
 * @first: what was not decoded where code was missing here first, in ticks of the trace
 * @n_stops: how often decoding stopped here
 * @n_branches: in what was not decoded then
 * @ticks: of what was not decoded then
 */
typedef struct
{
  guint64 begin;
  guint64 end;
  guint32 process;
  const char *file;
  SlSpan first;
  guint64 n_stops;
  guint64 n_branches;
  guint64 ticks;
} SlMissingRange;

/**
 * SlMissingCode:
 * @source: that the recording is read by
 * @ranges: (element-type SlMissingRange): those with the most branches first
 * @n_bytes: of packets in the trace
 * @n_decoded: bytes of @n_bytes that were looked at
 * @n_branches: in what was looked at
 * @n_missing: branches of @n_branches that were not decoded since code was missing
 * @n_wrong: branches of @n_branches that were not decoded since the code is not what ran, or packets are damaged
 * @n_wrong_stops: how often that was so
 * @ticks: of what was looked at, of all processors
 * @missing_ticks: ticks of @ticks that were not decoded since code was missing
 */
typedef struct
{
  SlSource *source;
  GArray *ranges;
  guint64 n_bytes;
  guint64 n_decoded;
  guint64 n_branches;
  guint64 n_missing;
  guint64 n_wrong;
  guint64 n_wrong_stops;
  guint64 ticks;
  guint64 missing_ticks;
} SlMissingCode;

SlMissingCode *sl_missing_code_new (SlSource *source);
void sl_missing_code_free (SlMissingCode *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlMissingCode, sl_missing_code_free)

void sl_missing_code_add (SlMissingCode *self, const SlFlowPart *part, const SlFlow *flow);
void sl_missing_code_sort (SlMissingCode *self);
SlMissingCode *sl_missing_code_measure (SlSource *source,
                                        SlCodeMap *map,
                                        guint64 most_bytes,
                                        GCancellable *cancellable);

G_END_DECLS
