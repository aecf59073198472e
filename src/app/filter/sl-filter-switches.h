/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Switches for families of events and for their kinds. */

#include <gtk/gtk.h>

#include "sl-document.h"

G_BEGIN_DECLS

typedef struct _SlFilterSwitches SlFilterSwitches;

SlFilterSwitches *sl_filter_switches_new (GtkBox *box);
void sl_filter_switches_free (SlFilterSwitches *self);
void sl_filter_switches_fill (SlFilterSwitches *self, SlDocument *document);
guint sl_filter_switches_follow (SlFilterSwitches *self);
guint sl_filter_switches_count (SlFilterSwitches *self);

G_END_DECLS
