/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* A filter asked of whole blocks of a trace of fixed-size records, column by column: no event is
 * made. Says the same as the events would, or nothing. Private to SlFilterRun. */

#include "sl-filter-condition.h"

G_BEGIN_DECLS

typedef struct _SlFilterColumns SlFilterColumns;

SlFilterColumns *sl_filter_columns_new (const SlFilterCondition *conditions,
                                        guint n_conditions,
                                        const SlFilterNode *root);
void sl_filter_columns_free (SlFilterColumns *self);

void sl_filter_columns_mark (SlFilterColumns *self,
                             const SlColumns *columns,
                             SlTime previous,
                             guint8 *marks);

G_END_DECLS
