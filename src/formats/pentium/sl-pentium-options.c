/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-pentium-options.h"

#include "sl-error.h"

#define MOST_GAP_NS (G_MAXINT64 / 1000)

/**
 * sl_pentium_options_get:
 *
 * Returns: (transfer none) (nullable): what the user gave for @key
 */
const char *
sl_pentium_options_get (SlFormatOptions *user, const char *key)
{
  return user != NULL ? g_hash_table_lookup (user, key) : NULL;
}

static gboolean
choose (SlFormatOptions *user,
        const char *key,
        const char *const *words,
        guint *number,
        GError **error)
{
  const char *value = sl_pentium_options_get (user, key);
  g_autofree char *all = NULL;

  *number = 0;
  if (value == NULL)
    return TRUE;

  for (guint i = 0; words[i] != NULL; i++)
    {
      *number = i;
      if (g_str_equal (words[i], value))
        return TRUE;
    }

  all = g_strjoinv (", ", (char **) words);
  g_set_error (error, SL_ERROR, SL_ERROR_USAGE, "%s=%s: Must be one of %s", key, value, all);
  return FALSE;
}

/**
 * sl_pentium_options_parse:
 * @self: (out):
 * @user: (nullable): what the user gave
 *
 * Returns: %FALSE with %SL_ERROR_USAGE where a value makes no sense
 */
gboolean
sl_pentium_options_parse (SlPentiumOptions *self, SlFormatOptions *user, GError **error)
{
  static const char *const modes[] = { "auto", "normal", "fast", NULL };
  static const char *const variants[] = { "auto", "intel", "intel-bt", "amd-k5", NULL };
  const char *gap = sl_pentium_options_get (user, "gap-ns");
  guint mode, variant;

  *self = (SlPentiumOptions) { 0 };
  if (!choose (user, "btm", modes, &mode, error) ||
      !choose (user, "btm-variant", variants, &variant, error))
    return FALSE;
  if (gap != NULL && !g_ascii_string_to_unsigned (gap, 10, 1, MOST_GAP_NS, &self->gap_ns, NULL))
    {
      g_set_error (error, SL_ERROR, SL_ERROR_USAGE,
                   "gap-ns=%s: Not a number from 1 to %" G_GINT64_FORMAT, gap, MOST_GAP_NS);
      return FALSE;
    }

  self->btm.forced = (SlBtmMode) mode;
  self->btm.variant = variant > 0 ? (SlBtmVariant) (variant - 1) : SL_BTM_INTEL;
  self->is_variant_given = variant > 0;
  return TRUE;
}
