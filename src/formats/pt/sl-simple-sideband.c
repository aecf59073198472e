/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-simple-sideband.h"

#include <string.h>

/* Of a line, what lies before the path fits in here, and all of a setting. */
#define MOST_FIELDS 256

static gboolean
parse_number (const char *text, guint64 most, guint64 *number)
{
  return text != NULL && g_ascii_string_to_unsigned (text, 10, 0, most, number, NULL);
}

/* "meta tsc_ratio 2 166": a key, and one number or two. Keys that are not
 * known are left out of account if they have a number. */
static gboolean
read_setting (char *rest, SlPtTiming *timing)
{
  char *state = NULL;
  const char *key = strtok_r (rest, " \t", &state);
  guint64 first, second;

  if (key == NULL || !parse_number (strtok_r (NULL, " \t", &state), G_MAXUINT32, &first))
    return FALSE;

  if (g_str_equal (key, "tsc_ratio"))
    {
      if (!parse_number (strtok_r (NULL, " \t", &state), G_MAXUINT32, &second) || first == 0 ||
          second == 0)
        return FALSE;
      timing->ctc_denominator = (guint32) first;
      timing->ctc_numerator = (guint32) second;
    }
  else if (g_str_equal (key, "nom_freq"))
    {
      if (first > G_MAXUINT8)
        return FALSE;
      timing->nominal_ratio = (guint32) first;
    }
  else if (g_str_equal (key, "mtc_freq"))
    {
      if (first > 16)
        return FALSE;
      timing->mtc_frequency = (guint32) (first > 0 ? first - 1 : 0);
    }

  return TRUE;
}

static gboolean
is_time (const char *field)
{
  gsize whole = strspn (field, "0123456789");
  gsize rest;

  if (whole == 0 || field[whole] != '.')
    return FALSE;
  rest = strspn (field + whole + 1, "0123456789");
  return rest > 0 && field[whole + 1 + rest] == '\0';
}

static gboolean
is_hex (const char *field)
{
  gsize length = strlen (field);

  return length <= 16 && strspn (field, "0123456789abcdefABCDEF") == length;
}

/* "5497.714815 198942 6963f6000 56124be91000 4096 2000<tab>/bin/b": the time, five numbers and the
 * path. Older versions write no length, and those before them no process. */
static gboolean
is_mapping (char *line)
{
  char *state = NULL;
  const char *field = strtok_r (line, " \t", &state);
  guint n_numbers = 0;

  if (field == NULL || !is_time (field))
    return FALSE;

  while ((field = strtok_r (NULL, " \t", &state)) != NULL && field[0] != '/')
    {
      if (!is_hex (field))
        return FALSE;
      n_numbers++;
    }

  return field != NULL && n_numbers >= 3 && n_numbers <= 5;
}

static void
read_line (SlSimpleSideband *self, const guint8 *text, gsize length, gsize at, SlPtTiming *timing)
{
  char line[MOST_FIELDS];
  gsize copied = MIN (length, sizeof line - 1);

  memcpy (line, text, copied);
  line[copied] = '\0';
  g_strchomp (line);
  if (line[0] == '\0' && copied <= 1)
    return;

  if (g_str_has_prefix (line, "meta ") && read_setting (line + 5, timing))
    self->n_settings++;
  else if (is_mapping (line))
    {
      if (self->n_mappings++ == 0)
        self->first_mapping = at;
    }
  else if (self->n_others++ == 0)
    self->first_other = at;
}

/**
 * sl_simple_sideband_read:
 * @self: (out): what there is
 * @text: (array length=size): not ended by a zero
 * @timing: changed where a line says so
 *
 * Reads a text from end to end; allocates nothing. A line that cannot be read is counted.
 */
void
sl_simple_sideband_read (SlSimpleSideband *self, const guint8 *text, gsize size, SlPtTiming *timing)
{
  gsize next;

  *self = (SlSimpleSideband) { 0 };
  for (gsize at = 0; at < size; at = next)
    {
      const guint8 *end = memchr (text + at, '\n', size - at);
      gsize length = end != NULL ? (gsize) (end - (text + at)) : size - at;

      read_line (self, text + at, length, at, timing);
      next = at + length + 1;
    }
}
