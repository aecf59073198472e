/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-place.h"

#include "sl-csv-writer.h"
#include "sl-event-text.h"
#include "sl-filter-completion.h"
#include "sl-marker-edit.h"

/* An instant is zoomed into by so much. */
#define INSTANT_ZOOM 10

/**
 * sl_place_new:
 * @span: where it is; empty for an instant
 * @time: where in it the user points
 *
 * Returns: (transfer full): about nothing in particular yet
 */
SlPlace *
sl_place_new (SlSpan span, SlTime time)
{
  SlPlace *self = g_new0 (SlPlace, 1);

  self->span = span;
  self->time = time;
  self->cursor = SL_N_CURSORS;
  return self;
}

void
sl_place_free (SlPlace *self)
{
  g_free (self->filter);
  g_free (self->row);
  g_free (self->csv);
  g_free (self);
}

/* (transfer full) (nullable): An expression for the events of an object. */
static char *
dup_object_filter (SlTraceSet *set, guint trace, guint32 object)
{
  SlTrace *its = sl_trace_set_get_trace (set, trace);
  SlObjectTable *objects = sl_trace_get_objects (its);
  g_autofree char *name = NULL;
  g_autofree char *quoted = NULL;
  const char *field = "object";

  if (object == 0 || object > sl_object_table_get_size (objects))
    return NULL;
  if (sl_object_table_get (objects, object)->type == SL_OBJECT_CPU)
    return g_strdup_printf ("cpu = %" G_GUINT64_FORMAT, sl_object_table_get (objects, object)->id);

  if (sl_object_table_get (objects, object)->type == SL_OBJECT_TASK)
    field = "task";
  name = sl_annotations_dup_object_name (sl_trace_set_get_annotations (set, trace), its, object);
  quoted = sl_filter_completion_quote (name);
  return g_strdup_printf ("%s = %s", field, quoted);
}

/**
 * sl_place_new_for_element:
 * @element: of @scene
 * @time: where the user points
 *
 * Returns: (transfer full): where it is, with a filter for its object, or on a processor for the task that runs
 */
SlPlace *
sl_place_new_for_element (SlScene *scene, const SlElement *element, SlTime time)
{
  SlPlace *self = sl_place_new (element->span, time);
  SlRows *rows = sl_scene_get_rows (scene);
  const SlRow *row = element->row != G_MAXUINT ? sl_rows_get (rows, element->row) : NULL;
  g_autoptr (GString) csv = NULL;
  guint32 object;

  if (element->type == SL_ELEMENT_MARKER)
    self->marker = (guint) element->target.index;
  if (row != NULL)
    self->row = g_strdup (row->key);
  if (row == NULL || !sl_element_happens (element))
    return self;

  csv = sl_csv_writer_write_element (scene, element);
  self->is_item = TRUE;
  self->csv = g_strdup (csv->str);
  object = row->lane_type == SL_LANE_CPU && element->type == SL_ELEMENT_BOX &&
                   element->state == SL_STATE_RUNNING && element->detail != 0
               ? element->detail
               : row->object;
  self->filter = dup_object_filter (sl_rows_get_set (rows), row->lane.trace, object);
  return self;
}

/**
 * sl_place_new_for_event:
 * @trace: number in the document's set
 *
 * Returns: (transfer full): when it happened, with a filter for events of its kind that act on the same
 */
SlPlace *
sl_place_new_for_event (SlDocument *document, guint trace, const SlEvent *event)
{
  SlTraceSet *set = sl_document_get_trace_set (document);
  guint number = sl_document_limit_trace (document, trace);
  SlTime time = sl_trace_set_to_reference (set, number, event->time);
  SlPlace *self = sl_place_new ((SlSpan) { time, time }, time);
  g_autofree char *object = dup_object_filter (set, number, event->object);
  g_autofree char *kind = sl_event_text_kind (event->kind);
  g_autofree char *quoted = sl_filter_completion_quote (kind);

  self->is_item = TRUE;
  self->filter = object != NULL ? g_strdup_printf ("kind = %s and %s", quoted, object)
                                : g_strdup_printf ("kind = %s", quoted);
  return self;
}

/**
 * sl_place_new_in:
 * @trace: number in the document's set
 * @object: that it is about; 0 for none
 * @span: in ticks of the trace
 *
 * Returns: (transfer full): something that was recorded, or follows from that
 */
SlPlace *
sl_place_new_in (SlDocument *document, guint trace, guint32 object, SlSpan span)
{
  SlTraceSet *set = sl_document_get_trace_set (document);
  guint number = sl_document_limit_trace (document, trace);
  SlTime begin = sl_trace_set_to_reference (set, number, span.begin);
  SlTime end = sl_trace_set_to_reference (set, number, MAX (span.end, span.begin));
  SlPlace *self = sl_place_new ((SlSpan) { begin, end }, begin);

  self->is_item = TRUE;
  self->filter = dup_object_filter (set, number, object);
  return self;
}

static SlView
make_view (SlDocument *document)
{
  return sl_view_make (sl_trace_set_get_span (sl_document_get_trace_set (document)),
                       sl_view_state_get_visible (sl_document_get_state (document)), 1000);
}

/**
 * sl_place_zoom:
 *
 * Shows the span and nothing else; of an instant, what is around it.
 */
void
sl_place_zoom (const SlPlace *self, SlDocument *document)
{
  SlView view = make_view (document);
  SlSpan part;
  gint64 half;

  if (self->span.end > self->span.begin)
    {
      sl_document_show (document, self->span, SL_GESTURE_NONE);
      return;
    }

  half = MAX (sl_span_duration (view.visible) / (2 * INSTANT_ZOOM), 1);
  part = (SlSpan) { sl_time_add (self->time, -half), sl_time_add (self->time, half) };
  sl_document_show (document, part, SL_GESTURE_NONE);
}

/**
 * sl_place_center:
 *
 * Shows as much as now, with the place in the middle.
 */
void
sl_place_center (const SlPlace *self, SlDocument *document)
{
  SlView view = make_view (document);

  sl_document_show (document, sl_view_center (&view, self->time), SL_GESTURE_NONE);
}

void
sl_place_select (const SlPlace *self, SlDocument *document)
{
  SlViewState *state = sl_document_get_state (document);

  sl_document_take_state (document,
                          sl_view_state_with_selection (state, self->span.end > self->span.begin
                                                                   ? &self->span
                                                                   : NULL),
                          SL_GESTURE_NONE);
}

/**
 * sl_place_put_cursor:
 *
 * Delta time counts from cursor A.
 */
void
sl_place_put_cursor (const SlPlace *self, SlDocument *document, SlCursor cursor)
{
  g_autoptr (SlViewState) state =
      sl_view_state_with_cursor (sl_document_get_state (document), cursor, &self->time);

  sl_document_take_state (document,
                          cursor == SL_CURSOR_A ? sl_view_state_with_origin (state, self->time)
                                                : sl_view_state_ref (state),
                          SL_GESTURE_NONE);
}

void
sl_place_remove_cursor (const SlPlace *self, SlDocument *document)
{
  if (self->cursor < SL_N_CURSORS)
    sl_document_take_state (document,
                            sl_view_state_with_cursor (sl_document_get_state (document),
                                                       (SlCursor) self->cursor, NULL),
                            SL_GESTURE_NONE);
}

/**
 * sl_place_mark:
 *
 * Marks the span, or the instant; the marker is the chosen one then.
 */
void
sl_place_mark (const SlPlace *self, SlDocument *document)
{
  SlSpan span =
      self->span.end > self->span.begin ? self->span : (SlSpan) { self->time, self->time };

  sl_marker_edit_add_span (document, span);
}

/* Around an instant, so that it can be seen. */
static SlSpan
widen (SlDocument *document, SlTime time)
{
  SlSpan visible = sl_view_state_get_visible (sl_document_get_state (document));
  gint64 half = sl_span_duration (visible) / (2 * INSTANT_ZOOM);

  return (SlSpan) { MAX (time - half, visible.begin), MIN (time + half, visible.end) };
}

/**
 * sl_place_draw:
 * @form: not a flag
 *
 * Draws over the row, or where it is in none, over all rows: a box around the span, an arrow to the instant or a text at
 * it. What is drawn is the chosen marker then.
 */
void
sl_place_draw (const SlPlace *self, SlDocument *document, SlMarkerForm form)
{
  SlSpan span = { self->time, self->time };

  if (form == SL_MARKER_BOX)
    span = self->span.end > self->span.begin ? self->span : widen (document, self->time);
  sl_marker_edit_draw (document, form, span, self->row, self->row, SL_GESTURE_NONE);
}

/**
 * sl_place_filter:
 *
 * Lists and marks what the place is about; whether the rest is hidden stays as it is.
 */
void
sl_place_filter (const SlPlace *self, SlDocument *document)
{
  SlViewState *state = sl_document_get_state (document);
  g_autoptr (SlFilter) filter = self->filter != NULL ? sl_filter_parse (self->filter, NULL) : NULL;

  if (filter != NULL)
    sl_document_take_state (document,
                            sl_view_state_with_filter (state, filter,
                                                       sl_view_state_get_filter_hides (state)),
                            SL_GESTURE_NONE);
}

/**
 * sl_place_dup_time:
 *
 * Returns: (transfer full): its time, or begin and end, as the ruler counts, without spaces between digits, so that it can be
 *   typed elsewhere
 */
char *
sl_place_dup_time (const SlPlace *self, SlDocument *document)
{
  gboolean in_ticks = sl_view_state_get_axis (sl_document_get_state (document)) == SL_AXIS_TSC ||
                      !sl_clock_shows_time (sl_document_get_clock (document));
  gboolean is_span = self->span.end > self->span.begin;
  char *(*dup) (SlDocument *, SlTime) = in_ticks ? sl_event_text_tick : sl_event_text_elapsed;
  g_autofree char *begin = dup (document, is_span ? self->span.begin : self->time);
  g_autofree char *end = is_span ? dup (document, self->span.end) : NULL;
  g_autoptr (GString) text = g_string_new (begin);

  if (end != NULL)
    g_string_append_printf (text, " – %s", end);
  g_string_replace (text, "\u202f", "", 0);
  g_string_replace (text, "\u00a0", " ", 0);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/**
 * sl_place_find_between:
 * @span: (out): from one cursor to the other
 *
 * Returns: whether both are there, at different times
 */
gboolean
sl_place_find_between (SlDocument *document, SlSpan *span)
{
  SlViewState *state = sl_document_get_state (document);
  SlTime a, b;

  if (!sl_view_state_get_cursor (state, SL_CURSOR_A, &a) ||
      !sl_view_state_get_cursor (state, SL_CURSOR_B, &b) || a == b)
    return FALSE;

  *span = (SlSpan) { MIN (a, b), MAX (a, b) };
  return TRUE;
}
