/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What lines of a table are sorted by, and lines that are nothing but that and a place: the item of a
 * line is made when it comes into sight. */

#include <glib.h>

G_BEGIN_DECLS

/* Stands for a figure that a line does not have; such lines come last in either direction. */
#define SL_LINE_NO_KEY G_MAXINT64

/**
 * SlLine:
 * @key: a figure or %SL_LINE_NO_KEY
 * @trace: whose line it is
 * @number: its place in what the table shows of that trace
 */
typedef struct
{
  gint64 key;
  guint trace;
  guint number;
} SlLine;

int sl_line_key_compare (gint64 one, gint64 other, gboolean descending);
void sl_lines_sort (GArray *lines, gboolean descending);

G_END_DECLS
