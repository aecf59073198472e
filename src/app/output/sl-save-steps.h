/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* All decisions of the scheduler, as stepping shows them one by one, in a file. */

#include <gtk/gtk.h>

#include "sl-document.h"

G_BEGIN_DECLS

void sl_save_steps_ask (GtkWidget *widget, SlDocument *document);

G_END_DECLS
