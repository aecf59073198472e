/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What a marker is for the user, who can make another kind of it. */

#include "sl-document.h"

G_BEGIN_DECLS

typedef enum
{
  SL_MARKER_KIND_INSTANT,
  SL_MARKER_KIND_SPAN,
  SL_MARKER_KIND_BOX,
  SL_MARKER_KIND_ARROW,
  SL_MARKER_KIND_TEXT,
  SL_N_MARKER_KINDS,
} SlMarkerKind;

SlMarkerKind sl_marker_kind_get (const SlMarker *marker);
const char *sl_marker_kind_get_title (SlMarkerKind kind);
void sl_marker_kind_set (SlDocument *document, guint id, SlMarkerKind kind, guint gesture);

G_END_DECLS
