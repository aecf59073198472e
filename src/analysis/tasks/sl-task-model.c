/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-task-model.h"

#include <string.h>

#include "sl-error.h"

/* What a group or key begins with that its owner has put there for other programs. */
#define OWN_PREFIX "x-"

/* Some editors begin a text with it. */
#define BYTE_ORDER_MARK "\xef\xbb\xbf"

struct _SlTaskModel
{
  gatomicrefcount ref_count;
  GKeyFile *keys;
  char *file_name; /* for errors */
  char *text;      /* as it was read, for the lines that errors tell; NULL for none */
};

/**
 * sl_task_model_new:
 *
 * Returns: (transfer full): one that says nothing
 */
SlTaskModel *
sl_task_model_new (void)
{
  SlTaskModel *self = g_new0 (SlTaskModel, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->keys = g_key_file_new ();
  return self;
}

SlTaskModel *
sl_task_model_ref (const SlTaskModel *self)
{
  SlTaskModel *shared = (SlTaskModel *) self;

  g_atomic_ref_count_inc (&shared->ref_count);
  return shared;
}

void
sl_task_model_unref (SlTaskModel *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_key_file_unref (self->keys);
  g_free (self->file_name);
  g_free (self->text);
  g_free (self);
}

/* The line, from 1, on which @key of @group stands in @text; 0 where it is not found. */
static guint
find_line (const char *text, const char *group, const char *key)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_autofree char *header = g_strdup_printf ("[%s]", group);
  gboolean inside = FALSE;
  guint found = 0;

  for (guint i = 0; lines[i] != NULL; i++)
    {
      char *line = g_strstrip (lines[i]);
      char *equals = strchr (line, '=');

      if (line[0] == '[')
        inside = g_str_has_prefix (line, header);
      if (line[0] == '[' || line[0] == '#' || equals == NULL || !inside)
        continue;

      *equals = '\0';
      if (g_str_equal (g_strchomp (line), key))
        found = i + 1;
    }

  return found;
}

/* The line, from 1, on which the first group called so begins; 0 where it is not found. */
static guint
find_group_line (const char *text, const char *group)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_autofree char *header = g_strdup_printf ("[%s]", group);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      if (g_str_has_prefix (g_strstrip (lines[i]), header))
        return i + 1;
    }

  return 0;
}

/* Keys of several languages and comments stay as they are. An empty text holds no key, which is
 * fine. */
static gboolean
load_keys (GKeyFile *keys, const char *text)
{
  g_autoptr (GError) failure = NULL;

  return text[0] == '\0' ||
         g_key_file_load_from_data (keys, text, strlen (text),
                                    (GKeyFileFlags) (G_KEY_FILE_KEEP_COMMENTS |
                                                     G_KEY_FILE_KEEP_TRANSLATIONS),
                                    &failure) ||
         g_error_matches (failure, G_KEY_FILE_ERROR, G_KEY_FILE_ERROR_NOT_FOUND);
}

/* The first line, from 1, that a key file's parser refuses, which does not tell it: each is given to
 * it by itself, below a group once there was one. */
static guint
find_bad_line (const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  const char *above = "";
  guint i;

  for (i = 0; lines[i] != NULL; i++)
    {
      g_autoptr (GKeyFile) keys = g_key_file_new ();
      g_autofree char *read = g_strconcat (above, lines[i], NULL);

      if (!load_keys (keys, read))
        return i + 1;
      if (g_str_has_prefix (g_strchug (lines[i]), "["))
        above = "[group]\n";
    }

  return i;
}

static gboolean
check_group (const SlTaskModel *self, const char *text, const char *group, GError **error)
{
  g_auto (GStrv) keys = g_key_file_get_keys (self->keys, group, NULL, NULL);
  SlModelGroup kind;

  if (!sl_model_group_find (group, &kind))
    return TRUE;

  for (guint i = 0; keys != NULL && keys[i] != NULL; i++)
    {
      const SlModelKey *known = sl_model_keys_find (kind, keys[i]);
      g_autofree char *value = g_key_file_get_value (self->keys, group, keys[i], NULL);

      if (known == NULL || sl_model_form_check (known->form, value, error))
        continue;

      g_prefix_error (error, "%s: Line %u, [%s], %s: ", self->file_name,
                      find_line (text, group, keys[i]), group, keys[i]);
      return FALSE;
    }

  return TRUE;
}

/**
 * sl_task_model_parse:
 * @text: of a model file
 * @file_name: what errors call it
 *
 * Fails with %SL_ERROR_USAGE, and tells line, group, key and value.
 *
 * Returns: (transfer full): %NULL on error
 */
SlTaskModel *
sl_task_model_parse (const char *text, const char *file_name, GError **error)
{
  g_autoptr (SlTaskModel) self = sl_task_model_new ();
  g_auto (GStrv) groups = NULL;

  if (g_str_has_prefix (text, BYTE_ORDER_MARK))
    text += strlen (BYTE_ORDER_MARK);
  self->file_name = g_strdup (file_name);
  self->text = g_strdup (text);
  if (!g_utf8_validate (text, -1, NULL))
    {
      g_set_error (error, SL_ERROR, SL_ERROR_USAGE, "%s: The text is not UTF-8", file_name);
      return NULL;
    }
  if (!load_keys (self->keys, text))
    {
      g_set_error (error, SL_ERROR, SL_ERROR_USAGE,
                   "%s: Line %u: Neither a comment nor a [group] nor a key=value in a group",
                   file_name, find_bad_line (text));
      return NULL;
    }

  groups = g_key_file_get_groups (self->keys, NULL);
  for (guint i = 0; groups[i] != NULL; i++)
    if (!check_group (self, text, groups[i], error))
      return NULL;

  return g_steal_pointer (&self);
}

/**
 * sl_task_model_copy:
 *
 * Returns: (transfer full): one that may be changed; its lines are those of sl_task_model_to_text()
 */
SlTaskModel *
sl_task_model_copy (const SlTaskModel *self)
{
  SlTaskModel *copy = sl_task_model_new ();

  copy->file_name = g_strdup (self->file_name);
  copy->text = sl_task_model_to_text (self);
  load_keys (copy->keys, copy->text);
  return copy;
}

static char *
describe_unknown_group (const SlTaskModel *self, const char *group)
{
  return g_strdup_printf (
      "%s: Line %u, [%s]: Unknown group; the groups are [task NAME], [lock NAME], [server NAME], "
      "[interrupt NAME] and [scheduler]",
      self->file_name, find_group_line (self->text, group), group);
}

static char *
describe_unknown_key (const SlTaskModel *self,
                      SlModelGroup kind,
                      const char *group,
                      const char *key)
{
  g_autoptr (GString) known = g_string_new (NULL);
  guint n_keys;
  const SlModelKey *keys = sl_model_keys_get (&n_keys);

  for (guint i = 0; i < n_keys; i++)
    if (keys[i].group == kind)
      g_string_append_printf (known, "%s%s", known->len > 0 ? ", " : "", keys[i].id);

  return g_strdup_printf ("%s: Line %u, [%s], %s: Unknown key; the keys are %s", self->file_name,
                          find_line (self->text, group, key), group, key, known->str);
}

/**
 * sl_task_model_list_unknown:
 * @self: from sl_task_model_load() or sl_task_model_parse()
 *
 * What nothing here reads is not an error and is kept, since a later version may know it; but most often
 * a word is mistyped. What begins with "x-" is meant for others.
 *
 * Returns: (transfer full): a line for each such group and key, with file and line
 */
char **
sl_task_model_list_unknown (const SlTaskModel *self)
{
  g_autoptr (GStrvBuilder) lines = g_strv_builder_new ();
  g_auto (GStrv) groups = g_key_file_get_groups (self->keys, NULL);

  g_return_val_if_fail (self->text != NULL, NULL);

  for (guint i = 0; groups[i] != NULL; i++)
    {
      g_auto (GStrv) keys = g_key_file_get_keys (self->keys, groups[i], NULL, NULL);
      SlModelGroup kind;

      if (g_str_has_prefix (groups[i], OWN_PREFIX))
        continue;
      if (!sl_model_group_find (groups[i], &kind))
        {
          g_autofree char *line = describe_unknown_group (self, groups[i]);

          g_strv_builder_add (lines, line);
          continue;
        }
      for (guint k = 0; keys != NULL && keys[k] != NULL; k++)
        if (sl_model_keys_find (kind, keys[k]) == NULL && !g_str_has_prefix (keys[k], OWN_PREFIX))
          {
            g_autofree char *line = describe_unknown_key (self, kind, groups[i], keys[k]);

            g_strv_builder_add (lines, line);
          }
    }

  return g_strv_builder_end (lines);
}

/**
 * sl_task_model_to_text:
 *
 * Returns: (transfer full): the file's text, with all that was read and is not known here
 */
char *
sl_task_model_to_text (const SlTaskModel *self)
{
  return g_key_file_to_data (self->keys, NULL, NULL);
}

/**
 * sl_task_model_get_file_name:
 *
 * Returns: (transfer none): what errors call it
 */
const char *
sl_task_model_get_file_name (const SlTaskModel *self)
{
  return self->file_name != NULL ? self->file_name : "Task model";
}

/**
 * sl_task_model_find_line:
 * @name: of a group
 *
 * Returns: the line, from 1, on which @key stood when the model was read; 0 where it did not
 */
guint
sl_task_model_find_line (const SlTaskModel *self,
                         SlModelGroup group,
                         const char *name,
                         const char *key)
{
  g_autofree char *full = g_strconcat (sl_model_group_get_prefix (group), name, NULL);

  return self->text != NULL ? find_line (self->text, full, key) : 0;
}

/**
 * sl_task_model_list:
 *
 * Returns: (transfer full): names of the groups of that kind, in the file's order
 */
char **
sl_task_model_list (const SlTaskModel *self, SlModelGroup group)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  g_auto (GStrv) groups = g_key_file_get_groups (self->keys, NULL);
  SlModelGroup kind;

  for (guint i = 0; groups[i] != NULL; i++)
    if (sl_model_group_find (groups[i], &kind) && kind == group)
      g_strv_builder_add (names, groups[i] + strlen (sl_model_group_get_prefix (group)));

  return g_strv_builder_end (names);
}

/**
 * sl_task_model_get:
 * @name: of a group
 *
 * Returns: (transfer full) (nullable): the value as it stands in the file
 */
char *
sl_task_model_get (const SlTaskModel *self, SlModelGroup group, const char *name, const char *key)
{
  g_autofree char *full = g_strconcat (sl_model_group_get_prefix (group), name, NULL);

  return g_key_file_get_value (self->keys, full, key, NULL);
}

/**
 * sl_task_model_set:
 * @name: of a group, which is made where there is none; without brackets and line breaks
 * @value: (nullable): %NULL to take the key away
 *
 * Only as long as nobody shares the model.
 *
 * Returns: %FALSE with %SL_ERROR_USAGE where the value has not the form that its key asks for
 */
gboolean
sl_task_model_set (SlTaskModel *self,
                   SlModelGroup group,
                   const char *name,
                   const char *key,
                   const char *value,
                   GError **error)
{
  g_autofree char *full = g_strconcat (sl_model_group_get_prefix (group), name, NULL);
  const SlModelKey *known = sl_model_keys_find (group, key);

  g_return_val_if_fail (g_atomic_ref_count_compare (&self->ref_count, 1), FALSE);

  if (strpbrk (name, "[]\r\n") != NULL || (value != NULL && strpbrk (value, "\r\n") != NULL))
    {
      g_set_error (error, SL_ERROR, SL_ERROR_USAGE,
                   "“%s”: Names in a task model cannot contain brackets, and texts cannot "
                   "contain line breaks",
                   name);
      return FALSE;
    }
  if (value != NULL && known != NULL && !sl_model_form_check (known->form, value, error))
    return FALSE;

  if (value != NULL)
    g_key_file_set_value (self->keys, full, key, value);
  else
    g_key_file_remove_key (self->keys, full, key, NULL);
  return TRUE;
}
