/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-perf-tally.h"

static const char *const faults[SL_PERF_N_FAULTS] = {
  [SL_PERF_FAULT_TIME] = "A record’s time does not lie between those around it",
  [SL_PERF_FAULT_RAW] = "A sample of a tracepoint does not hold its record",
  [SL_PERF_FAULT_FORMAT] = "The file has no format description for the number of an event",
  [SL_PERF_FAULT_SHORT] = "A record is too short for the fields of its event",
  [SL_PERF_FAULT_STATE] =
      "A task left its processor in a state for which the file’s kernel has no letter",
};

/**
 * sl_perf_tally_init:
 * @tracing: (nullable): must outlive the tally
 * @names: likewise
 */
void
sl_perf_tally_init (SlPerfTally *self, const SlTracingData *tracing, SlLinuxNames *names)
{
  *self = (SlPerfTally) {
    .faults = sl_note_counts_new (faults, SL_PERF_N_FAULTS),
    .names = names,
    .learner = tracing != NULL ? sl_event_learner_new (tracing, names) : NULL,
    .threads = g_new0 (guint64, SL_PERF_TALLY_SEEN),
  };
}

void
sl_perf_tally_clear (SlPerfTally *self)
{
  g_clear_pointer (&self->faults, sl_note_counts_free);
  g_clear_pointer (&self->learner, sl_event_learner_free);
  g_clear_pointer (&self->threads, g_free);
}

/**
 * sl_perf_tally_count:
 * @self: (nullable): where nothing is counted
 */
void
sl_perf_tally_count (SlPerfTally *self, SlPerfFault fault, guint64 offset)
{
  if (self != NULL)
    sl_note_counts_add (self->faults, fault, offset);
}

/**
 * sl_perf_tally_learn_thread:
 *
 * As sl_perf_tally_see_thread(), of one that is not among those seen last.
 */
void
sl_perf_tally_learn_thread (SlPerfTally *self, guint32 pid, guint32 tid, guint64 time)
{
  if (tid == 0 || tid == G_MAXUINT32 || pid == G_MAXUINT32)
    return;

  self->threads[tid % SL_PERF_TALLY_SEEN] = (guint64) tid << 32 | pid;
  sl_linux_names_set_tgid (self->names, tid, time, pid);
}
