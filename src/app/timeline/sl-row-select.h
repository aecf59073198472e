/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Rows that the user has selected to do one thing with all of them, and what can be done with them. @row is the key of
 * the row that is meant where it is not among the selected ones; where it is, all of these are meant. */

#include "sl-document.h"

G_BEGIN_DECLS

void sl_row_select_toggle (SlDocument *document, const char *row);
void sl_row_select_extend (SlDocument *document, const char *row);
void sl_row_select_clear (SlDocument *document);
const char *sl_row_select_find (SlDocument *document, const char *focused);
guint sl_row_select_count (SlDocument *document, const char *row);
void sl_row_select_set (SlDocument *document, const char *row, SlNameSet set, gboolean present);
void sl_row_select_move (SlDocument *document, const char *row, int direction);
void sl_row_select_show_only (SlDocument *document, const char *row);
void sl_row_select_show_group (SlDocument *document, const char *heading);
void sl_row_select_group (SlDocument *document, const char *row, const char *group);
void sl_row_select_set_height (SlDocument *document, const char *row, double height, guint gesture);
void sl_row_select_scale (SlDocument *document, const char *row, int direction);

G_END_DECLS
