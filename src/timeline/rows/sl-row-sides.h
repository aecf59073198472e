/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Two compared traces row by row: what is of one name stands side by side, A above B. */

#include "sl-job-table.h"
#include "sl-rows.h"

G_BEGIN_DECLS

typedef struct _SlRowSides SlRowSides;

SlRowSides *sl_row_sides_new (SlTraceSet *set, const SlViewState *state, GPtrArray *tables);
void sl_row_sides_free (SlRowSides *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlRowSides, sl_row_sides_free)

void sl_row_sides_put (const SlRowSides *self, SlRows *rows, GArray *found);
guint32 sl_row_sides_get_task (const SlRowSides *self, const SlRow *row);
void sl_row_sides_follow (const SlRowSides *self, guint *trace, guint32 *object);
char *sl_row_sides_dup_name (SlTraceSet *set, guint trace, guint other) G_GNUC_WARN_UNUSED_RESULT;
char *sl_row_sides_dup_title (const SlRowSides *self, guint trace) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
