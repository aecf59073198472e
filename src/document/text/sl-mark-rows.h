/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-document.h"

G_BEGIN_DECLS

/* Rows of what the traced program logs under numbers: one for all of them, one for each that has a name or
 * is asked for, and spans from one to another. @row is the key of a row; of another one nothing happens. */
GMenuModel *sl_mark_rows_make_menu (SlDocument *document, const char *row);
void sl_mark_rows_toggle (SlDocument *document, const char *row);
char *sl_mark_rows_pair (SlDocument *document, const char *row, const char *reference);

G_END_DECLS
