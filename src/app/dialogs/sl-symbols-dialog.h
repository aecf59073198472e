/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "sl-document.h"

G_BEGIN_DECLS

void sl_symbols_dialog_present (SlDocument *document, guint trace, GtkWindow *parent);

G_END_DECLS
