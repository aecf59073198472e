/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-pt-clock.h"

/* Bits of the crystal clock's count that a TMA has. */
#define TMA_BITS 16

/* No CYC is long enough to reach this; it keeps products of damaged ones in their type. */
#define MOST_CYCLES (G_GUINT64_CONSTANT (1) << 48)

/* From a time that other packets than CYC told, cycles count anew. */
static void
set_anchor (SlPtClock *self, guint64 time)
{
  self->now = MAX (self->now, time);
  self->anchor = time;
  self->cycles = 0;
  self->is_adrift = FALSE;
}

/**
 * sl_pt_clock_set_tsc:
 * @tsc: of a TSC packet
 *
 * The time is known exactly here; that of MTC packets is not before the next TMA.
 */
void
sl_pt_clock_set_tsc (SlPtClock *self, guint64 tsc)
{
  set_anchor (self, tsc);
  self->now = tsc;
  self->is_known = TRUE;
  self->bits = 0;
}

/**
 * sl_pt_clock_set_tma:
 * @ctc: of a TMA packet
 * @fast_counter: of a TMA packet
 *
 * Tells what the crystal clock's count was at the TSC before.
 */
void
sl_pt_clock_set_tma (SlPtClock *self, guint64 ctc, guint64 fast_counter)
{
  if (!self->is_known)
    return;

  self->base = self->anchor - MIN (self->anchor, fast_counter);
  self->ctc = 0;
  self->count = (guint32) ctc;
  self->bits = TMA_BITS;
}

/* When the crystal clock counted to @ctc more than at the TMA. */
static guint64
get_crystal_time (const SlPtClock *self, const SlPtTiming *timing, guint64 ctc)
{
  return self->base + ctc * timing->ctc_numerator / timing->ctc_denominator;
}

static void
calibrate (SlPtClock *self, guint64 time)
{
  if (self->cycles == 0 || time <= self->anchor || time - self->anchor > G_MAXUINT32)
    return;

  self->ticks_a_cycle_numerator = time - self->anchor;
  self->ticks_a_cycle_denominator = self->cycles;
}

/**
 * sl_pt_clock_add_mtc:
 * @payload: of an MTC packet
 *
 * Returns: whether the time is known here
 */
gboolean
sl_pt_clock_add_mtc (SlPtClock *self, const SlPtTiming *timing, guint64 payload)
{
  guint n_bits = timing->mtc_frequency + 8;
  guint32 count = (guint32) payload << timing->mtc_frequency;
  guint64 time;

  if (self->bits == 0 || timing->ctc_numerator == 0)
    return FALSE;

  self->ctc += (count - self->count) & ((1u << MIN (n_bits, self->bits)) - 1);
  self->count = count;
  self->bits = (guint8) n_bits;
  if (self->ctc > G_MAXUINT32)
    return FALSE;

  time = get_crystal_time (self, timing, self->ctc);
  if (!self->is_adrift)
    calibrate (self, time);
  set_anchor (self, time);
  return TRUE;
}

/* The time that no CYC passes: there would be an MTC before it. */
static guint64
get_next_mtc (const SlPtClock *self, const SlPtTiming *timing)
{
  guint32 period = 1u << timing->mtc_frequency;

  if (self->bits == 0 || timing->ctc_numerator == 0)
    return G_MAXUINT64;

  return get_crystal_time (self, timing, self->ctc + period - (self->count & (period - 1)));
}

/**
 * sl_pt_clock_add_cyc:
 * @cycles: of a CYC packet
 *
 * Returns: whether the time is known here
 */
gboolean
sl_pt_clock_add_cyc (SlPtClock *self, const SlPtTiming *timing, guint64 cycles)
{
  guint64 numerator = self->ticks_a_cycle_numerator;
  guint64 denominator = self->ticks_a_cycle_denominator;
  guint64 time;

  self->cycles = MIN (self->cycles + MIN (cycles, MOST_CYCLES), MOST_CYCLES);
  if (numerator == 0)
    {
      numerator = timing->nominal_ratio;
      denominator = self->cbr;
    }
  if (!self->is_known || self->is_adrift || numerator == 0 || denominator == 0)
    return FALSE;

  time = self->anchor + (guint64) ((unsigned __int128) self->cycles * numerator / denominator);
  self->now = MAX (self->now, MIN (time, get_next_mtc (self, timing)));
  return TRUE;
}

/**
 * sl_pt_clock_set_cbr:
 * @ratio: of a CBR packet
 *
 * What the cycles came to before says nothing from here on.
 */
void
sl_pt_clock_set_cbr (SlPtClock *self, guint64 ratio)
{
  if (self->cbr == ratio)
    return;

  self->cbr = (guint8) ratio;
  self->ticks_a_cycle_numerator = 0;
  self->anchor = self->now;
  self->cycles = 0;
}

/**
 * sl_pt_clock_overflow:
 *
 * Packets were lost: cycles count from a time that is not known before the next MTC or TSC.
 */
void
sl_pt_clock_overflow (SlPtClock *self)
{
  self->ticks_a_cycle_numerator = 0;
  self->is_adrift = TRUE;
}
