/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cli-model.h"

#include <string.h>

#include "sl-cli-error.h"
#include "sl-cli-spool.h"
#include "sl-model-lanes.h"
#include "sl-model-matcher.h"

/**
 * sl_cli_model_find:
 *
 * Returns: (transfer full) (nullable): the task model beside the trace, where there is one
 */
GFile *
sl_cli_model_find (const SlCliTrace *trace)
{
  g_autoptr (GFile) file = NULL;
  g_autoptr (GFile) model = NULL;

  if (sl_cli_trace_get_n_files (trace) != 1 || strcmp (trace->name, SL_CLI_STANDARD_INPUT) == 0)
    return NULL;

  file = sl_cli_spool_find_file (trace->name);
  model = sl_task_model_get_file (file);

  return g_file_query_exists (model, NULL) ? g_steal_pointer (&model) : NULL;
}

/* Errors begin with the whole path of @file; who gave a name should find it as it was written. */
static void
name_as_given (GError *error, GFile *file, const char *given)
{
  g_autofree char *path = g_file_get_parse_name (file);
  char *message;

  if (!g_str_has_prefix (error->message, path))
    return;

  message = g_strconcat (given, error->message + strlen (path), NULL);
  g_free (error->message);
  error->message = message;
}

static void
note_unknown (const SlTaskModel *model)
{
  g_auto (GStrv) unknown = sl_task_model_list_unknown (model);

  for (guint i = 0; unknown[i] != NULL; i++)
    sl_cli_note_print ("%s", unknown[i]);
}

/**
 * sl_cli_model_load:
 *
 * Reads a model, and tells on standard error which words of it nothing reads.
 *
 * Returns: (transfer full): %NULL on error, as of sl_task_model_load()
 */
SlTaskModel *
sl_cli_model_load (GFile *file, GError **error)
{
  SlTaskModel *model = sl_task_model_load (file, error);

  if (model != NULL)
    note_unknown (model);
  return model;
}

/**
 * sl_cli_model_load_given:
 * @path: as given
 *
 * As sl_cli_model_load(), of a file that the user named.
 *
 * Returns: (transfer full): %NULL on error
 */
SlTaskModel *
sl_cli_model_load_given (const char *path, GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (path);
  g_autoptr (GError) failure = NULL;
  SlTaskModel *model = sl_cli_model_load (file, &failure);

  if (model != NULL)
    return model;

  name_as_given (failure, file, path);
  g_propagate_error (error, g_steal_pointer (&failure));
  return NULL;
}

/**
 * sl_cli_model_load_set:
 * @path: of a task set as given, which may be a pipe
 *
 * As sl_cli_model_load(). A set is read once; a model for several traces is not.
 *
 * Returns: (transfer full): %NULL on error
 */
SlTaskModel *
sl_cli_model_load_set (const char *path, GError **error)
{
  gboolean is_input = strcmp (path, SL_CLI_STANDARD_INPUT) == 0;
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (is_input ? "/dev/stdin" : path);
  g_autoptr (GError) failure = NULL;
  SlTaskModel *model = sl_task_model_load_given (file, &failure);

  if (model != NULL)
    {
      note_unknown (model);
      return model;
    }

  name_as_given (failure, file, path);
  g_propagate_error (error, g_steal_pointer (&failure));
  return NULL;
}

/**
 * sl_cli_model_name_objects:
 *
 * Takes the names of the trace's objects from the task model that the command reads, and makes the spans that it asks for
 * and the servers that it gives. What is wrong with a model is reported by the commands that need more of it than names.
 */
void
sl_cli_model_name_objects (SlCliTrace *trace, const SlCliRequest *request)
{
  g_autoptr (GFile) file = NULL;
  g_autoptr (SlTaskModel) model = NULL;
  SlAnnotations *plain = trace->annotations;
  g_autoptr (SlTrace) without_lanes = NULL;

  if (request->model != NULL)
    file = g_file_new_for_commandline_arg (request->model);
  else if (!request->no_model)
    file = sl_cli_model_find (trace);
  model = file != NULL ? sl_task_model_load (file, NULL) : NULL;
  if (model == NULL)
    return;

  trace->annotations = sl_task_model_name_objects (model, plain);
  sl_annotations_unref (plain);
  without_lanes = g_steal_pointer (&trace->trace);
  trace->trace = sl_model_lanes_add (without_lanes, model, trace->annotations);
}

/* Tasks that a note names. */
#define MOST_NAMED 4

/* (transfer full): name of a group → the tasks of the trace that it speaks of, by their numbers */
static GHashTable *
find_meant (const SlTaskModel *model, const SlCliTrace *trace)
{
  GHashTable *meant =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_array_unref);
  g_autoptr (SlModelMatcher) matcher = sl_model_matcher_new (model);
  SlObjectTable *objects = sl_trace_get_objects (trace->trace);

  for (guint32 number = 1; number <= sl_object_table_get_size (objects); number++)
    {
      const char *name =
          sl_model_matcher_find (matcher, SL_MODEL_TASK, trace->trace, trace->annotations, number);
      GArray *tasks = name != NULL ? g_hash_table_lookup (meant, name) : NULL;

      if (name == NULL)
        continue;
      if (tasks == NULL)
        {
          tasks = g_array_new (FALSE, FALSE, sizeof (guint32));
          g_hash_table_insert (meant, g_strdup (name), tasks);
        }
      g_array_append_val (tasks, number);
    }

  return meant;
}

/* "control (task:296), control (task:297), …" */
static char *
list_tasks (const SlCliTrace *trace, const GArray *tasks)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < MIN (tasks->len, MOST_NAMED); i++)
    {
      guint32 number = g_array_index (tasks, guint32, i);
      g_autofree char *name =
          sl_annotations_dup_object_name (trace->annotations, trace->trace, number);
      g_autofree char *reference =
          sl_object_to_string (sl_object_table_get (sl_trace_get_objects (trace->trace), number));

      g_string_append_printf (text, "%s%s (%s)", i > 0 ? ", " : "", name, reference);
    }
  if (tasks->len > MOST_NAMED)
    g_string_append (text, ", …");
  return g_string_free (text, FALSE);
}

/* Whether a group is for any task, and so cannot be meant for one. */
static gboolean
is_for_all (const SlTaskModel *model, const char *name)
{
  g_autofree char *match = sl_task_model_get (model, SL_MODEL_TASK, name, "match");
  const char *text = match != NULL ? match : name;

  return strcmp (text, "*") == 0 || strcmp (text, "task:*") == 0;
}

/**
 * sl_cli_model_note_meant:
 *
 * Tells on standard error which tasks of the model the trace does not have, or has more than one of: what
 * is asked of a task whose name is mistyped is never looked at, and what is asked of several may be
 * meant for one.
 */
void
sl_cli_model_note_meant (const SlTaskModel *model, const SlCliTrace *trace)
{
  g_autoptr (GHashTable) meant = find_meant (model, trace);
  g_auto (GStrv) names = sl_task_model_list (model, SL_MODEL_TASK);

  for (guint i = 0; names[i] != NULL; i++)
    {
      const GArray *tasks = g_hash_table_lookup (meant, names[i]);
      g_autofree char *list = tasks != NULL ? list_tasks (trace, tasks) : NULL;

      if (tasks == NULL)
        sl_cli_note_print (
            "%s: [task %s]: No task in “%s” has this name; “slackline-cli info” lists them",
            sl_task_model_get_file_name (model), names[i], trace->name);
      else if (tasks->len > 1 && !is_for_all (model, names[i]))
        sl_cli_note_print ("%s: [task %s]: Applies to %u tasks in “%s”: %s",
                           sl_task_model_get_file_name (model), names[i], tasks->len, trace->name,
                           list);
    }
}
