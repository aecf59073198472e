/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-log-action.h"

#include <string.h>

#include "sl-log-condition.h"
#include "sl-log-key.h"
#include "sl-log-text.h"

/* Conditions of an action. */
#define MOST_CONDITIONS 16

/* Groups of an action's own pattern. */
#define MOST_GROUPS 32

typedef struct
{
  SlLogCondition is;
  GRegex *pattern; /* NULL for a text that has to be the same */
} Condition;

struct _SlLogAction
{
  GRegex *pattern;
  guint in;
  guint n_conditions;
  Condition conditions[MOST_CONDITIONS];
  SlLogText *texts[SL_N_ROW_CELLS]; /* NULL for none */
};

void
sl_log_action_free (SlLogAction *self)
{
  for (guint i = 0; i < self->n_conditions; i++)
    {
      g_clear_pointer (&self->conditions[i].pattern, g_regex_unref);
      sl_log_condition_clear (&self->conditions[i].is);
    }
  for (guint i = 0; i < SL_N_ROW_CELLS; i++)
    g_clear_pointer (&self->texts[i], sl_log_text_free);
  g_clear_pointer (&self->pattern, g_regex_unref);
  g_free (self);
}

static gboolean
read_condition (SlLogAction *action,
                const char *group,
                const char *text,
                GStrv columns,
                GError **error)
{
  Condition *condition = &action->conditions[action->n_conditions];

  if (action->n_conditions == MOST_CONDITIONS)
    return sl_log_key_fail (error, group, "when", "there are more than %d conditions",
                            MOST_CONDITIONS);
  if (!sl_log_condition_parse (&condition->is, text, group, columns, error))
    return FALSE;

  action->n_conditions++;
  if (condition->is.test != SL_LOG_MATCHES)
    return TRUE;

  condition->pattern = sl_log_key_make_pattern (group, "when", condition->is.text, error);
  return condition->pattern != NULL;
}

static gboolean
read_conditions (GKeyFile *keys,
                 SlLogAction *action,
                 const char *group,
                 GStrv columns,
                 GError **error)
{
  g_autofree char *when = sl_log_key_get (keys, group, "when");
  g_auto (GStrv) list = when != NULL ? g_strsplit (when, ";", -1) : NULL;

  for (guint i = 0; list != NULL && list[i] != NULL; i++)
    {
      const char *condition = g_strstrip (list[i]);

      if (condition[0] != '\0' && !read_condition (action, group, condition, columns, error))
        return FALSE;
    }

  return TRUE;
}

static gboolean
read_own_pattern (GKeyFile *keys,
                  SlLogAction *action,
                  const char *group,
                  GStrv columns,
                  GError **error)
{
  g_autofree char *pattern = sl_log_key_get (keys, group, "pattern");
  g_autofree char *in = sl_log_key_get (keys, group, "in");

  if ((pattern == NULL) != (in == NULL))
    return sl_log_key_fail (error, group, in == NULL ? "in" : "pattern",
                            "a pattern and the column that it is for, in=COLUMN, go together");
  if (pattern == NULL)
    return TRUE;
  if (!sl_log_text_find_column (in, columns, &action->in))
    {
      g_autofree char *list = g_strjoinv ("”, “", columns);

      return sl_log_key_fail (error, group, "in", "there is no column “%s”, only “%s”", in, list);
    }

  action->pattern = sl_log_key_make_pattern (group, "pattern", pattern, error);
  if (action->pattern != NULL && g_regex_get_capture_count (action->pattern) >= MOST_GROUPS)
    return sl_log_key_fail (error, group, "pattern", "there are more than %d groups",
                            MOST_GROUPS - 1);
  return action->pattern != NULL;
}

static gboolean
read_texts (GKeyFile *keys, SlLogAction *action, const char *group, GStrv columns, GError **error)
{
  for (guint i = 0; i < SL_N_ROW_CELLS; i++)
    {
      const char *key = sl_row_cell_get_name (i);
      gboolean is_own = g_key_file_has_key (keys, group, key, NULL);
      gboolean is_word = is_own && !g_str_equal (group, SL_LOG_GROUP_COLUMNS);
      const char *from = is_own ? group : SL_LOG_GROUP_COLUMNS;
      g_autofree char *text = sl_log_key_get (keys, from, key);
      g_autoptr (GError) failure = NULL;

      if (text == NULL || text[0] == '\0')
        continue;
      /* An action is a word, or a text with a column in it. */
      action->texts[i] =
          sl_log_text_new (text, i == SL_ROW_ACTION && is_word, columns, action->pattern, &failure);
      if (action->texts[i] == NULL)
        return sl_log_key_fail (error, from, key, "%s", failure->message);
    }

  if (action->texts[SL_ROW_TIME] == NULL)
    return sl_log_key_fail (error, SL_LOG_GROUP_COLUMNS, "time",
                            "the column of the time is missing, as in time=COLUMN");
  if (action->texts[SL_ROW_ACTION] == NULL)
    return sl_log_key_fail (error, group, "action",
                            "what the line means is missing, as in action=run");
  return TRUE;
}

/**
 * sl_log_action_new:
 * @keys: the mapping
 * @group: of the action; that of all columns where there are no actions
 * @columns: of the log
 *
 * Returns: (transfer full) (nullable): when a line means the action; %NULL with %SL_ERROR_MALFORMED
 */
SlLogAction *
sl_log_action_new (GKeyFile *keys, const char *group, GStrv columns, GError **error)
{
  SlLogAction *self = g_new0 (SlLogAction, 1);

  if (read_conditions (keys, self, group, columns, error) &&
      read_own_pattern (keys, self, group, columns, error) &&
      read_texts (keys, self, group, columns, error))
    return self;

  sl_log_action_free (self);
  return NULL;
}

/**
 * sl_log_match:
 * @text: what @pattern may match
 * @groups: (out caller-allocates): room for @room: the whole match, then its groups; empty ones have none
 *
 * Returns: how many groups were set; 0 where it does not match
 */
guint
sl_log_match (GRegex *pattern, const SlTextCell *text, SlTextCell *groups, guint room)
{
  g_autoptr (GMatchInfo) match = NULL;
  guint n_groups = 0;

  if (g_regex_match_full (pattern, text->length > 0 ? text->begin : "", (gssize) text->length, 0, 0,
                          &match, NULL))
    n_groups = MIN ((guint) g_regex_get_capture_count (pattern) + 1, room);

  for (guint i = 0; i < n_groups; i++)
    {
      int begin, end;

      groups[i] = (SlTextCell) { text->begin, 0, text->column };
      if (!g_match_info_fetch_pos (match, (int) i, &begin, &end) || begin < 0)
        continue;
      groups[i] =
          (SlTextCell) { text->begin + begin, (gsize) (end - begin), text->column + (guint) begin };
    }

  return n_groups;
}

static gboolean
holds (const Condition *self, const SlLogLine *line)
{
  static const SlTextCell nothing = { "", 0, 1 };
  guint column = self->is.column;
  const SlTextCell *cell = column < line->n_cells ? &line->cells[column] : &nothing;
  const char *text = self->is.text;
  SlTextCell whole;

  if (self->pattern != NULL)
    return sl_log_match (self->pattern, cell, &whole, 1) > 0;

  return (cell->length == strlen (text) &&
          (cell->length == 0 || memcmp (cell->begin, text, cell->length) == 0)) ==
         (self->is.test == SL_LOG_IS);
}

/**
 * sl_log_action_apply:
 * @line: of the log
 * @row: whose cells are filled
 *
 * Safe from any thread.
 *
 * Returns: whether the line means that action
 */
gboolean
sl_log_action_apply (const SlLogAction *self, const SlLogLine *line, SlTextRow *row)
{
  SlTextCell groups[MOST_GROUPS];
  guint n_groups = 0;

  for (guint i = 0; i < self->n_conditions; i++)
    {
      if (!holds (&self->conditions[i], line))
        return FALSE;
    }
  if (self->pattern != NULL)
    {
      if (self->in >= line->n_cells)
        return FALSE;
      n_groups = sl_log_match (self->pattern, &line->cells[self->in], groups, MOST_GROUPS);
      if (n_groups == 0)
        return FALSE;
    }

  for (guint i = 0; i < SL_N_ROW_CELLS; i++)
    {
      if (self->texts[i] != NULL)
        sl_log_text_make (self->texts[i], line, groups, n_groups, row, i);
    }
  return TRUE;
}
