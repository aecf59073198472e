/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Times of the axis and shares, in words. */

#include "sl-rows.h"

G_BEGIN_DECLS

char *sl_text_time (const SlRows *rows, SlAxis axis, SlTime origin, SlTime time)
    G_GNUC_WARN_UNUSED_RESULT;
char *sl_text_when (const SlRows *rows, SlSpan span) G_GNUC_WARN_UNUSED_RESULT;
char *sl_text_duration (const SlRows *rows, SlSpan span) G_GNUC_WARN_UNUSED_RESULT;
char *sl_text_share (guint64 part, guint64 whole) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
