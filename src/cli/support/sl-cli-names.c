/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cli-names.h"

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
