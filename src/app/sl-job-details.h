/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "sl-document.h"

G_BEGIN_DECLS

void sl_job_details_fill (GtkBox *box, SlDocument *document, guint number);

G_END_DECLS
