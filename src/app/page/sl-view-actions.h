/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-trace-page.h"

G_BEGIN_DECLS

GSimpleActionGroup *sl_view_actions_new (SlTracePage *page);

G_END_DECLS
