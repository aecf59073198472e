/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "sl-job-link.h"

G_BEGIN_DECLS

void sl_job_details_fill (GtkBox *box, SlDocument *document, SlJobRef ref, const char *picked);

G_END_DECLS
