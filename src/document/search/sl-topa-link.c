/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-topa-link.h"

#include "sl-lower-bound.h"
#include "sl-source-extras.h"
#include "sl-topa-layout.h"

/**
 * sl_topa_link_find:
 * @number: (out): of the trace in the document's set
 *
 * Returns: (transfer none) (nullable): the layout of the first trace that was rebuilt from memory
 */
SlTopaLayout *
sl_topa_link_find (SlDocument *document, guint *number)
{
  SlTraceSet *set = sl_document_get_trace_set (document);

  for (guint i = 0; i < sl_trace_set_get_size (set); i++)
    {
      SlTrace *trace = sl_trace_set_get_trace (set, i);
      SlTopaLayout *layout = sl_source_get_topa_layout (sl_trace_get_source (trace));

      if (layout != NULL)
        {
          *number = i;
          return layout;
        }
    }

  return NULL;
}

/* The first event at or behind an offset of the stream, in whose order events are. */
static gboolean
find_event (SlTrace *trace, guint64 offset, SlEvent *event)
{
  guint64 n_events = sl_trace_get_n_events (trace);
  guint64 first = sl_lower_bound (0, n_events, i,
                                  sl_trace_read_event (trace, i, event) &&
                                      SL_OFFSET_BYTE (event->offset) < offset);

  return first < n_events && sl_trace_read_event (trace, first, event);
}

/* A region may hold bytes of two laps: those of the last one count. */
static const SlTopaPiece *
choose_piece (const SlTopaLayout *layout, guint entry)
{
  const SlTopaPiece *chosen = NULL;

  for (guint i = 0; i < layout->pieces->len; i++)
    {
      const SlTopaPiece *piece = &g_array_index (layout->pieces, SlTopaPiece, i);

      if (piece->entry == entry && !piece->is_missing &&
          (chosen == NULL || piece->age > chosen->age))
        chosen = piece;
    }

  return chosen;
}

/**
 * sl_topa_link_get_span:
 * @number: of the trace
 * @entry: number of an entry
 * @span: (out): in ticks of the set
 *
 * Returns: whether the entry's region holds events; then @span is the time in which they were
 *   written
 */
gboolean
sl_topa_link_get_span (SlDocument *document, guint number, guint entry, SlSpan *span)
{
  SlTraceSet *set = sl_document_get_trace_set (document);
  SlTrace *trace = sl_trace_set_get_trace (set, number);
  const SlTopaLayout *layout = sl_source_get_topa_layout (sl_trace_get_source (trace));
  const SlTopaPiece *piece = layout != NULL ? choose_piece (layout, entry) : NULL;
  SlSpan own = sl_trace_get_span (trace);
  SlEvent event;

  if (piece == NULL || !find_event (trace, piece->offset, &event))
    return FALSE;

  own.begin = event.time;
  if (find_event (trace, piece->offset + piece->length, &event))
    own.end = event.time;
  if (own.end <= own.begin)
    return FALSE;

  span->begin = sl_trace_set_to_reference (set, number, own.begin);
  span->end = sl_trace_set_to_reference (set, number, own.end);
  return TRUE;
}

/**
 * sl_topa_link_get_picked:
 * @number: of the trace
 *
 * Returns: number of the entry whose region holds the picked event's packet, or %SL_TOPA_NO_ENTRY
 */
guint
sl_topa_link_get_picked (SlDocument *document, guint number)
{
  SlTrace *trace = sl_trace_set_get_trace (sl_document_get_trace_set (document), number);
  const SlTopaLayout *layout = sl_source_get_topa_layout (sl_trace_get_source (trace));
  const SlTopaPiece *piece;
  guint64 index;
  guint picked;
  SlEvent event;

  if (layout == NULL || !sl_document_get_picked_event (document, &picked, &index) ||
      picked != number || !sl_trace_read_event (trace, index, &event))
    return SL_TOPA_NO_ENTRY;

  piece = sl_topa_layout_find_piece (layout, SL_OFFSET_BYTE (event.offset));
  return piece != NULL ? piece->entry : SL_TOPA_NO_ENTRY;
}
