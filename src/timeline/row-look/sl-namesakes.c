/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-namesakes.h"

/* How many tasks with a lane have a name, by name. */
static GHashTable *
count_names (SlTrace *trace)
{
  GHashTable *counts = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < sl_trace_get_n_lanes (trace); i++)
    {
      const SlLane *lane = sl_trace_get_lane (trace, i);
      const SlObject *task = lane->type == SL_LANE_TASK && lane->object != 0
                                 ? sl_object_table_get (sl_trace_get_objects (trace), lane->object)
                                 : NULL;
      gsize count;

      if (task == NULL || task->name == NULL)
        continue;
      count = GPOINTER_TO_SIZE (g_hash_table_lookup (counts, task->name));
      g_hash_table_insert (counts, (gpointer) task->name, GSIZE_TO_POINTER (count + 1));
    }
  return counts;
}

/* Costs the number of lanes the first time. Any thread. */
static gboolean
has_namesakes (SlTrace *trace, const char *name)
{
  static GMutex mutex;
  static GQuark quark;
  G_GNUC_UNUSED g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&mutex);
  GHashTable *counts;

  if (quark == 0)
    quark = g_quark_from_static_string ("sl-namesakes");
  counts = g_object_get_qdata (G_OBJECT (trace), quark);
  if (counts == NULL)
    {
      counts = count_names (trace);
      g_object_set_qdata_full (G_OBJECT (trace), quark, counts,
                               (GDestroyNotify) g_hash_table_unref);
    }

  return GPOINTER_TO_SIZE (g_hash_table_lookup (counts, name)) > 1;
}

/**
 * sl_namesakes_dup_title:
 * @object: a number in the table of @trace
 *
 * Returns: what to call the object where it stands beside others: as sl_annotations_dup_object_name(); of a task whose
 *   recorded name others of the trace have as well, with its number, unless the user gave it a name
 */
char *
sl_namesakes_dup_title (SlAnnotations *annotations, SlTrace *trace, guint32 object)
{
  const SlObject *info = sl_object_table_get (sl_trace_get_objects (trace), object);
  g_autofree char *name = sl_annotations_dup_object_name (annotations, trace, object);

  if (info->type != SL_OBJECT_TASK || info->name == NULL || !g_str_equal (name, info->name) ||
      !has_namesakes (trace, info->name))
    return g_steal_pointer (&name);

  return g_strdup_printf ("%s · %" G_GUINT64_FORMAT, name, info->id);
}
