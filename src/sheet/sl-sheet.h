/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* An exercise on paper: what a teacher hands out, and the same with the answers. It is made as a list
 * of blocks, which the writers put on pages as they are. */

#include "sl-scene.h"
#include "sl-sheet-table.h"
#include "sl-solution.h"

G_BEGIN_DECLS

/**
 * SlSheetBlockType:
 * @SL_SHEET_TITLE: of the exercise
 * @SL_SHEET_SUBJECT: the line below it
 * @SL_SHEET_NAME: where who works on it writes a name
 * @SL_SHEET_HEADING: of what follows
 * @SL_SHEET_LABEL: of the table or picture that follows
 * @SL_SHEET_PARAGRAPH: text
 * @SL_SHEET_NOTE: small text
 * @SL_SHEET_TABLE: a table
 * @SL_SHEET_PICTURE: a scene
 * @SL_SHEET_ROOM: nothing, to write in
 */
typedef enum
{
  SL_SHEET_TITLE,
  SL_SHEET_SUBJECT,
  SL_SHEET_NAME,
  SL_SHEET_HEADING,
  SL_SHEET_LABEL,
  SL_SHEET_PARAGRAPH,
  SL_SHEET_NOTE,
  SL_SHEET_TABLE,
  SL_SHEET_PICTURE,
  SL_SHEET_ROOM,
} SlSheetBlockType;

/**
 * SlSheetBlock:
 * @text: (nullable): of a picture what it shows, for who does not see it
 * @table: (nullable)
 * @scene: (nullable)
 */
typedef struct
{
  SlSheetBlockType type;
  char *text;
  SlSheetTable *table;
  SlScene *scene;
} SlSheetBlock;

/* Of each @SL_SHEET_ROOM. */
#define SL_SHEET_ROOM_MM 30

/* Immutable, one owner. */
typedef struct _SlSheet SlSheet;

SlSheet *sl_sheet_new (const SlSolution *solution, gboolean with_answers, GError **error);
void sl_sheet_free (SlSheet *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlSheet, sl_sheet_free)

const char *sl_sheet_get_title (const SlSheet *self);
guint sl_sheet_get_n_blocks (const SlSheet *self);
const SlSheetBlock *sl_sheet_get_block (const SlSheet *self, guint number);

char *sl_sheet_to_text (const SlSheet *self) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
