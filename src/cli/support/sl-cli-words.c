/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cli-words.h"

#include <string.h>

#include "sl-cli-error.h"

/**
 * sl_cli_check_text:
 * @option: what errors call it
 * @value: what was given for it
 *
 * Returns: whether @value is UTF-8; sets @error if not
 */
gboolean
sl_cli_check_text (const char *option, const char *value, GError **error)
{
  if (g_utf8_validate (value, -1, NULL))
    return TRUE;

  g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE, "%s %s: The text is not UTF-8", option,
               value);
  return FALSE;
}

/**
 * sl_cli_numbered_split:
 * @number: (out): the number before the colon; %SL_CLI_ALL where there is none. Numbers that no
 *   file can have become one that none has
 *
 * Returns: (transfer none): what stands behind the number, or all of @value
 */
const char *
sl_cli_numbered_split (const char *value, guint *number)
{
  gsize n_digits = strspn (value, "0123456789");
  guint found = 0;

  *number = SL_CLI_ALL;
  if (n_digits == 0 || value[n_digits] != ':')
    return value;

  for (gsize i = 0; i < n_digits; i++)
    found = MIN (found, 100000000) * 10 + (guint) (value[i] - '0');
  *number = found;
  return value + n_digits + 1;
}

/**
 * sl_cli_numbered_find:
 * @values: (nullable): of one option, as given
 *
 * Returns: (transfer none) (nullable): the last value for @number, else the last for all, without
 *   its number
 */
const char *
sl_cli_numbered_find (char **values, guint number)
{
  const char *found = NULL;
  gboolean is_own = FALSE;

  for (guint i = 0; values != NULL && values[i] != NULL; i++)
    {
      guint meant;
      const char *value = sl_cli_numbered_split (values[i], &meant);

      if (meant != number && (meant != SL_CLI_ALL || is_own))
        continue;
      found = value;
      is_own = meant == number;
    }

  return found;
}

/**
 * sl_cli_numbered_check:
 * @option: what errors call it
 * @values: (nullable):
 * @count: how many there are to be meant
 * @what: what they are, such as "traces"
 *
 * Returns: whether all numbers are below @count; sets @error if not
 */
gboolean
sl_cli_numbered_check (const char *option,
                       char **values,
                       guint count,
                       const char *what,
                       GError **error)
{
  for (guint i = 0; values != NULL && values[i] != NULL; i++)
    {
      guint meant;

      sl_cli_numbered_split (values[i], &meant);
      if (meant == SL_CLI_ALL || meant < count)
        continue;

      g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE,
                   "%s %s: The %s are numbered from 0 to %u", option, values[i], what, count - 1);
      return FALSE;
    }

  return TRUE;
}

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

struct _SlCliNames
{
  GPtrArray *references; /* of object 1 … */
  GPtrArray *names;      /* the same, empty where nobody named it */
  GPtrArray *texts;
};

/**
 * sl_cli_names_new:
 * @annotations: (nullable): with the names of the user and of the task model
 * @prefix: stands before each reference and each text
 *
 * Writes what all objects are called once, since each is printed many times.
 *
 * Returns: (transfer full): by number of the object in @trace
 */
SlCliNames *
sl_cli_names_new (SlTrace *trace, SlAnnotations *annotations, const char *prefix)
{
  const SlObjectTable *objects = sl_trace_get_objects (trace);
  guint n_objects = sl_object_table_get_size (objects);
  SlCliNames *self = g_new0 (SlCliNames, 1);

  self->references = g_ptr_array_new_full (n_objects, g_free);
  self->names = g_ptr_array_new_full (n_objects, g_free);
  self->texts = g_ptr_array_new_full (n_objects, g_free);
  for (guint32 number = 1; number <= n_objects; number++)
    {
      g_autofree char *reference = sl_object_to_string (sl_object_table_get (objects, number));
      g_autofree char *name = sl_annotations_dup_given_name (annotations, trace, number);

      g_ptr_array_add (self->references, g_strconcat (prefix, reference, NULL));
      g_ptr_array_add (self->names, g_strdup (name != NULL ? name : ""));
      g_ptr_array_add (self->texts, g_strconcat (prefix, name != NULL ? name : reference, NULL));
    }

  return self;
}

void
sl_cli_names_free (SlCliNames *self)
{
  g_ptr_array_unref (self->references);
  g_ptr_array_unref (self->names);
  g_ptr_array_unref (self->texts);
  g_free (self);
}

static const char *
get (const GPtrArray *texts, guint32 object)
{
  return object > 0 && object <= texts->len ? g_ptr_array_index (texts, object - 1) : "";
}

/**
 * sl_cli_names_get:
 * @object: number in the trace's table, or 0
 *
 * Returns: (transfer none): the reference, for scripts; empty for no object
 */
const char *
sl_cli_names_get (const SlCliNames *self, guint32 object)
{
  return get (self->references, object);
}

/**
 * sl_cli_names_get_name:
 * @object: number in the trace's table, or 0
 *
 * Returns: (transfer none): what the task model calls it, else the trace; empty where neither has a
 *   name for it
 */
const char *
sl_cli_names_get_name (const SlCliNames *self, guint32 object)
{
  return get (self->names, object);
}

/**
 * sl_cli_names_get_text:
 * @object: number in the trace's table, or 0
 * @for_scripts: whether the reference is wanted
 *
 * Returns: (transfer none): the reference for scripts; for people the name, and the reference only
 *   where there is none; empty for no object
 */
const char *
sl_cli_names_get_text (const SlCliNames *self, guint32 object, gboolean for_scripts)
{
  return get (for_scripts ? self->references : self->texts, object);
}
