/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What a clock is made of (sl-clock.c), counts in (sl-clock-seconds.c) and is shown as (sl-clock-shown.c). */

#include "sl-clock-shown.h"
#include "sl-wide.h"

G_BEGIN_DECLS

typedef __int128 SlFixed; /* 2⁻⁴⁰ ps */

/* Stands for every position that is further away than two million years. */
#define SL_FIXED_MAX SL_WIDE_MAX

typedef struct
{
  SlRate rate;
  SlFixed begin; /* when the rate begins, counted from the origin; 0 for the first */
} SlClockPiece;

struct _SlClock
{
  gatomicrefcount ref_count;
  SlUnit unit;
  guint64 origin;
  guint n_pieces;
  SlRate *rates;
  SlClockPiece *pieces; /* by ascending rate.from; the first holds before it too */
  SlShownUnit shown;
  gboolean has_wall;
  gint64 wall; /* Unix time at tick 0, in ns */
};

static inline SlFixed
sl_fixed_add (SlFixed one, SlFixed other)
{
  return CLAMP (one + other, -SL_FIXED_MAX, SL_FIXED_MAX);
}

SlFixed sl_clock_ticks_to_fixed (const SlRate *rate, gint64 ticks);

G_END_DECLS
