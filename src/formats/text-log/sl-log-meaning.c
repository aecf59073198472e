/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-log-meaning.h"

#include <string.h>

#include "sl-log-condition.h"
#include "sl-log-text.h"

/* How a group of the mapping asks for the name of the idle processor. */
typedef enum
{
  ANY_TASK,
  IDLE_TASK,
  OTHER_TASK,
} TaskTest;

/* An action of a word that can be shown and changed as such: nothing but its word, or the idle task's name too. */
typedef struct
{
  SlAction action;
  TaskTest test;
  gboolean is_idle; /* it runs nobody */
  char *idle_name;  /* NULL for none */
} Simple;

static void
simple_clear (Simple *self)
{
  g_clear_pointer (&self->idle_name, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Simple, simple_clear)

static GArray *
list_conditions (const SlLogDraft *self, const char *group, GStrv columns, gboolean *is_whole)
{
  g_autofree char *when = sl_log_key_get (sl_log_draft_get_keys (self), group, "when");
  g_auto (GStrv) list = when != NULL ? g_strsplit (when, ";", -1) : NULL;
  GArray *conditions = g_array_new (FALSE, FALSE, sizeof (SlLogCondition));

  *is_whole = TRUE;
  g_array_set_clear_func (conditions, (GDestroyNotify) sl_log_condition_clear);
  for (guint i = 0; list != NULL && list[i] != NULL; i++)
    {
      SlLogCondition condition;

      if (g_strstrip (list[i])[0] == '\0')
        continue;
      if (sl_log_condition_parse (&condition, list[i], group, columns, NULL))
        g_array_append_val (conditions, condition);
      else
        *is_whole = FALSE;
    }

  return conditions;
}

static gboolean
is_about (const SlLogCondition *condition, int column, const char *word)
{
  return (int) condition->column == column && sl_log_condition_is_word (condition, word);
}

/* Whether the action is one of that word; without a column, whether it is one of every line. */
static gboolean
is_of_word (const SlLogDraft *self, const char *group, GStrv columns, int column, const char *word)
{
  gboolean is_whole;
  g_autoptr (GArray) conditions = NULL;

  if (!g_str_has_prefix (group, SL_LOG_GROUP_ACTION))
    return FALSE;
  if (column < 0)
    return TRUE;

  conditions = list_conditions (self, group, columns, &is_whole);
  for (guint i = 0; i < conditions->len; i++)
    if (is_about (&g_array_index (conditions, SlLogCondition, i), column, word))
      return TRUE;
  return FALSE;
}

/* Returns: (transfer container): the groups of the word's actions, whose names are in @all */
static GPtrArray *
list_groups (const SlLogDraft *self, GStrv all, GStrv columns, int column, const char *word)
{
  GPtrArray *groups = g_ptr_array_new ();

  for (guint i = 0; all[i] != NULL; i++)
    if (is_of_word (self, all[i], columns, column, word))
      g_ptr_array_add (groups, all[i]);
  return groups;
}

static gboolean
read_keys (const SlLogDraft *self, const char *group, Simple *simple)
{
  GKeyFile *keys = sl_log_draft_get_keys (self);
  g_auto (GStrv) names = g_key_file_get_keys (keys, group, NULL, NULL);
  g_autofree char *action = sl_log_key_get (keys, group, "action");
  g_autofree char *task = sl_log_key_get (keys, group, "task");

  for (guint i = 0; names != NULL && names[i] != NULL; i++)
    if (!g_str_equal (names[i], "action") && !g_str_equal (names[i], "when") &&
        !g_str_equal (names[i], "task"))
      return FALSE;

  simple->action = action != NULL ? sl_action_find (action) : SL_ACTION_NONE;
  simple->is_idle = g_strcmp0 (task, "\"\"") == 0;
  return simple->action != SL_ACTION_NONE && (task == NULL || simple->is_idle) &&
         (!simple->is_idle || simple->action == SL_ACTION_RUN);
}

static gboolean
read_simple (const SlLogDraft *self,
             const char *group,
             GStrv columns,
             int column,
             const char *word,
             Simple *simple)
{
  int task = sl_log_draft_get_cell (self, columns, SL_ROW_TASK);
  gboolean is_right;
  g_autoptr (GArray) conditions = list_conditions (self, group, columns, &is_right);
  gboolean has_word = column < 0;

  *simple = (Simple) { 0 };
  for (guint i = 0; i < conditions->len; i++)
    {
      const SlLogCondition *condition = &g_array_index (conditions, SlLogCondition, i);

      if (!has_word && is_about (condition, column, word))
        has_word = TRUE;
      else if ((int) condition->column == task && simple->idle_name == NULL &&
               condition->test != SL_LOG_MATCHES)
        {
          simple->test = condition->test == SL_LOG_IS ? IDLE_TASK : OTHER_TASK;
          simple->idle_name = g_strdup (condition->text);
        }
      else
        is_right = FALSE;
    }
  if (is_right && has_word && read_keys (self, group, simple) &&
      (simple->test == ANY_TASK || simple->is_idle == (simple->test == IDLE_TASK)))
    return TRUE;

  simple_clear (simple);
  return FALSE;
}

static SlLogMeaning
get_one (const Simple *one)
{
  if (one->test != ANY_TASK)
    return SL_LOG_OTHER;

  return one->is_idle ? SL_LOG_IDLE : (SlLogMeaning) one->action;
}

static SlLogMeaning
get_two (const Simple *one, const Simple *two)
{
  if (one->action == SL_ACTION_FINISH && one->test == ANY_TASK && two->is_idle &&
      two->test == ANY_TASK)
    return SL_LOG_FINISH_IDLE;
  if (one->action == SL_ACTION_RUN && two->action == SL_ACTION_RUN && one->test != ANY_TASK &&
      two->test != ANY_TASK && one->test != two->test &&
      g_strcmp0 (one->idle_name, two->idle_name) == 0)
    return (SlLogMeaning) SL_ACTION_RUN;

  return SL_LOG_OTHER;
}

/**
 * sl_log_draft_get_meaning:
 * @columns: of the log
 * @column: that has the words; below zero for every line
 * @word: any bytes
 *
 * Returns: what the mapping makes of lines with that word
 */
SlLogMeaning
sl_log_draft_get_meaning (const SlLogDraft *self, GStrv columns, int column, const char *word)
{
  g_auto (GStrv) all = g_key_file_get_groups (sl_log_draft_get_keys (self), NULL);
  g_autoptr (GPtrArray) groups = list_groups (self, all, columns, column, word);
  g_auto (Simple) one = { 0 };
  g_auto (Simple) two = { 0 };

  if (groups->len == 0 && column >= 0 && !sl_log_draft_has_actions (self) &&
      sl_log_draft_get_cell (self, columns, SL_ROW_ACTION) == column)
    return (SlLogMeaning) sl_action_find (word);
  if (groups->len == 0)
    return SL_LOG_NOT_READ;
  if (groups->len > 2 ||
      !read_simple (self, g_ptr_array_index (groups, 0), columns, column, word, &one))
    return SL_LOG_OTHER;
  if (groups->len == 1)
    return get_one (&one);

  return read_simple (self, g_ptr_array_index (groups, 1), columns, column, word, &two)
             ? get_two (&one, &two)
             : SL_LOG_OTHER;
}

/**
 * sl_log_draft_list_actions:
 *
 * Returns: (transfer full): the actions of the word, as the mapping has them, separated by commas
 */
char *
sl_log_draft_list_actions (const SlLogDraft *self, GStrv columns, int column, const char *word)
{
  g_auto (GStrv) all = g_key_file_get_groups (sl_log_draft_get_keys (self), NULL);
  g_autoptr (GPtrArray) groups = list_groups (self, all, columns, column, word);
  GString *list = g_string_new (NULL);

  for (guint i = 0; i < groups->len; i++)
    {
      g_autofree char *action =
          sl_log_key_get (sl_log_draft_get_keys (self), groups->pdata[i], "action");

      g_string_append_printf (list, "%s%s", i > 0 ? ", " : "", action != NULL ? action : "?");
    }

  return g_string_free (list, FALSE);
}

/* A name that no group has yet: that of the word, where it can be one. */
static char *
make_group (const SlLogDraft *self, const char *word, SlAction action)
{
  g_autofree char *name = g_strdup (word != NULL ? word : sl_action_get_id (action));

  if (name[0] == '\0' || strlen (name) > 40 || strpbrk (name, "[]") != NULL ||
      !g_utf8_validate (name, -1, NULL))
    {
      g_free (name);
      name = g_strdup (sl_action_get_id (action));
    }
  g_strdelimit (name, "\n\r\t", ' ');

  for (guint i = 1;; i++)
    {
      g_autofree char *group = i > 1 ? g_strdup_printf (SL_LOG_GROUP_ACTION "%s %u", name, i)
                                     : g_strconcat (SL_LOG_GROUP_ACTION, name, NULL);

      if (!g_key_file_has_group (sl_log_draft_get_keys (self), group))
        return g_steal_pointer (&group);
    }
}

/* @condition: (nullable): of the word; @task: (nullable): of the task */
static void
add_group (SlLogDraft *self,
           const char *word,
           const char *condition,
           const char *task,
           SlAction action,
           gboolean is_idle)
{
  GKeyFile *keys = sl_log_draft_get_keys (self);
  g_autofree char *group = make_group (self, word, action);
  g_autofree char *when =
      g_strconcat (condition != NULL ? condition : "", condition != NULL && task != NULL ? ";" : "",
                   task != NULL ? task : "", NULL);

  g_key_file_set_value (keys, group, "action", sl_action_get_id (action));
  if (when[0] != '\0')
    g_key_file_set_value (keys, group, "when", when);
  if (is_idle)
    g_key_file_set_value (keys, group, "task", "\"\"");
}

/* Runs whom the line says, or nobody where it says the idle task's name. */
static void
add_run (SlLogDraft *self,
         GStrv columns,
         const char *word,
         const char *condition,
         const char *idle_name)
{
  int task = sl_log_draft_get_cell (self, columns, SL_ROW_TASK);
  g_autofree char *is_idle = idle_name != NULL && task >= 0
                                 ? sl_log_condition_print (columns, (guint) task, idle_name)
                                 : NULL;
  g_autofree char *name =
      is_idle != NULL ? sl_log_column_print (columns, (guint) task, "=~!;") : NULL;
  g_autofree char *is_other = name != NULL ? g_strconcat (name, "!=", idle_name, NULL) : NULL;

  /* A name that only a pattern can ask for has no opposite. */
  if (is_other == NULL || !g_str_has_suffix (is_idle, idle_name))
    {
      add_group (self, word, condition, NULL, SL_ACTION_RUN, FALSE);
      return;
    }

  add_group (self, word, condition, is_other, SL_ACTION_RUN, FALSE);
  add_group (self, word, condition, is_idle, SL_ACTION_RUN, TRUE);
}

/**
 * sl_log_draft_set_meaning:
 * @column: that has the words; below zero for every line
 * @word: (nullable): any bytes; %NULL for every line
 * @meaning: all but %SL_LOG_OTHER
 *
 * Lines with that word mean that alone from now on. Nothing happens where the column cannot be named.
 */
void
sl_log_draft_set_meaning (SlLogDraft *self,
                          GStrv columns,
                          int column,
                          const char *word,
                          SlLogMeaning meaning)
{
  g_autofree char *idle_name = sl_log_draft_get_idle_name (self, columns);
  g_auto (GStrv) all = g_key_file_get_groups (sl_log_draft_get_keys (self), NULL);
  g_autoptr (GPtrArray) groups = list_groups (self, all, columns, column, word);
  g_autofree char *condition =
      column >= 0 ? sl_log_condition_print (columns, (guint) column, word) : NULL;

  g_return_if_fail (meaning < SL_LOG_OTHER);

  if (column >= 0 && condition == NULL)
    return;

  for (guint i = 0; i < groups->len; i++)
    g_key_file_remove_group (sl_log_draft_get_keys (self), groups->pdata[i], NULL);
  if (meaning == SL_LOG_FINISH_IDLE)
    add_group (self, word, condition, NULL, SL_ACTION_FINISH, FALSE);
  if (meaning == SL_LOG_IDLE || meaning == SL_LOG_FINISH_IDLE)
    add_group (self, word, condition, NULL, SL_ACTION_RUN, TRUE);
  else if (meaning == (SlLogMeaning) SL_ACTION_RUN)
    add_run (self, columns, word, condition, idle_name);
  else if (meaning != SL_LOG_NOT_READ)
    add_group (self, word, condition, NULL, (SlAction) meaning, FALSE);
}

/* What tells the actions apart, in terms of words: the word of a group that runs a task or the idle processor. */
static gboolean
read_run (const SlLogDraft *self,
          const char *group,
          GStrv columns,
          int column,
          char **word,
          Simple *simple)
{
  gboolean is_whole;
  g_autoptr (GArray) conditions = list_conditions (self, group, columns, &is_whole);

  *word = NULL;
  for (guint i = 0; i < conditions->len && column >= 0; i++)
    {
      const SlLogCondition *condition = &g_array_index (conditions, SlLogCondition, i);

      if ((int) condition->column == column && condition->test == SL_LOG_IS && *word == NULL)
        *word = g_strdup (condition->text);
    }

  return (column < 0 || *word != NULL) &&
         read_simple (self, group, columns, column, *word, simple) &&
         simple->action == SL_ACTION_RUN && (simple->test != ANY_TASK || !simple->is_idle);
}

/**
 * sl_log_draft_get_idle_name:
 *
 * Returns: (transfer full) (nullable): what stands for the task where the processor is idle; %NULL where no action asks
 *   for such a name
 */
char *
sl_log_draft_get_idle_name (const SlLogDraft *self, GStrv columns)
{
  g_auto (GStrv) groups = g_key_file_get_groups (sl_log_draft_get_keys (self), NULL);
  int column = sl_log_draft_get_words_column (self, columns);

  for (guint i = 0; groups[i] != NULL; i++)
    {
      g_autofree char *word = NULL;
      g_auto (Simple) simple = { 0 };

      if (g_str_has_prefix (groups[i], SL_LOG_GROUP_ACTION) &&
          read_run (self, groups[i], columns, column, &word, &simple) && simple.test == IDLE_TASK)
        return g_steal_pointer (&simple.idle_name);
    }

  return NULL;
}

/**
 * sl_log_draft_set_idle_name:
 * @name: (nullable): what the log has as the task where the processor is idle; %NULL or empty where it has no such name
 *
 * All words that run a task run nobody where the line has that name.
 */
void
sl_log_draft_set_idle_name (SlLogDraft *self, GStrv columns, const char *name)
{
  g_auto (GStrv) groups = g_key_file_get_groups (sl_log_draft_get_keys (self), NULL);
  int column = sl_log_draft_get_words_column (self, columns);

  for (guint i = 0; groups[i] != NULL; i++)
    {
      g_autofree char *word = NULL;
      g_autofree char *condition = NULL;
      g_auto (Simple) simple = { 0 };

      if (!g_str_has_prefix (groups[i], SL_LOG_GROUP_ACTION) ||
          !read_run (self, groups[i], columns, column, &word, &simple))
        continue;

      g_key_file_remove_group (sl_log_draft_get_keys (self), groups[i], NULL);
      if (simple.test == IDLE_TASK)
        continue;
      condition = column >= 0 ? sl_log_condition_print (columns, (guint) column, word) : NULL;
      add_run (self, columns, word, condition, name != NULL && name[0] != '\0' ? name : NULL);
    }
}

/**
 * sl_log_draft_spell_out:
 * @words: that the column has
 *
 * Where the words are actions by themselves, gives each an action of its own, which can be changed then.
 */
void
sl_log_draft_spell_out (SlLogDraft *self, GStrv columns, int column, GStrv words)
{
  if (column < 0 || sl_log_draft_has_actions (self) ||
      sl_log_draft_get_cell (self, columns, SL_ROW_ACTION) != column)
    return;

  sl_log_draft_set_words_column (self, columns, column);
  for (guint i = 0; words[i] != NULL; i++)
    {
      SlAction action = sl_action_find (words[i]);

      if (action != SL_ACTION_NONE)
        sl_log_draft_set_meaning (self, columns, column, words[i], (SlLogMeaning) action);
    }
}

G_STATIC_ASSERT ((int) SL_LOG_NOT_READ == (int) SL_ACTION_NONE);
