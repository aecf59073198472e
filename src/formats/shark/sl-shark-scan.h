/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The pass over all records when a trace is opened: finds what stands out of order, what is damaged,
 * and the clock. */

#include "sl-clock.h"
#include "sl-record-source.h"
#include "sl-shark-record.h"

G_BEGIN_DECLS

/**
 * SlSharkSegment:
 * @file: number of the file in the input
 * @packet: number of the datagram; 0 outside of datagrams
 * @offset: of the first record, in bytes
 * @n_records: that follow each other there, empty slots counted
 * @arrival: of the datagram, in nanoseconds since 1970; 0 where it is not known
 * @after_loss: whether datagrams are missing before it
 */
typedef struct
{
  guint32 file;
  guint32 packet;
  guint64 offset;
  guint64 n_records;
  guint64 arrival;
  gboolean after_loss;
} SlSharkSegment;

/**
 * SlSharkRepair:
 * @offset: of the record, with its file
 * @tsc: what it counts as
 * @flags: #SlEventFlags to set
 */
typedef struct
{
  guint64 offset;
  guint64 tsc;
  guint32 flags;
} SlSharkRepair;

/* Later times count as this: nothing above it may overflow. */
#define SL_SHARK_LAST_TIME ((G_GUINT64_CONSTANT (1) << 62) - 1)

/**
 * SlSharkScan:
 * @runs: (element-type SlRecordRun): in the order of the segments
 * @repairs: (element-type SlSharkRepair): by offset
 * @clock: what the records say
 * @origin: the smallest TSC that is not damaged
 * @has_late: whether there are times after %SL_SHARK_LAST_TIME
 */
typedef struct
{
  GArray *runs;
  GArray *repairs;
  SlClock *clock;
  guint64 origin;
  gboolean has_late;
} SlSharkScan;

SlSharkScan *sl_shark_scan_new (SlInput *input,
                                const SlSharkSegment *segments,
                                guint n_segments,
                                SlNotes *notes,
                                GCancellable *cancellable,
                                GError **error);
void sl_shark_scan_free (SlSharkScan *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlSharkScan, sl_shark_scan_free)

const SlSharkRepair *sl_shark_scan_first_repair (const SlSharkScan *self, guint64 offset);

G_END_DECLS
