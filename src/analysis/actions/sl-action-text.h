/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Actions as lines of the format "slackline-events", as which they open again. */

#include "sl-trace.h"
#include "sl-translator.h"

G_BEGIN_DECLS

typedef enum
{
  SL_ACTION_CELL_TIME,
  SL_ACTION_CELL_CPU,
  SL_ACTION_CELL_ID,
  SL_ACTION_CELL_TASK,
  SL_ACTION_CELL_OBJECT,
  SL_ACTION_CELL_VALUE,
  SL_ACTION_CELL_DEADLINE,
  SL_ACTION_CELL_NOMINAL,
  SL_ACTION_CELL_TEXT,
  SL_N_ACTION_CELLS,
} SlActionCell;

/* Words of the head. */
#define SL_ACTION_TEXT_MOST_WORDS 5

/* The cells of one line at a time. One thread. */
typedef struct _SlActionText SlActionText;

SlActionText *sl_action_text_new (SlTrace *trace);
void sl_action_text_free (SlActionText *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlActionText, sl_action_text_free)

void sl_action_text_set (SlActionText *self, const SlActed *acted);
gboolean sl_action_text_set_name (SlActionText *self, guint32 *number, SlTime time);
const char *sl_action_text_get_cell (const SlActionText *self, SlActionCell cell);
void sl_action_text_append_csv (const SlActionText *self, GString *text);
guint sl_action_text_list_words (const SlActionText *self, const char **words);
char *sl_action_text_dup_origin (const SlActionText *self, SlTime begin) G_GNUC_WARN_UNUSED_RESULT;
void sl_action_text_append_head (const SlActionText *self, SlTime begin, GString *text);

const char *sl_action_cell_get_title (SlActionCell cell);
const char *sl_action_text_get_unit (const SlActionText *self);
char *sl_action_text_dup_rate (const SlActionText *self) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
