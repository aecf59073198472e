/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The unit of a trace's ticks, and how long a tick takes if that is known. */

#include "sl-time.h"

G_BEGIN_DECLS

typedef enum
{
  SL_UNIT_CYCLES, /* of a processor's time stamp counter */
  SL_UNIT_TICKS,  /* of some other clock */
  SL_UNIT_NS,
  SL_UNIT_RECORDS, /* no time at all: the position in the file */
  SL_UNIT_BYTES,   /* no time at all: the byte position in the stream */
} SlUnit;

/**
 * SlRate:
 * @from: first tick with this rate; the first rate of a clock applies before it too
 * @numerator: ticks per second, above zero, as a fraction
 * @denominator: above zero
 */
typedef struct
{
  SlTime from;
  guint64 numerator;
  guint64 denominator;
} SlRate;

/* Immutable, shared by count. */
typedef struct _SlClock SlClock;

SlClock *sl_clock_new (SlUnit unit, guint64 origin, const SlRate *rates, guint n_rates);
SlClock *sl_clock_with_rate (const SlClock *self, guint64 numerator, guint64 denominator);
SlClock *sl_clock_ref (SlClock *self);
void sl_clock_unref (SlClock *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlClock, sl_clock_unref)

SlUnit sl_clock_get_unit (const SlClock *self);
const char *sl_clock_get_unit_id (const SlClock *self);
guint64 sl_clock_get_origin (const SlClock *self);
guint64 sl_clock_to_absolute (const SlClock *self, SlTime time);
gboolean sl_clock_is_before_zero (const SlClock *self, SlTime time);
char *sl_clock_dup_absolute (const SlClock *self, SlTime time) G_GNUC_WARN_UNUSED_RESULT;
gboolean sl_clock_from_absolute (const SlClock *self, guint64 absolute, SlTime *time);
gboolean sl_clock_has_rate (const SlClock *self);
const SlRate *sl_clock_get_rates (const SlClock *self, guint *n_rates);

gboolean sl_clock_to_ps (const SlClock *self, SlTime time, gint64 *ps);
gboolean sl_clock_to_ns (const SlClock *self, SlTime time, gint64 *ns);
gboolean sl_clock_from_ps (const SlClock *self, gint64 ps, SlTime *time);
gboolean
sl_clock_from_seconds (const SlClock *self, gint64 numerator, guint64 denominator, SlTime *time);
gboolean sl_clock_span_to_ns (const SlClock *self, SlSpan span, gint64 *ns);
gboolean
sl_clock_parse_rate (const char *text, guint64 *numerator, guint64 *denominator, GError **error);

G_END_DECLS
