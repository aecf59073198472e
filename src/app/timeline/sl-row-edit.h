/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "sl-document.h"

G_BEGIN_DECLS

/* What can be done with a row, by key, menu or pointer alike. @row is its key, which may be
 * %NULL or that of a row that is gone: then nothing happens. */
void sl_row_edit_toggle_group (SlDocument *document, const char *row);
void sl_row_edit_toggle_pin (SlDocument *document, const char *row);
void sl_row_edit_hide (SlDocument *document, const char *row);
void sl_row_edit_toggle_separator (SlDocument *document, const char *row);
void sl_row_edit_toggle_part (SlDocument *document, const char *row, SlRowPart part);
void sl_row_edit_show_hidden (SlDocument *document);
void sl_row_edit_show_all (SlDocument *document);
void sl_row_edit_rename (SlDocument *document, const char *row, GtkWidget *parent);
void sl_row_edit_group (SlDocument *document, const char *row, GtkWidget *parent);
void sl_row_edit_find_idle (SlDocument *document, const char *row);
void sl_row_edit_set_idle (SlDocument *document, const char *row);
void sl_row_edit_set_cursor (SlDocument *document, SlCursor cursor, SlTime time);

G_END_DECLS
