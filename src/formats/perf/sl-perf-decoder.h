/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* From the records of a perf.data file to events: those of tracepoints as sl-linux-kinds.h packs them, the kernel's own of
 * who ran, what was mapped and what was lost. */

#include "sl-clock.h"
#include "sl-event-decoder.h"
#include "sl-perf-capture.h"
#include "sl-perf-tally.h"

G_BEGIN_DECLS

/* What a record of the kernel is to the translator beside tracepoints: where SlLinuxRole is in the flags of those. */
typedef enum
{
  SL_PERF_ROLE_TOLD = 64, /* a tracepoint says the same, and more */
  SL_PERF_ROLE_LIFE,      /* no tracepoint says it */
} SlPerfRole;

/* Immutable once it has names; safe from any thread. */
typedef struct _SlPerfDecoder SlPerfDecoder;

SlPerfDecoder *sl_perf_decoder_new (const SlPerfCapture *capture, SlClock *clock, SlNotes *notes);
void sl_perf_decoder_free (SlPerfDecoder *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlPerfDecoder, sl_perf_decoder_free)

void sl_perf_decoder_set_names (SlPerfDecoder *self, const SlLinuxNames *names);
guint sl_perf_decoder_decode (const SlPerfDecoder *self,
                              guint row,
                              guint64 run,
                              SlEvent *events,
                              SlPerfTally *tally);
guint64 sl_perf_capture_convert (const SlPerfCapture *self, SlClock *clock, guint64 ns);

G_END_DECLS
