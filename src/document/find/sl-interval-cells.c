/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-interval-cells.h"

#include <glib/gi18n.h>

#include "sl-event-text.h"
#include "sl-interval-text.h"

static char *
dup_kind (SlDocument *document, const SlIntervalEnd *end)
{
  SlTrace *trace = sl_document_get_trace_of (document, end->trace);
  SlEvent event;

  return sl_trace_read_event (trace, end->index, &event) ? sl_event_text_kind (event.kind)
                                                         : g_strdup ("");
}

static char *
dup_object (SlDocument *document, SlIntervalSame same, const SlInterval *interval)
{
  if (same == SL_INTERVAL_SAME_CPU)
    return g_strdup_printf (_ ("CPU %u"), (guint) interval->from.key);
  if (interval->from.object == 0)
    return g_strdup ("");

  return sl_event_text_object_of_several (document, interval->from.trace, interval->from.object);
}

/**
 * sl_interval_cell_dup_text:
 * @same: what its ends were asked to have in common
 *
 * Returns: (transfer full): what a column of a list says of an interval; empty where there is nothing to say
 */
char *
sl_interval_cell_dup_text (SlDocument *document,
                           SlIntervalColumn column,
                           SlIntervalSame same,
                           const SlInterval *interval)
{
  guint trace = interval->from.trace;

  switch (column)
    {
    case SL_INTERVAL_COLUMN_BEGIN:
      return sl_event_text_elapsed_of (document, trace, interval->from.time);
    case SL_INTERVAL_COLUMN_END:
      return sl_event_text_elapsed_of (document, trace, interval->to.time);
    case SL_INTERVAL_COLUMN_LENGTH:
      return sl_interval_text_length (document, trace, interval->from.time,
                                      interval->to.time - interval->from.time);
    case SL_INTERVAL_COLUMN_FROM:
      return dup_kind (document, &interval->from);
    case SL_INTERVAL_COLUMN_TO:
      return dup_kind (document, &interval->to);
    case SL_INTERVAL_COLUMN_OBJECT:
    case SL_N_INTERVAL_COLUMNS:
    default:
      return dup_object (document, same, interval);
    }
}
