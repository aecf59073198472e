/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What the words of a log mean by a draft: the common case, an action for each word of one column. */

#include "sl-action.h"
#include "sl-log-draft.h"

G_BEGIN_DECLS

/* What a word means: an action of the vocabulary, or one of these. */
typedef enum
{
  SL_LOG_NOT_READ = SL_ACTION_NONE,
  SL_LOG_IDLE = SL_N_ACTIONS, /* the processor is idle from now on */
  SL_LOG_FINISH_IDLE,         /* the job is finished, and the processor is idle */
  SL_N_LOG_MEANINGS,
  SL_LOG_OTHER =
      SL_N_LOG_MEANINGS, /* what only the mapping file can say: several actions, or further conditions */
} SlLogMeaning;

SlLogMeaning
sl_log_draft_get_meaning (const SlLogDraft *self, GStrv columns, int column, const char *word);
char *
sl_log_draft_list_actions (const SlLogDraft *self, GStrv columns, int column, const char *word);
void sl_log_draft_set_meaning (SlLogDraft *self,
                               GStrv columns,
                               int column,
                               const char *word,
                               SlLogMeaning meaning);
char *sl_log_draft_get_idle_name (const SlLogDraft *self, GStrv columns);
void sl_log_draft_set_idle_name (SlLogDraft *self, GStrv columns, const char *name);
void sl_log_draft_spell_out (SlLogDraft *self, GStrv columns, int column, GStrv words);

G_END_DECLS
