/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-task-model-subject.h"

#include <glib/gi18n.h>
#include <string.h>

#include "sl-event-text.h"
#include "sl-model-matcher.h"

/* All of which are listed. */
#define MOST_TASKS 64

static const SlObjectType types[SL_N_MODEL_GROUPS] = {
  [SL_MODEL_TASK] = SL_OBJECT_TASK,      [SL_MODEL_LOCK] = SL_OBJECT_MUTEX,
  [SL_MODEL_SERVER] = SL_OBJECT_SERVER,  [SL_MODEL_INTERRUPT] = SL_OBJECT_IRQ,
  [SL_MODEL_SCHEDULER] = SL_OBJECT_NONE, [SL_MODEL_EVENT] = SL_OBJECT_IPOINT,
  [SL_MODEL_LEVEL] = SL_OBJECT_LEVEL,    [SL_MODEL_SPAN] = SL_OBJECT_SPAN,
};

/**
 * sl_task_model_subject_free:
 * @self: (transfer full):
 */
void
sl_task_model_subject_free (SlTaskModelSubject *self)
{
  g_return_if_fail (self != NULL);

  g_free (self->name);
  g_free (self->match);
  g_free (self);
}

static void
append (GPtrArray *subjects,
        SlModelGroup group,
        char *name,
        char *match,
        guint32 object,
        guint n_objects)
{
  SlTaskModelSubject *subject = g_new (SlTaskModelSubject, 1);

  *subject = (SlTaskModelSubject) { group, name, match, object, n_objects };
  g_ptr_array_add (subjects, subject);
}

static SlTaskModel *
get_model (SlDocument *document)
{
  return sl_task_model_store_get_model (
      sl_job_search_get_model_store (sl_document_get_job_search (document)));
}

static gboolean
is_of_group (SlDocument *document, SlModelGroup group, guint32 number)
{
  SlTrace *trace = sl_document_get_trace (document);
  SlObjectType type = sl_object_table_get (sl_trace_get_objects (trace), number)->type;

  if (number == sl_annotations_get_idle_task (sl_document_get_annotations (document), trace))
    return FALSE;

  return type == types[group] ||
         (group == SL_MODEL_LOCK && sl_model_matcher_may_match (group, type)) ||
         (group == SL_MODEL_EVENT && type == SL_OBJECT_USER_EVENT);
}

static const char *
find_group (SlModelMatcher *matcher, SlDocument *document, SlModelGroup group, guint32 number)
{
  return sl_model_matcher_find (matcher, group, sl_document_get_trace (document),
                                sl_document_get_annotations (document), number);
}

/* Which objects of the trace a group applies to. */
typedef struct
{
  guint32 first;
  guint n_objects;
} Found;

/* (transfer full): name of a group → its Found */
static GHashTable *
find_objects (SlModelMatcher *matcher, SlDocument *document, SlModelGroup group)
{
  SlObjectTable *objects = sl_trace_get_objects (sl_document_get_trace (document));
  GHashTable *found = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

  for (guint32 number = 1; number <= sl_object_table_get_size (objects); number++)
    {
      const char *name = is_of_group (document, group, number)
                             ? find_group (matcher, document, group, number)
                             : NULL;
      Found *objects_of = name != NULL ? g_hash_table_lookup (found, name) : NULL;

      if (name == NULL)
        continue;
      if (objects_of == NULL)
        {
          objects_of = g_new0 (Found, 1);
          objects_of->first = number;
          g_hash_table_insert (found, g_strdup (name), objects_of);
        }
      objects_of->n_objects++;
    }

  return found;
}

/* Tasks of a system are easily thousands, few of which matter to who describes them: then those with jobs are listed. */
static gboolean
is_listed (SlDocument *document, SlModelGroup group, guint32 number)
{
  SlJobTable *jobs = sl_document_get_jobs (document);
  const SlJobTask *task;

  if (group != SL_MODEL_TASK || jobs == NULL || sl_job_table_get_n_tasks (jobs) <= MOST_TASKS)
    return TRUE;

  task = sl_job_table_find_task (jobs, number);
  return task != NULL && task->n_jobs > 0;
}

/* (transfer full): how many tasks of the trace have each of the names that it records */
static GHashTable *
count_names (SlObjectTable *objects)
{
  GHashTable *counts = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint32 number = 1; number <= sl_object_table_get_size (objects); number++)
    {
      const SlObject *object = sl_object_table_get (objects, number);
      guint count;

      if (object->type != SL_OBJECT_TASK || object->name == NULL)
        continue;
      count = GPOINTER_TO_UINT (g_hash_table_lookup (counts, object->name));
      g_hash_table_insert (counts, (gpointer) object->name, GUINT_TO_POINTER (count + 1));
    }
  return counts;
}

/* Whether a group called @name applies to the task, and to nothing else, by its name alone: then it also does in the
 * next trace, where the task has another number. A name made from the number does not: it changes with it. */
static gboolean
is_known_by_name (GHashTable *counts, const SlObject *object, const char *name)
{
  g_autofree char *id = g_strdup_printf ("%" G_GUINT64_FORMAT, object->id);

  return object->type == SL_OBJECT_TASK && g_strcmp0 (object->name, name) == 0 &&
         GPOINTER_TO_UINT (g_hash_table_lookup (counts, name)) == 1 && strstr (name, id) == NULL &&
         strpbrk (name, "*?/:") == NULL;
}

/**
 * sl_task_model_subject_append_all:
 * @subjects: (element-type SlTaskModelSubject): to which they are appended; they become its own
 * @document: whose task model and first trace are looked through
 *
 * What the model speaks of comes first, in its order, then what of the trace it does not: of many tasks those with
 * jobs.
 */
void
sl_task_model_subject_append_all (GPtrArray *subjects, SlDocument *document, SlModelGroup group)
{
  SlObjectTable *objects = sl_trace_get_objects (sl_document_get_trace (document));
  g_auto (GStrv) names = sl_task_model_list (get_model (document), group);
  g_autoptr (SlModelMatcher) matcher = NULL;
  g_autoptr (GHashTable) found = NULL;
  g_autoptr (GHashTable) counts = NULL;

  if (group == SL_MODEL_SCHEDULER)
    {
      append (subjects, group, g_strdup (""), NULL, 0, 0);
      return;
    }

  matcher = sl_model_matcher_new (get_model (document));
  found = find_objects (matcher, document, group);
  for (guint i = 0; names[i] != NULL; i++)
    {
      const Found *of = g_hash_table_lookup (found, names[i]);

      append (subjects, group, g_strdup (names[i]), NULL, of != NULL ? of->first : 0,
              of != NULL ? of->n_objects : 0);
    }

  counts = count_names (objects);
  for (guint32 number = 1; number <= sl_object_table_get_size (objects); number++)
    {
      const SlObject *object = sl_object_table_get (objects, number);
      char *name;

      if (!is_of_group (document, group, number) || !is_listed (document, group, number) ||
          find_group (matcher, document, group, number) != NULL)
        continue;

      /* A header holds no brackets. */
      name = g_strdelimit (sl_event_text_object (document, 0, number), "[]", '_');
      append (subjects, group, name,
              is_known_by_name (counts, object, name) ? NULL : sl_object_to_string (object), number,
              1);
    }
}

/**
 * sl_task_model_subject_get_title:
 *
 * Returns: (transfer none): what people read for it; the scheduler has no name of its own
 */
const char *
sl_task_model_subject_get_title (const SlTaskModelSubject *self)
{
  return self->group != SL_MODEL_SCHEDULER ? self->name : _ ("All Tasks");
}
