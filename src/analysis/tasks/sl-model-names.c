/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-task-model.h"

/* What a task model calls the objects of a trace: the names of the groups that speak of one object
 * each. */

static SlObjectType
get_type (SlModelGroup group)
{
  switch (group)
    {
    case SL_MODEL_TASK:
      return SL_OBJECT_TASK;
    case SL_MODEL_INTERRUPT:
      return SL_OBJECT_IRQ;
    case SL_MODEL_LEVEL:
      return SL_OBJECT_LEVEL;
    case SL_MODEL_EVENT: /* of two types as well */
    case SL_MODEL_SPAN:  /* its object has its name */
    case SL_MODEL_LOCK:  /* of two types: a bare number says too little */
    case SL_MODEL_SERVER:
    case SL_MODEL_SCHEDULER:
    case SL_N_MODEL_GROUPS:
    default:
      return SL_OBJECT_NONE;
    }
}

/* (transfer full) (nullable): as sl_object_to_string() writes it; NULL where @match may mean
 * several objects */
static char *
make_reference (SlModelGroup group, const char *match)
{
  SlObject object = { .type = get_type (group), .life = 1 };

  if ((object.type != SL_OBJECT_NONE &&
       g_ascii_string_to_unsigned (match, 10, 0, G_MAXUINT64, &object.id, NULL)) ||
      sl_object_parse_reference (match, &object.type, &object.id, &object.life, NULL))
    return sl_object_to_string (&object);

  return NULL;
}

/* What becomes of an object of which the model has a group by @name: @changes, reference → name, gets
 * what @annotations is to say, if that differs from what they say now. */
typedef void (*Change) (SlAnnotations *annotations,
                        GHashTable *changes,
                        const char *reference,
                        const char *name);

/* (transfer full) */
static SlAnnotations *
change_names (const SlTaskModel *self, SlAnnotations *annotations, Change change)
{
  g_autoptr (GHashTable) changes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

  for (SlModelGroup group = SL_MODEL_TASK; group < SL_N_MODEL_GROUPS; group++)
    {
      g_auto (GStrv) names = sl_task_model_list (self, group);

      for (guint i = 0; names[i] != NULL; i++)
        {
          g_autofree char *match = sl_task_model_get (self, group, names[i], "match");
          g_autofree char *reference = match != NULL ? make_reference (group, match) : NULL;

          if (reference != NULL)
            change (annotations, changes, reference, names[i]);
        }
    }

  return g_hash_table_size (changes) > 0 ? sl_annotations_with_names (annotations, changes)
                                         : sl_annotations_ref (annotations);
}

/* The first group that speaks of an object names it. */
static void
add_name (SlAnnotations *annotations, GHashTable *changes, const char *reference, const char *name)
{
  if (sl_annotations_get_name (annotations, reference) == NULL &&
      !g_hash_table_contains (changes, reference))
    g_hash_table_insert (changes, g_strdup (reference), g_strdup (name));
}

static void
remove_name (SlAnnotations *annotations,
             GHashTable *changes,
             const char *reference,
             const char *name)
{
  if (g_strcmp0 (sl_annotations_get_name (annotations, reference), name) == 0)
    g_hash_table_insert (changes, g_strdup (reference), NULL);
}

/**
 * sl_task_model_name_objects:
 *
 * Names what the model has a group for whose "match" is a number or a reference, unless the user
 * named it otherwise.
 *
 * Returns: (transfer full): a changed copy of @annotations, or another reference to it
 */
SlAnnotations *
sl_task_model_name_objects (const SlTaskModel *self, SlAnnotations *annotations)
{
  return change_names (self, annotations, add_name);
}

/**
 * sl_task_model_unname_objects:
 *
 * Takes the names away that the model gives, so that those of the user are left.
 *
 * Returns: (transfer full): a changed copy of @annotations, or another reference to it
 */
SlAnnotations *
sl_task_model_unname_objects (const SlTaskModel *self, SlAnnotations *annotations)
{
  return change_names (self, annotations, remove_name);
}
