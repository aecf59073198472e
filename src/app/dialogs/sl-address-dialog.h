/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "sl-event-jump.h"

G_BEGIN_DECLS

void sl_address_dialog_present (SlDocument *document, SlEventJump *jump, GtkWindow *parent);

G_END_DECLS
