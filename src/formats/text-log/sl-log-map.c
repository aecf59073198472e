/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-log-map.h"

#include <string.h>

#include "sl-error.h"
#include "sl-log-key.h"

/* Of a mapping file. */
#define MOST_SIZE (1 << 20)

struct _SlLogMap
{
  GKeyFile *keys;
  SlTextUnit unit;
  GRegex *pattern; /* NULL for a table */
  char separator;
  gboolean has_header;
  gboolean has_wakeups;
  guint n_skipped;
  GPtrArray *actions; /* of SlLogAction */
};

void
sl_log_map_free (SlLogMap *self)
{
  g_key_file_unref (self->keys);
  g_clear_pointer (&self->pattern, g_regex_unref);
  g_ptr_array_unref (self->actions);
  g_free (self);
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
      return sl_log_key_fail (
          error, group, names[i], "there is no such key, only %s%s%s", list,
          cells && list[0] != '\0' ? ", " : "",
          cells ? "time, cpu, action, task, object, value, deadline, nominal, text" : "");
    }

  return TRUE;
}

static gboolean
read_unit (SlLogMap *self, GError **error)
{
  g_autofree char *unit = sl_log_key_get (self->keys, SL_LOG_GROUP_LOG, "unit");
  g_autofree char *rate = sl_log_key_get (self->keys, SL_LOG_GROUP_LOG, "rate");

  if (unit == NULL)
    return sl_log_key_fail (error, SL_LOG_GROUP_LOG, "unit",
                            "the unit of the times is missing, as in unit=us");
  if (!sl_text_unit_parse (&self->unit, unit))
    return sl_log_key_fail (error, SL_LOG_GROUP_LOG, "unit",
                            "“%s” is not one of s, ms, us, ns and ticks", unit);
  if (rate != NULL && self->unit.exponent != SL_TEXT_UNIT_TICKS)
    return sl_log_key_fail (error, SL_LOG_GROUP_LOG, "rate", "only ticks have a rate");

  return rate == NULL ||
         sl_clock_parse_rate (rate, &self->unit.rate, &self->unit.rate_denominator, error);
}

static gboolean
read_separator (SlLogMap *self, GError **error)
{
  g_autofree char *text = sl_log_key_get (self->keys, SL_LOG_GROUP_LOG, "separator");

  self->separator = ',';
  if (text == NULL)
    return TRUE;
  if (g_str_equal (text, "tab"))
    self->separator = '\t';
  else if (g_str_equal (text, "blanks"))
    self->separator = ' ';
  else if (strlen (text) == 1 && text[0] != '"' && text[0] != '\n')
    self->separator = text[0];
  else
    return sl_log_key_fail (error, SL_LOG_GROUP_LOG, "separator",
                            "“%s” is not a single character, nor tab or blanks", text);

  return TRUE;
}

static gboolean
read_decimal (SlLogMap *self, GError **error)
{
  g_autofree char *text = sl_log_key_get (self->keys, SL_LOG_GROUP_LOG, "decimal");

  if (text != NULL && !g_str_equal (text, ".") && !g_str_equal (text, ","))
    return sl_log_key_fail (error, SL_LOG_GROUP_LOG, "decimal",
                            "“%s” is neither a point nor a comma", text);
  if (text != NULL && self->pattern == NULL && text[0] == self->separator)
    return sl_log_key_fail (error, SL_LOG_GROUP_LOG, "decimal",
                            "“%s” separates the columns; another separator, such as "
                            "separator=;, leaves it to the numbers",
                            text);

  self->unit.point = text != NULL ? text[0] : '.';
  return TRUE;
}

static gboolean
read_skip (SlLogMap *self, GError **error)
{
  g_autofree char *text = sl_log_key_get (self->keys, SL_LOG_GROUP_LOG, "skip");
  guint64 number = 0;

  if (text != NULL && !g_ascii_string_to_unsigned (text, 10, 0, 1 << 20, &number, NULL))
    return sl_log_key_fail (error, SL_LOG_GROUP_LOG, "skip",
                            "“%s” is not a number of lines, up to %d", text, 1 << 20);

  self->n_skipped = (guint) number;
  return TRUE;
}

static gboolean
read_flag (SlLogMap *self, const char *key, gboolean usual, gboolean *flag, GError **error)
{
  g_autofree char *text = sl_log_key_get (self->keys, SL_LOG_GROUP_LOG, key);

  *flag = text != NULL ? g_str_equal (text, "true") : usual;
  if (text != NULL && !g_str_equal (text, "true") && !g_str_equal (text, "false"))
    return sl_log_key_fail (error, SL_LOG_GROUP_LOG, key, "“%s” is neither true nor false", text);
  return TRUE;
}

static gboolean
read_log (SlLogMap *self, GError **error)
{
  static const char *const table[] = { "form",   "unit", "rate",    "decimal", "separator",
                                       "header", "skip", "wakeups", NULL };
  static const char *const lines[] = { "form",    "unit", "rate",    "decimal",
                                       "pattern", "skip", "wakeups", NULL };
  g_autofree char *form = sl_log_key_get (self->keys, SL_LOG_GROUP_LOG, "form");
  g_autofree char *pattern = sl_log_key_get (self->keys, SL_LOG_GROUP_LOG, "pattern");
  gboolean is_table = g_strcmp0 (form, "csv") == 0;

  if (!is_table && g_strcmp0 (form, "lines") != 0)
    return sl_log_key_fail (error, SL_LOG_GROUP_LOG, "form", "“%s” is neither csv nor lines",
                            form != NULL ? form : "");
  if (!check_keys (self->keys, SL_LOG_GROUP_LOG, is_table ? table : lines, FALSE, error))
    return FALSE;
  if (!read_flag (self, "header", is_table, &self->has_header, error) ||
      !read_flag (self, "wakeups", FALSE, &self->has_wakeups, error))
    return FALSE;
  if (!is_table && pattern == NULL)
    return sl_log_key_fail (error, SL_LOG_GROUP_LOG, "pattern",
                            "lines need a pattern, as in pattern=^(?<time>\\S+) (?<task>\\S+)");

  if (!is_table && (self->pattern = sl_log_key_make_pattern (SL_LOG_GROUP_LOG, "pattern", pattern,
                                                             error)) == NULL)
    return FALSE;
  if (!is_table && g_regex_get_capture_count (self->pattern) >= SL_LOG_COLUMNS)
    return sl_log_key_fail (error, SL_LOG_GROUP_LOG, "pattern", "there are more than %d groups",
                            SL_LOG_COLUMNS - 1);

  return read_unit (self, error) && read_separator (self, error) && read_decimal (self, error) &&
         read_skip (self, error);
}

static gboolean
check_groups (SlLogMap *self, GError **error)
{
  static const char *const none[] = { NULL };
  static const char *const of_action[] = { "when", "in", "pattern", NULL };
  g_auto (GStrv) groups = g_key_file_get_groups (self->keys, NULL);

  for (guint i = 0; groups[i] != NULL; i++)
    {
      gboolean is_action = g_str_has_prefix (groups[i], SL_LOG_GROUP_ACTION);

      if (g_str_equal (groups[i], SL_LOG_GROUP_LOG))
        continue;
      if (!is_action && !g_str_equal (groups[i], SL_LOG_GROUP_COLUMNS))
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
  self->actions = g_ptr_array_new_with_free_func ((GDestroyNotify) sl_log_action_free);
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

gboolean
sl_log_map_has_wakeups (const SlLogMap *self)
{
  return self->has_wakeups;
}

guint
sl_log_map_get_skipped (const SlLogMap *self)
{
  return self->n_skipped;
}

static gboolean
add_action (SlLogMap *self, const char *group, GStrv columns, GError **error)
{
  SlLogAction *action;

  if (self->actions->len == SL_LOG_ACTIONS)
    return sl_log_key_fail (error, group, "action", "there are more than %d actions",
                            SL_LOG_ACTIONS);

  action = sl_log_action_new (self->keys, group, columns, error);
  if (action != NULL)
    g_ptr_array_add (self->actions, action);
  return action != NULL;
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
      if (g_str_has_prefix (groups[i], SL_LOG_GROUP_ACTION) &&
          !add_action (self, groups[i], columns, error))
        return FALSE;
    }

  return self->actions->len > 0 || add_action (self, SL_LOG_GROUP_COLUMNS, columns, error);
}

guint
sl_log_map_get_n_actions (const SlLogMap *self)
{
  return self->actions->len;
}

/**
 * sl_log_map_get_action:
 * @action: below sl_log_map_get_n_actions()
 *
 * Returns: (transfer none): when a line means that action
 */
const SlLogAction *
sl_log_map_get_action (const SlLogMap *self, guint action)
{
  return g_ptr_array_index (self->actions, action);
}
