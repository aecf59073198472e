/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* All rows that a trace set can have, with what is the same in every view of it: names, figures, colours. Found once,
 * since the traces and the names of a set do not change, while its rows are made anew at every change of the view. */

#include "sl-row-part.h"
#include "sl-trace-set.h"

G_BEGIN_DECLS

/**
 * SlStockRow:
 * @key: as SlRow.key
 * @title: a GRefString: what the row is called, translated where it is not a name
 * @figure: (nullable): a GRefString: what is shown at the right of its header
 * @count: the number that @figure is; 0 where it is a word, or a number with one
 * @load: of a task or an interrupt line: its share of the processors in the whole trace; else 0
 * @active: ticks of its trace before and after which nothing happens in its lane; see sl_row_stock_is_quiet()
 * @leader: number of the lane by which the row has its place: lives of one task's number follow the first of them
 * @height: pixels by the design; see sl_row_look_height()
 * @close_height: the same where few of its bus cycles are in sight
 * @is_kernel_thread: it is the row of a thread of the kernel
 * @has_fault: a miss or an overrun was recorded of it
 * @is_on_demand: it is of what programs log, of which one row has all, or there are very many: one that nobody named, or asked
 *   for, is not shown
 * @levels: tracks on top of each other, at least 1
 * @colour: the rank of its colour; -1 for none of its own, and for the idle task
 */
typedef struct
{
  const char *key;
  char *title;
  char *figure;
  guint64 count;
  double load;
  SlSpan active;
  guint lane; /* number in its trace */
  guint leader;
  guint levels;
  int colour;
  int height;
  int close_height;
  SlRowPart part;
  gboolean is_idle_task;
  gboolean is_kernel_thread;
  gboolean has_fault;
  gboolean is_on_demand;
} SlStockRow;

typedef struct _SlRowStock SlRowStock;

void sl_row_stock_find_ahead (SlTrace *trace);
const SlRowStock *sl_row_stock_get (SlTraceSet *set);
const SlStockRow *sl_row_stock_get_rows (const SlRowStock *self, guint trace, guint *n_rows);
const SlStockRow *
sl_row_stock_find (const SlRowStock *self, guint trace, guint lane, SlRowPart part);
gboolean sl_row_stock_is_quiet (const SlStockRow *row, const SlLane *lane, SlSpan span);
gboolean sl_row_stock_lane_has_part (const SlLane *lane, SlRowPart part);
gboolean sl_row_stock_lane_has_strips (const SlLane *lane);

G_END_DECLS
