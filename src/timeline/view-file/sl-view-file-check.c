/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What of a saved view cannot be read: people change such files by hand. Only values of a few forms are looked at; lists and
 * names are right whatever they are. */
#include <string.h>

#include "sl-clock.h"
#include "sl-filter.h"
#include "sl-view-file-private.h"

/* Whoever has more of them did not write a view. */
#define MOST_ODD 20

/* Characters of a value that are repeated. */
#define MOST_REPEATED 40

typedef gboolean (*Check) (GKeyFile *file, const char *group, const char *key, const char *value);

static gboolean
is_whole (GKeyFile *file, const char *group, const char *key, const char *value)
{
  return g_ascii_string_to_signed (value, 10, G_MININT64, G_MAXINT64, NULL, NULL);
}

static gboolean
is_switch (GKeyFile *file, const char *group, const char *key, const char *value)
{
  g_autoptr (GError) error = NULL;

  g_key_file_get_boolean (file, group, key, &error);
  return error == NULL;
}

static gboolean
is_rate (GKeyFile *file, const char *group, const char *key, const char *value)
{
  guint64 numerator, denominator;

  return sl_clock_parse_rate (value, &numerator, &denominator, NULL);
}

static gboolean
is_axis (GKeyFile *file, const char *group, const char *key, const char *value)
{
  SlAxis axis;

  return sl_axis_find (value, &axis);
}

static gboolean
is_unit (GKeyFile *file, const char *group, const char *key, const char *value)
{
  SlShownUnit unit;

  return sl_shown_unit_find (value, &unit);
}

static gboolean
is_look (GKeyFile *file, const char *group, const char *key, const char *value)
{
  SlStyle style;

  return sl_style_find (value, &style);
}

static gboolean
is_filter (GKeyFile *file, const char *group, const char *key, const char *value)
{
  g_autoptr (SlFilter) filter = sl_filter_parse (value, NULL);

  return filter != NULL;
}

static gboolean
is_form (GKeyFile *file, const char *group, const char *key, const char *value)
{
  SlMarkerForm form;

  return sl_marker_form_find (value, &form);
}

static const struct
{
  const char *group; /* what its name begins with */
  const char *key;
  Check check;
} checks[] = {
  { "view", "begin", is_whole },
  { "view", "end", is_whole },
  { "view", "whole", is_switch },
  { "view", "rate", is_rate },
  { "view", "axis", is_axis },
  { "view", "unit", is_unit },
  { "view", "look", is_look },
  { "filter", "text", is_filter },
  { "filter", "hides", is_switch },
  { "cursors", "a", is_whole },
  { "cursors", "b", is_whole },
  { "cursors", "origin", is_whole },
  { "cursors", "selection-begin", is_whole },
  { "cursors", "selection-end", is_whole },
  { "marker ", "begin", is_whole },
  { "marker ", "end", is_whole },
  { "marker ", "colour", is_whole },
  { "marker ", "form", is_form },
  { "marker ", "back", is_switch },
  { "marker ", "chosen", is_switch },
  { "panels", "list", is_switch },
  { "panels", "maximized", is_switch },
  { "panels", "height", is_whole },
  { "panels", "details", is_switch },
};

static void
check_group (GKeyFile *file, const char *group, GPtrArray *odd)
{
  for (guint i = 0; i < G_N_ELEMENTS (checks) && odd->len < MOST_ODD; i++)
    {
      const char *key = checks[i].key;
      g_autofree char *value = NULL;
      g_autofree char *repeated = NULL;

      if (!g_str_has_prefix (group, checks[i].group) ||
          !g_key_file_has_key (file, group, key, NULL))
        continue;

      value = g_key_file_get_string (file, group, key, NULL);
      if (value != NULL && checks[i].check (file, group, key, value))
        continue;

      repeated = value != NULL && g_utf8_strlen (value, -1) > MOST_REPEATED
                     ? g_utf8_substring (value, 0, MOST_REPEATED)
                     : NULL;
      g_ptr_array_add (odd, g_strdup_printf ("[%s] %s=%s%s", group, key,
                                             repeated != NULL ? repeated
                                             : value != NULL  ? value
                                                              : "",
                                             repeated != NULL ? "…" : ""));
    }
}

/**
 * sl_view_file_check:
 * @odd: (element-type utf8): takes the values that cannot be read, as "[view] look=pretty", in the order of the file's
 *   groups
 */
void
sl_view_file_check (GKeyFile *file, GPtrArray *odd)
{
  g_auto (GStrv) groups = g_key_file_get_groups (file, NULL);

  for (gsize i = 0; groups[i] != NULL; i++)
    check_group (file, groups[i], odd);
}
