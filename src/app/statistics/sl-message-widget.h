/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "sl-bus-statistics.h"

G_BEGIN_DECLS

/* What the branch trace messages of a bus amount to: their share of the cycles, what the branches
 * were, and how late the bus heard of them. Not there where a bus has none. */
#define SL_TYPE_MESSAGE_WIDGET (sl_message_widget_get_type ())
G_DECLARE_FINAL_TYPE (SlMessageWidget, sl_message_widget, SL, MESSAGE_WIDGET, GtkBox)

void sl_message_widget_set_statistics (SlMessageWidget *self,
                                       const SlBusStatistics *statistics,
                                       SlClock *clock);

G_END_DECLS
