/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-document.h"
#include "sl-wake.h"

G_BEGIN_DECLS

GArray *sl_wake_link_dup_picked (SlDocument *document, guint *n_first);
void sl_wake_link_go_to (SlDocument *document, guint trace, const SlWake *wake);
void sl_wake_link_step (SlDocument *document, int direction);

G_END_DECLS
