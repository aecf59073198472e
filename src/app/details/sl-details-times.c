/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-details-private.h"

#include <glib/gi18n.h>

#include "sl-event-text.h"
#include "sl-field-list.h"
#include "sl-statistics-widget.h"
#include "sl-ticks.h"
#include "sl-time-text.h"
#include "sl-wall-text.h"

/* Times and spans in both measures, and what the details pane says of cursors and of the selected
 * span. */

/**
 * sl_details_times_add:
 * @name: (nullable): of which several times it is; NULL for the only one
 * @time: on the axis
 */
void
sl_details_times_add (SlDocument *document, GtkListBox *list, const char *name, SlTime time)
{
  const char *counted = sl_event_text_axis_title (document, SL_AXIS_TSC);
  g_autofree char *tick_name =
      /* Translators: such as “Begin, TSC” */
      name != NULL ? g_strdup_printf (_ ("%s, %s"), name, counted) : g_strdup (counted);
  gint64 wall;

  sl_field_list_take (list, name != NULL ? name : _ ("Time"),
                      sl_event_text_elapsed (document, time));
  if (!sl_ticks_are_elapsed (sl_document_get_clock (document)))
    sl_field_list_take (list, tick_name, sl_event_text_tick (document, time));
  if (name == NULL && sl_clock_get_wall (sl_document_get_clock (document), time, &wall))
    sl_field_list_take (list, _ ("Date"), sl_wall_text (wall, 1));
}

static char *
dup_duration_in_ticks (SlSpan span)
{
  return sl_time_text_ticks ((guint64) sl_span_duration (span));
}

/**
 * sl_details_times_add_span:
 * @span: on the axis; an instant where it is empty
 */
void
sl_details_times_add_span (SlDocument *document, GtkListBox *list, SlSpan span)
{
  SlClock *clock = sl_document_get_clock (document);

  if (span.end == span.begin)
    {
      sl_details_times_add (document, list, NULL, span.begin);
      return;
    }

  sl_details_times_add (document, list, _ ("Begin"), span.begin);
  sl_details_times_add (document, list, _ ("End"), span.end);
  if (sl_clock_has_rate (clock))
    sl_field_list_take (list, _ ("Duration"), sl_time_text_duration (clock, span));
  sl_field_list_take (list, _ ("Duration in ticks"), dup_duration_in_ticks (span));
}

/**
 * sl_details_times_append_cursors:
 * @box: which owns what is appended; nothing is where no cursor is set
 */
void
sl_details_times_append_cursors (GtkBox *box, SlDocument *document)
{
  SlViewState *state = sl_document_get_state (document);
  SlClock *clock = sl_document_get_clock (document);
  SlTime a, b;
  SlSpan span;
  GtkListBox *list;
  gboolean has_a = sl_view_state_get_cursor (state, SL_CURSOR_A, &a);
  gboolean has_b = sl_view_state_get_cursor (state, SL_CURSOR_B, &b);

  if (!has_a && !has_b)
    return;

  list = sl_field_list_append_to (box, _ ("Cursors"));
  if (has_a)
    sl_details_times_add (document, list, "A", a);
  if (has_b)
    sl_details_times_add (document, list, "B", b);
  if (!has_a || !has_b)
    return;

  span = (SlSpan) { MIN (a, b), MAX (a, b) };
  if (sl_clock_has_rate (clock))
    {
      g_autofree char *duration = sl_time_text_duration (clock, span);

      sl_field_list_take (list, _ ("Δ"), g_strconcat (b < a ? "\u2212" : "", duration, NULL));
    }
  sl_field_list_take (list, _ ("Δ in ticks"), sl_time_text_signed_ticks (sl_time_subtract (b, a)));
}

/* Of all traces. */
static guint64
count_events (SlDocument *document, SlSpan span)
{
  SlTraceSet *set = sl_document_get_trace_set (document);
  guint64 count = 0;

  for (guint i = 0; i < sl_trace_set_get_size (set); i++)
    {
      SlTrace *trace = sl_trace_set_get_trace (set, i);
      SlSpan own = sl_trace_set_own_span (set, i, span);

      count += sl_trace_index_at (trace, own.end) - sl_trace_index_at (trace, own.begin);
    }
  return count;
}

/**
 * sl_details_times_append_selection:
 * @box: which owns what is appended; nothing is where no span is selected
 */
void
sl_details_times_append_selection (GtkBox *box, SlDocument *document)
{
  SlTraceSet *set = sl_document_get_trace_set (document);
  SlSpan span;
  GtkListBox *list;

  if (!sl_view_state_get_selection (sl_document_get_state (document), &span))
    return;

  list = sl_field_list_append_to (box, _ ("Selected Span"));
  sl_details_times_add_span (document, list, span);
  sl_field_list_take (list, _ ("Events"), sl_time_text_ticks (count_events (document, span)));
  for (guint i = 0; i < sl_trace_set_get_size (set); i++)
    gtk_box_append (box, sl_statistics_widget_new (document, i,
                                                   sl_trace_set_own_span (set, i, span), 0));
}
