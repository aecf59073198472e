/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-gap-list.h"

#include <glib/gi18n.h>

#include "sl-event-text.h"
#include "sl-recorded-gaps.h"
#include "sl-state.h"
#include "sl-text-state.h"

/* How many gaps of a document's trace were gone to, by number of the trace. */
#define VISITED "sl-gaps-visited-%u"

/**
 * sl_gap_list_go_to_next:
 * @trace: number in the document's set
 *
 * Picks the event behind the gap that follows the one that was gone to last; the first one after the last.
 */
void
sl_gap_list_go_to_next (SlDocument *document, guint trace)
{
  SlTrace *owner = sl_trace_set_get_trace (sl_document_get_trace_set (document), trace);
  g_autoptr (GArray) gaps = sl_recorded_gaps_new (owner);
  g_autofree char *key = g_strdup_printf (VISITED, trace);
  guint next = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (document), key));

  if (gaps->len == 0)
    return;

  next = next < gaps->len ? next : 0;
  g_object_set_data (G_OBJECT (document), key, GUINT_TO_POINTER (next + 1));
  sl_document_pick_event_of (document, trace,
                             sl_recorded_gaps_get_event (owner,
                                                         &g_array_index (gaps, SlItem, next)));
}

/**
 * sl_gap_list_dup_text:
 * @trace: number in the document's set
 * @index: of an event in it
 *
 * Returns: (transfer full) (nullable): which of the gaps ends at the event, why nothing was recorded and for
 *   how long; %NULL where none ends there
 */
char *
sl_gap_list_dup_text (SlDocument *document, guint trace, guint64 index)
{
  SlTrace *owner = sl_trace_set_get_trace (sl_document_get_trace_set (document), trace);
  g_autoptr (GArray) gaps = sl_recorded_gaps_new (owner);
  g_autofree char *length = NULL;
  const char *what;
  const SlItem *gap;
  guint n_before = 0;
  SlEvent event;

  if (!sl_trace_read_event (owner, index, &event))
    return NULL;
  while (n_before < gaps->len && g_array_index (gaps, SlItem, n_before).end <= event.time)
    n_before++;
  if (n_before == 0)
    return NULL;

  gap = &g_array_index (gaps, SlItem, n_before - 1);
  if (sl_recorded_gaps_get_event (owner, gap) != index)
    return NULL;

  what = gap->detail == SL_GAP_UNKNOWN_LENGTH ? "" : sl_text_gap_reason ((SlGapReason) gap->detail);
  length = gap->end > gap->begin
               ? sl_event_text_signed_duration (document, trace, gap->begin, gap->end - gap->begin)
               : g_strdup (_ ("of unknown length"));
  if (what[0] == '\0')
    return g_strdup_printf (_ ("%u of %u: %s"), n_before, gaps->len, length);

  return g_strdup_printf (_ ("%u of %u: %s, %s"), n_before, gaps->len, what, length);
}
