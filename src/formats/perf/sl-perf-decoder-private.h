/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* How the records of a run are read: what sl-perf-decoder.c and sl-perf-samples.c share. */

#include "sl-perf-decoder.h"

G_BEGIN_DECLS

struct _SlPerfDecoder
{
  const SlPerfCapture *capture;
  SlClock *clock;
  guint64 origin;
  gboolean is_ns;
  gboolean has_tracepoints;
  SlPerfRole roles[SL_PERF_SWITCH_CPU_WIDE + 1]; /* of records of the kernel, by type; 0 for none */
  SlEventDecoder tracepoints;
};

/**
 * SlPerfRunReader:
 * @only: (nullable): that all samples look like
 * @head: (nullable): with whose fields all samples begin; @only where there is that
 * @has_before: another run comes before this one
 * @last: the kernel's time of the record before
 * @tally: (nullable): where the run is read for the first time
 * @has_loss: an event of the run is a loss
 * @n_left: records of the run that were not read yet
 * @at: the next one of these
 *
 * What a run is decoded with.
 */
typedef struct
{
  const SlPerfDecoder *decoder;
  const SlPerfAttr *only;
  const SlPerfAttr *head;
  const SlPerfRun *run;
  guint16 cpu;
  gboolean has_cpu;
  gboolean has_before;
  guint64 last;
  SlPerfTally *tally;
  gboolean has_loss;
  guint n_left;
  SlPerfPosition at;
} SlPerfRunReader;

/* Decodes from @run on what it can, up to all that is left of it. Returns: the number of events */
typedef guint (*SlPerfSamplesDecode) (SlPerfRunReader *run, SlEvent *events);

SlPerfSamplesDecode sl_perf_samples_choose (const SlPerfRunReader *run);
void sl_perf_samples_count_odd (const SlPerfRunReader *run, SlEventOdd odd, guint64 offset);

/* A time of the kernel on the trace's clock. */
static inline guint64
sl_perf_decoder_convert (const SlPerfDecoder *self, guint64 ns)
{
  return self->is_ns ? ns : sl_perf_clock_from_ns (&self->capture->clock, ns, self->capture->first);
}

G_END_DECLS
