/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What can come next in the filter, in a list below the entry while it is typed. */

#include "sl-filter-completion.h"
#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef struct _SlFilterPopup SlFilterPopup;

SlFilterPopup *sl_filter_popup_new (GtkWidget *parent, GtkEditable *entry);
void sl_filter_popup_free (SlFilterPopup *self);
void sl_filter_popup_set_traces (SlFilterPopup *self, SlTraceSet *set);
void sl_filter_popup_close (SlFilterPopup *self);

G_END_DECLS
