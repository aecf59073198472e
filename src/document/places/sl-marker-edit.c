/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-marker-edit.h"

#include <glib/gi18n.h>

#include "sl-palette.h"
#include "sl-view.h"

static SlMarkers *
get_markers (SlDocument *document)
{
  return sl_view_state_get_markers (sl_document_get_state (document));
}

/* (transfer full): the state with the marker, which is the chosen one from now on */
static SlViewState *
put (SlViewState *state, const SlMarker *marker)
{
  g_autoptr (SlMarkers) markers = sl_markers_with (sl_view_state_get_markers (state), marker);
  g_autoptr (SlViewState) marked = sl_view_state_with_markers (state, markers);

  return sl_view_state_with_chosen_marker (marked, marker->id);
}

/* Of a span that is selected, the selection goes. */
static guint
add (SlDocument *document, SlSpan span, gboolean clears)
{
  SlViewState *state = sl_document_get_state (document);
  SlMarkers *markers = get_markers (document);
  SlMarker marker = { .id = sl_markers_get_free_id (markers), .span = span, .text = "" };
  g_autoptr (SlViewState) before =
      clears ? sl_view_state_with_selection (state, NULL) : sl_view_state_ref (state);
  g_autofree char *name = NULL;

  for (guint i = 0; i < sl_markers_get_count (markers); i++)
    if (sl_markers_get (markers, i)->form == SL_MARKER_FLAG &&
        sl_span_equal (sl_markers_get (markers, i)->span, marker.span))
      {
        guint id = sl_markers_get (markers, i)->id;

        sl_document_take_state (document, sl_view_state_with_chosen_marker (state, id),
                                SL_GESTURE_NONE);
        return id;
      }

  name = g_strdup_printf (span.end > span.begin ? _ ("Span %u") : _ ("Marker %u"), marker.id);
  marker.name = name;
  marker.colour = (marker.id - 1) % SL_PALETTE_OBJECTS;
  sl_document_take_state (document, put (before, &marker), SL_GESTURE_NONE);
  return marker.id;
}

/**
 * sl_marker_edit_add:
 * @time: reference tick; ignored while a span is selected
 *
 * Marks the selected span and clears the selection, or, without a selection, marks the instant. If a marker
 * at exactly that place exists, it is chosen instead.
 *
 * Returns: id of the marker
 */
guint
sl_marker_edit_add (SlDocument *document, SlTime time)
{
  SlSpan span = { time, time };
  gboolean is_selected = sl_view_state_get_selection (sl_document_get_state (document), &span);

  return add (document, span, is_selected);
}

/**
 * sl_marker_edit_add_span:
 * @span: in reference ticks; begin and end are the same for an instant
 *
 * As sl_marker_edit_add(), whatever is selected.
 *
 * Returns: id of the marker
 */
guint
sl_marker_edit_add_span (SlDocument *document, SlSpan span)
{
  return add (document, span, FALSE);
}

static char *
dup_drawing_name (SlMarkerForm form, guint id)
{
  switch (form)
    {
    case SL_MARKER_BOX:
      return g_strdup_printf (_ ("Box %u"), id);
    case SL_MARKER_ARROW:
      return g_strdup_printf (_ ("Arrow %u"), id);
    case SL_MARKER_TEXT:
    case SL_MARKER_FLAG:
    case SL_N_MARKER_FORMS:
    default:
      return g_strdup_printf (_ ("Text %u"), id);
    }
}

/**
 * sl_marker_edit_draw:
 * @form: not a flag
 * @span: in reference ticks
 * @row: (nullable): key of the row where it begins; %NULL for all rows
 * @to_row: (nullable): key of the row where it ends
 * @gesture: as in sl_document_take_state()
 *
 * Draws over rows. What is selected as a span is not selected any more.
 *
 * Returns: id of the marker, which is chosen from now on
 */
guint
sl_marker_edit_draw (SlDocument *document,
                     SlMarkerForm form,
                     SlSpan span,
                     const char *row,
                     const char *to_row,
                     guint gesture)
{
  guint id = sl_markers_get_free_id (get_markers (document));
  g_autofree char *name = dup_drawing_name (form, id);
  SlMarker marker = { .id = id,
                      .span = span,
                      .name = name,
                      .text = "",
                      .colour = (id - 1) % SL_PALETTE_OBJECTS,
                      .form = form,
                      .row = row,
                      .to_row = to_row };
  g_autoptr (SlViewState) before =
      sl_view_state_with_selection (sl_document_get_state (document), NULL);

  sl_document_take_state (document, put (before, &marker), gesture);
  return id;
}

/**
 * sl_marker_edit_stretch:
 * @id: of a marker that is drawn over rows
 * @from: reference tick of the end that stays
 * @from_row: key of the row of that end; "" for all rows
 * @to: reference tick of the end to which it is drawn
 * @to_row: key of the row of this end
 * @gesture: as in sl_document_take_state()
 */
void
sl_marker_edit_stretch (SlDocument *document,
                        guint id,
                        SlTime from,
                        const char *from_row,
                        SlTime to,
                        const char *to_row,
                        guint gesture)
{
  const SlMarker *old = sl_markers_find (get_markers (document), id, NULL);
  SlSpan extent = sl_trace_set_get_span (sl_document_get_trace_set (document));
  SlMarker marker;

  if (old == NULL)
    return;

  marker = *old;
  to = CLAMP (to, extent.begin, extent.end);
  marker.points_back = to < from;
  marker.span = (SlSpan) { MIN (from, to), MAX (from, to) };
  marker.row = marker.points_back ? to_row : from_row;
  marker.to_row = marker.points_back ? from_row : to_row;
  sl_document_take_state (document, put (sl_document_get_state (document), &marker), gesture);
}

/* The key of the row that is @by rows below; of a row that is not shown, its own. */
static const char *
find_row (SlRows *rows, const char *key, int by)
{
  guint row;

  if (!sl_rows_find (rows, key, &row))
    return key;

  return sl_rows_get (rows, (guint) CLAMP ((int) row + by, 0, (int) sl_rows_get_count (rows) - 1))
      ->key;
}

/**
 * sl_marker_edit_shift:
 * @id: of a marker that is drawn over rows
 * @row: key of the row where it began when it was taken hold of
 * @to_row: key of the row where it ended
 * @by: how many rows below these it is now, as rows are shown
 * @gesture: as in sl_document_take_state()
 */
void
sl_marker_edit_shift (SlDocument *document,
                      guint id,
                      const char *row,
                      const char *to_row,
                      int by,
                      guint gesture)
{
  SlRows *rows = sl_document_get_rows (document);
  const SlMarker *old = sl_markers_find (get_markers (document), id, NULL);
  SlMarker marker;

  if (old == NULL || old->form == SL_MARKER_FLAG)
    return;

  marker = *old;
  marker.row = find_row (rows, row, by);
  marker.to_row = find_row (rows, to_row, by);
  sl_document_take_state (document, put (sl_document_get_state (document), &marker), gesture);
}

/**
 * sl_marker_edit_change:
 * @marker: takes the place of the one with its id; without a name it keeps that of the other
 * @gesture: as in sl_document_take_state()
 */
void
sl_marker_edit_change (SlDocument *document, const SlMarker *marker, guint gesture)
{
  const SlMarker *old = sl_markers_find (get_markers (document), marker->id, NULL);
  g_autofree char *name = g_strstrip (g_strdup (marker->name));
  SlMarker changed = *marker;

  if (old == NULL)
    return;

  changed.name = name[0] != '\0' ? name : old->name;
  sl_document_take_state (document, put (sl_document_get_state (document), &changed), gesture);
}

static SlSpan
move_span (SlSpan extent, SlSpan from, SlMarkerPart part, SlTime time)
{
  SlTime other = part == SL_MARKER_END ? from.begin : from.end;
  gint64 duration = sl_span_duration (from);

  if (part == SL_MARKER_WHOLE)
    {
      time = CLAMP (time, extent.begin, MAX (extent.end - duration, extent.begin));
      return (SlSpan) { time, time + duration };
    }

  time = CLAMP (time, extent.begin, extent.end);
  return time != other ? (SlSpan) { MIN (time, other), MAX (time, other) } : from;
}

/**
 * sl_marker_edit_move:
 * @id: of the marker, which is chosen from now on
 * @from: where it was when it was taken hold of, in reference ticks
 * @part: what of it goes
 * @time: reference tick that @part goes to; what is outside the traces goes to their edge
 * @gesture: as in sl_document_take_state()
 *
 * A marker that is moved as a whole keeps its length. An end that is moved beyond the other becomes
 * the other end; a span never becomes an instant.
 */
void
sl_marker_edit_move (SlDocument *document,
                     guint id,
                     SlSpan from,
                     SlMarkerPart part,
                     SlTime time,
                     guint gesture)
{
  const SlMarker *old = sl_markers_find (get_markers (document), id, NULL);
  SlMarker moved;

  if (old == NULL)
    return;

  moved = *old;
  moved.span =
      move_span (sl_trace_set_get_span (sl_document_get_trace_set (document)), from, part, time);
  sl_document_take_state (document, put (sl_document_get_state (document), &moved), gesture);
}

/* The end to which it is drawn goes on; a flag has no rows. */
static void
nudge_end (SlDocument *document, const SlMarker *marker, gint64 ticks, int rows, guint gesture)
{
  gboolean back = marker->points_back;
  const char *row = back ? marker->to_row : marker->row;
  const char *to_row = back ? marker->row : marker->to_row;

  if (marker->form == SL_MARKER_FLAG)
    sl_marker_edit_move (document, marker->id, marker->span, SL_MARKER_END,
                         marker->span.end + ticks, gesture);
  else
    sl_marker_edit_stretch (document, marker->id, back ? marker->span.end : marker->span.begin, row,
                            (back ? marker->span.begin : marker->span.end) + ticks,
                            find_row (sl_document_get_rows (document),
                                      to_row[0] != '\0' ? to_row : row, rows),
                            gesture);
}

/**
 * sl_marker_edit_nudge:
 * @id: of the marker, which is chosen from now on
 * @part: %SL_MARKER_WHOLE, or %SL_MARKER_END for the end to which it was drawn
 * @ticks: of the reference clock that it goes on, not above the length of the traces
 * @rows: how many rows down, as rows are shown; a flag is in none
 * @gesture: as in sl_document_take_state()
 *
 * Moves or stretches it from where it is, for those who have no pointer.
 */
void
sl_marker_edit_nudge (SlDocument *document,
                      guint id,
                      SlMarkerPart part,
                      gint64 ticks,
                      int rows,
                      guint gesture)
{
  const SlMarker *marker = sl_markers_find (get_markers (document), id, NULL);

  if (marker == NULL)
    return;
  if (part == SL_MARKER_END)
    nudge_end (document, marker, ticks, rows, gesture);
  else if (ticks != 0)
    sl_marker_edit_move (document, id, marker->span, SL_MARKER_WHOLE, marker->span.begin + ticks,
                         gesture);
  else
    sl_marker_edit_shift (document, id, marker->row, marker->to_row, rows, gesture);
}

/**
 * sl_marker_edit_delete:
 * @id: of the marker; where it was chosen, the next one is chosen, or else the one before
 */
void
sl_marker_edit_delete (SlDocument *document, guint id)
{
  SlViewState *state = sl_document_get_state (document);
  SlMarkers *markers = get_markers (document);
  const SlMarker *next = sl_markers_step (markers, id, 0, 1);
  g_autoptr (SlMarkers) rest = NULL;
  g_autoptr (SlViewState) without = NULL;

  if (sl_markers_find (markers, id, NULL) == NULL)
    return;

  if (next == NULL)
    next = sl_markers_step (markers, id, 0, -1);
  rest = sl_markers_without (markers, id);
  without = sl_view_state_with_markers (state, rest);
  if (sl_view_state_get_chosen_marker (state) == id && next != NULL)
    sl_document_take_state (document, sl_view_state_with_chosen_marker (without, next->id),
                            SL_GESTURE_NONE);
  else
    sl_document_take_state (document, g_steal_pointer (&without), SL_GESTURE_NONE);
}

/**
 * sl_marker_edit_go_to:
 * @id: of the marker that is chosen from now on
 *
 * Moves the view to it where it is out of sight.
 */
void
sl_marker_edit_go_to (SlDocument *document, guint id)
{
  SlViewState *state = sl_document_get_state (document);
  const SlMarker *marker = sl_markers_find (get_markers (document), id, NULL);
  guint gesture = sl_view_history_new_gesture (sl_document_get_history (document));
  SlView view;

  if (marker == NULL)
    return;

  view = sl_view_make (sl_trace_set_get_span (sl_document_get_trace_set (document)),
                       sl_view_state_get_visible (state), 1000);
  sl_document_take_state (document, sl_view_state_with_chosen_marker (state, id), gesture);
  sl_document_show (document, sl_view_reveal (&view, marker->span), gesture);
}

static gboolean
is_in_sight (const SlMarker *marker, SlSpan visible)
{
  return marker->span.begin < visible.end && marker->span.end >= visible.begin;
}

/**
 * sl_marker_edit_step:
 * @direction: 1 to the next, -1 to the one before
 *
 * Goes on from the chosen marker while it is in sight, else from the middle of what is visible.
 *
 * Returns: whether there was one to go to
 */
gboolean
sl_marker_edit_step (SlDocument *document, int direction)
{
  SlSpan visible = sl_view_state_get_visible (sl_document_get_state (document));
  const SlMarker *chosen = sl_marker_edit_get_chosen (document);
  guint from = chosen != NULL && is_in_sight (chosen, visible) ? chosen->id : 0;
  SlTime middle = visible.begin + sl_span_duration (visible) / 2;
  const SlMarker *found = sl_markers_step (get_markers (document), from, middle, direction);

  if (found != NULL)
    sl_marker_edit_go_to (document, found->id);
  return found != NULL;
}

/**
 * sl_marker_edit_get_chosen:
 *
 * Returns: (nullable) (transfer none): the marker that the user is at; good until the next change
 */
const SlMarker *
sl_marker_edit_get_chosen (SlDocument *document)
{
  SlViewState *state = sl_document_get_state (document);

  return sl_markers_find (sl_view_state_get_markers (state),
                          sl_view_state_get_chosen_marker (state), NULL);
}
