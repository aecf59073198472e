/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The filters that the user keeps, in a popover: to be taken, saved, renamed and removed. */

#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef struct _SlFilterSaved SlFilterSaved;

SlFilterSaved *sl_filter_saved_new (GtkBox *box, GtkEditable *entry, GSettings *settings);
void sl_filter_saved_free (SlFilterSaved *self);
void sl_filter_saved_follow (SlFilterSaved *self, const char *text);

G_END_DECLS
