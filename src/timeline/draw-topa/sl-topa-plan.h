/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Where the tables and regions of a processor's trace output stand in a picture of memory: one
 * column, address 0 at the bottom, what nobody asks for left out. */

#include "sl-topa-layout.h"

G_BEGIN_DECLS

typedef enum
{
  SL_TOPA_PART_REGION,
  SL_TOPA_PART_TABLE,
} SlTopaPartType;

/**
 * SlTopaPart:
 * @address: physical, of its first byte
 * @size: in bytes
 * @entry: of a region, the entry that leads to it; of a table, its first entry
 * @n_entries: of a table, how many follow one another from @entry on
 * @y, @height: in pixels from the column's top
 * @gap_below: whether addresses are left out below it
 */
typedef struct
{
  SlTopaPartType type;
  guint64 address;
  guint64 size;
  guint entry;
  guint n_entries;
  double y;
  double height;
  gboolean gap_below;
} SlTopaPart;

/**
 * SlTopaRow:
 * @part: the table
 * @entry: number of the entry; of those left out, the first
 * @n_left_out: entries that this row stands for; 0 for an entry of its own
 * @y, @height: in pixels from the column's top
 */
typedef struct
{
  guint part;
  guint entry;
  guint n_left_out;
  double y;
  double height;
} SlTopaRow;

/**
 * SlTopaPlan:
 * @parts: (element-type SlTopaPart): from the highest address down
 * @rows: (element-type SlTopaRow): of all tables, from the top down
 * @height: of the column in pixels
 */
typedef struct
{
  GArray *parts;
  GArray *rows;
  double height;
} SlTopaPlan;

#define SL_TOPA_PLAN_GAP 38

SlTopaPlan *sl_topa_plan_new (const SlTopaLayout *layout, guint selected);
void sl_topa_plan_free (SlTopaPlan *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlTopaPlan, sl_topa_plan_free)

const SlTopaPart *sl_topa_plan_find_region (const SlTopaPlan *self, guint entry);
const SlTopaPart *sl_topa_plan_find_table (const SlTopaPlan *self, guint64 address);
const SlTopaRow *sl_topa_plan_find_row (const SlTopaPlan *self, guint entry);

G_END_DECLS
