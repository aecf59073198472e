/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-object-lane.h"

/**
 * sl_object_lane_add:
 * @object: number in the builder's table, above 0
 *
 * Adds the lane of an object, named by the object's reference.
 *
 * Returns: (transfer none): owned by @builder
 */
SlLaneBuilder *
sl_object_lane_add (SlTraceBuilder *builder, SlLaneType type, guint32 object)
{
  SlObjectTableBuilder *objects = sl_trace_builder_get_objects (builder);
  g_autofree char *name = sl_object_to_string (sl_object_table_builder_get (objects, object));

  return sl_trace_builder_add_lane (builder, type, name, object);
}
