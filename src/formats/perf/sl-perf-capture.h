/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What a perf.data file holds: the streams of Intel PT, cut into pieces, the records beside them by
 * time, and what is told of the machine. */

#include "sl-perf-clock.h"
#include "sl-perf-records.h"
#include "sl-pt-clock.h"
#include "sl-time.h"

G_BEGIN_DECLS

/**
 * SlPerfPlace:
 * @time: in the kernel's nanoseconds; 0 for what was there before recording began
 * @offset: of the record
 */
typedef struct
{
  guint64 time;
  guint64 offset;
} SlPerfPlace;

/**
 * SlPerfPiece:
 * @file_offset: where it lies in the file
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
 * @places: (element-type SlPerfPlace): of the records that are events, by time
 * @streams: (element-type SlPerfStream): as they first show in the file
 * @is_snapshot: whether each piece is a stream of its own, read out of a ring
 */
typedef struct
{
  SlPerfRecords *records;
  GArray *places;
  GPtrArray *streams;
  gboolean is_snapshot;
  SlPerfClock clock;
  SlPtTiming timing;

  GHashTable *names; /* tid → GArray of SlPerfPlace: records that tell its name */
} SlPerfCapture;

SlPerfCapture *sl_perf_capture_new (SlMapping *mapping, SlNotes *notes, GError **error);
void sl_perf_capture_free (SlPerfCapture *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlPerfCapture, sl_perf_capture_free)

char *sl_perf_capture_get_name (const SlPerfCapture *self,
                                guint32 tid,
                                guint64 time) G_GNUC_WARN_UNUSED_RESULT;
GArray *sl_perf_capture_find_breaks (const SlPerfCapture *self, const SlPerfStream *stream);

G_END_DECLS
