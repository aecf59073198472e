/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-model-subject.h"

#include <glib/gi18n.h>

#include "sl-event-text.h"

static const SlObjectType types[SL_N_MODEL_GROUPS] = {
  [SL_MODEL_TASK] = SL_OBJECT_TASK,      [SL_MODEL_LOCK] = SL_OBJECT_MUTEX,
  [SL_MODEL_SERVER] = SL_OBJECT_SERVER,  [SL_MODEL_INTERRUPT] = SL_OBJECT_IRQ,
  [SL_MODEL_SCHEDULER] = SL_OBJECT_NONE,
};

/**
 * sl_model_subject_free:
 * @self: (transfer full):
 */
void
sl_model_subject_free (SlModelSubject *self)
{
  g_return_if_fail (self != NULL);

  g_free (self->name);
  g_free (self->match);
  g_free (self);
}

static void
append (GPtrArray *subjects, SlModelGroup group, char *name, char *match, guint32 object)
{
  SlModelSubject *subject = g_new (SlModelSubject, 1);

  *subject = (SlModelSubject) { group, name, match, object };
  g_ptr_array_add (subjects, subject);
}

static SlTaskModel *
get_model (SlDocument *document)
{
  return sl_model_store_get_model (
      sl_job_search_get_model_store (sl_document_get_job_search (document)));
}

static gboolean
is_of_group (SlDocument *document, SlModelGroup group, guint32 number)
{
  SlTrace *trace = sl_document_get_trace (document);
  SlObjectType type = sl_object_table_get (sl_trace_get_objects (trace), number)->type;

  if (number == sl_overlay_get_idle_task (sl_document_get_overlay (document), trace))
    return FALSE;

  return type == types[group] || (group == SL_MODEL_LOCK && type == SL_OBJECT_SEMAPHORE);
}

static char *
find_group (SlDocument *document, SlModelGroup group, guint32 number)
{
  return sl_task_model_find (get_model (document), group, sl_document_get_trace (document),
                             sl_document_get_overlay (document), number);
}

/* The first object of the trace that the group applies to; 0 for none. */
static guint32
find_object (SlDocument *document, SlModelGroup group, const char *name)
{
  SlObjectTable *objects = sl_trace_get_objects (sl_document_get_trace (document));

  for (guint32 number = 1; number <= sl_object_table_get_size (objects); number++)
    {
      g_autofree char *found = NULL;

      if (!is_of_group (document, group, number))
        continue;

      found = find_group (document, group, number);
      if (g_strcmp0 (found, name) == 0)
        return number;
    }
  return 0;
}

/**
 * sl_model_subject_append_all:
 * @subjects: (element-type SlModelSubject): to which they are appended; they become its own
 * @document: whose task model and first trace are looked through
 *
 * What the model speaks of comes first, in its order, then what of the trace it does not.
 */
void
sl_model_subject_append_all (GPtrArray *subjects, SlDocument *document, SlModelGroup group)
{
  SlObjectTable *objects = sl_trace_get_objects (sl_document_get_trace (document));
  g_auto (GStrv) names = sl_task_model_list (get_model (document), group);

  if (group == SL_MODEL_SCHEDULER)
    {
      append (subjects, group, g_strdup (""), NULL, 0);
      return;
    }

  for (guint i = 0; names[i] != NULL; i++)
    append (subjects, group, g_strdup (names[i]), NULL, find_object (document, group, names[i]));

  for (guint32 number = 1; number <= sl_object_table_get_size (objects); number++)
    {
      g_autofree char *found = NULL;
      char *name;

      if (!is_of_group (document, group, number))
        continue;

      found = find_group (document, group, number);
      if (found != NULL)
        continue;

      /* A header holds no brackets. */
      name = g_strdelimit (sl_event_text_object (document, 0, number), "[]", '_');
      append (subjects, group, name, sl_object_to_string (sl_object_table_get (objects, number)),
              number);
    }
}

/**
 * sl_model_subject_get_title:
 *
 * Returns: (transfer none): what people read for it; the scheduler has no name of its own
 */
const char *
sl_model_subject_get_title (const SlModelSubject *self)
{
  return self->group != SL_MODEL_SCHEDULER ? self->name : _ ("All Tasks");
}
