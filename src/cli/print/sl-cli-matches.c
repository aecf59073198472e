/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cli-matches.h"

#include "sl-bus-matches.h"
#include "sl-cli-error.h"
#include "sl-event-hits.h"

/* Takes @filter. */
static SlBusMatches *
find (SlTrace *trace, SlFilterRun *filter, gboolean by_attribute)
{
  g_autoptr (SlBusMatchFinder) finder = sl_bus_match_finder_new (trace, filter);

  if (by_attribute)
    sl_bus_match_finder_group_by_attribute (finder);
  while (sl_bus_match_finder_step (finder))
    ;
  return sl_bus_match_finder_snapshot (finder);
}

/**
 * sl_cli_matches_find:
 * @filter: (nullable):
 * @by_attribute: whether maps of addresses go by types of memory where these are known
 *
 * Returns: (transfer full) (nullable) (element-type SlBusMatches): by trace, what the filter lets
 *   through of bus cycles; %NULL without a filter
 */
GPtrArray *
sl_cli_matches_find (const SlCliTraces *set, SlFilter *filter, gboolean by_attribute)
{
  GPtrArray *found;

  if (filter == NULL)
    return NULL;

  found = g_ptr_array_new_with_free_func ((GDestroyNotify) sl_bus_matches_unref);
  for (guint i = 0; i < sl_trace_set_get_size (set->set); i++)
    {
      SlTrace *trace = sl_trace_set_get_trace (set->set, i);
      SlAnnotations *annotations = sl_trace_set_get_annotations (set->set, i);

      g_ptr_array_add (found,
                       !sl_bus_matches_are_wanted (trace)
                           ? NULL
                           : find (trace,
                                   sl_filter_run_new_with_annotations (filter, trace, annotations,
                                                                       NULL),
                                   by_attribute && sl_bus_matches_may_go_by_attribute (trace)));
    }

  return found;
}

static gboolean
has_attributes (SlTrace *trace)
{
  return sl_bus_matches_are_wanted (trace) && sl_bus_matches_may_go_by_attribute (trace);
}

/**
 * sl_cli_attributes_find:
 *
 * Returns: (transfer full) (element-type SlBusMatches): by trace, all bus cycles by type of memory;
 *   %NULL elements where that is not recorded
 */
GPtrArray *
sl_cli_attributes_find (const SlCliTraces *set)
{
  GPtrArray *found = g_ptr_array_new_with_free_func ((GDestroyNotify) sl_bus_matches_unref);

  for (guint i = 0; i < sl_trace_set_get_size (set->set); i++)
    {
      SlTrace *trace = sl_trace_set_get_trace (set->set, i);

      g_ptr_array_add (found, has_attributes (trace) ? find (trace, NULL, TRUE) : NULL);
    }

  return found;
}

/**
 * sl_cli_attributes_check:
 *
 * Returns: whether any of the traces records types of memory
 */
gboolean
sl_cli_attributes_check (const SlCliTraces *set, GError **error)
{
  for (guint i = 0; i < sl_trace_set_get_size (set->set); i++)
    if (has_attributes (sl_trace_set_get_trace (set->set, i)))
      return TRUE;

  g_set_error_literal (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE,
                       "--colour-by attribute: Only BYU traces of 12 or 16 bytes a record have "
                       "memory attributes");
  return FALSE;
}

/**
 * sl_cli_hits_find:
 * @filter: (nullable):
 *
 * Returns: (transfer full) (nullable) (element-type SlEventHits): by trace, where the events are that the
 *   filter asks for; %NULL without a filter
 */
GPtrArray *
sl_cli_hits_find (const SlCliTraces *set, SlFilter *filter)
{
  GPtrArray *found;

  if (filter == NULL)
    return NULL;

  found = g_ptr_array_new_with_free_func ((GDestroyNotify) sl_event_hits_unref);
  for (guint i = 0; i < sl_trace_set_get_size (set->set); i++)
    {
      SlTrace *trace = sl_trace_set_get_trace (set->set, i);
      SlAnnotations *annotations = sl_trace_set_get_annotations (set->set, i);

      g_ptr_array_add (found, sl_event_hits_are_wanted (trace)
                                  ? sl_event_hits_find (trace, annotations, filter)
                                  : NULL);
    }

  return found;
}
