/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cli-calls.h"

#include "sl-call-lanes.h"
#include "sl-cli-error.h"
#include "sl-cli-missing.h"
#include "sl-cli-symbols.h"

static gboolean
find_in (SlCliTrace *trace, const SlCliRequest *request, SlSpan span)
{
  g_autoptr (SlCallLanes) lanes = NULL;
  g_autoptr (SlMissingCode) missing = NULL;
  SlCodeMap *map;

  sl_cli_symbols_note_unread (trace, request);
  map = sl_annotations_get_code_map (trace->annotations);
  if (!sl_call_lanes_can (trace->trace, map))
    return FALSE;

  lanes = sl_call_lanes_new (trace->trace, map);
  if (sl_call_lanes_set_visible (lanes, span, G_MAXUINT64))
    while (sl_call_lanes_step (lanes, NULL))
      ;
  missing = sl_call_lanes_find_missing (lanes);
  sl_cli_missing_note (trace, missing);
  g_object_unref (trace->trace);
  trace->trace = sl_call_lanes_snapshot (lanes);
  return TRUE;
}

/**
 * sl_cli_calls_find:
 * @set: whose traces get lanes of calls
 * @span: on the axis: what is decoded
 *
 * Fails with wrong usage where no trace can be decoded.
 */
gboolean
sl_cli_calls_find (SlCliTraces *set, const SlCliRequest *request, SlSpan span, GError **error)
{
  guint n = set->traces->len;
  g_autofree SlTraceSetMember *members = g_new0 (SlTraceSetMember, n);
  gboolean is_found = FALSE;
  SlTraceSet *next;

  for (guint i = 0; i < n; i++)
    {
      SlCliTrace *trace = g_ptr_array_index (set->traces, i);

      is_found = find_in (trace, request, sl_trace_set_own_span (set->set, i, span)) || is_found;
      members[i].trace = trace->trace;
      members[i].annotations = trace->annotations;
      members[i].pieces = sl_trace_set_get_pieces (set->set, i, &members[i].n_pieces);
    }
  if (!is_found)
    {
      g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE,
                   "--calls: Needs Intel PT packets and the programs that ran (give them with "
                   "--symbols, or allow those that the trace names with --symbols-from-trace)%s",
                   sl_call_lanes_are_built () ? "" : "; this build has no decoder (libipt)");
      return FALSE;
    }

  next = sl_trace_set_new (members, n);
  g_object_unref (set->set);
  set->set = next;
  return TRUE;
}
