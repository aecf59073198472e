/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Finds out what the code of a document's traces is called: reads the files that the user gave and,
 * where he allows it, those that the traces name, in a thread, whenever others are given. */

#include <gtk/gtk.h>

#include "sl-document.h"

G_BEGIN_DECLS

void sl_code_loader_attach (SlDocument *document, GtkWidget *page);
gboolean sl_code_loader_is_refused (SlDocument *document, guint trace);
void sl_code_loader_ask_again (SlDocument *document, guint trace);

G_END_DECLS
