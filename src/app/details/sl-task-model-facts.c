/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-details-private.h"

#include <glib/gi18n.h>

#include "sl-field-list.h"

/* What the task model says of a task, a lock, a server or an interrupt line, for the details. */

static gboolean
find_group (SlObjectType type, SlModelGroup *group)
{
  if (type == SL_OBJECT_TASK)
    *group = SL_MODEL_TASK;
  else if (type == SL_OBJECT_MUTEX || type == SL_OBJECT_SEMAPHORE || type == SL_OBJECT_FUTEX)
    *group = SL_MODEL_LOCK;
  else if (type == SL_OBJECT_SERVER)
    *group = SL_MODEL_SERVER;
  else if (type == SL_OBJECT_IRQ)
    *group = SL_MODEL_INTERRUPT;
  else
    return FALSE;

  return TRUE;
}

/**
 * sl_task_model_facts_append_to:
 * @box: to which a list is appended
 * @trace: number in the document's set
 * @object: number of an object of that trace; nothing is appended where the model says nothing of
 *   it
 *
 * Period, deadline, server and the like of a task, protocol and ceiling of a lock, budget of a
 * server, period of an interrupt line.
 */
void
sl_task_model_facts_append_to (GtkBox *box, SlDocument *document, guint trace, guint32 object)
{
  SlTraceSet *set = sl_document_get_trace_set (document);
  SlTrace *of = sl_trace_set_get_trace (set, trace);
  SlJobSearch *search = sl_document_get_job_search_of (document, trace);
  SlTaskModel *model;
  const SlModelKey *keys;
  GtkListBox *list = NULL;
  g_autofree char *name = NULL;
  SlModelGroup group;
  guint n_keys;

  if (search == NULL || object == 0 ||
      !find_group (sl_object_table_get (sl_trace_get_objects (of), object)->type, &group))
    return;

  model = sl_task_model_store_get_model (sl_job_search_get_model_store (search));
  name = sl_task_model_find (model, group, of, sl_trace_set_get_annotations (set, trace), object);
  keys = sl_model_keys_get (&n_keys);
  for (guint i = 0; name != NULL && i < n_keys; i++)
    {
      char *value;

      /* Which objects it applies to is seen; so is the colour. */
      if (keys[i].group != group || g_str_equal (keys[i].id, "match") ||
          keys[i].form == SL_MODEL_COLOUR)
        continue;

      value = sl_task_model_get (model, group, name, keys[i].id);
      if (value == NULL)
        continue;

      if (list == NULL)
        list = sl_field_list_append_to (box, _ ("Task Model"));
      sl_field_list_take (list, _ (keys[i].title), value);
    }
}
