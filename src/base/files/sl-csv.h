/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Cells of comma-separated values after RFC 4180. */

#include <glib.h>

G_BEGIN_DECLS

gboolean sl_csv_is_plain (const char *cell);
void sl_csv_append (GString *line, const char *cell);

G_END_DECLS
