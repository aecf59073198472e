/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-log-key.h"

#include "sl-error.h"

/**
 * sl_log_key_fail:
 * @format: printf-style: what is wrong with the key, and what would be right
 *
 * Returns: %FALSE, with %SL_ERROR_MALFORMED
 */
gboolean
sl_log_key_fail (GError **error, const char *group, const char *key, const char *format, ...)
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
sl_log_key_get (GKeyFile *keys, const char *group, const char *key)
{
  g_autofree char *raw = g_key_file_get_value (keys, group, key, NULL);

  return raw != NULL ? g_strdup (g_strstrip (raw)) : NULL;
}

/* Patterns see bytes: a log need not be UTF-8. */
GRegex *
sl_log_key_make_pattern (const char *group, const char *key, const char *text, GError **error)
{
  g_autoptr (GError) failure = NULL;
  GRegex *pattern =
      g_regex_new (text, G_REGEX_RAW | G_REGEX_OPTIMIZE | G_REGEX_DUPNAMES, 0, &failure);

  if (pattern == NULL)
    sl_log_key_fail (error, group, key, "%s", failure->message);
  return pattern;
}
