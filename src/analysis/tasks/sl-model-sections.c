/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-model-sections.h"

#include <string.h>

#include "sl-error.h"
#include "sl-time-text.h"

/* A set is written by hand. */
#define MAX_SECTIONS 4096

static gboolean
parse_section (const char *text, const SlClock *clock, SlModelSection *section, GError **error)
{
  const char *at = strchr (text, '@');
  const char *plus = at != NULL ? strchr (at, '+') : NULL;
  g_autofree char *name = NULL;
  g_autofree char *begin = NULL;
  g_autofree char *length = NULL;

  if (at == NULL || at == text || plus == NULL)
    {
      g_set_error (error, SL_ERROR, SL_ERROR_USAGE,
                   "“%s” is not a section: write it as LOCK@BEGIN+LENGTH, such as bus@1ms+2ms",
                   text);
      return FALSE;
    }

  name = g_strstrip (g_strndup (text, (gsize) (at - text)));
  begin = g_strstrip (g_strndup (at + 1, (gsize) (plus - at - 1)));
  length = g_strstrip (g_strdup (plus + 1));
  if (!sl_duration_parse (begin, clock, &section->begin, error) ||
      !sl_duration_parse (length, clock, &section->length, error))
    return FALSE;
  if (section->begin < 0 || section->length <= 0)
    {
      g_set_error (error, SL_ERROR, SL_ERROR_USAGE, "“%s” begins before the job or takes no time",
                   text);
      return FALSE;
    }

  section->lock = g_intern_string (name);
  return TRUE;
}

/**
 * sl_model_sections_parse:
 * @clock: of the trace, in whose ticks the sections are told
 *
 * Fails with %SL_ERROR_USAGE, and tells which section is wrong.
 *
 * Returns: (transfer full) (element-type SlModelSection): in the text's order; %NULL on error
 */
GArray *
sl_model_sections_parse (const char *text, const SlClock *clock, GError **error)
{
  g_autoptr (GArray) sections = g_array_new (FALSE, FALSE, sizeof (SlModelSection));
  g_auto (GStrv) parts = g_strsplit (text, ",", MAX_SECTIONS + 1);

  for (guint i = 0; parts[i] != NULL; i++)
    {
      SlModelSection section;

      if (i == MAX_SECTIONS)
        {
          g_set_error (error, SL_ERROR, SL_ERROR_USAGE, "More than %d sections", MAX_SECTIONS);
          return NULL;
        }
      if (!parse_section (g_strstrip (parts[i]), clock, &section, error))
        return NULL;
      g_array_append_val (sections, section);
    }

  return g_steal_pointer (&sections);
}
