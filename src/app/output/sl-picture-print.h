/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What is shown, on paper. */

#include <gtk/gtk.h>

#include "sl-document.h"
#include "sl-timeline-widget.h"

G_BEGIN_DECLS

GtkPrintOperation *
sl_picture_print_new (SlTimelineWidget *timeline, SlDocument *document, const char *title);
void sl_picture_print_ask (SlTimelineWidget *timeline, SlDocument *document, GtkWindow *parent);

G_END_DECLS
