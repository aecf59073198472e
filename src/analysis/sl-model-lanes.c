/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-model-lanes.h"

#include "sl-reservation-lanes.h"
#include "sl-span-lanes.h"

/**
 * sl_model_lanes_add:
 * @annotations: what the user calls the tasks
 *
 * A trace that is not complete yet has none: of a span one end may be missing.
 *
 * Returns: (transfer full): a generation of @trace with the lanes that @model adds, behind the others and with objects behind
 *   the others; another reference to @trace where there are none
 */
SlTrace *
sl_model_lanes_add (SlTrace *trace, const SlTaskModel *model, SlAnnotations *annotations)
{
  g_autoptr (SlTrace) with_spans = NULL;

  if (!sl_trace_is_complete (trace))
    return g_object_ref (trace);

  with_spans = sl_span_lanes_add (trace, model);
  return sl_reservation_lanes_add (with_spans, model, annotations);
}

/**
 * sl_model_lanes_print:
 *
 * Returns: (transfer full): all that the lanes depend on beside @trace, to be compared: two models with the same text add the
 *   same lanes
 */
char *
sl_model_lanes_print (SlTrace *trace, const SlTaskModel *model, SlAnnotations *annotations)
{
  g_autofree char *spans = sl_span_lanes_print (model);
  g_autofree char *servers = sl_reservation_lanes_print (trace, model, annotations);

  return g_strconcat (spans, servers, NULL);
}
