/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "sl-document.h"

G_BEGIN_DECLS

#define SL_TYPE_NOTES_PANEL (sl_notes_panel_get_type ())
G_DECLARE_FINAL_TYPE (SlNotesPanel, sl_notes_panel, SL, NOTES_PANEL, AdwBin)

void sl_notes_panel_set_document (SlNotesPanel *self, SlDocument *document);
guint sl_notes_panel_count (SlDocument *document);

G_END_DECLS
