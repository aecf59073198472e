/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-marker-kind.h"

#include <glib/gi18n.h>

#include "sl-marker-edit.h"

/* What gets a length has this part of what is visible. */
#define LENGTH_PARTS 10

static const struct
{
  const char *title;
  SlMarkerForm form;
} kinds[SL_N_MARKER_KINDS] = {
  [SL_MARKER_KIND_INSTANT] = { N_ ("Instant"), SL_MARKER_FLAG },
  [SL_MARKER_KIND_SPAN] = { N_ ("Span"), SL_MARKER_FLAG },
  [SL_MARKER_KIND_BOX] = { N_ ("Box"), SL_MARKER_BOX },
  [SL_MARKER_KIND_ARROW] = { N_ ("Arrow"), SL_MARKER_ARROW },
  [SL_MARKER_KIND_TEXT] = { N_ ("Text"), SL_MARKER_TEXT },
};

/**
 * sl_marker_kind_get:
 */
SlMarkerKind
sl_marker_kind_get (const SlMarker *marker)
{
  SlMarkerKind kind = SL_MARKER_KIND_BOX;

  if (marker->form == SL_MARKER_FLAG)
    return sl_span_duration (marker->span) > 0 ? SL_MARKER_KIND_SPAN : SL_MARKER_KIND_INSTANT;

  while (kinds[kind].form != marker->form)
    kind++;
  return kind;
}

/**
 * sl_marker_kind_get_title:
 *
 * Returns: (transfer none): translated
 */
const char *
sl_marker_kind_get_title (SlMarkerKind kind)
{
  g_return_val_if_fail (kind < SL_N_MARKER_KINDS, NULL);

  return _ (kinds[kind].title);
}

/* What the user is at is the row that is meant; else all rows are. */
static const char *
find_row (SlDocument *document)
{
  const SlTarget *picked = sl_view_state_get_picked (sl_document_get_state (document));

  return picked->type != SL_TARGET_NONE ? picked->row : NULL;
}

/* From @begin on; where the trace ends before, up to its end. */
static SlSpan
make_span (SlDocument *document, SlTime begin)
{
  SlSpan extent = sl_trace_set_get_span (sl_document_get_trace_set (document));
  SlSpan visible = sl_view_state_get_visible (sl_document_get_state (document));
  gint64 length = MAX (sl_span_duration (visible) / LENGTH_PARTS, 1);
  SlTime end = extent.end - length >= begin ? begin + length : extent.end;

  /* At the very end, before it. */
  return end > begin ? (SlSpan) { begin, end }
                     : (SlSpan) { MAX (extent.begin, begin - length), begin };
}

/**
 * sl_marker_kind_set:
 * @id: of the marker, which is chosen from now on; where it is of that kind, nothing happens
 * @gesture: as in sl_document_take_state()
 *
 * Makes it another kind. It keeps where it begins, its name, colour and note, and what it has of length and rows as
 * far as the kind has any. A flag that is drawn over rows from now on is over that of what is picked, or over all.
 */
void
sl_marker_kind_set (SlDocument *document, guint id, SlMarkerKind kind, guint gesture)
{
  SlMarkers *markers = sl_view_state_get_markers (sl_document_get_state (document));
  const SlMarker *old = sl_markers_find (markers, id, NULL);
  SlMarker marker;

  g_return_if_fail (kind < SL_N_MARKER_KINDS);

  if (old == NULL || sl_marker_kind_get (old) == kind)
    return;

  marker = *old;
  marker.form = kinds[kind].form;
  if (kind == SL_MARKER_KIND_INSTANT)
    marker.span.end = marker.span.begin;
  if ((kind == SL_MARKER_KIND_SPAN || kind == SL_MARKER_KIND_BOX) &&
      sl_span_duration (marker.span) == 0)
    marker.span = make_span (document, marker.span.begin);
  if (marker.form == SL_MARKER_FLAG)
    {
      marker.row = marker.to_row = NULL;
      marker.points_back = FALSE;
    }
  else if (old->form == SL_MARKER_FLAG)
    {
      marker.row = marker.to_row = find_row (document);
    }
  sl_marker_edit_change (document, &marker, gesture);
}
