/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-log-map.h"

#include <string.h>

#include "sl-acted-line.h"
#include "sl-error.h"
#include "sl-log-text.h"

#define GROUP_LOG     "log"
#define GROUP_COLUMNS "columns"
#define GROUP_ACTION  "action "

/* Conditions of an action. */
#define MOST_CONDITIONS 16

/* Groups of an action's own pattern. */
#define MOST_GROUPS 32

/* Of a mapping file. */
#define MOST_SIZE (1 << 20)

typedef struct
{
  guint column;
  gboolean is_not;
  GRegex *pattern; /* NULL for a text that has to be the same */
  char *text;
} Condition;

typedef struct
{
  char *name; /* of its group, for messages */
  GRegex *pattern;
  guint in;
  guint n_conditions;
  Condition conditions[MOST_CONDITIONS];
  SlLogText *texts[SL_N_ROW_CELLS]; /* NULL for none */
} Action;

struct _SlLogMap
{
  GKeyFile *keys;
  SlTextUnit unit;
  GRegex *pattern; /* NULL for a table */
  char separator;
  gboolean has_header;
  guint n_skipped;
  GPtrArray *actions; /* of Action */
};

static void
action_free (gpointer data)
{
  Action *self = data;

  for (guint i = 0; i < self->n_conditions; i++)
    {
      g_clear_pointer (&self->conditions[i].pattern, g_regex_unref);
      g_free (self->conditions[i].text);
    }
  for (guint i = 0; i < SL_N_ROW_CELLS; i++)
    g_clear_pointer (&self->texts[i], sl_log_text_free);
  g_clear_pointer (&self->pattern, g_regex_unref);
  g_free (self->name);
  g_free (self);
}

void
sl_log_map_free (SlLogMap *self)
{
  g_key_file_unref (self->keys);
  g_clear_pointer (&self->pattern, g_regex_unref);
  g_ptr_array_unref (self->actions);
  g_free (self);
}

static gboolean fail (GError **error, const char *group, const char *key, const char *format, ...)
    G_GNUC_PRINTF (4, 5);

static gboolean
fail (GError **error, const char *group, const char *key, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list arguments;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error (error, SL_ERROR, SL_ERROR_MALFORMED, "Mapping, [%s] %s: %s", group, key, text);
  return FALSE;
}

static char *
get_text (GKeyFile *keys, const char *group, const char *key)
{
  g_autofree char *raw = g_key_file_get_value (keys, group, key, NULL);

  return raw != NULL ? g_strdup (g_strstrip (raw)) : NULL;
}

/* Patterns see bytes: a log need not be UTF-8. */
static GRegex *
make_pattern (const char *group, const char *key, const char *text, GError **error)
{
  g_autoptr (GError) failure = NULL;
  GRegex *pattern =
      g_regex_new (text, G_REGEX_RAW | G_REGEX_OPTIMIZE | G_REGEX_DUPNAMES, 0, &failure);

  if (pattern == NULL)
    fail (error, group, key, "%s", failure->message);
  return pattern;
}

static gboolean
check_keys (GKeyFile *keys,
            const char *group,
            const char *const *known,
            gboolean cells,
            GError **error)
{
  g_auto (GStrv) names = g_key_file_get_keys (keys, group, NULL, NULL);
  SlRowCell cell;

  for (guint i = 0; names != NULL && names[i] != NULL; i++)
    {
      g_autofree char *list = NULL;

      if (g_strv_contains (known, names[i]) ||
          (cells && sl_row_cell_find (names[i], strlen (names[i]), &cell)))
        continue;
      list = g_strjoinv (", ", (char **) known);
      return fail (error, group, names[i], "there is no such key, only %s%s%s", list,
                   cells && list[0] != '\0' ? ", " : "",
                   cells ? "time, cpu, action, task, object, value, deadline, nominal, text" : "");
    }

  return TRUE;
}

static gboolean
read_unit (SlLogMap *self, GError **error)
{
  g_autofree char *unit = get_text (self->keys, GROUP_LOG, "unit");
  g_autofree char *rate = get_text (self->keys, GROUP_LOG, "rate");

  if (unit == NULL)
    return fail (error, GROUP_LOG, "unit", "the unit of the times is missing, as in unit=us");
  if (!sl_text_unit_parse (&self->unit, unit))
    return fail (error, GROUP_LOG, "unit", "“%s” is not one of s, ms, us, ns and ticks", unit);
  if (rate != NULL && self->unit.exponent != SL_TEXT_UNIT_TICKS)
    return fail (error, GROUP_LOG, "rate", "only ticks have a rate");

  return rate == NULL ||
         sl_clock_parse_rate (rate, &self->unit.rate, &self->unit.rate_denominator, error);
}

static gboolean
read_separator (SlLogMap *self, GError **error)
{
  g_autofree char *text = get_text (self->keys, GROUP_LOG, "separator");

  self->separator = ',';
  if (text == NULL)
    return TRUE;
  if (g_str_equal (text, "tab"))
    self->separator = '\t';
  else if (strlen (text) == 1 && text[0] != '"' && text[0] != '\n')
    self->separator = text[0];
  else
    return fail (error, GROUP_LOG, "separator", "“%s” is not a single character, nor tab", text);

  return TRUE;
}

static gboolean
read_skip (SlLogMap *self, GError **error)
{
  g_autofree char *text = get_text (self->keys, GROUP_LOG, "skip");
  guint64 number = 0;

  if (text != NULL && !g_ascii_string_to_unsigned (text, 10, 0, 1 << 20, &number, NULL))
    return fail (error, GROUP_LOG, "skip", "“%s” is not a number of lines, up to %d", text,
                 1 << 20);

  self->n_skipped = (guint) number;
  return TRUE;
}

static gboolean
read_log (SlLogMap *self, GError **error)
{
  static const char *const table[] = {
    "form", "unit", "rate", "separator", "header", "skip", NULL
  };
  static const char *const lines[] = { "form", "unit", "rate", "pattern", "skip", NULL };
  g_autofree char *form = get_text (self->keys, GROUP_LOG, "form");
  g_autofree char *pattern = get_text (self->keys, GROUP_LOG, "pattern");
  g_autofree char *header = get_text (self->keys, GROUP_LOG, "header");
  gboolean is_table = g_strcmp0 (form, "csv") == 0;

  if (!is_table && g_strcmp0 (form, "lines") != 0)
    return fail (error, GROUP_LOG, "form", "“%s” is neither csv nor lines",
                 form != NULL ? form : "");
  if (!check_keys (self->keys, GROUP_LOG, is_table ? table : lines, FALSE, error))
    return FALSE;
  if (header != NULL && !g_str_equal (header, "true") && !g_str_equal (header, "false"))
    return fail (error, GROUP_LOG, "header", "“%s” is neither true nor false", header);
  if (!is_table && pattern == NULL)
    return fail (error, GROUP_LOG, "pattern",
                 "lines need a pattern, as in pattern=^(?<time>\\S+) (?<task>\\S+)");

  self->has_header = is_table && g_strcmp0 (header, "false") != 0;
  if (!is_table && (self->pattern = make_pattern (GROUP_LOG, "pattern", pattern, error)) == NULL)
    return FALSE;
  if (!is_table && g_regex_get_capture_count (self->pattern) >= SL_LOG_COLUMNS)
    return fail (error, GROUP_LOG, "pattern", "there are more than %d groups", SL_LOG_COLUMNS - 1);

  return read_unit (self, error) && read_separator (self, error) && read_skip (self, error);
}

static gboolean
check_groups (SlLogMap *self, GError **error)
{
  static const char *const none[] = { NULL };
  static const char *const of_action[] = { "when", "in", "pattern", NULL };
  g_auto (GStrv) groups = g_key_file_get_groups (self->keys, NULL);

  for (guint i = 0; groups[i] != NULL; i++)
    {
      gboolean is_action = g_str_has_prefix (groups[i], GROUP_ACTION);

      if (g_str_equal (groups[i], GROUP_LOG))
        continue;
      if (!is_action && !g_str_equal (groups[i], GROUP_COLUMNS))
        {
          g_set_error (error, SL_ERROR, SL_ERROR_MALFORMED,
                       "Mapping, [%s]: there are only [log], [columns] and [action NAME]",
                       groups[i]);
          return FALSE;
        }
      if (!check_keys (self->keys, groups[i], is_action ? of_action : none, TRUE, error))
        return FALSE;
    }

  return TRUE;
}

/**
 * sl_log_map_new:
 * @data: the mapping file
 *
 * Returns: (transfer full) (nullable): the mapping, whose columns are not known yet; %NULL with %SL_ERROR_MALFORMED,
 *   which names group and key
 */
SlLogMap *
sl_log_map_new (const char *data, gsize size, GError **error)
{
  g_autoptr (SlLogMap) self = g_new0 (SlLogMap, 1);
  g_autoptr (GError) failure = NULL;

  self->keys = g_key_file_new ();
  self->actions = g_ptr_array_new_with_free_func (action_free);
  if (size == 0 || size > MOST_SIZE)
    {
      g_set_error (error, SL_ERROR, SL_ERROR_MALFORMED,
                   "The mapping has %" G_GSIZE_FORMAT " bytes; it may have 1 to %d", size,
                   MOST_SIZE);
      return NULL;
    }
  if (!g_key_file_load_from_data (self->keys, data, size, G_KEY_FILE_NONE, &failure))
    {
      g_set_error (error, SL_ERROR, SL_ERROR_MALFORMED, "Mapping: %s", failure->message);
      return NULL;
    }
  if (!read_log (self, error) || !check_groups (self, error))
    return NULL;

  return g_steal_pointer (&self);
}

const SlTextUnit *
sl_log_map_get_unit (const SlLogMap *self)
{
  return &self->unit;
}

/* Returns: (transfer none) (nullable): of each line; %NULL for a table */
GRegex *
sl_log_map_get_pattern (const SlLogMap *self)
{
  return self->pattern;
}

char
sl_log_map_get_separator (const SlLogMap *self)
{
  return self->separator;
}

gboolean
sl_log_map_has_header (const SlLogMap *self)
{
  return self->has_header;
}

guint
sl_log_map_get_skipped (const SlLogMap *self)
{
  return self->n_skipped;
}

/* "COLUMN=TEXT", "COLUMN!=TEXT" or "COLUMN~PATTERN". */
static gboolean
read_condition (Action *action, const char *group, const char *text, GStrv columns, GError **error)
{
  Condition *condition = &action->conditions[action->n_conditions];
  gsize length = strcspn (text, "=~!");
  g_autofree char *column = g_strndup (text, length);
  const char *sign = text + length;

  if (action->n_conditions == MOST_CONDITIONS)
    return fail (error, group, "when", "there are more than %d conditions", MOST_CONDITIONS);
  if (sign[0] == '\0' || (sign[0] == '!' && sign[1] != '='))
    return fail (error, group, "when",
                 "“%s” is not a condition such as COLUMN=TEXT, COLUMN!=TEXT or COLUMN~PATTERN",
                 text);
  if (!sl_log_text_find_column (g_strstrip (column), columns, &condition->column))
    {
      g_autofree char *list = g_strjoinv ("”, “", columns);

      return fail (error, group, "when", "there is no column “%s”, only “%s”", column, list);
    }

  action->n_conditions++;
  condition->is_not = sign[0] == '!';
  condition->text = g_strdup (sign + 1 + condition->is_not);
  if (sign[0] != '~')
    return TRUE;

  condition->pattern = make_pattern (group, "when", condition->text, error);
  return condition->pattern != NULL;
}

static gboolean
read_conditions (SlLogMap *self, Action *action, const char *group, GStrv columns, GError **error)
{
  g_autofree char *when = get_text (self->keys, group, "when");
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
read_own_pattern (SlLogMap *self, Action *action, const char *group, GStrv columns, GError **error)
{
  g_autofree char *pattern = get_text (self->keys, group, "pattern");
  g_autofree char *in = get_text (self->keys, group, "in");

  if ((pattern == NULL) != (in == NULL))
    return fail (error, group, in == NULL ? "in" : "pattern",
                 "a pattern and the column that it is for, in=COLUMN, go together");
  if (pattern == NULL)
    return TRUE;
  if (!sl_log_text_find_column (in, columns, &action->in))
    {
      g_autofree char *list = g_strjoinv ("”, “", columns);

      return fail (error, group, "in", "there is no column “%s”, only “%s”", in, list);
    }

  action->pattern = make_pattern (group, "pattern", pattern, error);
  if (action->pattern != NULL && g_regex_get_capture_count (action->pattern) >= MOST_GROUPS)
    return fail (error, group, "pattern", "there are more than %d groups", MOST_GROUPS - 1);
  return action->pattern != NULL;
}

static gboolean
read_texts (SlLogMap *self, Action *action, const char *group, GStrv columns, GError **error)
{
  for (guint i = 0; i < SL_N_ROW_CELLS; i++)
    {
      const char *key = sl_row_cell_get_name (i);
      gboolean is_own = g_key_file_has_key (self->keys, group, key, NULL);
      gboolean is_word = is_own && !g_str_equal (group, GROUP_COLUMNS);
      const char *from = is_own ? group : GROUP_COLUMNS;
      g_autofree char *text = get_text (self->keys, from, key);
      g_autoptr (GError) failure = NULL;

      if (text == NULL || text[0] == '\0')
        continue;
      /* An action is a word, or a text with a column in it. */
      action->texts[i] =
          sl_log_text_new (text, i == SL_ROW_ACTION && is_word, columns, action->pattern, &failure);
      if (action->texts[i] == NULL)
        return fail (error, from, key, "%s", failure->message);
    }

  if (action->texts[SL_ROW_TIME] == NULL)
    return fail (error, GROUP_COLUMNS, "time",
                 "the column of the time is missing, as in time=COLUMN");
  if (action->texts[SL_ROW_ACTION] == NULL)
    return fail (error, group, "action", "what the line means is missing, as in action=run");
  return TRUE;
}

static gboolean
add_action (SlLogMap *self, const char *group, GStrv columns, GError **error)
{
  Action *action = g_new0 (Action, 1);

  g_ptr_array_add (self->actions, action);
  action->name = g_strdup (group);
  if (self->actions->len > SL_LOG_ACTIONS)
    return fail (error, group, "action", "there are more than %d actions", SL_LOG_ACTIONS);

  return read_conditions (self, action, group, columns, error) &&
         read_own_pattern (self, action, group, columns, error) &&
         read_texts (self, action, group, columns, error);
}

/**
 * sl_log_map_bind:
 * @columns: names of the log's columns, in order
 *
 * Finds the columns that the mapping names. A mapping without actions has one: the action is in a column then.
 *
 * Returns: %FALSE with %SL_ERROR_MALFORMED for a column that is not there, with those that are
 */
gboolean
sl_log_map_bind (SlLogMap *self, GStrv columns, GError **error)
{
  g_auto (GStrv) groups = g_key_file_get_groups (self->keys, NULL);

  g_ptr_array_set_size (self->actions, 0);
  for (guint i = 0; groups[i] != NULL; i++)
    {
      if (g_str_has_prefix (groups[i], GROUP_ACTION) &&
          !add_action (self, groups[i], columns, error))
        return FALSE;
    }

  return self->actions->len > 0 || add_action (self, GROUP_COLUMNS, columns, error);
}

guint
sl_log_map_get_n_actions (const SlLogMap *self)
{
  return self->actions->len;
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
 * sl_log_map_apply:
 * @action: below sl_log_map_get_n_actions()
 * @line: of the log
 * @row: whose cells are filled
 *
 * Safe from any thread.
 *
 * Returns: whether the line means that action
 */
gboolean
sl_log_map_apply (const SlLogMap *self, guint action, const SlLogLine *line, SlTextRow *row)
{
  const Action *which = g_ptr_array_index (self->actions, action);
  SlTextCell groups[MOST_GROUPS];
  guint n_groups = 0;

  for (guint i = 0; i < which->n_conditions; i++)
    {
      if (!holds (&which->conditions[i], line))
        return FALSE;
    }
  if (which->pattern != NULL)
    {
      if (which->in >= line->n_cells)
        return FALSE;
      n_groups = sl_log_match (which->pattern, &line->cells[which->in], groups, MOST_GROUPS);
      if (n_groups == 0)
        return FALSE;
    }

  for (guint i = 0; i < SL_N_ROW_CELLS; i++)
    {
      if (which->texts[i] != NULL)
        sl_log_text_make (which->texts[i], line, groups, n_groups, row, i);
    }
  return TRUE;
}
