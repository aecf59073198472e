/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-document.h"
#include "sl-intervals.h"

G_BEGIN_DECLS

char *sl_interval_text_length (SlDocument *document, guint trace, SlTime begin, gint64 length)
    G_GNUC_WARN_UNUSED_RESULT;
char *sl_interval_text_summary (SlDocument *document,
                                const SlIntervals *intervals) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
