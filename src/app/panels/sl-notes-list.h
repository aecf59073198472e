/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "sl-document.h"

G_BEGIN_DECLS

#define SL_TYPE_NOTES_LIST (sl_notes_list_get_type ())
G_DECLARE_FINAL_TYPE (SlNotesList, sl_notes_list, SL, NOTES_LIST, AdwBin)

void sl_notes_list_set_document (SlNotesList *self, SlDocument *document);
guint sl_notes_list_count (SlDocument *document);

G_END_DECLS
