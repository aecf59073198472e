/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Dates and times of day, in the time zone of whoever looks (TZ). */

#include <glib.h>

G_BEGIN_DECLS

#define SL_WALL_DAY_NS (G_GINT64_CONSTANT (86400) * 1000000000)

gint64 sl_wall_get_zone (gint64 unix_ns);
gint64 sl_wall_find_midnight (gint64 unix_ns);
gint64 sl_wall_round_step (gint64 seconds);
char *sl_wall_text (gint64 unix_ns, gint64 resolution_ns) G_GNUC_WARN_UNUSED_RESULT;
char *sl_wall_text_date (gint64 unix_ns) G_GNUC_WARN_UNUSED_RESULT;
char *sl_wall_text_of_day (gint64 ns, gint64 resolution_ns) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
