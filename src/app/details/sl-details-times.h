/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "sl-document.h"

G_BEGIN_DECLS

void sl_details_times_add (SlDocument *document, GtkListBox *list, const char *name, SlTime time);
void sl_details_times_add_span (SlDocument *document, GtkListBox *list, SlSpan span);
void sl_details_times_append_cursors (GtkBox *box, SlDocument *document);
void sl_details_times_append_selection (GtkBox *box, SlDocument *document);

G_END_DECLS
