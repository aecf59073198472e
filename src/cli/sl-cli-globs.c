/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cli-globs.h"

#include "sl-cli-input.h"

struct _SlCliGlobs
{
  GPtrArray *patterns; /* of GPatternSpec; empty matches everything */
};

/**
 * sl_cli_globs_new:
 * @globs: (nullable): as given; %NULL matches everything
 * @error: of usage, if one is not UTF-8
 */
SlCliGlobs *
sl_cli_globs_new (char **globs, GError **error)
{
  g_autoptr (SlCliGlobs) self = g_new0 (SlCliGlobs, 1);

  self->patterns = g_ptr_array_new_with_free_func ((GDestroyNotify) g_pattern_spec_free);
  for (guint i = 0; globs != NULL && globs[i] != NULL; i++)
    {
      if (!sl_cli_check_text ("--lane", globs[i], error))
        return NULL;
      g_ptr_array_add (self->patterns, g_pattern_spec_new (globs[i]));
    }

  return g_steal_pointer (&self);
}

void
sl_cli_globs_free (SlCliGlobs *self)
{
  g_ptr_array_unref (self->patterns);
  g_free (self);
}

/**
 * sl_cli_globs_match:
 *
 * Returns: whether @name matches one of the patterns, or there is none
 */
gboolean
sl_cli_globs_match (const SlCliGlobs *self, const char *name)
{
  for (guint i = 0; i < self->patterns->len; i++)
    {
      if (g_pattern_spec_match_string (g_ptr_array_index (self->patterns, i), name))
        return TRUE;
    }

  return self->patterns->len == 0;
}
