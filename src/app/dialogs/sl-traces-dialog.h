/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "sl-document.h"

G_BEGIN_DECLS

#define SL_TYPE_TRACES_DIALOG (sl_traces_dialog_get_type ())
G_DECLARE_FINAL_TYPE (SlTracesDialog, sl_traces_dialog, SL, TRACES_DIALOG, AdwPreferencesWindow)

void sl_traces_dialog_present (SlDocument *document, GtkWindow *parent);

char *sl_traces_dialog_print_offset (SlClock *clock, gint64 offset) G_GNUC_WARN_UNUSED_RESULT;
gboolean
sl_traces_dialog_parse_offset (const char *text, SlClock *clock, gint64 *offset, GError **error);

G_END_DECLS
