/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The options of Intel PT streams, which are also the lines of the file beside one:
 *
 *   # TSC ticks a crystal tick: CPUID leaf 15H, EBX/EAX
 *   tsc-ctc-ratio=166/2
 *   mtc-freq=3
 *
 * Lines with # and keys that are not known are left out of account. */

#include "sl-pt-options.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "sl-error.h"

#define MOST_TEXT (64u << 10)

const SlFormatOption sl_pt_option_table[] = {
  { "cpu", N_ ("Number of the processor that was traced"), "0" },
  { "mtc-freq", N_ ("MTC frequency: which bits of the crystal clock MTC packets carry, 0 to 15"),
    NULL },
  { "nominal-ratio", N_ ("Maximum non-turbo ratio of core and bus clock, 1 to 255"), NULL },
  { "tsc-ctc-ratio",
    N_ ("TSC ticks per tick of the crystal clock, as in 166/2 (CPUID 15H EBX/EAX)"), NULL },
  { "tsc-hz", N_ ("TSC ticks per second"), NULL },
  { NULL, NULL, NULL },
};

static gboolean
fail (const char *key, const char *value, const char *expected, GError **error)
{
  g_set_error (error, SL_ERROR, SL_ERROR_USAGE, "%s=%s: Not %s", key, value, expected);
  return FALSE;
}

static gboolean
parse_number (const char *key,
              const char *value,
              guint64 least,
              guint64 most,
              guint64 *number,
              GError **error)
{
  g_autofree char *expected = NULL;

  if (g_ascii_string_to_unsigned (value, 10, least, most, number, NULL))
    return TRUE;

  expected =
      g_strdup_printf ("a number from %" G_GUINT64_FORMAT " to %" G_GUINT64_FORMAT, least, most);
  return fail (key, value, expected, error);
}

static gboolean
parse_ratio (SlPtTiming *timing, const char *key, const char *value, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (value, "/", 2);
  guint64 numerator, denominator = 1;

  if (!g_ascii_string_to_unsigned (parts[0], 10, 1, G_MAXUINT32, &numerator, NULL) ||
      (parts[1] != NULL &&
       !g_ascii_string_to_unsigned (parts[1], 10, 1, G_MAXUINT32, &denominator, NULL)))
    return fail (key, value, "a ratio of two numbers above 0, as in 166/2", error);

  timing->ctc_numerator = (guint32) numerator;
  timing->ctc_denominator = (guint32) denominator;
  return TRUE;
}

static gboolean
parse_pair (SlPtStreamOptions *self, const char *key, const char *value, GError **error)
{
  guint64 number;

  if (g_str_equal (key, "tsc-ctc-ratio"))
    return parse_ratio (&self->timing, key, value, error);

  if (g_str_equal (key, "cpu"))
    {
      if (!parse_number (key, value, 0, G_MAXUINT16, &number, error))
        return FALSE;
      self->cpu = (guint16) number;
    }
  else if (g_str_equal (key, "mtc-freq"))
    {
      if (!parse_number (key, value, 0, 15, &number, error))
        return FALSE;
      self->timing.mtc_frequency = (guint32) number;
    }
  else if (g_str_equal (key, "nominal-ratio"))
    {
      if (!parse_number (key, value, 1, G_MAXUINT8, &number, error))
        return FALSE;
      self->timing.nominal_ratio = (guint32) number;
    }
  else if (g_str_equal (key, "tsc-hz"))
    {
      if (!parse_number (key, value, 1, G_MAXINT64, &number, error))
        return FALSE;
      self->hz = number;
    }

  return TRUE;
}

/**
 * sl_pt_options_parse_text:
 * @self: changed where a line says so
 * @text: (array length=size): lines of KEY=VALUE
 *
 * Returns: %FALSE with %SL_ERROR_USAGE if a value makes no sense
 */
gboolean
sl_pt_options_parse_text (SlPtStreamOptions *self, const char *text, gsize size, GError **error)
{
  g_autofree char *copy = g_strndup (text, MIN (size, MOST_TEXT));
  g_auto (GStrv) lines = g_strsplit (copy, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      char *line = g_strstrip (lines[i]);
      char *equals = strchr (line, '=');

      if (line[0] == '#' || equals == NULL)
        continue;

      *equals = '\0';
      if (!parse_pair (self, g_strstrip (line), g_strstrip (equals + 1), error))
        {
          g_prefix_error (error, "Line %u: ", i + 1);
          return FALSE;
        }
    }

  return TRUE;
}

/**
 * sl_pt_options_parse:
 * @self: changed where an option says so
 * @options: (nullable): what the user gave
 *
 * Returns: %FALSE with %SL_ERROR_USAGE if a value makes no sense
 */
gboolean
sl_pt_options_parse (SlPtStreamOptions *self, SlFormatOptions *options, GError **error)
{
  for (const SlFormatOption *option = sl_pt_option_table; option->key != NULL; option++)
    {
      const char *value = options != NULL ? g_hash_table_lookup (options, option->key) : NULL;

      if (value != NULL && !parse_pair (self, option->key, value, error))
        return FALSE;
    }

  return TRUE;
}
