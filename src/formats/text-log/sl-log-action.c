/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-log-action.h"

#include <string.h>

#include "sl-error.h"
#include "sl-log-text.h"

#define GROUP_COLUMNS "columns"

/* Conditions of an action. */
#define MOST_CONDITIONS 16

/* Groups of an action's own pattern. */
#define MOST_GROUPS 32

typedef struct
{
  guint column;
  gboolean is_not;
  GRegex *pattern; /* NULL for a text that has to be the same */
  char *text;
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
      g_free (self->conditions[i].text);
    }
  for (guint i = 0; i < SL_N_ROW_CELLS; i++)
    g_clear_pointer (&self->texts[i], sl_log_text_free);
  g_clear_pointer (&self->pattern, g_regex_unref);
  g_free (self);
}

/**
 * sl_log_map_fail:
 * @format: printf-style: what is wrong with the key, and what would be right
 *
 * Returns: %FALSE, with %SL_ERROR_MALFORMED
 */
gboolean
sl_log_map_fail (GError **error, const char *group, const char *key, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list arguments;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error (error, SL_ERROR, SL_ERROR_MALFORMED, "Mapping, [%s] %s: %s", group, key, text);
  return FALSE;
}

/* Returns: (transfer full) (nullable): a key's text as it is written, but for blanks around it */
char *
sl_log_map_get_text (GKeyFile *keys, const char *group, const char *key)
{
  g_autofree char *raw = g_key_file_get_value (keys, group, key, NULL);

  return raw != NULL ? g_strdup (g_strstrip (raw)) : NULL;
}

/* Patterns see bytes: a log need not be UTF-8. */
GRegex *
sl_log_map_make_pattern (const char *group, const char *key, const char *text, GError **error)
{
  g_autoptr (GError) failure = NULL;
  GRegex *pattern =
      g_regex_new (text, G_REGEX_RAW | G_REGEX_OPTIMIZE | G_REGEX_DUPNAMES, 0, &failure);

  if (pattern == NULL)
    sl_log_map_fail (error, group, key, "%s", failure->message);
  return pattern;
}

/* "COLUMN=TEXT", "COLUMN!=TEXT" or "COLUMN~PATTERN". */
static gboolean
read_condition (SlLogAction *action,
                const char *group,
                const char *text,
                GStrv columns,
                GError **error)
{
  Condition *condition = &action->conditions[action->n_conditions];
  gsize length = strcspn (text, "=~!");
  g_autofree char *column = g_strndup (text, length);
  const char *sign = text + length;

  if (action->n_conditions == MOST_CONDITIONS)
    return sl_log_map_fail (error, group, "when", "there are more than %d conditions",
                            MOST_CONDITIONS);
  if (sign[0] == '\0' || (sign[0] == '!' && sign[1] != '='))
    return sl_log_map_fail (
        error, group, "when",
        "“%s” is not a condition such as COLUMN=TEXT, COLUMN!=TEXT or COLUMN~PATTERN", text);
  if (!sl_log_text_find_column (g_strstrip (column), columns, &condition->column))
    {
      g_autofree char *list = g_strjoinv ("”, “", columns);

      return sl_log_map_fail (error, group, "when", "there is no column “%s”, only “%s”", column,
                              list);
    }

  action->n_conditions++;
  condition->is_not = sign[0] == '!';
  condition->text = g_strdup (sign + 1 + condition->is_not);
  if (sign[0] != '~')
    return TRUE;

  condition->pattern = sl_log_map_make_pattern (group, "when", condition->text, error);
  return condition->pattern != NULL;
}

static gboolean
read_conditions (GKeyFile *keys,
                 SlLogAction *action,
                 const char *group,
                 GStrv columns,
                 GError **error)
{
  g_autofree char *when = sl_log_map_get_text (keys, group, "when");
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
  g_autofree char *pattern = sl_log_map_get_text (keys, group, "pattern");
  g_autofree char *in = sl_log_map_get_text (keys, group, "in");

  if ((pattern == NULL) != (in == NULL))
    return sl_log_map_fail (error, group, in == NULL ? "in" : "pattern",
                            "a pattern and the column that it is for, in=COLUMN, go together");
  if (pattern == NULL)
    return TRUE;
  if (!sl_log_text_find_column (in, columns, &action->in))
    {
      g_autofree char *list = g_strjoinv ("”, “", columns);

      return sl_log_map_fail (error, group, "in", "there is no column “%s”, only “%s”", in, list);
    }

  action->pattern = sl_log_map_make_pattern (group, "pattern", pattern, error);
  if (action->pattern != NULL && g_regex_get_capture_count (action->pattern) >= MOST_GROUPS)
    return sl_log_map_fail (error, group, "pattern", "there are more than %d groups",
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
      gboolean is_word = is_own && !g_str_equal (group, GROUP_COLUMNS);
      const char *from = is_own ? group : GROUP_COLUMNS;
      g_autofree char *text = sl_log_map_get_text (keys, from, key);
      g_autoptr (GError) failure = NULL;

      if (text == NULL || text[0] == '\0')
        continue;
      /* An action is a word, or a text with a column in it. */
      action->texts[i] =
          sl_log_text_new (text, i == SL_ROW_ACTION && is_word, columns, action->pattern, &failure);
      if (action->texts[i] == NULL)
        return sl_log_map_fail (error, from, key, "%s", failure->message);
    }

  if (action->texts[SL_ROW_TIME] == NULL)
    return sl_log_map_fail (error, GROUP_COLUMNS, "time",
                            "the column of the time is missing, as in time=COLUMN");
  if (action->texts[SL_ROW_ACTION] == NULL)
    return sl_log_map_fail (error, group, "action",
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
  const SlTextCell *cell = self->column < line->n_cells ? &line->cells[self->column] : &nothing;
  SlTextCell whole;

  if (self->pattern != NULL)
    return sl_log_match (self->pattern, cell, &whole, 1) > 0;

  return (cell->length == strlen (self->text) &&
          (cell->length == 0 || memcmp (cell->begin, self->text, cell->length) == 0)) !=
         self->is_not;
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
