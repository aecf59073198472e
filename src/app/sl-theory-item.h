/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-schedulability.h"

G_BEGIN_DECLS

/* A line of the table of bounds: what theory says of one task, server or interrupt line. */
#define SL_TYPE_THEORY_ITEM (sl_theory_item_get_type ())
G_DECLARE_FINAL_TYPE (SlTheoryItem, sl_theory_item, SL, THEORY_ITEM, GObject)

SlTheoryItem *
sl_theory_item_new (SlJobTable *jobs, SlSchedulability *theory, guint trace, guint number);

guint sl_theory_item_get_trace (SlTheoryItem *self);
SlJobTable *sl_theory_item_get_jobs (SlTheoryItem *self);
const SlSchedulability *sl_theory_item_get_theory (SlTheoryItem *self);
const SlTaskTheory *sl_theory_item_get_task (SlTheoryItem *self);

G_END_DECLS
