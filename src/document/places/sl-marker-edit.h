/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Changes of the user's markers, each one step of undo. */

#include "sl-document.h"

G_BEGIN_DECLS

/* What of a marker is moved. */
typedef enum
{
  SL_MARKER_WHOLE, /* at its beginning */
  SL_MARKER_BEGIN,
  SL_MARKER_END,
} SlMarkerPart;

guint sl_marker_edit_add (SlDocument *document, SlTime time);
guint sl_marker_edit_add_span (SlDocument *document, SlSpan span);
guint sl_marker_edit_draw (SlDocument *document,
                           SlMarkerForm form,
                           SlSpan span,
                           const char *row,
                           const char *to_row,
                           guint gesture);
void sl_marker_edit_stretch (SlDocument *document,
                             guint id,
                             SlTime from,
                             const char *from_row,
                             SlTime to,
                             const char *to_row,
                             guint gesture);
void sl_marker_edit_shift (SlDocument *document,
                           guint id,
                           const char *row,
                           const char *to_row,
                           int by,
                           guint gesture);
void sl_marker_edit_nudge (SlDocument *document,
                           guint id,
                           SlMarkerPart part,
                           gint64 ticks,
                           int rows,
                           guint gesture);
void sl_marker_edit_change (SlDocument *document, const SlMarker *marker, guint gesture);
void sl_marker_edit_move (SlDocument *document,
                          guint id,
                          SlSpan from,
                          SlMarkerPart part,
                          SlTime time,
                          guint gesture);
void sl_marker_edit_delete (SlDocument *document, guint id);
void sl_marker_edit_go_to (SlDocument *document, guint id);
gboolean sl_marker_edit_step (SlDocument *document, int direction);
const SlMarker *sl_marker_edit_get_chosen (SlDocument *document);

G_END_DECLS
