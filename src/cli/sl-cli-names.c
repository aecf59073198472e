/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cli-names.h"

struct _SlCliNames
{
  GPtrArray *references; /* of object 1 … */
};

/**
 * sl_cli_names_new:
 * @prefix: stands before each
 *
 * Writes the references of all objects once, since each is printed many times.
 *
 * Returns: (transfer full): by number of the object in @trace
 */
SlCliNames *
sl_cli_names_new (SlTrace *trace, const char *prefix)
{
  const SlObjectTable *objects = sl_trace_get_objects (trace);
  guint n_objects = sl_object_table_get_size (objects);
  SlCliNames *self = g_new0 (SlCliNames, 1);

  self->references = g_ptr_array_new_full (n_objects, g_free);
  for (guint32 number = 1; number <= n_objects; number++)
    {
      g_autofree char *reference = sl_object_to_string (sl_object_table_get (objects, number));

      g_ptr_array_add (self->references, g_strconcat (prefix, reference, NULL));
    }

  return self;
}

void
sl_cli_names_free (SlCliNames *self)
{
  g_ptr_array_unref (self->references);
  g_free (self);
}

/**
 * sl_cli_names_get:
 * @object: number in the trace's table, or 0
 *
 * Returns: (transfer none): the reference; empty for no object
 */
const char *
sl_cli_names_get (const SlCliNames *self, guint32 object)
{
  if (object == 0 || object > self->references->len)
    return "";

  return g_ptr_array_index (self->references, object - 1);
}
