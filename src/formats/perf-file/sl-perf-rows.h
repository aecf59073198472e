/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The records that are events, by processor: perf writes those of one in order, some time's worth after those of another. A
 * row is what is in order by itself, as runs of records that follow each other in the file. */

#include "sl-perf-records.h"

G_BEGIN_DECLS

/* Records of a run, at most. */
#define SL_PERF_RUN_RECORDS 256

/* Times that are further apart than this are not of one run. */
#define SL_PERF_RUN_FAR (G_GUINT64_CONSTANT (1) << 40)

/* In place of a processor: the records do not say it. */
#define SL_PERF_NO_CPU G_MAXUINT32

/**
 * SlPerfRun:
 * @offset: of the first record
 * @first: its time, in the kernel's nanoseconds; 0 for what was there before recording began
 * @last: the time of the last record. A record of another time than between these has the one before it
 * @n_records: of the run
 */
typedef struct
{
  guint64 offset;
  guint64 first;
  guint64 last;
  guint32 n_records;
} SlPerfRun;

/**
 * SlPerfRow:
 * @cpu: whose records they are; %SL_PERF_NO_CPU
 * @runs: (element-type SlPerfRun): by time
 * @number: in the order in which the file has the rows
 * @next: number of the next row of the same processor; 0 for none
 */
typedef struct
{
  guint32 cpu;
  GArray *runs;
  guint number;
  guint next;
} SlPerfRow;

/**
 * SlPerfRows:
 * @rows: (element-type SlPerfRow): the first is that of records without a time
 * @n_records: in all rows
 * @n_displaced: runs that begin before the one before them ends
 * @backward: records that the file has with the latest first, until they are turned round
 */
typedef struct
{
  GArray *rows;
  guint64 n_records;
  guint64 n_displaced;
  GArray *backward;

  GHashTable *by_cpu;
  SlPerfRow *row; /* that the last record went to, and its run; NULL where that cannot go on */
  SlPerfRun *run;
  guint64 expected;
} SlPerfRows;

SlPerfRows *sl_perf_rows_new (void);
void sl_perf_rows_free (SlPerfRows *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlPerfRows, sl_perf_rows_free)

void
sl_perf_rows_begin_run (SlPerfRows *self, guint64 offset, guint64 end, guint32 cpu, guint64 time);
void sl_perf_rows_add_backward (SlPerfRows *self,
                                guint64 offset,
                                guint64 end,
                                guint32 cpu,
                                guint64 time);
void sl_perf_rows_turn_round (SlPerfRows *self);
void sl_perf_rows_add_last (SlPerfRows *self, guint64 offset, guint32 cpu);
void
sl_perf_rows_add_samples (SlPerfRows *self, const SlPerfAttrs *attrs, SlPerfPosition *position);
gboolean sl_perf_rows_settle (SlPerfRows *self, guint64 *first);

/**
 * sl_perf_rows_add:
 * @offset: of the record
 * @end: offset of what follows it
 * @cpu: %SL_PERF_NO_CPU where the record does not say it, or has no time
 * @time: 0 for none
 */
static inline void
sl_perf_rows_add (SlPerfRows *self, guint64 offset, guint64 end, guint32 cpu, guint64 time)
{
  if (G_LIKELY (self->row != NULL && offset == self->expected && cpu == self->row->cpu &&
                time >= self->run->last && time - self->run->last < SL_PERF_RUN_FAR &&
                (time > 0) == (self->run->first > 0) && self->run->n_records < SL_PERF_RUN_RECORDS))
    {
      self->run->last = time;
      self->run->n_records++;
      self->n_records++;
      self->expected = end;
      return;
    }

  sl_perf_rows_begin_run (self, offset, end, cpu, time);
}

G_END_DECLS
