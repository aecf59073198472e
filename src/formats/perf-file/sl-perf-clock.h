/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The kernel's conversion between the TSC and the nanoseconds of its records:
 *
 *   ns = zero + (tsc >> shift) · mult + (((tsc & (2^shift − 1)) · mult) >> shift)
 *
 * all modulo 2^64; zero is often "negative". */

#include <glib.h>

G_BEGIN_DECLS

/**
 * SlPerfClock:
 * @mult: 0 where no conversion is known
 */
typedef struct
{
  guint32 shift;
  guint32 mult;
  guint64 zero;
} SlPerfClock;

gboolean sl_perf_clock_init (SlPerfClock *self, guint64 shift, guint64 mult, guint64 zero);
guint64 sl_perf_clock_to_ns (const SlPerfClock *self, guint64 tsc);
guint64 sl_perf_clock_from_ns (const SlPerfClock *self, guint64 ns, guint64 near);
guint64 sl_perf_clock_widen (guint64 tsc, guint64 near);

/**
 * sl_perf_clock_place:
 * @now: of the trace's clock
 * @origin: where its axis begins
 *
 * Later times never get an earlier place, however damaged they are: what is before the origin counts as the origin, and
 * what is further than 2⁶¹ from it as that.
 *
 * Returns: 0 to 2⁶¹, where @now is on the axis
 */
static inline gint64
sl_perf_clock_place (guint64 now, guint64 origin)
{
  return now <= origin ? 0 : (gint64) MIN (now - origin, G_GUINT64_CONSTANT (1) << 61);
}

G_END_DECLS
