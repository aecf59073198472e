/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-task-model.h"

#include <string.h>

#include "sl-error.h"
#include "sl-time-text.h"

/* A model is written by hand; what is larger is something else. */
#define MAX_BYTES (1 << 20)

struct _SlTaskModel
{
  GKeyFile *keys;
  char *file_name; /* for errors */
};

typedef enum
{
  FORM_TEXT,
  FORM_DURATION,
  FORM_NUMBER,
  FORM_COLOUR,
} Form;

typedef struct
{
  SlModelGroup group;
  const char *key;
  Form form;
} Key;

static const Key known_keys[] = {
  { SL_MODEL_TASK, "match", FORM_TEXT },        { SL_MODEL_TASK, "period", FORM_DURATION },
  { SL_MODEL_TASK, "deadline", FORM_DURATION }, { SL_MODEL_TASK, "wcet", FORM_DURATION },
  { SL_MODEL_TASK, "priority", FORM_NUMBER },   { SL_MODEL_TASK, "level", FORM_NUMBER },
  { SL_MODEL_TASK, "server", FORM_TEXT },       { SL_MODEL_TASK, "colour", FORM_COLOUR },
  { SL_MODEL_LOCK, "match", FORM_TEXT },        { SL_MODEL_LOCK, "protocol", FORM_TEXT },
  { SL_MODEL_LOCK, "ceiling", FORM_NUMBER },    { SL_MODEL_SERVER, "match", FORM_TEXT },
  { SL_MODEL_SERVER, "budget", FORM_DURATION }, { SL_MODEL_SERVER, "period", FORM_DURATION },
  { SL_MODEL_SERVER, "policy", FORM_TEXT },
};

static const char *const prefixes[] = {
  [SL_MODEL_TASK] = "task ",
  [SL_MODEL_LOCK] = "lock ",
  [SL_MODEL_SERVER] = "server ",
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

  self->keys = g_key_file_new ();
  return self;
}

void
sl_task_model_free (SlTaskModel *self)
{
  g_key_file_unref (self->keys);
  g_free (self->file_name);
  g_free (self);
}

static gboolean
find_group_kind (const char *group, SlModelGroup *kind)
{
  for (guint i = 0; i < G_N_ELEMENTS (prefixes); i++)
    {
      if (!g_str_has_prefix (group, prefixes[i]))
        continue;

      *kind = (SlModelGroup) i;
      return TRUE;
    }

  return FALSE;
}

static const Key *
find_key (SlModelGroup group, const char *key)
{
  for (guint i = 0; i < G_N_ELEMENTS (known_keys); i++)
    if (known_keys[i].group == group && g_str_equal (known_keys[i].key, key))
      return &known_keys[i];

  return NULL;
}

static gboolean
is_colour (const char *value)
{
  gsize length = strlen (value);

  if (value[0] != '#' || length != 7)
    return FALSE;

  return strspn (value + 1, "0123456789abcdefABCDEF") == 6;
}

/* Whether @value has the form that its key asks for. Whether a time can be told in ticks shows
 * only with a trace. */
static gboolean
check_value (Form form, const char *value, GError **error)
{
  const SlRate rate = { 0, 1000000000, 1 };
  g_autoptr (SlClock) any_clock = sl_clock_new (SL_UNIT_TICKS, 0, &rate, 1);
  gint64 ticks;

  switch (form)
    {
    case FORM_DURATION:
      return sl_duration_parse (value, any_clock, &ticks, error);
    case FORM_NUMBER:
      if (g_ascii_string_to_signed (value, 10, G_MININT64, G_MAXINT64, NULL, NULL))
        return TRUE;
      g_set_error (error, SL_ERROR, SL_ERROR_USAGE, "“%s” is no whole number", value);
      return FALSE;
    case FORM_COLOUR:
      if (is_colour (value))
        return TRUE;
      g_set_error (error, SL_ERROR, SL_ERROR_USAGE, "“%s” is no colour: give it as #rrggbb", value);
      return FALSE;
    case FORM_TEXT:
    default:
      return TRUE;
    }
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

/* The first line, from 1, that is neither comment nor group nor key; 0 for none. */
static guint
find_bad_line (const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  gboolean inside = FALSE;

  for (guint i = 0; lines[i] != NULL; i++)
    {
      char *line = g_strstrip (lines[i]);
      gsize length = strlen (line);

      if (length == 0 || line[0] == '#')
        continue;
      if (line[0] == '[' && length > 2 && line[length - 1] == ']')
        inside = TRUE;
      else if (line[0] == '[' || !inside || line[0] == '=' || strchr (line, '=') == NULL)
        return i + 1;
    }

  return 0;
}

static gboolean
check_group (const SlTaskModel *self, const char *text, const char *group, GError **error)
{
  g_auto (GStrv) keys = g_key_file_get_keys (self->keys, group, NULL, NULL);
  SlModelGroup kind;

  if (!find_group_kind (group, &kind))
    return TRUE;

  for (guint i = 0; keys != NULL && keys[i] != NULL; i++)
    {
      const Key *known = find_key (kind, keys[i]);
      g_autofree char *value = g_key_file_get_value (self->keys, group, keys[i], NULL);

      if (known == NULL || check_value (known->form, value, error))
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
  g_autoptr (GError) failure = NULL;
  g_auto (GStrv) groups = NULL;

  self->file_name = g_strdup (file_name);
  if (!g_utf8_validate (text, -1, NULL))
    {
      g_set_error (error, SL_ERROR, SL_ERROR_USAGE, "%s: The text is not UTF-8", file_name);
      return NULL;
    }
  if (!g_key_file_load_from_data (self->keys, text, strlen (text),
                                  (GKeyFileFlags) (G_KEY_FILE_KEEP_COMMENTS |
                                                   G_KEY_FILE_KEEP_TRANSLATIONS),
                                  &failure) &&
      !g_error_matches (failure, G_KEY_FILE_ERROR, G_KEY_FILE_ERROR_NOT_FOUND) && text[0] != '\0')
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
 * sl_task_model_load:
 *
 * Fails with %G_IO_ERROR where the file cannot be read, else as sl_task_model_parse().
 *
 * Returns: (transfer full): %NULL on error
 */
SlTaskModel *
sl_task_model_load (GFile *file, GError **error)
{
  g_autofree char *name = g_file_get_parse_name (file);
  g_autoptr (GFileInputStream) stream = g_file_read (file, NULL, error);
  g_autofree char *text = NULL;
  gsize length;

  if (stream == NULL)
    {
      g_prefix_error (error, "%s: ", name);
      return NULL;
    }

  text = g_malloc (MAX_BYTES + 1);
  if (!g_input_stream_read_all (G_INPUT_STREAM (stream), text, MAX_BYTES, &length, NULL, error))
    {
      g_prefix_error (error, "%s: ", name);
      return NULL;
    }
  text[length] = '\0';
  if (length == MAX_BYTES || strlen (text) != length)
    {
      g_set_error (error, SL_ERROR, SL_ERROR_USAGE,
                   "%s: No task model: it is longer than %d bytes or holds bytes 0", name,
                   MAX_BYTES - 1);
      return NULL;
    }

  return sl_task_model_parse (text, name, error);
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
 * sl_task_model_save:
 *
 * Returns: %FALSE with %G_IO_ERROR where the file cannot be written; it is not changed then
 */
gboolean
sl_task_model_save (const SlTaskModel *self, GFile *file, GError **error)
{
  g_autofree char *text = sl_task_model_to_text (self);

  return g_file_replace_contents (file, text, strlen (text), NULL, FALSE, G_FILE_CREATE_NONE, NULL,
                                  NULL, error);
}

/**
 * sl_task_model_get_file:
 * @trace: a trace's file
 *
 * Returns: (transfer full): where the model of that trace stands, if there is one
 */
GFile *
sl_task_model_get_file (GFile *trace)
{
  g_autofree char *uri = g_file_get_uri (trace);
  g_autofree char *model_uri = g_strconcat (uri, SL_TASK_MODEL_SUFFIX, NULL);

  return g_file_new_for_uri (model_uri);
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

  for (guint i = 0; groups[i] != NULL; i++)
    if (g_str_has_prefix (groups[i], prefixes[group]))
      g_strv_builder_add (names, groups[i] + strlen (prefixes[group]));

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
  g_autofree char *full = g_strconcat (prefixes[group], name, NULL);

  return g_key_file_get_value (self->keys, full, key, NULL);
}

/**
 * sl_task_model_set:
 * @name: of a group, which is made where there is none; without brackets and line breaks
 * @value: (nullable): %NULL to take the key away
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
  g_autofree char *full = g_strconcat (prefixes[group], name, NULL);
  const Key *known = find_key (group, key);

  if (strpbrk (name, "[]\r\n") != NULL || (value != NULL && strpbrk (value, "\r\n") != NULL))
    {
      g_set_error (error, SL_ERROR, SL_ERROR_USAGE,
                   "“%s”: A name in the task model holds no brackets, and no text a line break",
                   name);
      return FALSE;
    }
  if (value != NULL && known != NULL && !check_value (known->form, value, error))
    return FALSE;

  if (value != NULL)
    g_key_file_set_value (self->keys, full, key, value);
  else
    g_key_file_remove_key (self->keys, full, key, NULL);
  return TRUE;
}

static gboolean
matches (const char *text, SlTrace *trace, SlOverlay *overlay, guint32 number)
{
  const SlObject *object = sl_object_table_get (sl_trace_get_objects (trace), number);
  g_autofree char *name = sl_overlay_dup_object_name (overlay, trace, number);
  g_autofree char *reference = sl_object_to_string (object);
  gboolean is_hex = g_str_has_prefix (text, "0x");
  SlObjectType type;
  guint32 life;
  guint64 id;

  if (g_ascii_string_to_unsigned (is_hex ? text + 2 : text, is_hex ? 16 : 10, 0, G_MAXUINT64, &id,
                                  NULL))
    return object->id == id;
  if (sl_object_parse_reference (text, &type, &id, &life, NULL) && type == object->type &&
      id == object->id && (life == 0 || life == object->life))
    return TRUE;

  return g_pattern_match_simple (text, name) || g_pattern_match_simple (text, reference);
}

static gboolean
may_match (SlModelGroup group, SlObjectType type)
{
  switch (group)
    {
    case SL_MODEL_TASK:
      return type == SL_OBJECT_TASK;
    case SL_MODEL_LOCK:
      return type == SL_OBJECT_MUTEX || type == SL_OBJECT_SEMAPHORE;
    case SL_MODEL_SERVER:
    default:
      return type == SL_OBJECT_SERVER;
    }
}

/**
 * sl_task_model_find:
 * @object: number in the trace's table
 *
 * A group's "match", or its name where it has none, is a native id, a reference such as task:296,
 * or a reference or a display name in which * and ? stand for any characters and for one. The first group that
 * matches counts.
 *
 * Returns: (transfer full) (nullable): the name of the group that speaks of @object
 */
char *
sl_task_model_find (const SlTaskModel *self,
                    SlModelGroup group,
                    SlTrace *trace,
                    SlOverlay *overlay,
                    guint32 object)
{
  g_auto (GStrv) names = sl_task_model_list (self, group);
  SlObjectType type = sl_object_table_get (sl_trace_get_objects (trace), object)->type;

  for (guint i = 0; names[i] != NULL && may_match (group, type); i++)
    {
      g_autofree char *match = sl_task_model_get (self, group, names[i], "match");

      if (matches (match != NULL ? match : names[i], trace, overlay, object))
        return g_strdup (names[i]);
    }

  return NULL;
}

static gboolean
get_duration (const SlTaskModel *self,
              SlModelGroup group,
              const char *name,
              const char *key,
              const SlClock *clock,
              gint64 *ticks,
              GError **error)
{
  g_autofree char *value = sl_task_model_get (self, group, name, key);

  *ticks = 0;
  if (value == NULL || sl_duration_parse (value, clock, ticks, error))
    return TRUE;

  g_prefix_error (error,
                  "%s: [%s %s], %s: ", self->file_name != NULL ? self->file_name : "Task model",
                  group == SL_MODEL_SERVER ? "server" : "task", name, key);
  return FALSE;
}

static gboolean
read_rule (const SlTaskModel *self,
           const char *name,
           const SlClock *clock,
           SlTaskRule *rule,
           GError **error)
{
  g_autofree char *priority = sl_task_model_get (self, SL_MODEL_TASK, name, "priority");

  *rule = (SlTaskRule) { .name = g_intern_string (name) };
  if (!get_duration (self, SL_MODEL_TASK, name, "period", clock, &rule->period, error) ||
      !get_duration (self, SL_MODEL_TASK, name, "deadline", clock, &rule->deadline, error) ||
      !get_duration (self, SL_MODEL_TASK, name, "wcet", clock, &rule->wcet, error))
    return FALSE;

  if (rule->deadline == 0)
    rule->deadline = rule->period;
  if (rule->deadline > 0)
    rule->deadline_from = SL_DEADLINE_MODEL;
  rule->has_priority = priority != NULL;
  if (priority != NULL)
    rule->priority = g_ascii_strtoll (priority, NULL, 10);
  return TRUE;
}

/* A server's budget stands in the place of a WCET. */
static gboolean
read_server (const SlTaskModel *self,
             const char *name,
             const SlClock *clock,
             SlTaskRule *rule,
             GError **error)
{
  *rule = (SlTaskRule) { .name = g_intern_string (name) };

  return get_duration (self, SL_MODEL_SERVER, name, "period", clock, &rule->period, error) &&
         get_duration (self, SL_MODEL_SERVER, name, "budget", clock, &rule->wcet, error);
}

/**
 * sl_task_model_get_rules:
 * @overlay: gives the names and the clock's rate
 *
 * A task with a period and no deadline has to finish before its next release is due. Servers have
 * rules as well, with their period, and their budget as the WCET.
 *
 * Returns: (transfer full): what the model asks of the tasks of @trace; %NULL with
 *   %SL_ERROR_USAGE where a time cannot be told in ticks
 */
SlTaskRules *
sl_task_model_get_rules (const SlTaskModel *self,
                         SlTrace *trace,
                         SlOverlay *overlay,
                         GError **error)
{
  g_autoptr (SlTaskRules) rules = sl_task_rules_new ();
  g_autoptr (SlClock) clock = sl_overlay_dup_clock (overlay, trace);
  guint n_objects = sl_object_table_get_size (sl_trace_get_objects (trace));

  for (guint32 number = 1; number <= n_objects; number++)
    {
      g_autofree char *name = sl_task_model_find (self, SL_MODEL_TASK, trace, overlay, number);
      g_autofree char *server = sl_task_model_find (self, SL_MODEL_SERVER, trace, overlay, number);
      SlTaskRule rule;

      if (name == NULL && server == NULL)
        continue;
      if (name != NULL ? !read_rule (self, name, clock, &rule, error)
                       : !read_server (self, server, clock, &rule, error))
        return NULL;

      sl_task_rules_set (rules, number, &rule);
    }

  return g_steal_pointer (&rules);
}
