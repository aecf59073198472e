/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-log-draft.h"

#include <string.h>

#include "sl-error.h"
#include "sl-file-writer.h"
#include "sl-log-condition.h"
#include "sl-log-map.h"
#include "sl-log-text.h"
#include "sl-unpack.h"

/* Characters that a column's name must not have where it is a cell. */
#define FORBIDDEN "{\""

struct _SlLogDraft
{
  GKeyFile *keys;
  char *words_column; /* as a cell has it, empty for none; NULL to go by the actions' conditions */
};

/**
 * sl_log_draft_new:
 *
 * Returns: (transfer full): a mapping of a table or of lines without columns, its times in microseconds
 */
SlLogDraft *
sl_log_draft_new (gboolean is_table)
{
  SlLogDraft *self = g_new0 (SlLogDraft, 1);

  self->keys = g_key_file_new ();
  sl_log_draft_set_table (self, is_table);
  sl_log_draft_set (self, "unit", "us");
  return self;
}

/**
 * sl_log_draft_parse:
 * @text: of a mapping file
 *
 * Returns: (transfer full) (nullable): the mapping, which need not be right; %NULL with %SL_ERROR_MALFORMED where it is
 *   not even made of groups and keys
 */
SlLogDraft *
sl_log_draft_parse (const char *text, gsize size, GError **error)
{
  g_autoptr (GKeyFile) keys = g_key_file_new ();
  g_autoptr (GError) failure = NULL;
  SlLogDraft *self;

  if (size > 0 && !g_key_file_load_from_data (keys, text, size, G_KEY_FILE_KEEP_COMMENTS, &failure))
    {
      g_set_error (error, SL_ERROR, SL_ERROR_MALFORMED, "Mapping: %s", failure->message);
      return NULL;
    }

  self = g_new0 (SlLogDraft, 1);
  self->keys = g_steal_pointer (&keys);
  return self;
}

/* Returns: (transfer full): the same mapping, to be changed by itself */
SlLogDraft *
sl_log_draft_copy (const SlLogDraft *self)
{
  g_autofree char *text = sl_log_draft_to_text (self);
  SlLogDraft *copy = sl_log_draft_parse (text, strlen (text), NULL);

  if (copy == NULL)
    copy = sl_log_draft_new (TRUE);
  copy->words_column = g_strdup (self->words_column);
  return copy;
}

void
sl_log_draft_free (SlLogDraft *self)
{
  g_key_file_unref (self->keys);
  g_free (self->words_column);
  g_free (self);
}

/* Returns: (transfer none): all that the mapping says */
GKeyFile *
sl_log_draft_get_keys (const SlLogDraft *self)
{
  return self->keys;
}

/* Returns: (transfer full): the mapping file */
char *
sl_log_draft_to_text (const SlLogDraft *self)
{
  return g_key_file_to_data (self->keys, NULL, NULL);
}

/* Returns: (transfer full): where the mapping of @log is looked for: beside it, under the name of the plain log where
 * that is compressed */
GFile *
sl_log_draft_get_file (GFile *log)
{
  g_autoptr (GFile) folder = g_file_get_parent (log);
  g_autofree char *name = g_file_get_basename (log);
  g_autofree char *plain = sl_unpack_strip_name (name);
  g_autofree char *map = g_strconcat (plain, SL_LOG_MAP_SUFFIX, NULL);

  return folder != NULL ? g_file_get_child (folder, map) : g_file_new_for_path (map);
}

/**
 * sl_log_draft_save:
 * @log: the mapping is written beside it, whole or not at all
 *
 * Returns: %FALSE where it cannot be written, with @error, which names the file; what was there stays
 */
gboolean
sl_log_draft_save (const SlLogDraft *self, GFile *log, GError **error)
{
  g_autofree char *text = sl_log_draft_to_text (self);
  g_autoptr (GFile) file = sl_log_draft_get_file (log);
  g_autofree char *name = g_file_get_parse_name (file);

  if (sl_file_write (file, NULL, text, strlen (text), error))
    return TRUE;

  g_prefix_error (error, "%s: ", name);
  return FALSE;
}

/**
 * sl_log_draft_get:
 * @key: of the group "log"
 *
 * Returns: (transfer full) (nullable): its text
 */
char *
sl_log_draft_get (const SlLogDraft *self, const char *key)
{
  return sl_log_key_get (self->keys, SL_LOG_GROUP_LOG, key);
}

/* A value is one line. */
static void
set_value (SlLogDraft *self, const char *group, const char *key, const char *text)
{
  g_autofree char *line = g_strdup (text);

  if (line == NULL)
    {
      g_key_file_remove_key (self->keys, group, key, NULL);
      return;
    }

  g_strdelimit (line, "\n\r", ' ');
  g_key_file_set_value (self->keys, group, key, line);
}

/**
 * sl_log_draft_set:
 * @key: of the group "log"
 * @text: (nullable): %NULL to leave it out
 *
 * Only ticks have a rate: it goes with any other unit.
 */
void
sl_log_draft_set (SlLogDraft *self, const char *key, const char *text)
{
  set_value (self, SL_LOG_GROUP_LOG, key, text);
  if (g_str_equal (key, "unit") && g_strcmp0 (text, "ticks") != 0)
    set_value (self, SL_LOG_GROUP_LOG, "rate", NULL);
}

gboolean
sl_log_draft_is_table (const SlLogDraft *self)
{
  g_autofree char *form = sl_log_draft_get (self, "form");

  return g_strcmp0 (form, "lines") != 0;
}

/* What only the other form has goes. */
void
sl_log_draft_set_table (SlLogDraft *self, gboolean is_table)
{
  sl_log_draft_set (self, "form", is_table ? "csv" : "lines");
  if (is_table)
    sl_log_draft_set (self, "pattern", NULL);
  if (!is_table)
    sl_log_draft_set (self, "separator", NULL);
  if (!is_table)
    sl_log_draft_set (self, "header", NULL);
}

/**
 * sl_log_draft_get_cell_text:
 *
 * Returns: (transfer full) (nullable): what all actions take the cell from, as the mapping has it
 */
char *
sl_log_draft_get_cell_text (const SlLogDraft *self, SlRowCell cell)
{
  return sl_log_key_get (self->keys, SL_LOG_GROUP_COLUMNS, sl_row_cell_get_name (cell));
}

/**
 * sl_log_draft_get_cell:
 * @columns: of the log
 *
 * Returns: the column that all actions take the cell from; %SL_LOG_NO_COLUMN, or %SL_LOG_OTHER_COLUMN for a text
 */
int
sl_log_draft_get_cell (const SlLogDraft *self, GStrv columns, SlRowCell cell)
{
  g_autofree char *text = sl_log_draft_get_cell_text (self, cell);
  guint column;

  if (text == NULL || text[0] == '\0')
    return SL_LOG_NO_COLUMN;

  return strpbrk (text, FORBIDDEN) == NULL && sl_log_text_find_column (text, columns, &column)
             ? (int) column
             : SL_LOG_OTHER_COLUMN;
}

/**
 * sl_log_draft_set_cell:
 * @column: of @columns, or %SL_LOG_NO_COLUMN
 *
 * A column that cannot be named is none.
 */
void
sl_log_draft_set_cell (SlLogDraft *self, GStrv columns, SlRowCell cell, int column)
{
  g_autofree char *text =
      column >= 0 ? sl_log_column_print (columns, (guint) column, FORBIDDEN) : NULL;

  set_value (self, SL_LOG_GROUP_COLUMNS, sl_row_cell_get_name (cell), text);
}

/* Returns: whether it says when a line means an action; else the action is in a column, if anywhere */
gboolean
sl_log_draft_has_actions (const SlLogDraft *self)
{
  g_auto (GStrv) groups = g_key_file_get_groups (self->keys, NULL);

  for (guint i = 0; groups[i] != NULL; i++)
    if (g_str_has_prefix (groups[i], SL_LOG_GROUP_ACTION))
      return TRUE;
  return FALSE;
}

/* Counts the columns that have to be a word, over all actions. */
static void
count_conditions (const SlLogDraft *self, const char *group, GStrv columns, guint *counts)
{
  g_autofree char *when = sl_log_key_get (self->keys, group, "when");
  g_auto (GStrv) list = when != NULL ? g_strsplit (when, ";", -1) : NULL;

  for (guint i = 0; list != NULL && list[i] != NULL; i++)
    {
      g_auto (SlLogCondition) condition = { 0 };

      if (sl_log_condition_parse (&condition, g_strstrip (list[i]), group, columns, NULL) &&
          condition.test != SL_LOG_IS_NOT)
        counts[condition.column]++;
    }
}

/**
 * sl_log_draft_get_words_column:
 *
 * Returns: the column whose words say what a line means; %SL_LOG_NO_COLUMN where there is none
 */
int
sl_log_draft_get_words_column (const SlLogDraft *self, GStrv columns)
{
  guint n_columns = g_strv_length (columns);
  g_autofree guint *counts = g_new0 (guint, n_columns + 1);
  g_auto (GStrv) groups = g_key_file_get_groups (self->keys, NULL);
  int best = SL_LOG_NO_COLUMN;
  guint column;

  if (self->words_column != NULL && self->words_column[0] == '\0')
    return SL_LOG_NO_COLUMN;
  if (self->words_column != NULL && sl_log_text_find_column (self->words_column, columns, &column))
    return (int) column;

  for (guint i = 0; groups[i] != NULL; i++)
    if (g_str_has_prefix (groups[i], SL_LOG_GROUP_ACTION))
      count_conditions (self, groups[i], columns, counts);
  for (guint i = 0; i < n_columns; i++)
    if (counts[i] > 0 && (best < 0 || counts[i] > counts[best]))
      best = (int) i;

  return best >= 0 ? best : MAX (sl_log_draft_get_cell (self, columns, SL_ROW_ACTION), -1);
}

/**
 * sl_log_draft_set_words_column:
 * @column: of @columns, or %SL_LOG_NO_COLUMN where each line means the same
 *
 * All actions go, since they are told by the words of another column.
 */
void
sl_log_draft_set_words_column (SlLogDraft *self, GStrv columns, int column)
{
  g_auto (GStrv) groups = g_key_file_get_groups (self->keys, NULL);

  for (guint i = 0; groups[i] != NULL; i++)
    if (g_str_has_prefix (groups[i], SL_LOG_GROUP_ACTION))
      g_key_file_remove_group (self->keys, groups[i], NULL);
  sl_log_draft_set_cell (self, columns, SL_ROW_ACTION, SL_LOG_NO_COLUMN);
  g_free (self->words_column);
  self->words_column =
      column >= 0 ? sl_log_column_print (columns, (guint) column, "") : g_strdup ("");
}

static gboolean
settle_columns (SlLogDraft *self, GStrv columns)
{
  gboolean is_whole = TRUE;

  for (guint i = 0; i < SL_N_ROW_CELLS; i++)
    {
      g_autofree char *text = sl_log_draft_get_cell_text (self, i);
      SlLogText *cell = text != NULL && text[0] != '\0'
                            ? sl_log_text_new (text, FALSE, columns, NULL, NULL)
                            : NULL;

      if (cell != NULL)
        sl_log_text_free (cell);
      else
        set_value (self, SL_LOG_GROUP_COLUMNS, sl_row_cell_get_name (i), NULL);
      is_whole &= cell != NULL || i != SL_ROW_TIME;
    }

  return is_whole;
}

/**
 * sl_log_draft_settle:
 * @columns: that the log has now
 *
 * Leaves out cells and actions that ask for columns that are not there.
 */
void
sl_log_draft_settle (SlLogDraft *self, GStrv columns)
{
  g_auto (GStrv) groups = g_key_file_get_groups (self->keys, NULL);
  const char *time = sl_row_cell_get_name (SL_ROW_TIME);
  gboolean has_time = settle_columns (self, columns);
  guint column;

  /* An action is right only where there is a time. */
  if (!has_time)
    set_value (self, SL_LOG_GROUP_COLUMNS, time, "\"0\"");
  for (guint i = 0; groups[i] != NULL; i++)
    {
      SlLogAction *action = NULL;

      if (!g_str_has_prefix (groups[i], SL_LOG_GROUP_ACTION))
        continue;
      action = sl_log_action_new (self->keys, groups[i], columns, NULL);
      if (action == NULL)
        g_key_file_remove_group (self->keys, groups[i], NULL);
      else
        sl_log_action_free (action);
    }
  if (!has_time)
    set_value (self, SL_LOG_GROUP_COLUMNS, time, NULL);
  if (self->words_column != NULL && self->words_column[0] != '\0' &&
      !sl_log_text_find_column (self->words_column, columns, &column))
    g_clear_pointer (&self->words_column, g_free);
}
