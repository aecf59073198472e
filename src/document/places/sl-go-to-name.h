/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Rows and markers by their names. */

#include "sl-go-to-place.h"

G_BEGIN_DECLS

SlGoTo *sl_go_to_name_find (SlDocument *document, const char *text, GError **error);
void sl_go_to_row (SlDocument *document, const char *row);

G_END_DECLS
