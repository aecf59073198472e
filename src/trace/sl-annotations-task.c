/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-annotations-private.h"

#include "sl-error.h"

/* Which task of a trace the user means. */

/* A task by its reference; the first life where it names none. 0 where there is no such task. */
static guint32
find_by_reference (SlTrace *trace, const char *reference)
{
  SlObjectType type;
  guint64 id;
  guint32 life;

  if (!sl_object_parse_reference (reference, &type, &id, &life, NULL) || type != SL_OBJECT_TASK)
    return 0;

  return sl_object_table_find (sl_trace_get_objects (trace), type, id, MAX (life, 1));
}

/**
 * sl_annotations_get_idle_task:
 *
 * Returns: the number of the user's idle task, else of the one that the analysis found; 0
 *   where there is none
 */
guint32
sl_annotations_get_idle_task (SlAnnotations *self, SlTrace *trace)
{
  guint32 object = 0;

  g_return_val_if_fail (self != NULL, 0);
  g_return_val_if_fail (SL_IS_TRACE (trace), 0);

  if (self->idle_task != NULL)
    object = find_by_reference (trace, self->idle_task);

  return object != 0 ? object : sl_trace_get_idle_task (trace);
}

static guint32
find_by_native_id (SlTrace *trace, const char *text)
{
  gboolean is_hex = g_str_has_prefix (text, "0x");
  guint64 id;

  if (!g_ascii_string_to_unsigned (is_hex ? text + 2 : text, is_hex ? 16 : 10, 0, G_MAXUINT64, &id,
                                   NULL))
    return 0;

  return sl_object_table_find (sl_trace_get_objects (trace), SL_OBJECT_TASK, id, 1);
}

/* The references of all tasks that go by @name, and the number of the first. */
static GPtrArray *
find_by_name (SlAnnotations *self, SlTrace *trace, const char *name, guint32 *object)
{
  SlObjectTable *objects = sl_trace_get_objects (trace);
  GPtrArray *references = g_ptr_array_new_with_free_func (g_free);

  for (guint32 number = 1; number <= sl_object_table_get_size (objects); number++)
    {
      const SlObject *candidate = sl_object_table_get (objects, number);
      g_autofree char *candidate_name = NULL;

      if (candidate->type != SL_OBJECT_TASK)
        continue;

      candidate_name = sl_annotations_dup_object_name (self, trace, number);
      if (!g_str_equal (candidate_name, name))
        continue;

      if (references->len == 0)
        *object = number;
      g_ptr_array_add (references, sl_object_to_string (candidate));
    }

  return references;
}

/**
 * sl_annotations_find_task:
 * @text: a native id, a reference, or a display name that only one task has, tried in this order
 * @object: (out): the task's number; of an id with several lives the first unless @text says
 *   which; set on success
 *
 * Fails with %SL_ERROR_USAGE where no task or more than one is meant.
 */
gboolean
sl_annotations_find_task (SlAnnotations *self,
                          SlTrace *trace,
                          const char *text,
                          guint32 *object,
                          GError **error)
{
  g_autoptr (GPtrArray) references = NULL;
  g_autofree char *list = NULL;
  guint32 found;

  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (SL_IS_TRACE (trace), FALSE);
  g_return_val_if_fail (text != NULL, FALSE);

  found = find_by_native_id (trace, text);
  if (found == 0)
    found = find_by_reference (trace, text);
  if (found == 0)
    references = find_by_name (self, trace, text, &found);

  if (references == NULL || references->len == 1)
    {
      *object = found;
      return TRUE;
    }

  if (references->len == 0)
    {
      g_set_error (error, SL_ERROR, SL_ERROR_USAGE,
                   "“%s” is not a task of this trace: give its number, task:ID or its display name",
                   text);
      return FALSE;
    }

  g_ptr_array_add (references, NULL);
  list = g_strjoinv (", ", (char **) references->pdata);
  g_set_error (error, SL_ERROR, SL_ERROR_USAGE,
               "“%s” is the name of more than one task: give one of %s", text, list);
  return FALSE;
}
