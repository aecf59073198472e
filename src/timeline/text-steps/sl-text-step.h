/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Names and times in what is told step by step. Strings are (transfer full). */

#include "sl-annotations.h"
#include "sl-replay.h"

G_BEGIN_DECLS

char *sl_text_step_name (SlReplay *replay,
                         SlAnnotations *annotations,
                         guint32 object) G_GNUC_WARN_UNUSED_RESULT;
char *sl_text_step_length (const SlClock *clock, gint64 ticks) G_GNUC_WARN_UNUSED_RESULT;
char *sl_text_step_time (const SlClock *clock, SlTime time) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
