/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Where a line of text leads: a time, an event, a place in the file, an address, a row, a marker. */

#include "sl-go-to-place.h"

G_BEGIN_DECLS

SlGoTo *sl_go_to_parse (SlDocument *document, const char *text, GError **error);
gboolean sl_go_to_run (const SlGoTo *self, SlDocument *document);

G_END_DECLS
