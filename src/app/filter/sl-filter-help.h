/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "sl-trace.h"

G_BEGIN_DECLS

void sl_filter_help_suggest (SlTrace *trace, GtkEditable *entry);
void sl_filter_help_fill (GtkBox *box, SlTrace *trace, GtkEditable *entry);
void sl_filter_help_take (GtkWidget *button, GtkEditable *entry);

G_END_DECLS
