/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* A sheet laid out on A4 pages, in points: lines of text, rows of tables, pictures, each with its
 * page and place. */

#include <pango/pango.h>

#include "sl-sheet.h"

G_BEGIN_DECLS

#define SL_SHEET_PAGE_WIDTH  595.276
#define SL_SHEET_PAGE_HEIGHT 841.89
#define SL_SHEET_MARGIN      56.7 /* 2 cm */
#define SL_SHEET_TEXT_WIDTH  (SL_SHEET_PAGE_WIDTH - 2 * SL_SHEET_MARGIN)

/**
 * SlSheetItem:
 * @block: of the sheet
 * @layout: (nullable): of text
 * @line: of @layout
 * @row: of a table
 * @gap: above it, but at the top of a page
 * @height: in points
 * @scale: of a picture: points a pixel
 * @keeps: no page ends between it and the next one
 * @page: from 0
 * @y: of its top, from the page's top
 */
typedef struct
{
  const SlSheetBlock *block;
  PangoLayout *layout;
  int line;
  guint row;
  double gap;
  double height;
  double scale;
  gboolean keeps;
  guint page;
  double y;
} SlSheetItem;

/**
 * SlSheetColumn:
 * @x: of its left, from the text's left
 */
typedef struct
{
  double x;
  double width;
} SlSheetColumn;

/* Immutable, one owner; borrows the sheet. */
typedef struct _SlSheetPages SlSheetPages;

SlSheetPages *sl_sheet_pages_new (const SlSheet *sheet);
void sl_sheet_pages_free (SlSheetPages *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlSheetPages, sl_sheet_pages_free)

guint sl_sheet_pages_get_count (const SlSheetPages *self);
guint sl_sheet_pages_get_n_items (const SlSheetPages *self);
const SlSheetItem *sl_sheet_pages_get_item (const SlSheetPages *self, guint number);
GArray *sl_sheet_pages_dup_columns (const SlSheetPages *self, const SlSheetTable *table);
PangoLayout *sl_sheet_pages_make_cell (const SlSheetPages *self,
                                       const SlSheetTable *table,
                                       guint row,
                                       guint column,
                                       double width);
PangoLayout *sl_sheet_pages_make_foot (const SlSheetPages *self, guint page);

G_END_DECLS
