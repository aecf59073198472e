/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-model-text.h"

#include <string.h>

/* From the comments above a header up to those above the next. */
typedef struct
{
  char *header; /* without brackets; NULL for what stands before the first */
  GString *above;
  GString *below; /* with line ends, without the header */
} Block;

static void
block_free (gpointer data)
{
  Block *block = data;

  g_free (block->header);
  g_string_free (block->above, TRUE);
  g_string_free (block->below, TRUE);
  g_free (block);
}

static Block *
block_new (char *header, const char *above, const char *below)
{
  Block *block = g_new (Block, 1);

  block->header = header;
  block->above = g_string_new (above);
  block->below = g_string_new (below);
  return block;
}

/* Returns: (transfer full) (nullable): %NULL for a line that is not a header */
static char *
find_header (const char *line)
{
  g_autofree char *stripped = g_strstrip (g_strdup (line));
  gsize length = strlen (stripped);

  if (length < 2 || stripped[0] != '[' || stripped[length - 1] != ']')
    return NULL;

  return g_strndup (stripped + 1, length - 2);
}

static gboolean
is_comment (const char *line)
{
  return g_str_has_prefix (line, "#");
}

static GPtrArray *
split (const char *text)
{
  GPtrArray *blocks = g_ptr_array_new_with_free_func (block_free);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_autoptr (GString) comments = g_string_new (NULL);
  Block *block = block_new (NULL, "", "");

  g_ptr_array_add (blocks, block);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      char *header = find_header (lines[i]);

      if (lines[i + 1] == NULL && lines[i][0] == '\0')
        break;
      if (header != NULL)
        {
          block = block_new (header, comments->str, "");
          g_ptr_array_add (blocks, block);
          g_string_truncate (comments, 0);
        }
      else if (is_comment (lines[i]))
        g_string_append_printf (comments, "%s\n", lines[i]);
      else
        {
          g_string_append_printf (block->below, "%s%s\n", comments->str, lines[i]);
          g_string_truncate (comments, 0);
        }
    }
  g_string_append (block->below, comments->str);
  return blocks;
}

static char *
join (GPtrArray *blocks)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < blocks->len; i++)
    {
      const Block *block = g_ptr_array_index (blocks, i);

      /* A blank line stands between groups, wherever they came from. */
      if (block->header != NULL && text->len > 0 && !g_str_has_suffix (text->str, "\n\n"))
        g_string_append_c (text, '\n');
      g_string_append (text, block->above->str);
      if (block->header != NULL)
        g_string_append_printf (text, "[%s]\n", block->header);
      g_string_append (text, block->below->str);
    }
  while (g_str_has_suffix (text->str, "\n\n"))
    g_string_truncate (text, text->len - 1);
  return g_string_free (text, FALSE);
}

static gboolean
is_of_group (const Block *block, SlModelGroup group)
{
  SlModelGroup kind;

  return block->header != NULL && sl_model_group_find (block->header, &kind) && kind == group;
}

static gboolean
find (GPtrArray *blocks, SlModelGroup group, const char *name, guint *found)
{
  const char *prefix = sl_model_group_get_prefix (group);

  for (guint i = 0; i < blocks->len; i++)
    {
      const Block *block = g_ptr_array_index (blocks, i);

      if (is_of_group (block, group) && g_str_equal (block->header + strlen (prefix), name))
        {
          *found = i;
          return TRUE;
        }
    }

  return FALSE;
}

static char *
make_header (SlModelGroup group, const char *name)
{
  return g_strconcat (sl_model_group_get_prefix (group), name, NULL);
}

/**
 * sl_model_text_add:
 * @name: of no group of that kind yet
 * @keys: its lines, each with its end
 *
 * Returns: (transfer full): with the group behind the last of its kind; behind all, where it is the
 *   first
 */
char *
sl_model_text_add (const char *text, SlModelGroup group, const char *name, const char *keys)
{
  g_autoptr (GPtrArray) blocks = split (text);
  guint place = blocks->len;

  for (guint i = 0; i < blocks->len; i++)
    if (is_of_group (g_ptr_array_index (blocks, i), group))
      place = i + 1;

  g_ptr_array_insert (blocks, (gint) place, block_new (make_header (group, name), "", keys));
  return join (blocks);
}

/**
 * sl_model_text_remove:
 *
 * Returns: (transfer full): without the group and the comments right above it
 */
char *
sl_model_text_remove (const char *text, SlModelGroup group, const char *name)
{
  g_autoptr (GPtrArray) blocks = split (text);
  guint place;

  if (find (blocks, group, name, &place))
    g_ptr_array_remove_index (blocks, place);
  return join (blocks);
}

/**
 * sl_model_text_move:
 * @by: 1 for behind the next group of its kind, -1 for before the one in front of it
 *
 * Returns: (transfer full): the same, where there is none
 */
char *
sl_model_text_move (const char *text, SlModelGroup group, const char *name, int by)
{
  g_autoptr (GPtrArray) blocks = split (text);
  gpointer moved;
  guint place;
  guint other;

  if (!find (blocks, group, name, &place))
    return join (blocks);

  for (other = by > 0 ? place + 1 : place - 1; other<blocks->len; other += by> 0 ? 1 : -1U)
    if (is_of_group (g_ptr_array_index (blocks, other), group))
      {
        moved = g_ptr_array_steal_index (blocks, place);
        g_ptr_array_insert (blocks, (gint) other, moved);
        break;
      }
  return join (blocks);
}

/**
 * sl_model_text_copy:
 * @copy: of no group of that kind yet
 *
 * Returns: (transfer full): with a group @copy behind the one of @name, which says the same
 */
char *
sl_model_text_copy (const char *text, SlModelGroup group, const char *name, const char *copy)
{
  g_autoptr (GPtrArray) blocks = split (text);
  guint place;

  if (find (blocks, group, name, &place))
    {
      const Block *original = g_ptr_array_index (blocks, place);

      g_ptr_array_insert (blocks, (gint) place + 1,
                          block_new (make_header (group, copy), "", original->below->str));
    }
  return join (blocks);
}

/* "bus@1ms+2ms, pipe@2ms+1ms" with another name for the bus. */
static char *
rename_in_sections (const char *sections, const char *name, const char *renamed)
{
  g_auto (GStrv) parts = g_strsplit (sections, ",", -1);
  GString *text = g_string_new (NULL);

  for (guint i = 0; parts[i] != NULL; i++)
    {
      const char *part = g_strstrip (parts[i]);
      const char *at = strchr (part, '@');
      g_autofree char *lock = at != NULL ? g_strndup (part, (gsize) (at - part)) : NULL;

      g_string_append (text, i > 0 ? ", " : "");
      if (lock != NULL && g_str_equal (g_strchomp (lock), name))
        g_string_append_printf (text, "%s%s", renamed, at);
      else
        g_string_append (text, part);
    }
  return g_string_free (text, FALSE);
}

/* Tasks name the locks that they take and the server that they run in. */
static char *
rename_in_tasks (const char *text, SlModelGroup group, const char *name, const char *renamed)
{
  g_autoptr (SlTaskModel) model = sl_task_model_parse (text, "task model", NULL);
  g_auto (GStrv) tasks = model != NULL ? sl_task_model_list (model, SL_MODEL_TASK) : NULL;

  for (guint i = 0; tasks != NULL && tasks[i] != NULL; i++)
    {
      g_autofree char *sections = sl_task_model_get (model, SL_MODEL_TASK, tasks[i], "sections");
      g_autofree char *server = sl_task_model_get (model, SL_MODEL_TASK, tasks[i], "server");

      if (group == SL_MODEL_LOCK && sections != NULL)
        {
          g_autofree char *changed = rename_in_sections (sections, name, renamed);

          sl_task_model_set (model, SL_MODEL_TASK, tasks[i], "sections", changed, NULL);
        }
      if (group == SL_MODEL_SERVER && g_strcmp0 (server, name) == 0)
        sl_task_model_set (model, SL_MODEL_TASK, tasks[i], "server", renamed, NULL);
    }
  return model != NULL ? sl_task_model_to_text (model) : g_strdup (text);
}

/**
 * sl_model_text_rename:
 * @renamed: of no group of that kind yet
 *
 * Returns: (transfer full): with the other name, also where tasks take the lock or run in the
 *   server
 */
char *
sl_model_text_rename (const char *text, SlModelGroup group, const char *name, const char *renamed)
{
  g_autoptr (GPtrArray) blocks = split (text);
  g_autofree char *joined = NULL;
  guint place;

  if (find (blocks, group, name, &place))
    {
      Block *block = g_ptr_array_index (blocks, place);

      g_free (block->header);
      block->header = make_header (group, renamed);
    }
  joined = join (blocks);
  return group == SL_MODEL_LOCK || group == SL_MODEL_SERVER
             ? rename_in_tasks (joined, group, name, renamed)
             : g_steal_pointer (&joined);
}

/**
 * sl_model_text_find_free_name:
 *
 * Returns: (transfer full): @stem with the first number behind it that no group of that kind has
 */
char *
sl_model_text_find_free_name (const char *text, SlModelGroup group, const char *stem)
{
  g_autoptr (GPtrArray) blocks = split (text);
  guint place;

  for (guint number = 1;; number++)
    {
      g_autofree char *name = g_strdup_printf ("%s%u", stem, number);

      if (!find (blocks, group, name, &place))
        return g_steal_pointer (&name);
    }
}
