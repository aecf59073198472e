/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What the first pass over a perf.data file counts and learns. */

#include "sl-event-learner.h"
#include "sl-note-counts.h"

G_BEGIN_DECLS

/* Most threads are seen again and again. */
#define SL_PERF_TALLY_SEEN 1024

typedef enum
{
  SL_PERF_FAULT_TIME,
  SL_PERF_FAULT_RAW,
  SL_PERF_FAULT_FORMAT,
  SL_PERF_FAULT_SHORT,
  SL_PERF_FAULT_STATE,
  SL_PERF_N_FAULTS,
} SlPerfFault;

/**
 * SlPerfTally:
 * @n_runtime: records of sched_stat_runtime, which are not events
 * @faults: what was odd
 * @names: of the source, which threads are added to
 * @learner: (nullable): of names, from tracepoints
 */
typedef struct _SlPerfTally SlPerfTally;
struct _SlPerfTally
{
  guint64 n_runtime;
  SlNoteCounts *faults;
  SlLinuxNames *names;
  SlEventLearner *learner;
  guint64 *
      threads; /* processes of threads that were seen last, by low bits of the tid: tid << 32 + pid */
};

void sl_perf_tally_init (SlPerfTally *self, const SlTracingData *tracing, SlLinuxNames *names);
void sl_perf_tally_clear (SlPerfTally *self);
void sl_perf_tally_count (SlPerfTally *self, SlPerfFault fault, guint64 offset);
void sl_perf_tally_learn_thread (SlPerfTally *self, guint32 pid, guint32 tid, guint64 time);

/**
 * sl_perf_tally_see_thread:
 * @pid: its process; -1, as @tid, where nobody knows
 * @time: of the file's clock
 */
static inline void
sl_perf_tally_see_thread (SlPerfTally *self, guint32 pid, guint32 tid, guint64 time)
{
  guint64 thread = (guint64) tid << 32 | pid;

  if (G_UNLIKELY (self->threads[tid % SL_PERF_TALLY_SEEN] != thread && tid != 0))
    sl_perf_tally_learn_thread (self, pid, tid, time);
}

G_END_DECLS
