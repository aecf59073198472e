/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The time of an Intel PT stream, from the packets that tell something of it (the manual's
 * "Time" and the descriptions of TSC, TMA, MTC, CYC and CBR).
 *
 *   TSC  the time stamp counter; exact, and rare
 *   TMA  right after a TSC: the crystal clock's count at that time (CTC), and the TSC ticks since it
 *        began (FastCounter). So crystal count CTC began at TSC − FastCounter
 *   MTC  bits N + 7 … N of the crystal clock's count, where N is the MTC frequency; the low ones are
 *        0. A crystal tick is P TSC ticks (CPUID leaf 15H: EBX / EAX)
 *   CYC  core cycles since the last CYC. A cycle is (nominal ratio / CBR) TSC ticks, or what the
 *        cycles between two MTC came to
 *   CBR  the ratio of core and bus clock from here on
 *
 * Between the times that these give nothing is known but the order. */

#include <glib.h>

G_BEGIN_DECLS

/**
 * SlPtTiming:
 * @ctc_numerator: TSC ticks a crystal tick, as a fraction; 0 if not known, and MTC tells nothing
 * @ctc_denominator: above 0 with @ctc_numerator
 * @mtc_frequency: N, 0 … 15
 * @nominal_ratio: of core and bus clock at which the TSC counts (the maximum non-turbo ratio); 0 if
 *   not known, and CYC tells something only between MTC
 *
 * What the packets do not tell of the machine.
 */
typedef struct
{
  guint32 ctc_numerator;
  guint32 ctc_denominator;
  guint32 mtc_frequency;
  guint32 nominal_ratio;
} SlPtTiming;

/**
 * SlPtClock:
 * @now: TSC ticks: the last time that is known
 * @is_known: whether there was a TSC
 *
 * Plain bytes; all zeros before the first TSC. The rest is private.
 */
typedef struct
{
  guint64 now;
  gboolean is_known;

  guint64 base;                    /* when crystal count @first_ctc began */
  guint64 ctc;                     /* crystal ticks since then */
  guint32 count;                   /* the last crystal count, as far as its bits are known */
  guint8 bits;                     /* how many that are; 0 without a TMA */
  guint8 cbr;                      /* 0 if not known */
  guint8 is_adrift;                /* nothing was known since an overflow */
  guint64 anchor;                  /* the last time that is known from other packets than CYC */
  guint64 cycles;                  /* since then */
  guint64 ticks_a_cycle_numerator; /* as calibrated; 0 if it is not */
  guint64 ticks_a_cycle_denominator;
} SlPtClock;

void sl_pt_clock_set_tsc (SlPtClock *self, guint64 tsc);
void sl_pt_clock_set_tma (SlPtClock *self, guint64 ctc, guint64 fast_counter);
gboolean sl_pt_clock_add_mtc (SlPtClock *self, const SlPtTiming *timing, guint64 payload);
gboolean sl_pt_clock_add_cyc (SlPtClock *self, const SlPtTiming *timing, guint64 cycles);
void sl_pt_clock_set_cbr (SlPtClock *self, guint64 ratio);
void sl_pt_clock_overflow (SlPtClock *self);

G_END_DECLS
