/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-document.h"
#include "sl-palette.h"

G_BEGIN_DECLS

char *sl_event_text_kind (guint16 kind) G_GNUC_WARN_UNUSED_RESULT;
char *sl_event_text_kind_title (guint16 kind) G_GNUC_WARN_UNUSED_RESULT;
char *sl_event_text_elapsed (SlDocument *document, SlTime time) G_GNUC_WARN_UNUSED_RESULT;
char *
sl_event_text_duration (SlDocument *document, guint trace, SlSpan span) G_GNUC_WARN_UNUSED_RESULT;
char *sl_event_text_signed_duration (SlDocument *document, guint trace, SlTime begin, gint64 ticks)
    G_GNUC_WARN_UNUSED_RESULT;
char *sl_event_text_difference (SlDocument *document, gint64 ticks) G_GNUC_WARN_UNUSED_RESULT;
const char *sl_event_text_axis_title (SlDocument *document, SlAxis axis);
const char *sl_event_text_delta_title (SlDocument *document);
char *sl_event_text_tick (SlDocument *document, SlTime time) G_GNUC_WARN_UNUSED_RESULT;
char *
sl_event_text_object (SlDocument *document, guint trace, guint32 object) G_GNUC_WARN_UNUSED_RESULT;
char *
sl_event_text_title (SlDocument *document, guint trace, guint32 object) G_GNUC_WARN_UNUSED_RESULT;
char *sl_event_text_object_of_several (SlDocument *document,
                                       guint trace,
                                       guint32 object) G_GNUC_WARN_UNUSED_RESULT;
char *
sl_event_text_elapsed_of (SlDocument *document, guint trace, SlTime time) G_GNUC_WARN_UNUSED_RESULT;
char *sl_event_text_parameter (SlAnnotations *annotations,
                               const SlEvent *event,
                               gboolean b) G_GNUC_WARN_UNUSED_RESULT;
char *sl_event_text_detail (SlAnnotations *annotations,
                            const SlEvent *event) G_GNUC_WARN_UNUSED_RESULT;
char *sl_event_text_cpu (SlTrace *trace, const SlEvent *event) G_GNUC_WARN_UNUSED_RESULT;
char *sl_event_text_offset (SlTrace *trace, guint64 offset) G_GNUC_WARN_UNUSED_RESULT;
gboolean sl_event_text_get_colour (SlDocument *document,
                                   guint trace,
                                   guint32 object,
                                   const SlPalette *palette,
                                   guint32 *colour);

G_END_DECLS
