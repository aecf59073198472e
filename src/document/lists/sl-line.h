/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* One line of a list: a place in an immutable table of a trace. Made when the line comes into sight. */

#include <glib-object.h>

G_BEGIN_DECLS

#define SL_TYPE_LINE (sl_line_get_type ())
G_DECLARE_FINAL_TYPE (SlLine, sl_line, SL, LINE, GObject)

SlLine *sl_line_new (gpointer table, GDestroyNotify unref, guint trace, guint number);

gpointer sl_line_get_table (SlLine *self);
guint sl_line_get_trace (SlLine *self);
guint sl_line_get_number (SlLine *self);

G_END_DECLS
