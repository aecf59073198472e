/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Takes values out of a saved view, which people change by hand: each that cannot be read is reported with its line and
 * what it may be, and so is what nobody has taken in the end. */
#include <string.h>

#include "sl-view-file-private.h"

/* Whoever has more of them did not write a view. */
#define MOST_ODD 20

/* Characters of a value that are repeated. */
#define MOST_REPEATED 40

/* The number of the line that says it, from 1; the last one counts. 0 for none. */
static guint
find_line (const SlViewReading *self, const char *key)
{
  g_auto (GStrv) lines = g_strsplit (self->text, "\n", -1);
  g_autofree char *head = g_strdup_printf ("[%s]", self->group);
  gsize length = strlen (key);
  gboolean is_in = FALSE;
  guint found = 0;

  for (guint i = 0; lines[i] != NULL; i++)
    {
      const char *line = g_strchug (lines[i]);

      if (line[0] == '[')
        is_in = g_str_has_prefix (line, head);
      else if (is_in && strncmp (line, key, length) == 0 &&
               line[length + strspn (line + length, " \t")] == '=')
        found = i + 1;
    }
  return found;
}

/**
 * sl_view_refuse:
 * @value: what cannot be read
 * @wanted: what it may be instead
 *
 * Reports it, in the order of the lines: "line 7: [view] look=pretty (use compact, textbook)".
 */
void
sl_view_refuse (SlViewReading *self, const char *key, const char *value, const char *wanted)
{
  GPtrArray *odd = self->fit.odd;
  g_autofree char *valid = g_utf8_make_valid (value, -1);
  gboolean is_long = g_utf8_strlen (valid, -1) > MOST_REPEATED;
  g_autofree char *repeated = g_utf8_substring (valid, 0, is_long ? MOST_REPEATED : -1);
  g_autofree char *text = NULL;
  guint line, place = 0;

  if (odd == NULL || odd->len >= MOST_ODD)
    return;

  line = find_line (self, key);
  while (place < odd->len && g_ascii_strtoull (strchr (odd->pdata[place], ' '), NULL, 10) <= line)
    place++;
  text = g_strdup_printf ("line %u: [%s] %s=%s%s (%s)", line, self->group, key, repeated,
                          is_long ? "…" : "", wanted);
  g_ptr_array_insert (odd, (int) place, g_utf8_make_valid (text, -1));
}

/**
 * sl_view_take_text:
 *
 * Returns: (transfer full) (nullable): %NULL where there is none
 */
char *
sl_view_take_text (SlViewReading *self, const char *key)
{
  g_autofree char *value = g_key_file_get_value (self->file, self->group, key, NULL);
  char *text = value != NULL ? g_key_file_get_string (self->file, self->group, key, NULL) : NULL;

  if (value != NULL && text == NULL)
    sl_view_refuse (self, key, value, "use UTF-8, and \\ only before s, n, t, r or \\");
  g_key_file_remove_key (self->file, self->group, key, NULL);
  return text;
}

/**
 * sl_view_take_list:
 *
 * Returns: (transfer full): strings; an empty list where there are none, or more than @most
 */
char **
sl_view_take_list (SlViewReading *self, const char *key, gsize most)
{
  g_autofree char *value = g_key_file_get_value (self->file, self->group, key, NULL);
  g_autofree char *wanted =
      g_strdup_printf ("use at most %" G_GSIZE_FORMAT ", separated by ;", most);
  gsize n_texts = 0;
  g_auto (GStrv) texts = g_key_file_get_string_list (self->file, self->group, key, &n_texts, NULL);
  gboolean is_right = texts != NULL && n_texts <= most;

  if (value != NULL && !is_right)
    sl_view_refuse (self, key, value, wanted);
  g_key_file_remove_key (self->file, self->group, key, NULL);
  return is_right ? g_steal_pointer (&texts) : g_new0 (char *, 1);
}

/**
 * sl_view_take_number:
 * @number: (out): set on success only
 *
 * Returns: whether there is a whole number from @least to @most
 */
gboolean
sl_view_take_number (SlViewReading *self,
                     const char *key,
                     gint64 least,
                     gint64 most,
                     gint64 *number)
{
  g_autofree char *text = sl_view_take_text (self, key);
  g_autofree char *wanted = NULL;

  if (text == NULL || g_ascii_string_to_signed (text, 10, least, most, number, NULL))
    return text != NULL;

  wanted = g_strdup_printf ("use a whole number from %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT,
                            least, most);
  sl_view_refuse (self, key, text, wanted);
  return FALSE;
}

/**
 * sl_view_take_count:
 * @number: (out): set on success only
 *
 * Returns: whether there is a number from 0 to 2⁶⁴ − 1, hexadecimal after 0x
 */
gboolean
sl_view_take_count (SlViewReading *self, const char *key, guint64 *number)
{
  g_autofree char *text = sl_view_take_text (self, key);
  gboolean is_hex = text != NULL && g_str_has_prefix (text, "0x");

  if (text == NULL || g_ascii_string_to_unsigned (text + (is_hex ? 2 : 0), is_hex ? 16 : 10, 0,
                                                  G_MAXUINT64, number, NULL))
    return text != NULL;

  sl_view_refuse (self, key, text,
                  "use a number from 0 to 18446744073709551615, or hexadecimal after 0x");
  return FALSE;
}

/**
 * sl_view_take_switch:
 * @is_on: (out): set on success only
 *
 * Returns: whether there is one
 */
gboolean
sl_view_take_switch (SlViewReading *self, const char *key, gboolean *is_on)
{
  g_autofree char *text = sl_view_take_text (self, key);
  gboolean is_true, is_false;

  if (text == NULL)
    return FALSE;

  is_true = g_str_equal (text, "true") || g_str_equal (text, "1");
  is_false = g_str_equal (text, "false") || g_str_equal (text, "0");
  if (is_true || is_false)
    *is_on = is_true;
  else
    sl_view_refuse (self, key, text, "use true or false");
  return is_true || is_false;
}

/**
 * sl_view_take_word:
 * @words: what there is to choose from
 * @number: (out): set on success only
 *
 * Returns: whether there is one of @words, and which
 */
gboolean
sl_view_take_word (SlViewReading *self, const char *key, const SlViewWords *words, guint *number)
{
  g_autofree char *text = sl_view_take_text (self, key);
  g_autoptr (GString) wanted = g_string_new ("use ");

  for (guint i = words->first; text != NULL && i < words->end; i++)
    {
      const char *word = words->get (i);

      if (g_str_equal (text, word))
        {
          *number = i;
          return TRUE;
        }
      g_string_append_printf (wanted, "%s%s", i > words->first ? ", " : "", word);
    }

  if (text != NULL)
    sl_view_refuse (self, key, text, wanted->str);
  return FALSE;
}

/**
 * sl_view_end:
 *
 * Reports what nobody has taken.
 */
void
sl_view_end (SlViewReading *self)
{
  g_auto (GStrv) groups = g_key_file_get_groups (self->file, NULL);

  for (guint i = 0; groups[i] != NULL; i++)
    {
      g_auto (GStrv) keys = g_key_file_get_keys (self->file, groups[i], NULL, NULL);

      self->group = groups[i];
      for (guint j = 0; keys != NULL && keys[j] != NULL; j++)
        {
          g_autofree char *value = g_key_file_get_value (self->file, groups[i], keys[j], NULL);

          sl_view_refuse (self, keys[j], value != NULL ? value : "", "unknown key");
        }
    }
}
