/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-task-set-reader.h"

#include "sl-error.h"
#include "sl-time-text.h"

/* Returns: %FALSE with %SL_ERROR_USAGE, which tells the line where @key has one */
gboolean
sl_task_set_reader_fail (const SlTaskSetReader *self,
                         const char *key,
                         GError **error,
                         const char *format,
                         ...)
{
  guint line = sl_task_model_find_line (self->model, self->group, self->name, key);
  const char *file = sl_task_model_get_file_name (self->model);
  const char *prefix = sl_model_group_get_prefix (self->group);
  g_autofree char *text = NULL;
  va_list arguments;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  if (line > 0)
    g_set_error (error, SL_ERROR, SL_ERROR_USAGE, "%s: Line %u, [%s%s], %s: %s", file, line, prefix,
                 self->name, key, text);
  else
    g_set_error (error, SL_ERROR, SL_ERROR_USAGE, "%s: [%s%s]: %s", file, prefix, self->name, text);

  return FALSE;
}

/* Returns: (transfer full) (nullable): %NULL where the group has no such key */
char *
sl_task_set_reader_get (const SlTaskSetReader *self, const char *key)
{
  return sl_task_model_get (self->model, self->group, self->name, key);
}

/**
 * sl_task_set_reader_parse_time:
 * @text: a part of the value of @key
 * @least: that is accepted, in ticks: 0 or 1
 */
gboolean
sl_task_set_reader_parse_time (const SlTaskSetReader *self,
                               const char *key,
                               const char *text,
                               gint64 least,
                               gint64 *ticks,
                               GError **error)
{
  g_autofree char *stripped = g_strstrip (g_strdup (text));

  if (sl_duration_parse (stripped, self->clock, ticks, NULL) && *ticks >= least &&
      *ticks <= SL_SET_MAX_DURATION)
    return TRUE;

  return sl_task_set_reader_fail (
      self, key, error,
      "“%s” is not a time from %s to 1000000 s: write a number with s, ms, us or ns", stripped,
      least > 0 ? "1 ns" : "0");
}

/* @ticks stays as it is where the group has no such key; the key's form says whether it may be 0. */
gboolean
sl_task_set_reader_read_duration (const SlTaskSetReader *self,
                                  const char *key,
                                  gint64 *ticks,
                                  GError **error)
{
  g_autofree char *value = sl_task_set_reader_get (self, key);
  gint64 least = sl_model_keys_find (self->group, key)->form == SL_MODEL_DELAY ? 0 : 1;

  return value == NULL || sl_task_set_reader_parse_time (self, key, value, least, ticks, error);
}

/* Returns: whether the group has such a key, whose value the model has checked */
gboolean
sl_task_set_reader_read_number (const SlTaskSetReader *self, const char *key, gint64 *number)
{
  g_autofree char *value = sl_task_set_reader_get (self, key);

  if (value != NULL)
    *number = g_ascii_strtoll (value, NULL, 10);
  return value != NULL;
}
