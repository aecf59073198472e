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
gint64 sl_perf_clock_place (guint64 now, guint64 origin);
guint64 sl_perf_clock_widen (guint64 tsc, guint64 near);

G_END_DECLS
