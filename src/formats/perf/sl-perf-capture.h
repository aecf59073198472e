/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What a perf.data file holds: the records that are events, the streams of Intel PT, cut into pieces, and what is
 * told of the machine. */

#include "sl-perf-clock.h"
#include "sl-perf-features.h"
#include "sl-perf-places.h"
#include "sl-perf-records.h"
#include "sl-perf-rows.h"
#include "sl-pt-clock.h"
#include "sl-time.h"

G_BEGIN_DECLS

/**
 * SlPerfPiece:
 * @file_offset: where it lies in the files
 * @size: in bytes
 * @offset: in all that the kernel wrote for the stream
 */
typedef struct
{
  guint64 file_offset;
  guint64 size;
  guint64 offset;
} SlPerfPiece;

/**
 * SlPerfStream:
 * @index: number of the kernel's buffer
 * @cpu: whose stream it is; -1 for that of a thread
 * @tid: of the thread
 * @reference: a TSC from when the buffer was read
 * @pieces: (element-type SlPerfPiece)
 * @losses: (element-type guint64): as offsets of pieces are: data was lost there
 */
typedef struct
{
  guint32 index;
  gint32 cpu;
  guint32 tid;
  guint64 reference;
  GArray *pieces;
  GArray *losses;
} SlPerfStream;

/**
 * SlPerfCapture:
 * @rows: all records that are events
 * @first: the first time of those; 0 for none
 * @features: what else the file says
 * @places: (element-type SlPerfPlace): of the records that are events, by time, but for samples of tracepoints; other samples
 *   are there where there are streams
 * @tail_losses: from processor to how many records were lost behind its last one
 * @streams: (element-type SlPerfStream): as they first show in the file
 * @is_of_tasks: what other tasks did is not recorded, who ran before these among it
 * @is_snapshot: whether each piece is a stream of its own, read out of a ring
 */
typedef struct
{
  SlPerfRecords *records;
  SlPerfRows *rows;
  guint64 first;
  SlPerfFeatures features;
  GHashTable *tail_losses;
  GArray *places;
  GPtrArray *streams;
  gboolean is_of_tasks;
  gboolean is_snapshot;
  SlPerfClock clock;
  SlPtTiming timing;
} SlPerfCapture;

SlPerfCapture *sl_perf_capture_new (SlInput *input, SlNotes *notes, GError **error);
void sl_perf_capture_free (SlPerfCapture *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlPerfCapture, sl_perf_capture_free)

gboolean
sl_perf_capture_has_tracepoint (const SlPerfCapture *self, const char *system, const char *name);

G_END_DECLS
