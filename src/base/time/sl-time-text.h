/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Conversion of times to text, and of text to times. */

#include "sl-clock.h"

G_BEGIN_DECLS

/* How numbers are written for people: with a narrow no-break space (U+202F) between groups of digits, since a thin space (U+2009)
 * would turn the groups round in a text from right to left, and with a minus sign (U+2212). */
#define SL_GROUP_SPACE "\u202f"
#define SL_MINUS       "\u2212"

char *sl_time_text_elapsed (gint64 ns, gint64 resolution_ns) G_GNUC_WARN_UNUSED_RESULT;
char *sl_time_text_since (const SlClock *clock, SlTime origin, SlTime time, gint64 resolution_ns)
    G_GNUC_WARN_UNUSED_RESULT;
char *
sl_time_text_in_unit (gint64 ns, gint64 resolution_ns, gint64 unit_ns) G_GNUC_WARN_UNUSED_RESULT;
char *sl_time_text_duration (const SlClock *clock, SlSpan span) G_GNUC_WARN_UNUSED_RESULT;
char *sl_time_text_point (const SlClock *clock, gint64 ticks) G_GNUC_WARN_UNUSED_RESULT;
char **sl_time_text_shares (const SlClock *clock, SlSpan whole, const gint64 *parts, guint n_parts)
    G_GNUC_WARN_UNUSED_RESULT;
char *sl_time_text_range (const SlClock *clock, SlTime begin, gint64 least, gint64 most)
    G_GNUC_WARN_UNUSED_RESULT;
char *sl_time_text_ticks (guint64 ticks) G_GNUC_WARN_UNUSED_RESULT;
char *sl_time_text_absolute (const SlClock *clock, SlTime time) G_GNUC_WARN_UNUSED_RESULT;
char *sl_time_text_signed_ticks (gint64 ticks) G_GNUC_WARN_UNUSED_RESULT;
char *sl_time_text_frequency (gint64 ns) G_GNUC_WARN_UNUSED_RESULT;
char *sl_time_text_decimal (const char *format, double value) G_GNUC_WARN_UNUSED_RESULT;
char *sl_time_text_group (const char *digits) G_GNUC_WARN_UNUSED_RESULT;

gboolean sl_time_parse (const char *text, const SlClock *clock, SlTime *time, GError **error);
gboolean sl_duration_parse (const char *text, const SlClock *clock, gint64 *ticks, GError **error);

G_END_DECLS
