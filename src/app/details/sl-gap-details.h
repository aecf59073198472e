/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What the details panel says of a stretch that was not recorded. */

#include <gtk/gtk.h>

#include "sl-document.h"

G_BEGIN_DECLS

gboolean sl_gap_details_append (GtkBox *box, SlDocument *document, const SlTarget *target);

G_END_DECLS
