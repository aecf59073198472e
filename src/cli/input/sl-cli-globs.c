/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cli-globs.h"

#include "sl-cli-error.h"
#include "sl-cli-input.h"

typedef struct
{
  char *text;
  GPatternSpec *pattern;
  gboolean has_matched; /* anything so far */
} Glob;

struct _SlCliGlobs
{
  GArray *globs; /* of Glob; empty matches everything */
};

static void
glob_clear (gpointer data)
{
  Glob *glob = data;

  g_free (glob->text);
  g_pattern_spec_free (glob->pattern);
}

/**
 * sl_cli_globs_new:
 * @globs: (nullable): as given; %NULL matches everything
 * @error: of usage, if one is not UTF-8
 */
SlCliGlobs *
sl_cli_globs_new (char **globs, GError **error)
{
  g_autoptr (SlCliGlobs) self = g_new0 (SlCliGlobs, 1);

  self->globs = g_array_new (FALSE, FALSE, sizeof (Glob));
  g_array_set_clear_func (self->globs, glob_clear);
  for (guint i = 0; globs != NULL && globs[i] != NULL; i++)
    {
      Glob glob;

      if (!sl_cli_check_text ("--lane", globs[i], error))
        return NULL;
      glob = (Glob) { g_strdup (globs[i]), g_pattern_spec_new (globs[i]), FALSE };
      g_array_append_val (self->globs, glob);
    }

  return g_steal_pointer (&self);
}

void
sl_cli_globs_free (SlCliGlobs *self)
{
  g_array_unref (self->globs);
  g_free (self);
}

/**
 * sl_cli_globs_match:
 *
 * Returns: whether @name matches one of the patterns, or there is none
 */
gboolean
sl_cli_globs_match (SlCliGlobs *self, const char *name)
{
  gboolean matches = self->globs->len == 0;

  for (guint i = 0; i < self->globs->len; i++)
    {
      Glob *glob = &g_array_index (self->globs, Glob, i);

      if (!g_pattern_spec_match_string (glob->pattern, name))
        continue;
      glob->has_matched = TRUE;
      matches = TRUE;
    }

  return matches;
}

/**
 * sl_cli_globs_note_unmatched:
 *
 * Once all names were asked for: tells on standard error which patterns matched none.
 */
void
sl_cli_globs_note_unmatched (const SlCliGlobs *self)
{
  for (guint i = 0; i < self->globs->len; i++)
    {
      const Glob *glob = &g_array_index (self->globs, Glob, i);

      if (!glob->has_matched)
        sl_cli_note_print ("--lane: unknown lane “%s”; “slackline-cli info --json” lists the lanes",
                           glob->text);
    }
}
