/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-gap-list.h"

#include <glib/gi18n.h>

#include "sl-event-text.h"
#include "sl-lower-bound.h"
#include "sl-recorded-gaps.h"
#include "sl-state.h"
#include "sl-text-state.h"

/* Which gap of a document's trace was gone to last, and 1 more, by number of the trace. */
#define VISITED "sl-gaps-visited-%u"

/**
 * sl_gap_list_go_to:
 * @trace: number in the document's set
 * @direction: 1 for the gap that follows the one that was gone to last, and the first one after the last; -1 for the one
 *   before it; 0 for the first
 *
 * Picks the event behind a gap; does nothing where there are no gaps.
 */
void
sl_gap_list_go_to (SlDocument *document, guint trace, int direction)
{
  SlTrace *owner = sl_trace_set_get_trace (sl_document_get_trace_set (document), trace);
  g_autoptr (GArray) gaps = sl_recorded_gaps_new (owner);
  g_autofree char *key = g_strdup_printf (VISITED, trace);
  guint next = direction == 0 ? 0 : GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (document), key));

  if (gaps->len == 0)
    return;

  if (direction < 0)
    next = next > 1 ? next - 2 : gaps->len - 1;
  next = next < gaps->len ? next : 0;
  g_object_set_data (G_OBJECT (document), key, GUINT_TO_POINTER (next + 1));
  sl_document_pick_event_of (document, trace,
                             sl_recorded_gaps_get_event (owner, &g_array_index (gaps, SlRecordedGap,
                                                                                next)));
}

/* The number of the gap behind which the event is, from 0 on; @gaps->len for none. */
static guint
find_gap (SlTrace *trace, const GArray *gaps, guint64 index)
{
  guint first;
  SlEvent event;

  if (!sl_trace_read_event (trace, index, &event))
    return gaps->len;

  first = sl_lower_bound (0, gaps->len, i, g_array_index (gaps, SlRecordedGap, i).end < event.time);
  for (guint i = first; i < gaps->len; i++)
    {
      const SlRecordedGap *gap = &g_array_index (gaps, SlRecordedGap, i);

      /* Behind one at the end of the trace is no event: its last one stands for it. */
      if (gap->end != event.time && index + 1 < sl_trace_get_n_events (trace))
        break;
      if (sl_recorded_gaps_get_event (trace, gap) == index)
        return i;
    }

  return gaps->len;
}

static char *
dup_length (SlDocument *document, guint trace, const SlRecordedGap *gap)
{
  return gap->end > gap->begin
             ? sl_event_text_signed_duration (document, trace, gap->begin, gap->end - gap->begin)
             : g_strdup (_ ("of unknown length"));
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
  guint number = find_gap (owner, gaps, index);
  g_autofree char *length = NULL;
  const char *what;
  const SlRecordedGap *gap;

  if (number == gaps->len)
    return NULL;

  gap = &g_array_index (gaps, SlRecordedGap, number++);
  what = gap->reason == SL_GAP_UNKNOWN_LENGTH ? "" : sl_text_gap_reason (gap->reason);
  length = dup_length (document, trace, gap);
  if (what[0] == '\0')
    return g_strdup_printf (_ ("%u of %u: %s"), number, gaps->len, length);
  if (gap->cpu != SL_RECORDED_GAP_ALL)
    /* Translators: the number of a gap, of so many; why it is there; a processor; a duration */
    return g_strdup_printf (_ ("%u of %u: %s, CPU %u, %s"), number, gaps->len, what, gap->cpu,
                            length);

  return g_strdup_printf (_ ("%u of %u: %s, %s"), number, gaps->len, what, length);
}
