/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-document.h"

G_BEGIN_DECLS

/* What can be done with the axis of a map of pages or ports, by key, menu or pointer alike. @row is
 * its key, which may be %NULL or that of a row without a map: then nothing happens. */
gboolean sl_address_edit_has_axis (SlDocument *document, const char *row);
gboolean
sl_address_edit_find_row (SlDocument *document, guint trace, SlPlane plane, const char **row);
void sl_address_edit_zoom (SlDocument *document,
                           const char *row,
                           double place,
                           double factor,
                           guint gesture);
void sl_address_edit_pan (SlDocument *document, const char *row, double by, guint gesture);
void sl_address_edit_show_all (SlDocument *document, const char *row);
void sl_address_edit_set_scale (SlDocument *document, const char *row, SlAddressScale scale);
void sl_address_edit_next_scale (SlDocument *document, const char *row);
void sl_address_edit_reveal (SlDocument *document, const char *row, guint64 address, guint gesture);

G_END_DECLS
