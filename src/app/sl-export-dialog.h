/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-trace-page.h"

G_BEGIN_DECLS

void sl_export_dialog_present (SlTracePage *page, GtkWindow *parent);

G_END_DECLS
