/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-event-cells.h"

#include <glib/gi18n.h>

#include "sl-event-text.h"
#include "sl-time-text.h"

static const SlTableColumn columns[SL_N_EVENT_COLUMNS] = {
  [SL_EVENT_COLUMN_INDEX] = { N_ ("Index"), 8, TRUE, FALSE, 5 },
  [SL_EVENT_COLUMN_TRACE] = { N_ ("Trace"), 18, FALSE, FALSE },
  [SL_EVENT_COLUMN_ELAPSED] = { N_ ("Elapsed"), 14, TRUE, FALSE },
  [SL_EVENT_COLUMN_TICK] = { N_ ("TSC"), 16, TRUE, FALSE, 2 },
  [SL_EVENT_COLUMN_DELTA] = { N_ ("Δ cycles"), 10, TRUE, FALSE, 3 },
  [SL_EVENT_COLUMN_CPU] = { N_ ("CPU"), 4, TRUE, FALSE, 4 },
  [SL_EVENT_COLUMN_EVENT] = { N_ ("Event"), 22, FALSE, FALSE },
  [SL_EVENT_COLUMN_OBJECT] = { N_ ("Object"), 20, FALSE, FALSE },
  [SL_EVENT_COLUMN_DETAIL] = { N_ ("Detail"), 36, FALSE, TRUE },
  [SL_EVENT_COLUMN_OFFSET] = { N_ ("Offset"), 12, TRUE, FALSE, 1 },
};

/* In ticks of the axis, as the times are. */
static char *
dup_delta (SlDocument *document, SlEventItem *item)
{
  SlTraceSet *set = sl_document_get_trace_set (document);
  guint trace = sl_event_item_get_trace (item);
  SlTime time = sl_event_item_get_event (item)->time;
  gint64 ticks;

  if (!sl_event_item_get_delta (item, &ticks))
    return g_strdup ("");

  return sl_time_text_signed_ticks (
      sl_time_subtract (sl_trace_set_to_reference (set, trace, time),
                        sl_trace_set_to_reference (set, trace, sl_time_subtract (time, ticks))));
}

/**
 * sl_event_cell_dup_text:
 *
 * Returns: (transfer full): what the event's cell of that column says
 */
char *
sl_event_cell_dup_text (SlDocument *document, SlEventColumn column, SlEventItem *item)
{
  const SlEvent *event = sl_event_item_get_event (item);
  SlTraceSet *set = sl_document_get_trace_set (document);
  guint trace = sl_document_limit_trace (document, sl_event_item_get_trace (item));
  SlTime time = sl_trace_set_to_reference (set, trace, event->time);

  if (column == SL_EVENT_COLUMN_INDEX)
    return sl_time_text_ticks (sl_event_item_get_index (item));
  if (event->offset == SL_OFFSET_NONE && event->flags == (SL_EVENT_NO_A | SL_EVENT_NO_B))
    return g_strdup (column == SL_EVENT_COLUMN_DETAIL ? _ ("can no longer be read") : "");

  switch (column)
    {
    case SL_EVENT_COLUMN_TRACE:
      return sl_trace_set_dup_title (set, trace);
    case SL_EVENT_COLUMN_ELAPSED:
      return sl_event_text_elapsed (document, time);
    case SL_EVENT_COLUMN_TICK:
      return sl_event_text_tick (document, time);
    case SL_EVENT_COLUMN_DELTA:
      return dup_delta (document, item);
    case SL_EVENT_COLUMN_CPU:
      return sl_event_text_cpu (sl_trace_set_get_trace (set, trace), event);
    case SL_EVENT_COLUMN_EVENT:
      return sl_event_text_kind (event->kind);
    case SL_EVENT_COLUMN_OBJECT:
      return sl_event_text_title (document, trace, event->object);
    case SL_EVENT_COLUMN_DETAIL:
      return sl_event_text_detail (sl_trace_set_get_annotations (set, trace), event);
    case SL_EVENT_COLUMN_OFFSET:
      return sl_event_text_offset (sl_trace_set_get_trace (set, trace), event->offset);
    case SL_EVENT_COLUMN_INDEX:
    case SL_N_EVENT_COLUMNS:
    default:
      return g_strdup ("");
    }
}

/* What is most often asked of an event, in the order in which it is said. */
static const SlEventColumn first_parts[] = { SL_EVENT_COLUMN_EVENT, SL_EVENT_COLUMN_OBJECT,
                                             SL_EVENT_COLUMN_ELAPSED, SL_EVENT_COLUMN_DETAIL };

static char *
dup_text_cb (gpointer document, guint column, gpointer item)
{
  return sl_event_cell_dup_text (document, (SlEventColumn) column, item);
}

/**
 * sl_event_cell_name_row:
 * @view: the list
 * @cell: any of the event's line
 *
 * Gives the line a name for those who do not see it: what its cells show.
 */
void
sl_event_cell_name_row (GtkColumnView *view,
                        SlDocument *document,
                        GtkWidget *cell,
                        SlEventItem *item)
{
  g_autoptr (GString) name = g_string_new (NULL);
  guint64 said = 0;

  for (guint i = 0; i < G_N_ELEMENTS (first_parts); i++)
    {
      g_autofree char *text = sl_event_cell_dup_text (document, first_parts[i], item);

      said |= G_GUINT64_CONSTANT (1) << first_parts[i];
      if (text[0] != '\0')
        g_string_append_printf (name, "%s%s", name->len > 0 ? ", " : "", text);
    }
  sl_table_append_columns (name, view, said, dup_text_cb, document, item);
  if (!sl_event_item_is_match (item))
    g_string_append_printf (name, ", %s", _ ("dimmed by the filter"));
  sl_table_name_row (cell, name->str);
}

/**
 * sl_event_cell_get_columns:
 *
 * Returns: (transfer none) (array length=SL_N_EVENT_COLUMNS): titles and widths
 */
const SlTableColumn *
sl_event_cell_get_columns (void)
{
  return columns;
}
