/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What one instant of a lane says. Strings are (transfer full). */

#include "sl-rows.h"

G_BEGIN_DECLS

char *sl_text_mark (const SlRows *rows, guint trace, const SlLane *lane, const SlItem *item)
    G_GNUC_WARN_UNUSED_RESULT;
char *sl_text_item_value (const SlLane *lane, const SlItem *item) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
