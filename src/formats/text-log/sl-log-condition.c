/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-log-condition.h"

#include <string.h>

#include "sl-log-key.h"
#include "sl-log-text.h"

/* What ends the column's name, and what ends a condition. */
#define SIGNS     "=~!"
#define FORBIDDEN SIGNS ";"

void
sl_log_condition_clear (SlLogCondition *self)
{
  g_clear_pointer (&self->text, g_free);
}

/**
 * sl_log_condition_parse:
 * @self: (out caller-allocates): to be cleared where %TRUE is returned
 * @text: of the condition, without blanks around it
 * @group: of the mapping, for the message
 * @columns: of the log
 *
 * A pattern is not looked into.
 *
 * Returns: %FALSE with %SL_ERROR_MALFORMED where @text is not a condition on one of @columns
 */
gboolean
sl_log_condition_parse (SlLogCondition *self,
                        const char *text,
                        const char *group,
                        GStrv columns,
                        GError **error)
{
  gsize length = strcspn (text, SIGNS);
  g_autofree char *column = g_strndup (text, length);
  const char *sign = text + length;

  if (sign[0] == '\0' || (sign[0] == '!' && sign[1] != '='))
    return sl_log_key_fail (
        error, group, "when",
        "“%s” is not a condition such as COLUMN=TEXT, COLUMN!=TEXT or COLUMN~PATTERN", text);
  if (!sl_log_text_find_column (g_strstrip (column), columns, &self->column))
    {
      g_autofree char *list = g_strjoinv ("”, “", columns);

      return sl_log_key_fail (error, group, "when", "there is no column “%s”, only “%s”", column,
                              list);
    }

  self->test = sign[0] == '!' ? SL_LOG_IS_NOT : sign[0] == '~' ? SL_LOG_MATCHES : SL_LOG_IS;
  self->text = g_strdup (sign + 1 + (sign[0] == '!'));
  return TRUE;
}

/**
 * sl_log_column_print:
 * @column: below the number of @columns
 * @forbidden: characters that a name must not have where it is written
 *
 * Returns: (transfer full) (nullable): what a mapping calls the column: its name, or its number; %NULL where both are
 *   names of other columns
 */
char *
sl_log_column_print (GStrv columns, guint column, const char *forbidden)
{
  g_autofree char *number = g_strdup_printf ("%u", column + 1);
  const char *name = columns[column];
  gboolean is_plain = name[0] != '\0' && strpbrk (name, forbidden) == NULL &&
                      !g_ascii_isspace (name[0]) && !g_ascii_isspace (name[strlen (name) - 1]);
  guint found;

  for (const char *at = name; *at != '\0' && is_plain; at++)
    is_plain = !g_ascii_iscntrl (*at);
  if (is_plain && sl_log_text_find_column (name, columns, &found) && found == column)
    return g_strdup (name);
  if (sl_log_text_find_column (number, columns, &found) && found == column)
    return g_steal_pointer (&number);

  return NULL;
}

static gboolean
is_plain_word (const char *word)
{
  gsize length = strlen (word);

  if (!g_utf8_validate (word, -1, NULL))
    return FALSE;
  if (length > 0 && (g_ascii_isspace (word[0]) || g_ascii_isspace (word[length - 1])))
    return FALSE;
  for (gsize i = 0; i < length; i++)
    if (word[i] == ';' || g_ascii_iscntrl (word[i]))
      return FALSE;
  return TRUE;
}

/* A word that a mapping cannot write down as it is, as a pattern that matches nothing else. */
static char *
make_word_pattern (const char *word)
{
  GString *pattern = g_string_new ("\\A");

  for (const char *at = word; *at != '\0'; at++)
    {
      if (g_ascii_isalnum (*at))
        g_string_append_c (pattern, *at);
      else
        g_string_append_printf (pattern, "\\x%02x", (guint) (guchar) *at);
    }
  g_string_append (pattern, "\\z");
  return g_string_free (pattern, FALSE);
}

/**
 * sl_log_condition_print:
 * @word: any bytes
 *
 * Returns: (transfer full) (nullable): the condition that the column has just that word; %NULL where the column cannot
 *   be named
 */
char *
sl_log_condition_print (GStrv columns, guint column, const char *word)
{
  g_autofree char *name = sl_log_column_print (columns, column, FORBIDDEN);
  g_autofree char *pattern = NULL;

  if (name == NULL)
    return NULL;
  if (is_plain_word (word))
    return g_strconcat (name, "=", word, NULL);

  pattern = make_word_pattern (word);
  return g_strconcat (name, "~", pattern, NULL);
}

/* Whether the condition is the one that sl_log_condition_print() makes of the word. */
gboolean
sl_log_condition_is_word (const SlLogCondition *self, const char *word)
{
  g_autofree char *pattern = NULL;

  if (self->test == SL_LOG_IS)
    return g_str_equal (self->text, word);
  if (self->test == SL_LOG_IS_NOT)
    return FALSE;

  pattern = make_word_pattern (word);
  return g_str_equal (self->text, pattern);
}
