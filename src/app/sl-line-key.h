/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What lines of a table are sorted by. */

/* Stands for a figure that a line does not have; such lines come last in either direction. */
#define SL_LINE_NO_KEY G_MAXINT64

int sl_line_key_compare (gint64 one, gint64 other, gboolean descending);

G_END_DECLS
