/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-timeline-widget.h"

G_BEGIN_DECLS

#define SL_TYPE_EXPORT_DIALOG (sl_export_dialog_get_type ())
G_DECLARE_FINAL_TYPE (SlExportDialog, sl_export_dialog, SL, EXPORT_DIALOG, AdwWindow)

void sl_export_dialog_present (SlTimelineWidget *timeline, SlDocument *document, GtkWindow *parent);

G_END_DECLS
