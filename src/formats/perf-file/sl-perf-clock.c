/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-perf-clock.h"

/* Bits of the TSC that its packet bears. */
#define TSC_BITS 56

/**
 * sl_perf_clock_init:
 *
 * Returns: whether the kernel could have said that
 */
gboolean
sl_perf_clock_init (SlPerfClock *self, guint64 shift, guint64 mult, guint64 zero)
{
  *self = (SlPerfClock) { 0 };
  if (shift > 32 || mult == 0 || mult > G_MAXUINT32)
    return FALSE;

  *self = (SlPerfClock) { (guint32) shift, (guint32) mult, zero };
  return TRUE;
}

/**
 * sl_perf_clock_to_ns:
 *
 * Returns: nanoseconds of perf's clock at @tsc, as the kernel's time_conv tells; wraps as it does
 */
guint64
sl_perf_clock_to_ns (const SlPerfClock *self, guint64 tsc)
{
  guint64 rest = tsc & ((G_GUINT64_CONSTANT (1) << self->shift) - 1);

  return self->zero + (tsc >> self->shift) * self->mult + ((rest * self->mult) >> self->shift);
}

/**
 * sl_perf_clock_from_ns:
 * @ns: of perf's clock
 * @near: a time of the trace that is not damaged
 *
 * The kernel's sum wraps, but a trace does not: what is further from @near than ticks can be counted is at the first or
 * the last tick, so that a later @ns never gets an earlier tick.
 *
 * Returns: the first TSC that is not before @ns; that it is @ns again when it is converted back
 *   holds for a TSC of 1 GHz and above
 */
guint64
sl_perf_clock_from_ns (const SlPerfClock *self, guint64 ns, guint64 near)
{
  guint64 since = near - self->zero;
  guint64 rest, ticks;

  if (ns < near)
    since -= MIN (since, near - ns);
  else
    since += MIN (G_MAXUINT64 - since, ns - near);
  if (since / self->mult >= G_MAXUINT64 >> self->shift)
    return G_MAXUINT64;

  rest = (since % self->mult) << self->shift;
  ticks = (since / self->mult << self->shift) + rest / self->mult;
  return rest % self->mult == 0 ? ticks : ticks + 1;
}

/**
 * sl_perf_clock_widen:
 * @tsc: the lower 56 bits
 * @near: a whole TSC from about the same time; 0 for none
 *
 * Returns: the whole TSC
 */
guint64
sl_perf_clock_widen (guint64 tsc, guint64 near)
{
  const guint64 half = G_GUINT64_CONSTANT (1) << (TSC_BITS - 1);
  guint64 whole = (near & ~(2 * half - 1)) | tsc;

  if (near == 0)
    return tsc;
  if (whole > near && whole - near > half && whole >= 2 * half)
    return whole - 2 * half;
  if (near > whole && near - whole > half && whole + 2 * half > whole)
    return whole + 2 * half;

  return whole;
}
