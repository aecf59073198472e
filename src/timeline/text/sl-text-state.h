/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-rows.h"

G_BEGIN_DECLS

char *sl_text_state (const SlRows *rows,
                     guint trace,
                     SlLaneType type,
                     guint32 state,
                     guint32 detail) G_GNUC_WARN_UNUSED_RESULT;
const char *sl_text_gap_reason (SlGapReason reason);

G_END_DECLS
