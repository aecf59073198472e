/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-trace-view.h"

G_BEGIN_DECLS

GtkColumnView *sl_command_columns_find_view (SlTraceView *page);

G_END_DECLS
