/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What the table of events says of one of them, column by column. */

#include "sl-document.h"
#include "sl-event-item.h"
#include "sl-table.h"

G_BEGIN_DECLS

typedef enum
{
  SL_EVENT_COLUMN_INDEX,
  SL_EVENT_COLUMN_TRACE, /* shown where there are several */
  SL_EVENT_COLUMN_ELAPSED,
  SL_EVENT_COLUMN_TICK,
  SL_EVENT_COLUMN_DELTA,
  SL_EVENT_COLUMN_CPU,
  SL_EVENT_COLUMN_EVENT,
  SL_EVENT_COLUMN_OBJECT,
  SL_EVENT_COLUMN_DETAIL,
  SL_EVENT_COLUMN_OFFSET,
  SL_N_EVENT_COLUMNS,
} SlEventColumn;

const SlTableColumn *sl_event_cell_get_columns (void);
char *sl_event_cell_dup_text (SlDocument *document,
                              SlEventColumn column,
                              SlEventItem *item) G_GNUC_WARN_UNUSED_RESULT;
void sl_event_cell_name_row (GtkColumnView *view,
                             SlDocument *document,
                             GtkWidget *cell,
                             SlEventItem *item);

G_END_DECLS
