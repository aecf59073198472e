/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Rows and markers by their names. */

#include "sl-go-to-place.h"

G_BEGIN_DECLS

int sl_go_to_name_rate (const char *name, const char *folded);
void sl_go_to_name_set_ambiguous (const GPtrArray *names, const char *text, GError **error);
SlGoTo *sl_go_to_name_find (SlDocument *document, const char *text, GError **error);
void sl_go_to_row (SlDocument *document, const char *row);
void sl_go_to_row_once_there (SlDocument *document, const char *row);

G_END_DECLS
