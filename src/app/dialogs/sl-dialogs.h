/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "sl-document.h"
#include "sl-event-jump.h"
#include "sl-live-capture.h"
#include "sl-page-window.h"
#include "sl-timeline-widget.h"

G_BEGIN_DECLS

/* The dialogs about what a window shows. */

void sl_address_dialog_present (SlDocument *document, SlEventJump *jump, GtkWindow *parent);

void sl_compare_dialog_present (SlDocument *document, GtkWindow *parent);

#define SL_TYPE_EXPORT_DIALOG (sl_export_dialog_get_type ())
G_DECLARE_FINAL_TYPE (SlExportDialog, sl_export_dialog, SL, EXPORT_DIALOG, AdwWindow)

void sl_export_dialog_present (SlTimelineWidget *timeline, SlDocument *document, GtkWindow *parent);

void sl_go_to_dialog_present (SlDocument *document,
                              SlEventJump *jump,
                              SlTimelineWidget *timeline,
                              GtkWindow *parent);

void sl_rate_dialog_present (SlDocument *document, guint trace, GtkWindow *parent);

/* Gets what has begun. */
typedef void (*SlCaptureFunc) (GtkWindow *window, SlLiveCapture *capture);

void sl_receive_dialog_present (GtkWindow *parent, SlCaptureFunc begun);

void sl_record_dialog_present (GtkWindow *parent, SlCaptureFunc begun);

void sl_symbols_dialog_present (SlDocument *document, guint trace, GtkWindow *parent);

#define SL_TYPE_TRACES_DIALOG (sl_traces_dialog_get_type ())
G_DECLARE_FINAL_TYPE (SlTracesDialog, sl_traces_dialog, SL, TRACES_DIALOG, SlPageWindow)

void sl_traces_dialog_present (SlDocument *document, GtkWindow *parent);

char *sl_traces_dialog_print_offset (SlClock *clock, gint64 offset) G_GNUC_WARN_UNUSED_RESULT;
gboolean
sl_traces_dialog_parse_offset (const char *text, SlClock *clock, gint64 *offset, GError **error);

G_END_DECLS
