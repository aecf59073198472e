/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Times as texts: decimal numbers in some unit, read exactly. */

#include "sl-clock.h"

G_BEGIN_DECLS

/* A time in the smallest parts that are told apart: ps, or ticks. */
typedef __int128 SlFineTime;

/**
 * SlTextUnit:
 * @exponent: of ten: picoseconds a unit; -1 for ticks of some clock
 * @rate: of that clock, ticks a second; 0 where nobody knows
 * @rate_denominator: of that
 * @point: what separates the fraction: a point or a comma
 * @origin: in ps, or in ticks: what the trace counts its ticks from, where no event is before it; 0 where the file does not say it
 *
 * How numbers are written, and of what times are a number.
 */
typedef struct
{
  int exponent;
  guint64 rate;
  guint64 rate_denominator;
  char point;
  SlFineTime origin;
} SlTextUnit;

#define SL_TEXT_UNIT_TICKS -1

/* Times are below so many ns or ticks. */
#define SL_TEXT_MOST_TIME (G_GINT64_CONSTANT (1) << 62)

typedef enum
{
  SL_TEXT_TIME_RIGHT,
  SL_TEXT_TIME_CUT,   /* right, but finer than ps or a tick */
  SL_TEXT_TIME_WRONG, /* not a number */
  SL_TEXT_TIME_RANGE, /* below 0 or too large */
} SlTextTimeResult;

gboolean sl_text_unit_parse (SlTextUnit *self, const char *name);
SlTextTimeResult
sl_text_unit_parse_time (const SlTextUnit *self, const char *text, gsize length, SlFineTime *time);

G_END_DECLS
