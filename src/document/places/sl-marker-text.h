/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What is said of markers. */

#include "sl-document.h"

G_BEGIN_DECLS

char *sl_marker_text_when (SlDocument *document, const SlMarker *marker) G_GNUC_WARN_UNUSED_RESULT;
char *
sl_marker_text_distance (SlDocument *document, SlTime from, SlTime to) G_GNUC_WARN_UNUSED_RESULT;
char *sl_marker_text_length (SlDocument *document,
                             const SlMarker *marker) G_GNUC_WARN_UNUSED_RESULT;
char *sl_marker_text_title (const SlMarker *marker) G_GNUC_WARN_UNUSED_RESULT;
char *sl_marker_text_describe (SlDocument *document,
                               const SlMarker *marker) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
