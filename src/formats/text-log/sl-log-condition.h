/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What a line has to have for an action: COLUMN=TEXT, COLUMN!=TEXT or COLUMN~PATTERN, as a mapping writes it. */

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  SL_LOG_IS,
  SL_LOG_IS_NOT,
  SL_LOG_MATCHES,
} SlLogTest;

/**
 * SlLogCondition:
 * @column: number of the log's column, from 0
 * @text: what its cell has to be or not to be, or the pattern
 */
typedef struct
{
  guint column;
  SlLogTest test;
  char *text;
} SlLogCondition;

gboolean sl_log_condition_parse (SlLogCondition *self,
                                 const char *text,
                                 const char *group,
                                 GStrv columns,
                                 GError **error);
void sl_log_condition_clear (SlLogCondition *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SlLogCondition, sl_log_condition_clear)

char *sl_log_condition_print (GStrv columns, guint column, const char *word);
gboolean sl_log_condition_is_word (const SlLogCondition *self, const char *word);

char *sl_log_column_print (GStrv columns, guint column, const char *forbidden);

G_END_DECLS
