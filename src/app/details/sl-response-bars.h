/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "sl-job-link.h"

G_BEGIN_DECLS

void sl_response_bars_append (GtkBox *box, SlDocument *document, SlJobRef ref);

G_END_DECLS
