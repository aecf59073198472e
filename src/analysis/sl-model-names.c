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
    case SL_MODEL_LOCK: /* of two types: a bare number says too little */
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

/* What becomes of an object of which @self has a group by that name. */
typedef SlOverlay *(*Change) (SlOverlay *overlay, const char *reference, const char *name);

/* (transfer full) */
static SlOverlay *
change_names (const SlTaskModel *self, SlOverlay *overlay, Change change)
{
  SlOverlay *changed = sl_overlay_ref (overlay);

  for (SlModelGroup group = SL_MODEL_TASK; group < SL_N_MODEL_GROUPS; group++)
    {
      g_auto (GStrv) names = sl_task_model_list (self, group);

      for (guint i = 0; names[i] != NULL; i++)
        {
          g_autofree char *match = sl_task_model_get (self, group, names[i], "match");
          g_autofree char *reference = match != NULL ? make_reference (group, match) : NULL;
          SlOverlay *old = changed;

          if (reference == NULL)
            continue;

          changed = change (old, reference, names[i]);
          sl_overlay_unref (old);
        }
    }

  return changed;
}

static SlOverlay *
add_name (SlOverlay *overlay, const char *reference, const char *name)
{
  return sl_overlay_get_name (overlay, reference) == NULL
             ? sl_overlay_with_name (overlay, reference, name)
             : sl_overlay_ref (overlay);
}

static SlOverlay *
remove_name (SlOverlay *overlay, const char *reference, const char *name)
{
  return g_strcmp0 (sl_overlay_get_name (overlay, reference), name) == 0
             ? sl_overlay_with_name (overlay, reference, NULL)
             : sl_overlay_ref (overlay);
}

/**
 * sl_task_model_name_objects:
 *
 * Names what the model has a group for whose "match" is a number or a reference, unless the user
 * named it otherwise.
 *
 * Returns: (transfer full): a changed copy of @overlay, or another reference to it
 */
SlOverlay *
sl_task_model_name_objects (const SlTaskModel *self, SlOverlay *overlay)
{
  return change_names (self, overlay, add_name);
}

/**
 * sl_task_model_unname_objects:
 *
 * Takes the names away that the model gives, so that those of the user are left.
 *
 * Returns: (transfer full): a changed copy of @overlay, or another reference to it
 */
SlOverlay *
sl_task_model_unname_objects (const SlTaskModel *self, SlOverlay *overlay)
{
  return change_names (self, overlay, remove_name);
}
