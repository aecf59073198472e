/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What rows are called, what figure stands beside it, how high they are and of which colour. */

#include "sl-row-part.h"
#include "sl-trace-set.h"

G_BEGIN_DECLS

guint sl_row_look_count_levels (const SlLane *lane, SlRowPart part);
int sl_row_look_height (const SlLane *lane, SlRowPart part, gboolean is_close);
gboolean sl_row_look_is_quiet (const SlLane *lane, SlSpan span);
char *sl_row_look_title (SlTraceSet *set, guint trace, const SlLane *lane, SlRowPart part)
    G_GNUC_WARN_UNUSED_RESULT;
char *sl_row_look_figure (SlTraceSet *set,
                          guint trace,
                          const SlLane *lane,
                          SlRowPart part,
                          SlTime known,
                          guint64 *bare_count) G_GNUC_WARN_UNUSED_RESULT;
guint32 sl_row_look_find_served (const SlLane *lane);
int sl_row_look_colour (const SlLane *lane, const SlObject *object, SlRowPart part);

char *sl_row_look_frequency (gint64 khz) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
